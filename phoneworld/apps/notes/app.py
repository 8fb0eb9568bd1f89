"""Notes: write, find, pin, label, archive and delete notes and checklists."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.notes.data import (
    ARCHIVE,
    NOTES,
    PACKAGE,
    SCHEMA,
    SORTS,
    TRASH,
    add_note,
    copy_note,
    delete_note,
    move_note,
    note_page,
    seed,
    text_of,
)
from phoneworld.apps.notes.labels import Labels, NoteLabels
from phoneworld.apps.notes.note import NoteEditor, NoteScreen, moment_text
from phoneworld.ui.bars import Fab, Scaffold, TopBar, drawer_panel
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, Space, View
from phoneworld.ui.widgets import Divider, Field, Icon, Text
from runtime.actions import Direction

HEADINGS = {NOTES: "Notes", ARCHIVE: "Archive", TRASH: "Trash"}
EMPTY = {
    NOTES: "Notes you write appear here",
    ARCHIVE: "No archived notes",
    TRASH: "The trash is empty",
}


class NoteList(Screen):
    """The notes of one place or label, or those found."""

    @property
    def place(self) -> str:
        return self.state.get("place", NOTES)

    @property
    def label(self) -> int:
        return self.state.get("label", 0)

    def view(self) -> View:
        heading = self.heading()
        return Scaffold(
            TopBar(
                Field("query", "Search your notes", kind="search", icon="search").sized(height=48),
                menu=self.open_drawer,
                actions=(IconButton("more_vert", "More options", self.more),),
            ),
            Column(
                Section(heading) if heading else None,
                LazyList(
                    self.notes,
                    self.row,
                    row_height=104,
                    key=f"{self.place}{self.label}",
                    empty="No notes found" if self.state.get("query") else EMPTY[self.place],
                    end_space=88,
                ),
            ),
            fab=Fab("add", "New note", self.new_note) if self.place == NOTES else None,
            drawer=self.drawer() if self.state.get("drawer") else None,
        )

    def heading(self) -> str:
        if self.label:
            name = self.db.value("SELECT name FROM labels WHERE _id = ?", self.label)
            return name or "Deleted label"
        return "" if self.place == NOTES else HEADINGS[self.place]

    def notes(self, first: int, count: int) -> list[dict[str, Any]]:
        return note_page(
            self.db,
            place=self.place,
            label=self.label,
            query=self.state.get("query", ""),
            sort=self.sort,
            first=first,
            count=count,
        )

    @property
    def sort(self) -> str:
        return self.db.value("SELECT value FROM prefs WHERE name = 'sort'")

    def row(self, note: dict[str, Any]) -> View:
        id = note["_id"]
        snippet = note["items"] or "" if note["checklist"] else note["body"]
        edited = moment_text(note["modified"], self.phone.now_ms)
        card = Row(
            Column(bg=note["color"] or "divider", radius=3).sized(width=6),
            Column(
                Row(
                    Text(note["title"] or "Untitled", "subtitle", lines=1).grow(),
                    Icon("push_pin", size=18, color="primary", description="Pinned")
                    if note["pinned"]
                    else None,
                    Icon("checklist", size=18) if note["checklist"] else None,
                    Text(edited, "caption", color="muted"),
                    gap=8,
                ),
                Text(snippet.replace("\n", " "), "small", color="muted", lines=2)
                if snippet
                else None,
                gap=2,
            ).grow(),
            pad=(12, 8),
            gap=12,
            bg="surface",
            radius=14,
            align="stretch",
        )
        return (
            Row(card.grow(), pad=(12, 4), align="stretch")
            .clicked(lambda: self.open("note", id=id))
            .held(lambda: self.offer(id, pinned=bool(note["pinned"])))
            .swiped(lambda _: self.swipe_away(id))
        )

    # What can be done with a row

    def offer(self, id: int, *, pinned: bool) -> None:
        if self.place == TRASH:
            self.menu({"Restore": "restore", "Delete forever": "ask_destroy"}, id=id)
            return
        archived = self.place == ARCHIVE
        self.menu(
            {
                "Unpin" if pinned else "Pin": "pin",
                "Unarchive" if archived else "Archive": "restore" if archived else "archive",
                "Delete": "delete",
                "Labels": "choose_labels",
                "Make a copy": "copy",
                "Share": "share_note",
            },
            id=id,
        )

    def swipe_away(self, id: int) -> None:
        if self.place == NOTES:
            self.archive(id)

    def pin(self, id: int) -> None:
        self.db.run("UPDATE notes SET pinned = 1 - pinned WHERE _id = ?", id)

    def archive(self, id: int) -> None:
        move_note(self.db, id, ARCHIVE)
        self.toast("Note archived")

    def restore(self, id: int) -> None:
        move_note(self.db, id, NOTES)
        self.toast("Note restored" if self.place == TRASH else "Note unarchived")

    def delete(self, id: int) -> None:
        move_note(self.db, id, TRASH)
        self.toast("Note moved to trash")

    def choose_labels(self, id: int) -> None:
        self.open("note_labels", id=id)

    def copy(self, id: int) -> None:
        if copy_note(self.db, id, now_ms=self.phone.now_ms) is not None:
            self.toast("Copy made")

    def share_note(self, id: int) -> None:
        self.share(text_of(self.db, id))

    def ask_destroy(self, id: int) -> None:
        self.confirm(
            "Delete note forever?",
            "It cannot be brought back.",
            yes="Delete",
            then="destroy",
            id=id,
        )

    def destroy(self, id: int) -> None:
        delete_note(self.db, id)
        self.toast("Note deleted")

    # New notes

    def new_note(self) -> None:
        self.menu({"Text note": "new_text", "Checklist": "new_list"})

    def new_text(self) -> None:
        self.open("edit")

    def new_list(self) -> None:
        self.prompt("New checklist", "Title", then="make_list", yes="Create")

    def make_list(self, title: str) -> None:
        if not title.strip():
            self.toast("Enter a title")
            return
        id = add_note(self.db, title.strip(), now_ms=self.phone.now_ms, items=())
        self.open("note", id=id)

    # The menu and the drawer

    def more(self) -> None:
        if self.place == TRASH:
            self.menu({"Empty trash": "ask_empty"})
        else:
            self.menu({"Sort by": "choose_sort", "Edit labels": "edit_labels"})

    def choose_sort(self) -> None:
        self.choose("Sort by", list(SORTS), self.sort, then="put_sort")

    def put_sort(self, sort: str) -> None:
        self.db.run("UPDATE prefs SET value = ? WHERE name = 'sort'", sort)

    def ask_empty(self) -> None:
        self.confirm(
            "Empty the trash?",
            "All notes in it are deleted forever.",
            yes="Empty trash",
            then="empty",
        )

    def empty(self) -> None:
        for note in self.db.rows("SELECT _id FROM notes WHERE place = ?", TRASH):
            delete_note(self.db, note["_id"])
        self.toast("Trash emptied")

    def edit_labels(self) -> None:
        self.state["drawer"] = False
        self.open("labels")

    def open_drawer(self) -> None:
        self.state["drawer"] = True

    def drawer(self) -> View:
        labels = self.db.rows("SELECT * FROM labels ORDER BY name LIMIT 100")
        return drawer_panel(
            "Notes",
            ScrollView(
                self.way(NOTES, "lightbulb"),
                Space(4),
                Divider(),
                Section("Labels"),
                *(
                    Tile(
                        label["name"],
                        icon="label",
                        selected=label["_id"] == self.label,
                        on_click=self.going(NOTES, label["_id"]),
                    )
                    for label in labels
                ),
                Tile("Edit labels", icon="edit", on_click=self.edit_labels),
                Divider(),
                self.way(ARCHIVE, "archive"),
                self.way(TRASH, "delete"),
                key="drawer",
            ),
        )

    def way(self, place: str, icon: str) -> View:
        return Tile(
            HEADINGS[place],
            icon=icon,
            selected=place == self.place and not self.label,
            on_click=self.going(place, 0),
        )

    def going(self, place: str, label: int) -> Any:
        return lambda: self.state.update(place=place, label=label, drawer=False, query="")

    def swiped(self, direction: Direction) -> bool:
        # Looking further right: the finger pushes the drawer away.
        if direction is not Direction.RIGHT or not self.state.get("drawer"):
            return False
        self.state["drawer"] = False
        return True

    def back(self) -> bool:
        if self.state.get("drawer"):
            self.state["drawer"] = False
        elif self.state.get("query"):
            self.state["query"] = ""
        elif self.place != NOTES or self.label:
            self.state.update(place=NOTES, label=0)
        else:
            return False
        return True


APP = App(
    package=PACKAGE,
    label="Notes",
    icon="sticky_note_2",
    color="#f9ab00",
    screens={
        "list": NoteList,
        "note": NoteScreen,
        "edit": NoteEditor,
        "labels": Labels,
        "note_labels": NoteLabels,
    },
    start="list",
    database="notes.db",
    schema=SCHEMA,
    seed=seed,
    accepts={"text": "edit"},
    derived=("notes.modified",),
)
