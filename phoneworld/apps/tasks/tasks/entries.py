"""Tasks in which to-dos and their subtasks are entered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.apps.tasks.tasks.setup import (
    LISTS,
    PLAIN,
    TOPICS,
    date_words,
    enter_task,
    iso,
    show_list,
    some_titles,
)
from phoneworld.author import (
    ENTER_KEY,
    Added,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class AddTask(TaskType):
    """A new task in a list."""

    template = "tasks.add"
    apps = ("Tasks",)
    goals = (
        'Add "{title}" to my {list_name} list in Tasks.',
        'New task for the list {list_name}: "{title}".',
        'Put "{title}" on the to-do list called {list_name}, please.',
    )

    title: str
    other: str
    list_name: str
    list_id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = some_titles(scene.rng, 2)
        name, wrong = scene.rng.sample(LISTS, 2)
        return cls(
            title=title,
            other=other,
            list_name=name,
            list_id=add_list(scene.phone.databases[PATH], name),
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "tasks", {"title": self.title, "list_id": self.list_id, **PLAIN})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.follow(enter_task(self.title))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list_name=self.wrong),
            "another title": Instead(title=self.other),
        }


@dataclass(frozen=True)
class AddDueTask(TaskType):
    """A new task with a due date, details and a star."""

    template = "tasks.add_due"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Create a starred task "{title}" due {date} in {list_name}, with the details "{notes}".',
        'In my list {list_name} I need a task "{title}". It is due on {date}, the details are "{notes}", and it should have a star.',
        'Remind me in Tasks to do this by {date}: "{title}". List {list_name}, details "{notes}", and star it.',
    )

    title: str
    list_name: str
    list_id: int
    due: str
    late: str
    date: str
    notes: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        name = rng.choice(LISTS)
        day = rng.randint(2, 45)
        return cls(
            title=some_titles(rng, 1)[0],
            list_name=name,
            list_id=add_list(scene.phone.databases[PATH], name),
            due=iso(scene, day),
            late=iso(scene, day + 7),
            date=date_words(rng, iso(scene, day)),
            notes=f"{rng.choice(scene.world.people).first} knows more, number {rng.randint(100, 999)}",
        )

    def expect(self) -> list[Expectation]:
        where = {
            "title": self.title,
            "list_id": self.list_id,
            "due": self.due,
            "notes": self.notes,
            "starred": 1,
            "done": 0,
        }
        return [Added(PATH, "tasks", where)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("Add task")
        pilot.type(self.title, into="Title")
        pilot.type(self.notes, into="Details")
        pilot.back()
        pilot.tap("Due date")
        pilot.pick_date(self.due)
        pilot.tap("Starred")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {"a week late": Instead(due=self.late)}


@dataclass(frozen=True)
class AddSubtasks(TaskType):
    """A task is broken down."""

    template = "tasks.add_subtasks"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Add the subtasks "{a}" and "{b}" to my task "{title}".',
        'Break "{title}" in my Tasks down into two subtasks: "{a}" and "{b}".',
        'My task "{title}" needs two steps, "{a}" and "{b}". Enter them as subtasks.',
    )

    title: str
    other: str
    task: int
    a: str
    b: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        title, other = (f"{topic} project" for topic in rng.sample(TOPICS, 2))
        list_id = add_list(database, "My Tasks")
        ids = [
            add_task(database, list_id, name, now_ms=scene.phone.now_ms - 60_000)
            for name in (title, other)
        ]
        a, b = some_titles(rng, 2)
        return cls(title=title, other=other, task=ids[0], a=a, b=b)

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "subtasks", {"task_id": self.task, "title": title, "done": 0})
            for title in (self.a, self.b)
        ]

    def script(self) -> Script:
        return (
            Open("Tasks"),
            Tap(self.title, role="item"),
            Enter(self.a, into="Add subtask"),
            ENTER_KEY,
            Enter(self.b, into="Add subtask"),
            ENTER_KEY,
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another task": Instead(title=self.other)}
