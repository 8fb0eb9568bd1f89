"""One note: reading it, ticking its items, writing it."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.notes.data import (
    ARCHIVE,
    COLORS,
    NOTES,
    TRASH,
    add_item,
    add_note,
    copy_note,
    delete_note,
    edited,
    labels_of,
    move_note,
    text_of,
)
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.rows import Section, check_tile
from phoneworld.ui.scroll_views import ScrollView, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field, Icon, Text
from phoneworld.world import from_millis

MAX_ITEMS = 300


def moment_text(stamp_ms: int, now_ms: int) -> str:
    """When a note was edited: a time today, else a day."""
    then, now = from_millis(stamp_ms), from_millis(now_ms)
    if then.date() == now.date():
        return f"{then:%H:%M}"
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b} {then.year}"


class NoteScreen(Screen):
    """A note to read; a checklist to tick and to add to."""

    def view(self) -> View:
        note = self.db.one("SELECT * FROM notes WHERE _id = ?", self.args["id"])
        if note is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("delete", "This note was deleted")
            )
        in_trash = note["place"] == TRASH
        checklist = bool(note["checklist"])
        return Scaffold(
            TopBar("", back=self.close, actions=self.actions(note)),
            ScrollView(
                Column(
                    Row(
                        Icon("circle", size=16, color=note["color"]) if note["color"] else None,
                        Text(note["title"] or "Untitled", "headline", selectable=True)
                        .named("title")
                        .grow(),
                        gap=12,
                    ),
                    Text(
                        f"Edited {moment_text(note['modified'], self.phone.now_ms)}",
                        "caption",
                        color="muted",
                    ).named("edited"),
                    Text(note["body"], selectable=True).named("body") if note["body"] else None,
                    pad=(20, 8),
                    gap=8,
                ),
                *(self.items() if checklist else ()),
                self.labels(),
                pad=24,
            ),
            bottom=self.trash_bar() if in_trash else self.item_bar() if checklist else None,
        )

    def actions(self, note: dict[str, Any]) -> tuple[View, ...]:
        if note["place"] == TRASH:
            return ()
        archived = note["place"] == ARCHIVE
        return (
            IconButton(
                "push_pin",
                "Unpin" if note["pinned"] else "Pin",
                self.pin,
                color="primary" if note["pinned"] else "muted",
                selected=bool(note["pinned"]),
            ),
            IconButton("edit", "Edit note", self.edit),
            IconButton(
                "unarchive" if archived else "archive",
                "Unarchive" if archived else "Archive",
                self.unarchive if archived else self.archive,
            ),
            IconButton("more_vert", "More options", self.more),
        )

    def more(self) -> None:
        self.menu(
            {
                "Delete": "delete",
                "Labels": "choose_labels",
                "Color": "choose_color",
                "Make a copy": "copy",
                "Share": "share_it",
            }
        )

    # The checklist

    def items(self) -> list[View]:
        rows = self.db.rows(
            "SELECT * FROM items WHERE note_id = ? ORDER BY done, _id LIMIT ?",
            self.args["id"],
            MAX_ITEMS,
        )
        if not rows:
            return [Row(Text("No items yet", "small", color="muted"), pad=(20, 12))]
        views: list[View] = []
        for index, row in enumerate(rows):
            if row["done"] and (index == 0 or not rows[index - 1]["done"]):
                views.append(Section("Ticked items"))
            views.append(self.item(row))
        return views

    def item(self, row: dict[str, Any]) -> View:
        id = row["_id"]
        tile = check_tile(row["text"], on=bool(row["done"]), on_click=lambda: self.tick(id))
        tile.held(
            lambda: self.menu(
                {"Edit item": "edit_item", "Delete item": "delete_item", "Copy": "copy_item"}, id=id
            )
        )
        return tile.swiped(lambda _: self.delete_item(id))

    def item_bar(self) -> View:
        return Row(
            Field("item", "List item", icon="add", on_submit=self.add_item).grow(),
            Button("Add", self.add_item, kind="tonal"),
            pad=(16, 8),
            gap=12,
            bg="surface",
        )

    def changeable(self) -> bool:
        """Whether the note is there and not in the trash; says so where it is."""
        place = self.db.value("SELECT place FROM notes WHERE _id = ?", self.args["id"])
        if place == TRASH:
            self.toast("Restore the note to change it")
        return place in (NOTES, ARCHIVE)

    def tick(self, id: int) -> None:
        if self.changeable():
            self.db.run("UPDATE items SET done = 1 - done WHERE _id = ?", id)
            edited(self.db, self.args["id"], self.phone.now_ms)

    def add_item(self) -> None:
        text = self.state.get("item", "").strip()
        if not text:
            self.toast("Write the item first")
        elif self.changeable():
            add_item(self.db, self.args["id"], text, now_ms=self.phone.now_ms)
            self.state["item"] = ""

    def edit_item(self, id: int) -> None:
        text = self.db.value("SELECT text FROM items WHERE _id = ?", id)
        if text is not None and self.changeable():
            self.prompt("Edit item", "Item", then="put_item", text=text, yes="Save", id=id)

    def put_item(self, text: str, id: int) -> None:
        if not text.strip():
            self.toast("An item cannot be empty")
            return
        self.db.run("UPDATE items SET text = ? WHERE _id = ?", text.strip(), id)
        edited(self.db, self.args["id"], self.phone.now_ms)

    def delete_item(self, id: int) -> None:
        if self.changeable():
            self.db.run("DELETE FROM items WHERE _id = ?", id)
            edited(self.db, self.args["id"], self.phone.now_ms)
            self.toast("Item deleted")

    def copy_item(self, id: int) -> None:
        self.offer_copy(self.db.value("SELECT text FROM items WHERE _id = ?", id) or "")

    # Labels

    def labels(self) -> View | None:
        names = labels_of(self.db, self.args["id"])
        if not names:
            return None
        chips = [Chip(name, self.choose_labels, icon="label") for name in names]
        return Column(SideScroll(*chips, key="labels"), pad=(4, 16))

    def choose_labels(self) -> None:
        if self.changeable():
            self.open("note_labels", id=self.args["id"])

    # What is done with the note as a whole

    def pin(self) -> None:
        self.db.run("UPDATE notes SET pinned = 1 - pinned WHERE _id = ?", self.args["id"])

    def edit(self) -> None:
        note = self.db.one("SELECT * FROM notes WHERE _id = ?", self.args["id"])
        if note is None:
            return
        if note["checklist"]:
            self.prompt("Rename list", "Title", then="rename", text=note["title"], yes="Save")
        else:
            self.open("edit", id=note["_id"])

    def rename(self, title: str) -> None:
        if not title.strip():
            self.toast("Enter a title")
            return
        self.db.run(
            "UPDATE notes SET title = ?, modified = ? WHERE _id = ?",
            title.strip(),
            self.phone.now_ms,
            self.args["id"],
        )

    def archive(self) -> None:
        move_note(self.db, self.args["id"], ARCHIVE)
        self.toast("Note archived")
        self.close()

    def unarchive(self) -> None:
        move_note(self.db, self.args["id"], NOTES)
        self.toast("Note unarchived")

    def delete(self) -> None:
        move_note(self.db, self.args["id"], TRASH)
        self.toast("Note moved to trash")
        self.close()

    def choose_color(self) -> None:
        color = self.db.value("SELECT color FROM notes WHERE _id = ?", self.args["id"])
        names = {code: name for name, code in COLORS.items()}
        self.choose("Color", list(COLORS), names.get(color, "Default"), then="put_color")

    def put_color(self, name: str) -> None:
        self.db.run("UPDATE notes SET color = ? WHERE _id = ?", COLORS[name], self.args["id"])

    def copy(self) -> None:
        if copy_note(self.db, self.args["id"], now_ms=self.phone.now_ms) is not None:
            self.toast("Copy made")

    def share_it(self) -> None:
        self.share(text_of(self.db, self.args["id"]))

    # The trash

    def trash_bar(self) -> View:
        return Row(
            Button("Restore", self.restore, kind="tonal", icon="restore_from_trash").grow(),
            Button("Delete forever", self.ask_destroy, kind="outlined").grow(),
            pad=(16, 12),
            gap=12,
            bg="surface",
        )

    def restore(self) -> None:
        move_note(self.db, self.args["id"], NOTES)
        self.toast("Note restored")

    def ask_destroy(self) -> None:
        self.confirm(
            "Delete note forever?", "It cannot be brought back.", yes="Delete", then="destroy"
        )

    def destroy(self) -> None:
        delete_note(self.db, self.args["id"])
        self.toast("Note deleted")
        self.close()


class NoteEditor(Screen):
    """Writing a new note (perhaps with a text that was shared), or one that is there."""

    def opened(self) -> None:
        self.state.update(self.saved())

    def saved(self) -> dict[str, str]:
        """The note as it was when the screen was opened."""
        id = self.args.get("id")
        if id is None:
            return {"title": "", "body": str(self.args.get("text", ""))}
        note = self.db.one("SELECT title, body FROM notes WHERE _id = ?", id)
        return note if note is not None else {"title": "", "body": ""}

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "New note" if self.args.get("id") is None else "Edit note",
                back=self.leave,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(
                    Field("title", "Title", bare=True, style="title"),
                    Field("body", "Note", kind="multiline", bare=True),
                    pad=(20, 8),
                    gap=4,
                )
            ),
        )

    def save(self) -> None:
        title, body = self.state["title"].strip(), self.state["body"].strip()
        if not title and not body:
            self.toast("Write something first")
            return
        id = self.args.get("id")
        if id is None:
            add_note(self.db, title, body, now_ms=self.phone.now_ms)
        elif self.saved() != {"title": title, "body": body}:
            self.db.run(
                "UPDATE notes SET title = ?, body = ?, modified = ? WHERE _id = ?",
                title,
                body,
                self.phone.now_ms,
                id,
            )
        self.toast("Note saved")
        self.close()

    def leave(self) -> None:
        if not self.back():
            self.close()

    def back(self) -> bool:
        if {key: self.state[key] for key in ("title", "body")} == self.saved():
            return False
        self.confirm(
            "Discard changes?",
            "What you have written is not saved.",
            yes="Discard",
            no="Keep writing",
            then="close",
        )
        return True
