"""One note or to-do: read, written, moved to another notebook, deleted."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.packs.androidworld.joplin.data import (
    add_folder,
    add_note,
    change_note,
    delete_note,
    folders,
    note_of,
)
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Text

FIRST_FOLDER = "My notebook"


class NotePage(Screen):
    """What a note says, where it is kept, and whether it is a to-do."""

    def view(self) -> View:
        note = note_of(self.db, self.args["id"])
        if note is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("description", "This note was deleted")
            )
        where = folders(self.db).get(note["parent_id"], "")
        return Scaffold(
            TopBar(
                "To-do" if note["is_todo"] else "Note",
                back=self.close,
                actions=(
                    IconButton("edit", "Edit", lambda: self.open("edit", id=self.args["id"])),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            ScrollView(
                Column(
                    Text(note["title"], "headline", selectable=True).named("title"),
                    Text(where, "small", color="muted").named("notebook") if where else None,
                    Text(note["body"], selectable=True).named("body"),
                    pad=(20, 8, 20, 24),
                    gap=12,
                )
            ),
        )

    def offer(self) -> None:
        note = note_of(self.db, self.args["id"])
        if note is not None:
            other = "Convert to note" if note["is_todo"] else "Convert to to-do"
            self.menu({"Move to notebook": "ask_folder", other: "convert", "Delete": "ask_delete"})

    def ask_folder(self) -> None:
        note = note_of(self.db, self.args["id"])
        known = folders(self.db)
        if note is not None:
            chosen = known.get(note["parent_id"], "")
            self.choose("Move to notebook", list(known.values()), chosen, then="move")

    def move(self, title: str) -> None:
        for id, known in folders(self.db).items():
            if known == title:
                change_note(self.db, self.args["id"], now_ms=self.phone.now_ms, parent_id=id)
                return

    def convert(self) -> None:
        note = note_of(self.db, self.args["id"])
        if note is not None:
            is_todo = 1 - note["is_todo"]
            change_note(self.db, note["id"], now_ms=self.phone.now_ms, is_todo=is_todo)

    def ask_delete(self) -> None:
        self.confirm("Delete this note?", yes="Delete", then="delete")

    def delete(self) -> None:
        delete_note(self.db, self.args["id"])
        self.close()


class NoteSheet(Screen):
    """Title and text of a note. Leaving it without saving keeps nothing."""

    def opened(self) -> None:
        note = note_of(self.db, self.args.get("id"))
        self.state.update(title=note["title"] if note else "", body=note["body"] if note else "")

    def view(self) -> View:
        known = folders(self.db)
        where = known.get(self.args.get("folder", ""), "")
        return Scaffold(
            TopBar(
                "Edit note" if "id" in self.args else "New note",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(
                    Field("title", "Title"),
                    Field("body", "Text of the note", kind="multiline"),
                    pad=16,
                    gap=12,
                ),
                Tile(where, "Notebook", icon="book") if where else None,
            ),
        )

    def save(self) -> None:
        title, body, now_ms = self.state["title"].strip(), self.state["body"], self.phone.now_ms
        if not title:
            self.toast("Enter a title")
            return
        if "id" in self.args:
            change_note(self.db, self.args["id"], now_ms=now_ms, title=title, body=body)
        else:
            known = folders(self.db)
            folder = self.args.get("folder", "")
            if folder not in known:
                folder = next(iter(known), "") or add_folder(self.db, FIRST_FOLDER, now_ms=now_ms)
            is_todo = bool(self.args.get("is_todo"))
            add_note(self.db, folder, title, body, is_todo=is_todo, now_ms=now_ms)
        self.close()
