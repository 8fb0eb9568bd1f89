"""One file: a text to read and change, a picture, or what is known of any other."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.files import entries
from phoneworld.apps.files.browse import icon_of, rename_entry
from phoneworld.apps.files.entries import Entry
from phoneworld.providers import media
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import CustomView
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Card
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field, Icon, Picture, Text

GALLERY = "com.phoneworld.gallery"


class OneFile(Screen):
    """What the screens of a single file share: finding it, and what can be done to it."""

    storage_name = entries.INTERNAL

    def opened(self) -> None:
        self.state["path"] = self.args["path"]

    @property
    def path(self) -> str:
        return self.state["path"]

    def entry(self) -> Entry | None:
        return entries.find(self.phone.files, self.path)

    def gone(self) -> View:
        return Scaffold(
            TopBar("", back=self.close), empty_note("insert_drive_file", "This file was deleted")
        )

    def offer(self) -> None:
        self.menu(
            {
                "Rename": "ask_name",
                "Move to": "move",
                "Copy to": "copy",
                "Details": "show_details",
                "Delete": "ask_delete",
            }
        )

    def ask_name(self) -> None:
        self.prompt("Rename", "Name", then="rename", text=media.split(self.path)[1], yes="Rename")

    def rename(self, text: str) -> None:
        self.state["path"] = rename_entry(self, self.path, text)

    def move(self) -> None:
        self.open("pick", paths=[self.path], action="Move")

    def copy(self) -> None:
        self.open("pick", paths=[self.path], action="Copy")

    def returned(self, result: object) -> None:
        """It was moved or copied: a file that was moved is no longer here."""
        if result == "moved":
            self.close("moved")

    def show_details(self) -> None:
        self.open("details", path=self.path)

    def share_it(self) -> None:
        self.share(file=self.path)

    def ask_delete(self) -> None:
        self.confirm(
            f"Delete {media.split(self.path)[1]}?",
            "It will be permanently deleted from this phone.",
            yes="Delete",
            then="delete",
        )

    def delete(self) -> None:
        entries.delete(self.phone.files, self.path)
        self.toast("Deleted")
        self.close()


class TextFile(OneFile):
    """A text, to read or, with `edit`, to change."""

    def opened(self) -> None:
        super().opened()
        if self.args.get("edit"):
            self.edit()

    def view(self) -> View:
        entry = self.entry()
        if entry is None:
            return self.gone()
        name = entry["_display_name"]
        if self.state.get("editing"):
            return Scaffold(
                TopBar(
                    name,
                    back=self.leave,
                    actions=(Button("Save", self.save, id="save"),),
                ),
                ScrollView(Column(Field("text", "Text", kind="multiline"), pad=16)),
            )
        text = entries.read_text(self.phone.files, self.path)
        return Scaffold(
            TopBar(
                name,
                back=self.close,
                actions=(
                    IconButton("edit", "Edit", self.edit),
                    IconButton("share", "Share", self.share_it),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            ScrollView(
                Column(Text(text, selectable=True).named("content"), pad=16)
                if text
                else empty_note("description", "This file is empty")
            ),
        )

    def edit(self) -> None:
        self.state["text"] = entries.read_text(self.phone.files, self.path)
        self.state["editing"] = True

    def save(self) -> None:
        text = self.state.get("text", "")
        if text != entries.read_text(self.phone.files, self.path):
            entries.write_text(self.phone.files, self.path, text, date_ms=self.phone.now_ms)
        self.state["editing"] = False
        self.phone.activity.keyboard = False
        self.toast("Saved")

    def leave(self) -> None:
        if self.state["text"] == entries.read_text(self.phone.files, self.path):
            self.discard()
        else:
            self.confirm(
                "Discard changes?",
                "What you have changed will be lost.",
                yes="Discard",
                no="Keep editing",
                then="discard",
            )

    def discard(self) -> None:
        self.state["editing"] = False

    def back(self) -> bool:
        if not self.state.get("editing") or self.entry() is None:
            return False
        self.leave()
        return True


class PictureViewer(OneFile):
    """A picture as large as the screen allows."""

    def view(self) -> View:
        entry = self.entry()
        if entry is None:
            return self.gone()
        return Scaffold(
            TopBar(
                entry["_display_name"],
                back=self.close,
                actions=(
                    IconButton("photo_library", "Open in Gallery", self.open_gallery),
                    IconButton("share", "Share", self.share_it),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            Column(self.image(entry).grow(), pad=(0, 0, 0, 16)),
        )

    def image(self, entry: Entry) -> View:
        if entry["art"]:
            return Picture(entry["art"], description=entry["_display_name"])
        content = self.phone.files.value("SELECT content FROM files WHERE _id = ?", entry["_id"])

        def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
            del env
            canvas.image(content or b"", x, y, w, h)

        return CustomView(paint, height=300, description=entry["_display_name"])

    def open_gallery(self) -> None:
        entry = self.entry()
        if entry is not None and self.phone.has_app(GALLERY):
            self.launch(GALLERY, "photo", id=entry["_id"])


class FileDetails(OneFile):
    """What is known of a file or folder."""

    def view(self) -> View:
        entry = self.entry()
        if entry is None:
            return self.gone()
        folder = bool(entry["is_folder"])
        if folder:
            count, size = entries.measure(self.phone.files, self.path)
            kind = "Folder"
        else:
            count, size = 1, entry["_size"]
            ending = entries.ending_of(entry["_display_name"]).upper()
            kind = f"{ending} file" if ending else "File"
        parent = entries.place_text(entry["parent"], self.storage_name)
        return Scaffold(
            TopBar(
                "Details",
                back=self.close,
                actions=()
                if folder
                else (
                    IconButton("share", "Share", self.share_it),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            ScrollView(
                Column(
                    Picture(entry["art"], width=160, height=200, radius=8)
                    if entry["art"]
                    else Icon(icon_of(entry), size=72, color="primary"),
                    Text(entry["_display_name"], "title", align="center").named("name"),
                    gap=12,
                    align="center",
                    pad=(16, 16),
                ),
                Column(
                    Card(
                        self.fact("kind", "Type", kind),
                        self.fact("files", "Contains", f"{count} files") if folder else None,
                        self.fact("size", "Size", entries.size_text(size)),
                        self.fact(
                            "modified", "Modified", entries.time_text(entry["date_modified"])
                        ),
                        self.fact("place", "Location", parent),
                        pad=(0, 8),
                    ),
                    pad=(16, 0),
                ),
                Row(
                    Text("There is no preview of this kind of file", "small", color="muted"),
                    pad=16,
                )
                if not (folder or entry["art"])
                else None,
            ),
        )

    def fact(self, key: str, label: str, value: str) -> View:
        return Row(
            Text(label, "small", color="muted").sized(width=96),
            Text(value, "body", selectable=True).named(key).grow(),
            pad=(16, 8),
            gap=12,
        )
