"""Choosing the folder that files are moved or copied to."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.files import entries
from phoneworld.apps.files.browse import VISIBLE, crumbs, make_folder
from phoneworld.apps.files.entries import COLUMNS, ROOT, Entry
from phoneworld.providers import media
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Icon


class Pick(Screen):
    """Folders to go through. `paths` are moved or copied (`action`) to the one that is open."""

    storage_name = entries.INTERNAL

    def opened(self) -> None:
        self.state["path"] = ROOT

    def view(self) -> View:
        path, action = self.state["path"], self.args["action"]
        return Scaffold(
            TopBar(
                f"{action} to…",
                back=self.close,
                actions=(IconButton("create_new_folder", "New folder", self.ask_folder),),
            ),
            Column(
                crumbs(self, path, self.storage_name),
                LazyList(self.folders, self.row, key=path, row_height=60, empty="No folders here"),
            ),
            bottom=Row(
                Button("Cancel", self.close, kind="outlined").grow(),
                Button(f"{action} here", self.act, id="pick").grow(),
                pad=(16, 12),
                gap=12,
                bg="surface",
            ),
        )

    def folders(self, first: int, count: int) -> list[Entry]:
        return self.phone.files.rows(
            f"SELECT {COLUMNS} FROM files WHERE parent = ? AND is_folder = 1 AND {VISIBLE} "
            "ORDER BY _display_name LIMIT ? OFFSET ?",
            self.state["path"],
            count,
            first,
        )

    def row(self, folder: Entry) -> View:
        return Tile(
            folder["_display_name"],
            leading=Icon("folder", size=28, color="primary"),
            on_click=lambda: self.state.update(path=folder["_data"]),
        )

    def back(self) -> bool:
        if self.state["path"] == ROOT:
            return False
        self.state["path"] = media.split(self.state["path"])[0]
        return True

    def ask_folder(self) -> None:
        self.prompt("New folder", "Folder name", then="make", yes="Create")

    def make(self, text: str) -> None:
        made = make_folder(self, self.state["path"], text)
        if made:
            self.state["path"] = made

    def act(self) -> None:
        folder, action = self.state["path"], self.args["action"]
        database = self.phone.files
        paths: list[str] = [p for p in self.args["paths"] if entries.find(database, p) is not None]
        for path in paths:
            row = entries.find(database, path)
            if row is not None and row["is_folder"] and entries.is_inside(folder, path):
                self.toast("A folder cannot be put into itself")
                return
            if action == "Move" and row is not None and row["parent"] == folder:
                self.toast("It is already in this folder")
                return
        for path in paths:
            if action == "Move":
                entries.move(database, path, folder)
            else:
                entries.copy(database, path, folder, date_ms=self.phone.now_ms)
        done = "moved" if action == "Move" else "copied"
        name = self.storage_name if folder == ROOT else media.split(folder)[1]
        count = "1 item" if len(paths) == 1 else f"{len(paths)} items"
        self.toast(f"{count} {done} to {name}")
        self.close(done)


class PickFolder(Pick):
    """Choosing a folder for something new: whoever asked gets its path."""

    def act(self) -> None:
        self.close(self.state["path"])
