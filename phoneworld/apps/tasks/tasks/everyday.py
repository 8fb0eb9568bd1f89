"""What people ask of their to-dos in a few words: add one, make a list, delete, reopen, take a star away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.apps.tasks.tasks.setup import (
    LISTS,
    PLAIN,
    THINGS,
    TOPICS,
    enter_task,
    some_titles,
    topic_list,
)
from phoneworld.author import (
    BACK,
    Added,
    Changed,
    Enter,
    Expectation,
    Hold,
    Instead,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)


@dataclass(frozen=True)
class QuickTask(TaskType):
    """A new task; no list is named, so it goes on the one that the app shows first."""

    template = "tasks.quick_add"
    apps = ("Tasks",)
    goals = (
        'Add a to-do: "{title}".',
        'Put "{title}" on my to-do list.',
        'New task: "{title}".',
    )

    title: str
    other: str
    list_id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = some_titles(scene.rng, 2)
        first, *others = LISTS
        return cls(
            title=title,
            other=other,
            list_id=add_list(scene.phone.databases[PATH], first),
            wrong=scene.rng.choice(others),
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "tasks", {"title": self.title, "list_id": self.list_id, **PLAIN})]

    def script(self) -> Script:
        return (Open("Tasks"), *enter_task(self.title))

    def mistakes(self) -> dict[str, Mistake]:
        to_another = (Open("Tasks"), Tap(self.wrong, role="button"))
        return {
            "another title": Instead(title=self.other),
            "on another list": Way(*to_another, *enter_task(self.title)),
            "not saved": Swap(Tap("Save"), BACK),
        }


@dataclass(frozen=True)
class EmptyTaskList(TaskType):
    """A new list with nothing on it yet."""

    template = "tasks.make_list"
    apps = ("Tasks",)
    goals = (
        'Make a new to-do list called "{list_name}".',
        'I need a list "{list_name}" in Tasks.',
        'Start a task list and name it "{list_name}".',
    )

    list_name: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        name = topic_list(scene) if rng.random() < 0.5 else rng.choice(TOPICS)
        return cls(list_name=name, wrong=f"{name} {rng.randint(2, 9)}")

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "lists", {"name": self.list_name})]

    def script(self) -> Script:
        new_list = (Tap("More options"), Tap("New list"), Enter(self.list_name))
        return (Open("Tasks"), *new_list, Tap("Create"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another name": Instead(list_name=self.wrong),
            "a task of that name": Way(Open("Tasks"), *enter_task(self.list_name)),
        }


@dataclass(frozen=True)
class SimilarTask(TaskType):
    """A task with one of two to-dos that differ in a name alone."""

    apps = ("Tasks",)

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*draw_tasks(scene))


def draw_tasks(scene: Scene, *, done: bool = False, starred: bool = False) -> tuple[str, str]:
    """Enter two to-dos that are alike; their titles."""
    rng = scene.rng
    database = scene.phone.databases[PATH]
    first, second = (person.first for person in rng.sample(scene.world.people, 2))
    what = f"{rng.choice(('Lend', 'Bring', 'Show', 'Sell'))} {{}} {rng.choice(THINGS)}"
    list_id = add_list(database, LISTS[0])
    titles = (what.format(first), what.format(second))
    for title in rng.sample(titles, 2):
        stamp = scene.phone.now_ms - rng.randint(1, 40) * 3_600_000
        add_task(database, list_id, title, now_ms=stamp, done=done, starred=starred)
    return titles


@dataclass(frozen=True)
class DeleteByTitle(SimilarTask):
    """A to-do is deleted, not completed."""

    template = "tasks.delete"
    goals = (
        'Delete the task "{title}".',
        'Remove "{title}" from my to-dos, it is not needed any more.',
        'Get rid of my task "{title}", please.',
    )

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "tasks", {"title": self.title})]

    def script(self) -> Script:
        return (Open("Tasks"), Hold(self.title, role="item"), Tap("Delete"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(title=self.other),
            "completed it": Way(Open("Tasks"), Tap(f"Complete: {self.title}")),
        }


@dataclass(frozen=True)
class ReopenTask(SimilarTask):
    """A to-do that was completed is open again."""

    template = "tasks.reopen"
    goals = (
        'Mark the task "{title}" as not completed.',
        'I ticked off "{title}" too early: open it again in Tasks.',
        'The to-do "{title}" is not done after all. Untick it.',
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*draw_tasks(scene, done=True))

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"done": 0})]

    def script(self) -> Script:
        return (Open("Tasks"), Tap(f"Reopen: {self.title}"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(title=self.other),
            "starred it": Swap(Tap, Tap(f"Add star: {self.title}")),
        }


@dataclass(frozen=True)
class UnstarTask(SimilarTask):
    """A to-do loses its star."""

    template = "tasks.unstar"
    goals = (
        'Remove the star from the task "{title}".',
        '"{title}" is no longer important: take its star away in Tasks.',
        'Unstar my to-do "{title}".',
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*draw_tasks(scene, starred=True))

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"starred": 0})]

    def script(self) -> Script:
        return (Open("Tasks"), Tap(f"Remove star: {self.title}"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(title=self.other),
            "completed it": Swap(Tap, Tap(f"Complete: {self.title}")),
        }
