"""One task: looked at, changed, or new."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.calendar.dates import day_of, moment, start_of
from phoneworld.packs.androidworld.tasks_org.data import (
    LOW,
    PRIORITIES,
    add_task,
    due_text,
    moment_text,
    task_of,
)
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Text
from phoneworld.world import from_millis

COLUMNS = ("importance", "dueDate", "hideUntil")


class TaskSheet(Screen):
    """All about a task. Leaving it without saving keeps nothing."""

    def opened(self) -> None:
        task = task_of(self.db, self.args.get("id"))
        self.state.update(
            title=(task["title"] or "") if task else "",
            notes=(task["notes"] or "") if task else "",
            importance=task["importance"] if task else LOW,
            dueDate=task["dueDate"] if task else 0,
            hideUntil=task["hideUntil"] if task else 0,
        )

    def view(self) -> View:
        state, task = self.state, task_of(self.db, self.args.get("id"))
        return Scaffold(
            TopBar(
                "Task" if task else "New task",
                back=self.close,
                actions=(
                    *((IconButton("delete", "Delete", self.ask_delete),) if task else ()),
                    Button("Save", self.save, id="save"),
                ),
            ),
            ScrollView(
                Column(
                    Field("title", "Title"),
                    Field("notes", "Notes", kind="multiline"),
                    pad=16,
                    gap=12,
                ),
                Tile(
                    "Due",
                    due_text(state["dueDate"], self.phone.now_ms),
                    icon="event",
                    on_click=lambda: self.offer("dueDate"),
                ),
                Tile(
                    "Priority",
                    PRIORITIES.get(state["importance"], ""),
                    icon="flag",
                    on_click=self.ask_priority,
                ),
                Tile(
                    "Hide until",
                    moment_text(state["hideUntil"]) if state["hideUntil"] else "Not hidden",
                    icon="visibility_off",
                    on_click=lambda: self.offer("hideUntil"),
                ),
                Column(
                    Text(f"Completed {moment_text(task['completed'])}", "small", color="muted"),
                    pad=16,
                )
                if task and task["completed"]
                else None,
            ),
        )

    def ask_priority(self) -> None:
        chosen = PRIORITIES.get(self.state["importance"], "")
        self.choose("Priority", list(PRIORITIES.values()), chosen, then="put_priority")

    def put_priority(self, text: str) -> None:
        number = next(number for number, known in PRIORITIES.items() if known == text)
        self.state["importance"] = number

    def offer(self, column: str) -> None:
        self.menu(
            {"Choose a day": "ask_day", "Choose a time": "ask_time", "None": "put_none"},
            column=column,
        )

    def ask_day(self, column: str) -> None:
        day = day_of(self.state[column] or self.phone.now_ms)
        self.pick_date(day.isoformat(), then="put_day", column=column)

    def put_day(self, day: str, column: str) -> None:
        old = self.state[column]
        into_day = old - start_of(day_of(old)) if old else 0
        self.state[column] = moment(day, "00:00") + into_day

    def ask_time(self, column: str) -> None:
        at = from_millis(self.state[column] or self.phone.now_ms)
        self.pick_time(f"{at:%H:%M}", then="put_time", column=column)

    def put_time(self, time: str, column: str) -> None:
        day = day_of(self.state[column] or self.phone.now_ms)
        self.state[column] = moment(day.isoformat(), time)

    def put_none(self, column: str) -> None:
        self.state[column] = 0

    def save(self) -> None:
        title, notes = self.state["title"].strip(), self.state["notes"].strip()
        if not title:
            self.toast("Enter a title")
            return
        values: dict[str, Any] = {column: self.state[column] for column in COLUMNS}
        values["notes"] = notes or None
        if task_of(self.db, self.args.get("id")) is None:
            add_task(self.db, title, now_ms=self.phone.now_ms, **values)
        else:
            values |= {"title": title, "modified": self.phone.now_ms}
            columns = ", ".join(f"{column} = ?" for column in values)
            self.db.run(
                f"UPDATE tasks SET {columns} WHERE _id = ?", *values.values(), self.args["id"]
            )
        self.toast("Task saved")
        self.close()

    def ask_delete(self) -> None:
        self.confirm("Delete this task?", yes="Delete", then="delete")

    def delete(self) -> None:
        self.db.run("DELETE FROM tasks WHERE _id = ?", self.args["id"])
        self.close()
