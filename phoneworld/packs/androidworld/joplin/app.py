"""Joplin's screens: the notes of all notebooks or of one, and a note."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.packs.androidworld.joplin.data import (
    PACKAGE,
    SCHEMA,
    add_folder,
    change_note,
    folders,
    note_of,
    notes_page,
)
from phoneworld.packs.androidworld.joplin.note import NotePage, NoteSheet
from phoneworld.ui.bars import Fab, Scaffold, TopBar, drawer_panel
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Handler, View
from phoneworld.ui.widgets import Divider, Field, Icon

ALL = "All notes"


class NotebookNotes(Screen):
    """The notes of a notebook, or of all of them. To-dos have a box to check."""

    @property
    def folder(self) -> str:
        return self.state.get("folder", "")

    def view(self) -> View:
        query = Column(
            Field("query", "Search notes", kind="search", icon="search").sized(height=48),
            pad=(16, 4),
        )
        return Scaffold(
            TopBar(
                folders(self.db).get(self.folder, ALL),
                menu=self.open_drawer,
                actions=(IconButton("search", "Search", self.flip_search),),
            ),
            Column(
                query if self.state.get("search") else None,
                LazyList(
                    self.notes,
                    self.row,
                    row_height=64,
                    key=self.folder,
                    empty="No notes here",
                    end_space=88,
                ),
            ),
            fab=Fab("add", "New", self.offer_new),
            drawer=self.drawer() if self.state.get("drawer") else None,
        )

    def notes(self, first: int, count: int) -> list[dict[str, Any]]:
        query = self.state.get("query", "") if self.state.get("search") else ""
        return notes_page(self.db, self.folder, query, first, count)

    def row(self, note: dict[str, Any]) -> View:
        id, done = note["id"], bool(note["todo_completed"])
        where = folders(self.db).get(note["parent_id"], "")
        kind = "Note"
        leading: View = Icon("description")
        if note["is_todo"]:
            kind = "To-do, done" if done else "To-do"
            leading = IconButton(
                "check_box" if done else "check_box_outline_blank",
                f"Check {note['title']}",
                lambda: self.flip(id),
            )
        return Tile(
            note["title"],
            f"{kind} · {where}" if where else kind,
            leading=leading,
            on_click=lambda: self.open("note", id=id),
        )

    def flip(self, id: str) -> None:
        note = note_of(self.db, id)
        if note is not None:
            done = 0 if note["todo_completed"] else self.phone.now_ms
            change_note(self.db, id, now_ms=self.phone.now_ms, todo_completed=done)

    def flip_search(self) -> None:
        self.state["search"] = not self.state.get("search")
        if self.state["search"]:
            self.focus("query")

    def offer_new(self) -> None:
        self.menu({"New note": "new_note", "New to-do": "new_todo"})

    def new_note(self) -> None:
        self.open("edit", folder=self.folder, is_todo=False)

    def new_todo(self) -> None:
        self.open("edit", folder=self.folder, is_todo=True)

    # The notebooks

    def open_drawer(self) -> None:
        self.state["drawer"] = True

    def drawer(self) -> View:
        return drawer_panel(
            "Notebooks",
            ScrollView(
                Tile(ALL, icon="notes", on_click=self.showing("")),
                Divider(),
                *(
                    Tile(title, icon="book", on_click=self.showing(id))
                    for id, title in folders(self.db).items()
                ),
                Divider(),
                Tile("New notebook", icon="add", on_click=self.ask_folder),
                Tile("Close", icon="close", on_click=self.back),
                key="drawer",
            ),
        )

    def showing(self, folder: str) -> Handler:
        return lambda: self.state.update(folder=folder, drawer=False)

    def ask_folder(self) -> None:
        self.prompt("New notebook", "Title of the notebook", then="make_folder")

    def make_folder(self, title: str) -> None:
        if title.strip():
            folder = add_folder(self.db, title.strip(), now_ms=self.phone.now_ms)
            self.state.update(folder=folder, drawer=False)

    def back(self) -> bool:
        if self.state.get("drawer"):
            self.state["drawer"] = False
            return True
        if self.state.get("search") or self.folder:
            self.state.clear()
            return True
        return False


APP = App(
    package=PACKAGE,
    label="Joplin",
    icon="book",
    color="#0d47a1",
    activity=".MainActivity",
    screens={"list": NotebookNotes, "note": NotePage, "edit": NoteSheet},
    start="list",
    database="joplin.sqlite",
    schema=SCHEMA,
    permissions=(
        "android.permission.ACCESS_COARSE_LOCATION",
        "android.permission.ACCESS_FINE_LOCATION",
    ),
)
