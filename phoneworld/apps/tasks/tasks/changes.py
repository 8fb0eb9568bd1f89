"""Tasks in which a to-do gets another day or another list."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task, day_text
from phoneworld.apps.tasks.tasks.setup import (
    LISTS,
    TOPICS,
    iso,
    read_day,
    show_list,
    some_titles,
    today,
)
from phoneworld.author import (
    Changed,
    Expectation,
    ExpectedEnding,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    OracleLost,
    PickDate,
    Pilot,
    Scene,
    Swap,
    TaskType,
)


@dataclass(frozen=True)
class PostponeTask(TaskType):
    """A due date that has to be read is moved by some days."""

    template = "tasks.postpone"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("shown",)
    goals = (
        'Give me {days} more days for "{title}": move its due date back by that much.',
        'Postpone the task "{title}" in {list_name} by {days} days.',
        'I cannot make it in time with "{title}". Set the due date {days} days later.',
    )

    title: str
    other: str
    list_name: str
    days: int
    shown: str
    due: str
    from_today: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        name = rng.choice(LISTS)
        titles = some_titles(rng, 2)
        start, days = rng.randint(3, 25), rng.randint(2, 12)
        for title, day in ((titles[1], start + rng.randint(1, 5)), (titles[0], start)):
            add_task(
                database,
                add_list(database, name),
                title,
                now_ms=scene.phone.now_ms - 60_000,
                due=iso(scene, day),
            )
        return cls(
            title=titles[0],
            other=titles[1],
            list_name=name,
            days=days,
            shown=day_text(iso(scene, start), scene.phone.today),
            due=iso(scene, start + days),
            from_today=iso(scene, days),
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"due": self.due})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap(self.title, role="item")
        due = read_day(pilot.read("due").partition(", ")[2], today(pilot))
        if due is None:
            raise OracleLost("the task has no due date")
        pilot.tap("Due date")
        pilot.pick_date((due + timedelta(days=self.days)).isoformat())

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "counted from today": Swap(PickDate, PickDate(self.from_today)),
            "another task": Instead(title=self.other),
            "a day too far": Instead(days=self.days + 1),
        }


@dataclass(frozen=True)
class MoveTask(TaskType):
    """A task goes from one list to another."""

    template = "tasks.move"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Move the task "{title}" from {list_name} to {target}.',
        '"{title}" is on the wrong list: it belongs on {target}, not on {list_name}.',
        'Please take "{title}" off the list {list_name} and put it on {target} instead.',
    )

    title: str
    other: str
    list_name: str
    target: str
    target_id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        source, target, wrong = rng.sample(LISTS, 3)
        title, other = some_titles(rng, 2)
        for name in (other, title):
            add_task(
                database,
                add_list(database, source),
                name,
                now_ms=scene.phone.now_ms - 60_000,
                notes="Not urgent",
            )
        return cls(
            title=title,
            other=other,
            list_name=source,
            target=target,
            target_id=add_list(database, target),
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"list_id": self.target_id})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap(self.title, role="item")
        pilot.tap("List", role="item")
        pilot.tap(self.target, role="radio")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "to a wrong list": Instead(target=self.wrong),
            "another task": Instead(title=self.other),
        }


@dataclass(frozen=True)
class MoveNowhere(TaskType):
    """The list that a task is to be moved to does not exist."""

    template = "tasks.move_to_missing_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Move the task "{title}" from {list_name} to my list "{target}". Do not make new lists.',
        'Put "{title}", which is on {list_name}, on the existing list "{target}".',
        'The task "{title}" of the list {list_name} belongs on the list "{target}" that I already have. Move it there.',
    )

    title: str
    list_name: str
    target: str
    near: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        source, wrong = rng.sample(LISTS, 2)
        title = some_titles(rng, 1)[0]
        add_task(database, add_list(database, source), title, now_ms=scene.phone.now_ms - 60_000)
        topic = rng.choice(TOPICS)
        add_list(database, f"{topic} tools")
        return cls(
            title=title,
            list_name=source,
            target=f"{topic} plans",
            near=f"{topic} tools",
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap(self.title, role="item")
        pilot.tap("List", role="item")
        if pilot.shows(self.target, role="radio"):
            pilot.tap(self.target, role="radio")
        else:
            pilot.give_up(f"There is no list called {self.target}.")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "to a similar list": Instead(target=self.near),
            "to any list": Instead(target=self.wrong),
        }
