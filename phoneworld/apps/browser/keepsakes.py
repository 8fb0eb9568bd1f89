"""What was kept: bookmarks, history, downloads."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.browser import data, navigation
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field
from phoneworld.world import from_millis

RANGES = {"Last hour": 1, "Last 24 hours": 24, "Last 7 days": 168, "All time": 0}
"""Hours that a clearing reaches back; 0 is everything."""


def visit(screen: Screen, url: str) -> None:
    """Show a page in the tab in front."""
    navigation.go(screen.db, url, now_ms=screen.phone.now_ms)
    screen.close()


class Bookmarks(Screen):
    """Bookmarks, by folder, or those found."""

    def view(self) -> View:
        chosen = self.state.get("folder", "")
        folders = [
            row["folder"]
            for row in self.db.rows(
                "SELECT DISTINCT folder FROM bookmarks ORDER BY folder LIMIT 12"
            )
        ]
        chips = [
            Chip(name or "All", lambda name=name: self.choose_folder(name), selected=name == chosen)
            for name in ("", *folders)
        ]
        return Scaffold(
            TopBar(
                Field("query", "Search bookmarks", kind="search", icon="search").sized(height=48),
                back=self.close,
            ),
            Column(
                Row(SideScroll(*chips, key="folders").grow(), pad=(0, 6)),
                LazyList(self.bookmarks, self.row, row_height=72, empty="No bookmarks"),
            ),
        )

    def choose_folder(self, name: str) -> None:
        self.state["folder"] = name

    def bookmarks(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM bookmarks WHERE (? = '' OR folder = ?) "
            "AND instr(lower(title || ' ' || url), ?) ORDER BY added DESC, _id LIMIT ? OFFSET ?",
            self.state.get("folder", ""),
            self.state.get("folder", ""),
            self.state.get("query", "").strip().lower()[:80],
            count,
            first,
        )

    def row(self, bookmark: dict[str, Any]) -> View:
        id = bookmark["_id"]
        return Tile(
            bookmark["title"],
            bookmark["url"],
            icon="star",
            trailing=IconButton(
                "more_vert", f"Options for {bookmark['title']}", lambda: self.offer(id)
            ),
            on_click=lambda: visit(self, bookmark["url"]),
            on_long_click=lambda: self.offer(id),
        )

    def offer(self, id: int) -> None:
        self.menu({"Edit": "edit", "Open in new tab": "open_tab", "Delete": "delete"}, id=id)

    def edit(self, id: int) -> None:
        self.open("edit_bookmark", id=id)

    def open_tab(self, id: int) -> None:
        row = self.db.one("SELECT * FROM bookmarks WHERE _id = ?", id)
        if row is not None:
            data.add_tab(self.db, row["url"], row["title"], active=True)
            self.close()

    def delete(self, id: int) -> None:
        self.db.run("DELETE FROM bookmarks WHERE _id = ?", id)
        self.toast("Bookmark deleted")


class EditBookmark(Screen):
    """Name, address and folder of a bookmark."""

    def opened(self) -> None:
        row = self.db.one("SELECT * FROM bookmarks WHERE _id = ?", self.args["id"])
        if row is not None:
            self.state.update(title=row["title"], url=row["url"], folder=row["folder"])

    def view(self) -> View:
        return Scaffold(
            TopBar("Edit bookmark", back=self.close, actions=(Button("Save", self.save),)),
            ScrollView(
                Column(
                    Field("title", "Name"),
                    Field("url", "Web address"),
                    Field("folder", "Folder"),
                    pad=16,
                    gap=12,
                )
            ),
        )

    def save(self) -> None:
        title, url, folder = (self.state.get(key, "").strip() for key in ("title", "url", "folder"))
        taken = self.db.value(
            "SELECT 1 FROM bookmarks WHERE url = ? AND _id <> ?", url, self.args["id"]
        )
        if not title or not url:
            self.toast("Enter a name and an address")
        elif taken is not None:
            self.toast("This address is bookmarked already")
        else:
            self.db.run(
                "UPDATE bookmarks SET title = ?, url = ?, folder = ? WHERE _id = ?",
                title,
                url,
                folder or data.MOBILE,
                self.args["id"],
            )
            self.close()


class BrowsingHistory(Screen):
    """What was visited, the last first."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                Field("query", "Search history", kind="search", icon="search").sized(height=48),
                back=self.close,
                actions=(IconButton("delete_sweep", "Clear browsing data", self.ask_clear),),
            ),
            LazyList(self.visits, self.row, row_height=72, empty="No history"),
        )

    def visits(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM history WHERE instr(lower(title || ' ' || url), ?) "
            "ORDER BY at DESC, _id DESC LIMIT ? OFFSET ?",
            self.state.get("query", "").strip().lower()[:80],
            count,
            first,
        )

    def row(self, visited: dict[str, Any]) -> View:
        when = from_millis(visited["at"])
        same_day = when.date() == from_millis(self.phone.now_ms).date()
        return Tile(
            visited["title"],
            visited["url"],
            icon="history",
            note=f"{when:%H:%M}" if same_day else f"{when.day} {when:%b}",
            on_click=lambda: visit(self, visited["url"]),
            on_long_click=lambda: self.menu({"Delete": "forget"}, id=visited["_id"]),
        )

    def forget(self, id: int) -> None:
        self.db.run("DELETE FROM history WHERE _id = ?", id)

    def ask_clear(self) -> None:
        self.choose("Clear browsing history", list(RANGES), "", then="ask_sure")

    def ask_sure(self, option: str) -> None:
        self.confirm(
            f"Clear history: {option.lower()}?",
            "This cannot be undone.",
            yes="Clear",
            then="clear",
            option=option,
        )

    def clear(self, option: str) -> None:
        clear_history(self, option)


def clear_history(screen: Screen, option: str) -> None:
    """Forget what was visited in a range of time."""
    hours = RANGES[option]
    since = screen.phone.now_ms - hours * 3_600_000 if hours else 0
    screen.db.run("DELETE FROM history WHERE at >= ?", since)
    screen.db.insert("clearings", range=option, at=screen.phone.now_ms)
    screen.toast("History cleared")


class Downloads(Screen):
    """Files that were downloaded."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Downloads", back=self.close),
            LazyList(self.files, self.row, row_height=72, empty="No downloads"),
        )

    def files(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM downloads ORDER BY at DESC, _id DESC LIMIT ? OFFSET ?", count, first
        )

    def row(self, file: dict[str, Any]) -> View:
        when = from_millis(file["at"])
        return Tile(
            file["name"],
            f"{file['size']} B from {file['url']}",
            icon="insert_drive_file",
            note=f"{when.day} {when:%b}",
            on_click=lambda: self.menu(
                {"Share": "share_file", "Remove from list": "forget", "Delete file": "ask_delete"},
                id=file["_id"],
            ),
        )

    def path(self, id: int) -> str:
        return self.db.value("SELECT path FROM downloads WHERE _id = ?", id) or ""

    def share_file(self, id: int) -> None:
        path = self.path(id)
        if self.phone.files.value("SELECT 1 FROM files WHERE _data = ?", path) is None:
            self.toast("The file is no longer there")
        else:
            self.share(file=path)

    def forget(self, id: int) -> None:
        self.db.run("DELETE FROM downloads WHERE _id = ?", id)

    def ask_delete(self, id: int) -> None:
        self.confirm("Delete file?", self.path(id), yes="Delete", then="delete", id=id)

    def delete(self, id: int) -> None:
        self.phone.files.run("DELETE FROM files WHERE _data = ?", self.path(id))
        self.forget(id)
        self.toast("File deleted")
