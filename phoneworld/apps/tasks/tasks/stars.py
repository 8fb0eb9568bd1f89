"""Tasks in which to-dos get a star."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.apps.tasks.tasks.setup import (
    full_list,
    late_tasks,
    show_list,
    some_titles,
    topic_list,
)
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class StarTask(TaskType):
    """One of two similar tasks gets a star."""

    template = "tasks.star"
    apps = ("Tasks",)
    goals = (
        'Star the task "{title}".',
        'Give "{title}" in my Tasks a star.',
        '"{title}" is important: mark it with a star, please.',
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        first, second = (person.first for person in rng.sample(scene.world.people, 2))
        what = rng.choice(("Birthday card for", "Lunch with", "Thank-you note for", "Lift for"))
        titles = [f"{what} {first}", f"{what} {second}"]
        list_id = add_list(database, "My Tasks")
        for title in rng.sample(titles, 2):
            add_task(database, list_id, title, now_ms=scene.phone.now_ms - 3_600_000)
        return cls(title=titles[0], other=titles[1])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"starred": 1})]

    def script(self) -> Script:
        return (Open("Tasks"), Tap(f"Add star: {self.title}"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(title=self.other),
            "completed it": Swap(Tap, Tap(f"Complete: {self.title}")),
        }


@dataclass(frozen=True)
class StarLate(TaskType):
    """All overdue tasks of a list get a star."""

    template = "tasks.star_overdue"
    level = Level.HARD
    apps = ("Tasks",)
    goals = (
        'Star all overdue tasks on my list "{list_name}" that are still open.',
        'Everything on "{list_name}" that is not completed and past its due date should get a star.',
        'Go through "{list_name}" in Tasks and star whatever is overdue, leaving out what is completed.',
    )

    list_name: str
    list_id: int
    late: tuple[str, ...]
    coming: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = topic_list(scene)
        made = full_list(scene, name, late=scene.rng.randint(2, 3), coming=3, done=2)
        return cls(list_name=name, list_id=made.id, late=made.late, coming=made.coming)

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "tasks", {"list_id": self.list_id, "title": title}, {"starred": 1})
            for title in self.late
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        for task in late_tasks(pilot):
            pilot.tap(f"Add star: {task.title}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"one too many": Also(Tap(f"Add star: {self.coming[0]}"))}


@dataclass(frozen=True)
class KeepStarred(TaskType):
    """The task has a star already: nothing is to be done."""

    template = "tasks.keep_starred"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Make sure that my task "{title}" has a star.',
        'The task "{title}" should be starred. Check that it is.',
        'If "{title}" has no star in Tasks yet, give it one.',
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        title, other = some_titles(rng, 2)
        for name, starred in ((title, True), (other, False)):
            add_task(
                database,
                add_list(database, "My Tasks"),
                name,
                now_ms=scene.phone.now_ms - 60_000,
                starred=starred,
            )
        return cls(title=title, other=other)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.reach(self.title)
        if pilot.shows(f"Add star: {self.title}"):
            pilot.tap(f"Add star: {self.title}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "star removed": Also(Tap(f"Remove star: {self.title}")),
            "another starred": Instead(title=self.other),
        }
