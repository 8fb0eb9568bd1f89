"""Labels: which there are, and which of them a note has."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.notes.data import add_label, set_label
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile, check_tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field

MAX_NAME = 50


class Labels(Screen):
    """All labels: create, rename, delete."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Edit labels", back=self.close),
            Column(
                Row(
                    Field("name", "Create new label", icon="label", on_submit=self.create).grow(),
                    IconButton("add", "Create label", self.create),
                    pad=(16, 8),
                    gap=8,
                ),
                LazyList(self.labels, self.row, row_height=60, empty="No labels yet"),
            ),
        )

    def labels(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows("SELECT * FROM labels ORDER BY name LIMIT ? OFFSET ?", count, first)

    def row(self, label: dict[str, Any]) -> View:
        name, id = label["name"], label["_id"]
        return Tile(
            name,
            icon="label",
            trailing=IconButton(
                "delete", f"Delete label {name}", lambda: self.ask_delete(id, name)
            ),
            on_click=lambda: self.prompt("Rename label", "Name", then="rename", text=name, id=id),
        )

    def create(self) -> None:
        name = self.state.get("name", "").strip()[:MAX_NAME]
        if not name:
            self.toast("Enter a name for the label")
        elif self.taken(name, 0):
            self.toast("There is already a label of that name")
        else:
            add_label(self.db, name)
            self.state["name"] = ""

    def taken(self, name: str, id: int) -> bool:
        return self.db.one("SELECT 1 FROM labels WHERE name = ? AND _id <> ?", name, id) is not None

    def rename(self, name: str, id: int) -> None:
        name = name.strip()[:MAX_NAME]
        if not name:
            self.toast("Enter a name for the label")
        elif self.taken(name, id):
            self.toast("There is already a label of that name")
        else:
            self.db.run("UPDATE labels SET name = ? WHERE _id = ?", name, id)

    def ask_delete(self, id: int, name: str) -> None:
        self.confirm(
            "Delete label?",
            f"“{name}” is taken off all notes. The notes themselves stay.",
            yes="Delete",
            then="delete",
            id=id,
        )

    def delete(self, id: int) -> None:
        self.db.run("DELETE FROM labels WHERE _id = ?", id)
        self.db.run("DELETE FROM note_labels WHERE label_id = ?", id)


class NoteLabels(Screen):
    """The labels of one note, to tick."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Label note",
                back=self.close,
                actions=(
                    IconButton(
                        "add",
                        "New label",
                        lambda: self.prompt("New label", "Name", then="create", yes="Create"),
                    ),
                ),
            ),
            LazyList(self.labels, self.row, row_height=56, empty="No labels yet"),
        )

    def labels(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT l.*, EXISTS (SELECT 1 FROM note_labels n WHERE n.note_id = ? "
            "AND n.label_id = l._id) AS chosen FROM labels l ORDER BY l.name LIMIT ? OFFSET ?",
            self.args["id"],
            count,
            first,
        )

    def row(self, label: dict[str, Any]) -> View:
        chosen = bool(label["chosen"])
        return check_tile(
            label["name"], on=chosen, on_click=lambda: self.put(label["_id"], on=not chosen)
        )

    def put(self, label: int, *, on: bool) -> None:
        set_label(self.db, self.args["id"], label, on=on)

    def create(self, name: str) -> None:
        name = name.strip()[:MAX_NAME]
        if not name:
            self.toast("Enter a name for the label")
            return
        self.put(add_label(self.db, name), on=True)
