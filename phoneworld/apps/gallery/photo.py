"""One picture: seen large, and all that is known of it."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.files import entries
from phoneworld.apps.files.browse import rename_entry
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import Photo
from phoneworld.ui.bars import Scaffold, TopBar, bottom_bar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import CustomView
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Card
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Picture, Text
from runtime.actions import Direction


def picture_of(screen: Screen, photo: Photo) -> View:
    """A picture as large as its place: made up, or the content of its file."""
    if photo["art"]:
        return Picture(photo["art"], description=photo["_display_name"])
    content = screen.phone.files.value("SELECT content FROM files WHERE _id = ?", photo["_id"])

    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        del env
        canvas.image(content or b"", x, y, w, h)

    return CustomView(paint, height=300, description=photo["_display_name"])


class OnePicture(Screen):
    """What the screens of a single picture share. The id is in the state: a swipe changes it."""

    def opened(self) -> None:
        self.state["id"] = self.args["id"]

    @property
    def id(self) -> int:
        return self.state["id"]

    def photo(self) -> Photo | None:
        return data.photo(self.phone.files, self.id)

    def gone(self) -> View:
        return Scaffold(
            TopBar("", back=self.close), empty_note("photo", "This photo is no longer here")
        )

    def ask_caption(self) -> None:
        self.prompt(
            "Caption",
            "Add a caption",
            then="set_caption",
            text=data.caption_of(self.db, self.id),
            yes="Save",
        )

    def set_caption(self, text: str) -> None:
        caption = text.strip()
        if caption == data.caption_of(self.db, self.id):
            return
        data.set_caption(self.db, self.id, caption)
        self.toast("Caption saved" if caption else "Caption removed")

    def ask_name(self) -> None:
        photo = self.photo()
        if photo is not None:
            self.prompt("Rename", "Name", then="rename", text=photo["_display_name"], yes="Rename")

    def rename(self, text: str) -> None:
        photo = self.photo()
        if photo is not None:
            rename_entry(self, photo["_data"], text)


class Show(OnePicture):
    """A picture as large as it gets; its neighbours are a swipe away."""

    def view(self) -> View:
        photo = self.photo()
        if photo is None:
            return self.gone()
        caption = data.caption_of(self.db, self.id)
        favorite = bool(photo["is_favorite"])
        return Scaffold(
            TopBar(
                entries.time_text(photo["date_modified"]),
                back=self.close,
                actions=(
                    IconButton(
                        "favorite" if favorite else "favorite_border",
                        "Remove from favorites" if favorite else "Add to favorites",
                        self.favor,
                        color="error" if favorite else "muted",
                    ),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            Column(
                picture_of(self, photo).grow(),
                Row(Text(caption, "body", align="center").named("caption").grow(), pad=(16, 10))
                if caption
                else None,
            ),
            bottom=bottom_bar(
                (
                    ("Share", "share"),
                    ("Caption", "edit"),
                    ("Details", "info"),
                    ("Delete", "delete"),
                ),
                "",
                self.choose_action,
            ),
        )

    def choose_action(self, name: str) -> None:
        match name:
            case "Share":
                photo = self.photo()
                if photo is not None:
                    self.share(file=photo["_data"])
            case "Caption":
                self.ask_caption()
            case "Details":
                self.open("details", id=self.id)
            case _:
                self.confirm(
                    "Move to trash?",
                    f"It can be restored for {data.KEPT_DAYS} days.",
                    yes="Move to trash",
                    then="delete",
                )

    def favor(self) -> None:
        data.flip_favorite(self.phone.files, self.id)

    def swiped(self, direction: Direction) -> bool:
        photo = self.photo()
        if photo is None or direction not in (Direction.LEFT, Direction.RIGHT):
            return False
        beside = data.neighbour(
            self.phone.files, photo, self.args.get("album", ""), older=direction is Direction.RIGHT
        )
        if beside is None:
            return False
        self.state["id"] = beside
        return True

    def offer(self) -> None:
        self.menu(
            {
                "Move to album": "move",
                "Rename": "ask_name",
                "Use as wallpaper": "ask_wallpaper",
                "Details": "show_details",
            }
        )

    def show_details(self) -> None:
        self.open("details", id=self.id)

    def move(self) -> None:
        self.open("pick_album", ids=[self.id])

    def ask_wallpaper(self) -> None:
        self.confirm("Use as wallpaper?", yes="Set wallpaper", then="set_wallpaper")

    def set_wallpaper(self) -> None:
        photo = self.photo()
        if photo is not None and photo["art"]:
            self.phone.settings.put("system", "wallpaper", photo["art"])
            self.toast("Wallpaper set")
        else:
            self.toast("This picture cannot be used")

    def delete(self) -> None:
        photo = self.photo()
        if photo is None:
            return
        album = self.args.get("album", "")
        files = self.phone.files
        following = data.neighbour(files, photo, album, older=True) or data.neighbour(
            files, photo, album, older=False
        )
        data.put_into_trash(files, self.db, self.id, now_ms=self.phone.now_ms)
        self.toast("Moved to trash")
        if following is None:
            self.close()
        else:
            self.state["id"] = following


class PhotoDetails(OnePicture):
    """What is known of a picture."""

    def view(self) -> View:
        photo = self.photo()
        if photo is None:
            return self.gone()
        caption = data.caption_of(self.db, self.id)
        return Scaffold(
            TopBar("Details", back=self.close),
            ScrollView(
                Column(Picture(photo["art"], height=180, radius=12), pad=16)
                if photo["art"]
                else None,
                Column(
                    Card(
                        fact("caption", "Caption", caption or "None"),
                        fact("name", "Name", photo["_display_name"]),
                        fact("taken", "Taken", entries.time_text(photo["date_modified"])),
                        fact("size", "Size", entries.size_text(photo["_size"])),
                        fact("dimensions", "Pixels", data.dimensions(photo)),
                        fact("album", "Album", data.name_of(photo["parent"])),
                        fact("place", "Location", entries.place_text(photo["parent"])),
                        pad=(0, 8),
                    ),
                    pad=(16, 0),
                ),
                Row(
                    Button("Edit caption", self.ask_caption, kind="tonal").grow(),
                    Button("Rename", self.ask_name, kind="tonal").grow(),
                    gap=12,
                    pad=16,
                ),
            ),
        )


def fact(key: str, label: str, value: str) -> View:
    """One line of what is known."""
    return Row(
        Text(label, "small", color="muted").sized(width=88),
        Text(value, "body", selectable=True).named(key).grow(),
        pad=(16, 8),
        gap=12,
    )
