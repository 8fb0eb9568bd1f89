"""Attachments: looking at one, and saving it to the phone."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.providers import media
from phoneworld.store import Database
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Card
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Picture, Text

FILE_ICONS = {"application/pdf": "picture_as_pdf", "image/jpeg": "image", "image/png": "image"}


def shown_size(size: int) -> str:
    """The size of a file as people read it."""
    if size < 1000:
        return f"{size} B"
    return f"{size / 1000:.1f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


class Attachment(Screen):
    """What is in an attachment."""

    def view(self) -> View:
        row = self.db.one("SELECT * FROM attachments WHERE _id = ?", self.args["id"])
        if row is None:
            return Scaffold(TopBar("", back=self.close), Text("This file was deleted"))
        content: View
        if row["art"]:
            content = Picture(row["art"], radius=12, description=row["name"])
        elif row["mime_type"].startswith(("text/", "application/pdf")):
            text = (row["content"] or b"").decode("utf-8", "replace")
            content = Card(Text(text, selectable=True).named("content"))
        else:
            content = Text("There is no preview of this kind of file.", color="muted")
        return Scaffold(
            TopBar(
                row["name"],
                back=self.close,
                actions=(
                    IconButton(
                        "download", "Save to Downloads", lambda: save_attachment(self, row["_id"])
                    ),
                ),
            ),
            ScrollView(
                Column(
                    content, Text(shown_size(row["size"]), "caption", color="muted"), pad=16, gap=12
                )
            ),
        )


def save_attachment(screen: Screen, attachment: int) -> None:
    """Copy an attachment into the phone's downloads."""
    row = screen.db.one("SELECT * FROM attachments WHERE _id = ?", attachment)
    if row is None:
        return
    path = free_path(screen.phone.files, f"/sdcard/Download/{row['name']}")
    media.add_file(
        screen.phone.files,
        path,
        row["content"] or b"",
        date_ms=screen.phone.now_ms,
        art=row["art"],
    )
    screen.toast(f"Saved to Downloads as {path.rpartition('/')[2]}")


def free_path(files: Database, path: str) -> str:
    """This path, or one with a number where it is taken."""
    stem, dot, ending = path.rpartition(".")
    if not dot or "/" in ending:
        stem, dot, ending = path, "", ""
    number = 0
    while files.value("SELECT 1 FROM files WHERE _data = ?", path) is not None:
        number += 1
        path = f"{stem} ({number}){dot}{ending}"
    return path
