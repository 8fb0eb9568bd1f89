"""Tasks' screens: the list, and a task."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.packs.androidworld.tasks_org.data import (
    COLORS,
    DUE,
    ORDERS,
    PACKAGE,
    PRIORITIES,
    SCHEMA,
    due_text,
    tasks_page,
)
from phoneworld.packs.androidworld.tasks_org.task import TaskSheet
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field


class TaskBoard(Screen):
    """What is to be done, the next first; completed and hidden tasks if they are asked for."""

    def view(self) -> View:
        bar = TopBar(
            "My Tasks",
            actions=(
                IconButton("search", "Search", self.flip_search),
                IconButton("sort", "Sort by", self.ask_order),
                IconButton("more_vert", "More options", self.offer),
            ),
        )
        query = Column(
            Field("query", "Search tasks", kind="search", icon="search").sized(height=48),
            pad=(16, 4),
        )
        return Scaffold(
            bar,
            Column(
                query if self.state.get("search") else None,
                LazyList(self.tasks, self.row, row_height=84, empty="No tasks", end_space=88),
            ),
            fab=Fab("add", "New task", lambda: self.open("task")),
        )

    def tasks(self, first: int, count: int) -> list[dict[str, Any]]:
        state = self.state
        return tasks_page(
            self.db,
            state.get("query", "") if state.get("search") else "",
            first,
            count,
            now_ms=self.phone.now_ms,
            completed=bool(state.get("completed")),
            hidden=bool(state.get("hidden")),
            order=state.get("order", DUE),
        )

    def row(self, task: dict[str, Any]) -> View:
        id, done = task["_id"], bool(task["completed"])
        about = [
            due_text(task["dueDate"], self.phone.now_ms),
            PRIORITIES.get(task["importance"], ""),
            "Completed" if done else "",
            task["notes"] or "",
        ]
        return Tile(
            task["title"] or "",
            " · ".join(part for part in about if part),
            leading=IconButton(
                "check_box" if done else "check_box_outline_blank",
                f"{'Reopen' if done else 'Complete'} {task['title']}",
                lambda: self.flip(id),
                color=COLORS.get(task["importance"], "muted"),
            ),
            lines=2,
            on_click=lambda: self.open("task", id=id),
        )

    def flip(self, id: int) -> None:
        now = self.phone.now_ms
        self.db.run(
            "UPDATE tasks SET completed = CASE completed WHEN 0 THEN ? ELSE 0 END, modified = ? "
            "WHERE _id = ?",
            now,
            now,
            id,
        )

    def flip_search(self) -> None:
        self.state["search"] = not self.state.get("search")
        if self.state["search"]:
            self.focus("query")

    def ask_order(self) -> None:
        self.choose("Sort by", list(ORDERS), self.state.get("order", DUE), then="put_order")

    def put_order(self, order: str) -> None:
        self.state["order"] = order

    def offer(self) -> None:
        self.menu(
            {
                "Hide completed" if self.state.get("completed") else "Show completed": (
                    "flip_completed"
                ),
                "Hide hidden" if self.state.get("hidden") else "Show hidden": "flip_hidden",
            }
        )

    def flip_completed(self) -> None:
        self.state["completed"] = not self.state.get("completed")

    def flip_hidden(self) -> None:
        self.state["hidden"] = not self.state.get("hidden")

    def back(self) -> bool:
        if not any(self.state.get(name) for name in ("search", "completed", "hidden")):
            return False
        self.state.clear()
        return True


APP = App(
    package=PACKAGE,
    label="Tasks",
    icon="task_alt",
    color="#1565c0",
    activity="com.todoroo.astrid.activity.MainActivity",
    screens={"board": TaskBoard, "task": TaskSheet},
    start="board",
    database="database",
    schema=SCHEMA,
)
