"""One task: the form for a new one, and the screen where everything about it is changed at once."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.tasks.data import add_list, add_task, day_text, delete_task, lists_of
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Section, Tile, check_tile, switch_tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Divider, Field

MAX_SUBTASKS = 200
MAX_TITLE = 1000


class New(Screen):
    """A new task, perhaps with a text that was shared as its title."""

    def opened(self) -> None:
        lists = lists_of(self.phone.app_database(self.app))
        given = self.args.get("list")
        names = [row["name"] for row in lists]
        self.state.update(
            title=" ".join(str(self.args.get("text", "")).split())[:MAX_TITLE],
            notes="",
            due="",
            starred=False,
            list=given if given in names else (names[0] if names else "My Tasks"),
        )

    def view(self) -> View:
        due = self.state["due"]
        return Scaffold(
            TopBar("New task", back=self.close, actions=(Button("Save", self.save, id="save"),)),
            ScrollView(
                Column(
                    Field("title", "Title", on_submit=self.save),
                    Field("notes", "Details", kind="multiline"),
                    pad=16,
                    gap=12,
                ),
                Tile(
                    "Due date",
                    day_text(due, self.phone.today) if due else "No date",
                    icon="event",
                    id="due",
                    on_click=lambda: self.pick_date(due or self.phone.today, then="put_due"),
                    trailing=IconButton("close", "Remove due date", self.clear_due)
                    if due
                    else None,
                ),
                Tile("List", self.state["list"], icon="list", id="list", on_click=self.ask_list),
                switch_tile(
                    "Starred",
                    on=self.state["starred"],
                    on_click=lambda: self.state.update(starred=not self.state["starred"]),
                    icon="star",
                ),
            ),
        )

    def put_due(self, day: str) -> None:
        self.state["due"] = day

    def clear_due(self) -> None:
        self.state["due"] = ""

    def ask_list(self) -> None:
        names = [row["name"] for row in lists_of(self.db)]
        self.choose("List", names, self.state["list"], then="put_list")

    def put_list(self, name: str) -> None:
        self.state["list"] = name

    def save(self) -> None:
        title = self.state["title"].strip()
        if not title:
            self.toast("Enter a title")
            return
        add_task(
            self.db,
            add_list(self.db, self.state["list"]),
            title[:MAX_TITLE],
            now_ms=self.phone.now_ms,
            notes=self.state["notes"].strip(),
            due=self.state["due"],
            starred=self.state["starred"],
        )
        self.toast("Task added")
        self.close()


class TaskDetails(Screen):
    """A task. What is changed here is kept at once, as there is nothing to save."""

    def opened(self) -> None:
        task = self.task()
        if task is not None:
            self.state.update(title=task["title"], notes=task["notes"])

    def task(self) -> dict[str, Any] | None:
        return self.db.one(
            "SELECT t.*, l.name AS list FROM tasks t JOIN lists l ON l._id = t.list_id "
            "WHERE t._id = ?",
            self.args["id"],
        )

    def view(self) -> View:
        task = self.task()
        if task is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("delete", "This task was deleted")
            )
        due, starred, done = task["due"], bool(task["starred"]), bool(task["done"])
        return Scaffold(
            TopBar(
                "Completed task" if done else "Task",
                back=self.close,
                actions=(
                    IconButton(
                        "star" if starred else "star_border",
                        "Remove star" if starred else "Add star",
                        lambda: self.flip("starred"),
                        color="primary" if starred else "muted",
                    ),
                    IconButton(
                        "undo" if done else "done",
                        "Mark as not completed" if done else "Mark as completed",
                        self.complete,
                    ),
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu({"Delete": "delete", "Share": "share_it"}),
                    ),
                ),
            ),
            ScrollView(
                Column(
                    Field("title", "Title", on_change=self.put_title),
                    Field("notes", "Details", kind="multiline", on_change=self.put_notes),
                    pad=16,
                    gap=12,
                ),
                Tile(
                    "Due date",
                    day_text(due, self.phone.today) if due else "No date",
                    icon="event",
                    id="due",
                    on_click=lambda: self.pick_date(due or self.phone.today, then="put_due"),
                    trailing=IconButton("close", "Remove due date", lambda: self.put("due", ""))
                    if due
                    else None,
                ),
                Tile(
                    "List",
                    task["list"],
                    icon="list",
                    id="list",
                    on_click=lambda: self.choose(
                        "Move to list",
                        [row["name"] for row in lists_of(self.db)],
                        task["list"],
                        then="put_list",
                    ),
                ),
                Divider(),
                Section("Subtasks"),
                *self.subtasks(),
                pad=24,
            ),
            bottom=Row(
                Field("subtask", "Add subtask", icon="add", on_submit=self.add_subtask).grow(),
                Button("Add", self.add_subtask, kind="tonal"),
                pad=(16, 8),
                gap=12,
                bg="surface",
            ),
        )

    # What is changed at once

    def put(self, column: str, value: str | int) -> None:
        self.db.run(
            f"UPDATE tasks SET {column} = ?, modified = ? WHERE _id = ?",
            value,
            self.phone.now_ms,
            self.args["id"],
        )

    def flip(self, column: str) -> None:
        task = self.task()
        if task is not None:
            self.put(column, 1 - task[column])

    def put_title(self, text: str) -> None:
        # A title that is being retyped is empty for a moment: that is never kept.
        if text.strip():
            self.put("title", text.strip()[:MAX_TITLE])

    def put_notes(self, text: str) -> None:
        self.put("notes", text.strip())

    def put_due(self, day: str) -> None:
        self.put("due", day)

    def put_list(self, name: str) -> None:
        self.put("list_id", add_list(self.db, name))

    def complete(self) -> None:
        task = self.task()
        if task is None:
            return
        self.put("done", 1 - task["done"])
        if not task["done"]:
            self.toast("Task completed")
            self.close()

    def delete(self) -> None:
        delete_task(self.db, self.args["id"])
        self.toast("Task deleted")
        self.close()

    def share_it(self) -> None:
        task = self.task()
        if task is not None:
            due = f"due {day_text(task['due'], self.phone.today)}" if task["due"] else ""
            self.share("\n".join(part for part in (task["title"], task["notes"], due) if part))

    # Subtasks

    def subtasks(self) -> list[View]:
        rows = self.db.rows(
            "SELECT * FROM subtasks WHERE task_id = ? ORDER BY _id LIMIT ?",
            self.args["id"],
            MAX_SUBTASKS,
        )
        return [self.subtask(row) for row in rows]

    def subtask(self, row: dict[str, Any]) -> View:
        id = row["_id"]
        tile = check_tile(row["title"], on=bool(row["done"]), on_click=lambda: self.tick(id))
        tile.held(
            lambda: self.menu({"Rename": "rename_subtask", "Delete": "delete_subtask"}, id=id)
        )
        return tile.swiped(lambda _: self.delete_subtask(id))

    def tick(self, id: int) -> None:
        self.db.run("UPDATE subtasks SET done = 1 - done WHERE _id = ?", id)

    def add_subtask(self) -> None:
        title = self.state.get("subtask", "").strip()[:MAX_TITLE]
        if not title:
            self.toast("Write the subtask first")
        elif self.task() is not None:
            self.db.insert("subtasks", task_id=self.args["id"], title=title)
            self.state["subtask"] = ""

    def rename_subtask(self, id: int) -> None:
        title = self.db.value("SELECT title FROM subtasks WHERE _id = ?", id)
        if title is not None:
            self.prompt("Rename subtask", "Title", then="put_subtask", text=title, id=id)

    def put_subtask(self, title: str, id: int) -> None:
        if not title.strip():
            self.toast("Enter a title")
            return
        self.db.run("UPDATE subtasks SET title = ? WHERE _id = ?", title.strip()[:MAX_TITLE], id)

    def delete_subtask(self, id: int) -> None:
        self.db.run("DELETE FROM subtasks WHERE _id = ?", id)
        self.toast("Subtask deleted")
