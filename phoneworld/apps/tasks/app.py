"""Tasks: to-do lists with due dates, stars and subtasks."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.tasks.data import (
    PACKAGE,
    SCHEMA,
    SORTS,
    add_list,
    day_text,
    delete_done,
    delete_list,
    delete_task,
    list_page,
    lists_of,
    search_page,
    seed,
    starred_page,
)
from phoneworld.apps.tasks.task import New, TaskDetails
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import Chip, IconButton
from phoneworld.ui.controls import Checkbox
from phoneworld.ui.scroll_views import LazyList, SideScroll
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Field, Text
from runtime.actions import Direction

MAX_NAME = 60


class TaskRows(Screen):
    """What screens that list tasks have in common: the row of a task, and what it answers to."""

    def row(self, task: dict[str, Any]) -> View:
        id, title, done = task["_id"], task["title"], bool(task["done"])
        starred = bool(task["starred"])
        below: list[View] = []
        if done:
            below.append(Text("Completed", "small", color="outline"))
        elif task["due"]:
            late = task["due"] < self.phone.today
            day = day_text(task["due"], self.phone.today)
            below.append(Text(day, "small", color="error" if late else "primary"))
        if task["parts"]:
            below.append(Text(f"{task['parts_done']} of {task['parts']}", "small", color="muted"))
        details = task.get("list") or task["notes"].replace("\n", " ")
        if details:
            below.append(Text(details, "small", color="muted", lines=1).grow())
        texts = Text(title, lines=1, color="outline" if done else "on_surface").named("title")
        row = Row(
            Checkbox(
                on=done,
                on_click=lambda: self.tick(id, done=not done),
                description=f"{'Reopen' if done else 'Complete'}: {title}",
            ),
            Column(texts, Row(*below, gap=10) if below else None).grow(),
            IconButton(
                "star" if starred else "star_border",
                f"{'Remove star' if starred else 'Add star'}: {title}",
                lambda: self.star(id),
                color="primary" if starred else "outline",
            ),
            pad=(8, 4),
            gap=8,
        )
        return (
            row.clicked(lambda: self.open("task", id=id))
            .held(lambda: self.menu({"Delete": "delete", "Share": "share_task"}, id=id))
            .swiped(lambda direction: self.swipe_row(id, direction))
        )

    def tick(self, id: int, *, done: bool) -> None:
        self.db.run(
            "UPDATE tasks SET done = ?, modified = ? WHERE _id = ?",
            int(done),
            self.phone.now_ms,
            id,
        )
        self.toast("Task completed" if done else "Task marked as not completed")

    def star(self, id: int) -> None:
        self.db.run(
            "UPDATE tasks SET starred = 1 - starred, modified = ? WHERE _id = ?",
            self.phone.now_ms,
            id,
        )

    def swipe_row(self, id: int, direction: Direction) -> None:
        """To the left the task is deleted, to the right completed."""
        if direction is Direction.LEFT:
            self.delete(id)
        else:
            self.tick(id, done=True)

    def delete(self, id: int) -> None:
        delete_task(self.db, id)
        self.toast("Task deleted")

    def share_task(self, id: int) -> None:
        task = self.db.one("SELECT title, notes FROM tasks WHERE _id = ?", id)
        if task is not None:
            self.share("\n".join(part for part in (task["title"], task["notes"]) if part))


class TasksHome(TaskRows):
    """One list at a time, or what is starred in all of them."""

    def chosen(self) -> dict[str, Any] | None:
        """The list that is shown; None for the starred tasks."""
        id = self.state.get("list")
        if id == 0:
            return None
        row = self.db.one("SELECT * FROM lists WHERE _id = ?", id) if id is not None else None
        return row or self.db.one("SELECT * FROM lists ORDER BY _id")

    def view(self) -> View:
        chosen = self.chosen()
        return Scaffold(
            TopBar(
                "Tasks",
                actions=(
                    IconButton("search", "Search tasks", lambda: self.open("search")),
                    IconButton("more_vert", "More options", self.more),
                ),
            ),
            Column(
                SideScroll(
                    Chip("Starred", self.showing(0), selected=chosen is None, icon="star"),
                    *(
                        Chip(
                            row["name"],
                            self.showing(row["_id"]),
                            selected=chosen is not None and row["_id"] == chosen["_id"],
                        )
                        for row in lists_of(self.db)
                    ),
                    Chip("New list", self.ask_new_list, icon="add"),
                    key="lists",
                ).sized(height=48),
                LazyList(
                    self.tasks,
                    self.row,
                    row_height=64,
                    key=f"tasks{chosen['_id'] if chosen else 0}",
                    empty="No tasks yet" if chosen else "No starred tasks",
                    end_space=88,
                ),
            ),
            fab=Fab("add", "Add task", self.new_task),
        )

    def tasks(self, first: int, count: int) -> list[dict[str, Any]]:
        chosen = self.chosen()
        if chosen is None:
            return starred_page(self.db, first, count)
        return list_page(self.db, chosen, first, count)

    def showing(self, id: int) -> Handler:
        return lambda: self.state.update(list=id)

    def new_task(self) -> None:
        chosen = self.chosen()
        if chosen is None:
            self.open("edit")
        else:
            self.open("edit", list=chosen["name"])

    # The menu of a list

    def more(self) -> None:
        chosen = self.chosen()
        if chosen is None:
            self.menu({"New list": "ask_new_list"})
            return
        hide = "Show completed tasks" if chosen["hide_done"] else "Hide completed tasks"
        self.menu(
            {
                "Sort by": "ask_sort",
                hide: "flip_done",
                "New list": "ask_new_list",
                "Rename list": "ask_rename",
                "Delete list": "ask_delete_list",
                "Delete all completed tasks": "ask_delete_done",
            },
            id=chosen["_id"],
        )

    def ask_sort(self, id: int) -> None:
        sort = self.db.value("SELECT sort FROM lists WHERE _id = ?", id)
        self.choose("Sort by", list(SORTS), sort or "", then="put_sort", id=id)

    def put_sort(self, sort: str, id: int) -> None:
        self.db.run("UPDATE lists SET sort = ? WHERE _id = ?", sort, id)

    def flip_done(self, id: int) -> None:
        self.db.run("UPDATE lists SET hide_done = 1 - hide_done WHERE _id = ?", id)

    def ask_rename(self, id: int) -> None:
        name = self.db.value("SELECT name FROM lists WHERE _id = ?", id)
        self.prompt("Rename list", "Name", then="rename", text=name or "", yes="Save", id=id)

    def rename(self, name: str, id: int) -> None:
        name = name.strip()[:MAX_NAME]
        if self.usable(name, id):
            self.db.run("UPDATE lists SET name = ? WHERE _id = ?", name, id)

    def usable(self, name: str, id: int) -> bool:
        """Whether a list may be called that; says why not."""
        if not name:
            self.toast("Enter a name for the list")
            return False
        taken = self.db.one("SELECT 1 FROM lists WHERE name = ? AND _id <> ?", name, id)
        if taken is not None:
            self.toast("There is already a list of that name")
        return taken is None

    def ask_new_list(self, **_: Any) -> None:
        self.prompt("New list", "Name", then="make_list", yes="Create")

    def make_list(self, name: str) -> None:
        name = name.strip()[:MAX_NAME]
        if self.usable(name, 0):
            self.state["list"] = add_list(self.db, name)

    def ask_delete_list(self, id: int) -> None:
        if len(lists_of(self.db)) == 1:
            self.toast("The last list cannot be deleted")
            return
        self.confirm(
            "Delete this list?",
            "All tasks in it are deleted too.",
            yes="Delete",
            then="remove_list",
            id=id,
        )

    def remove_list(self, id: int) -> None:
        delete_list(self.db, id)
        self.state.pop("list", None)
        self.toast("List deleted")

    def ask_delete_done(self, id: int) -> None:
        self.confirm(
            "Delete all completed tasks?",
            "They are removed from this list for good.",
            yes="Delete",
            then="remove_done",
            id=id,
        )

    def remove_done(self, id: int) -> None:
        count = delete_done(self.db, id)
        self.toast(f"{count} tasks deleted" if count != 1 else "1 task deleted")


class TaskSearch(TaskRows):
    """The tasks of all lists with certain words in them."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                Field("query", "Search tasks", kind="search", icon="search").sized(height=48),
                back=self.close,
            ),
            LazyList(
                self.found,
                self.row,
                row_height=64,
                empty="No tasks found" if self.state.get("query") else "Search in all lists",
            ),
        )

    def found(self, first: int, count: int) -> list[dict[str, Any]]:
        return search_page(self.db, self.state.get("query", ""), first, count)


APP = App(
    package=PACKAGE,
    label="Tasks",
    icon="task_alt",
    color="#00796b",
    screens={"home": TasksHome, "task": TaskDetails, "edit": New, "search": TaskSearch},
    start="home",
    database="tasks.db",
    schema=SCHEMA,
    seed=seed,
    accepts={"text": "edit"},
)
