"""Tasks with whole lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.tasks.data import PATH
from phoneworld.apps.tasks.tasks.setup import (
    LISTS,
    PLAIN,
    TOPICS,
    enter_task,
    full_list,
    show_list,
    some_titles,
)
from phoneworld.author import (
    Added,
    Changed,
    Child,
    End,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
)


@dataclass(frozen=True)
class NewTaskList(TaskType):
    """A new list with two tasks on it."""

    template = "tasks.new_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Make a new list "{list_name}" in Tasks and put "{a}" and "{b}" on it.',
        'Start a to-do list called "{list_name}" with two tasks: "{a}" and "{b}".',
        'I need a list "{list_name}" in Tasks. Add "{a}" and "{b}" to it right away.',
    )

    list_name: str
    a: str
    b: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        a, b, wrong = some_titles(rng, 3)
        name = f"{rng.choice(TOPICS)} with {rng.choice(scene.world.people).first}"
        return cls(list_name=name, a=a, b=b, wrong=wrong)

    def expect(self) -> list[Expectation]:
        tasks = tuple(
            Child("tasks", "list_id", {"title": title, **PLAIN}) for title in (self.a, self.b)
        )
        return [Added(PATH, "lists", {"name": self.list_name}, tasks)]

    def script(self) -> Script:
        return (
            Open("Tasks"),
            Tap("More options"),
            Tap("New list"),
            Enter(self.list_name),
            Tap("Create"),
            *enter_task(self.a),
            *enter_task(self.b),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "on the old list": Without(
                Tap("More options"), Tap("New list"), Enter(self.list_name), Tap("Create")
            ),
            "a wrong task": Instead(b=self.wrong),
        }


@dataclass(frozen=True)
class RenameList(TaskType):
    """A list gets another name."""

    template = "tasks.rename_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Rename my to-do list "{list_name}" to "{new}".',
        'The list "{list_name}" in Tasks should be called "{new}" from now on.',
        "Change the name of the task list {list_name} into {new}.",
    )

    list_name: str
    other: str
    new: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        name, other = rng.sample(LISTS, 2)
        new = f"{rng.choice(TOPICS)} {rng.choice(('and more', 'things', 'plans', 'matters'))}"
        return cls(list_name=name, other=other, new=new, wrong=f"{new} {rng.randint(2, 9)}")

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "lists", {"name": self.list_name}, {"name": self.new})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("More options")
        pilot.tap("Rename list")
        pilot.type(self.new, clear=True)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list_name=self.other),
            "another name": Instead(new=self.wrong),
        }


@dataclass(frozen=True)
class ClearDone(TaskType):
    """The completed tasks of a list are deleted."""

    template = "tasks.delete_completed"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Delete all completed tasks from my list "{list_name}".',
        'Clean up "{list_name}" in Tasks: what is completed can be deleted.',
        'Remove everything that is ticked off on the list "{list_name}", keep the rest.',
    )

    list_name: str
    list_id: int
    other: str
    done: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        first, second = (f"{topic} jobs" for topic in rng.sample(TOPICS, 2))
        made = full_list(scene, first, late=1, coming=2, done=rng.randint(2, 4))
        full_list(scene, second, late=0, coming=2, done=2)
        return cls(list_name=first, list_id=made.id, other=second, done=made.done)

    def expect(self) -> list[Expectation]:
        return [
            Removed(PATH, "tasks", {"list_id": self.list_id, "title": title, "done": 1})
            for title in self.done
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("More options")
        pilot.tap("Delete all completed tasks")
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        chosen = Tap("Delete all completed tasks")
        return {
            "another list": Instead(list_name=self.other),
            "the whole list": Swap(chosen, Tap("Delete list")),
            "only hidden": Swap(chosen, Tap("Hide completed tasks"), End()),
        }


@dataclass(frozen=True)
class HideDone(TaskType):
    """Completed tasks of a list are no longer shown."""

    template = "tasks.hide_completed"
    apps = ("Tasks",)
    goals = (
        "Hide the completed tasks on my {list_name} list.",
        "I do not want to see completed tasks in {list_name} any more, but do not delete them.",
        "Make the to-do list {list_name} show only what is still open.",
    )

    list_name: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, other = scene.rng.sample(LISTS, 2)
        return cls(list_name=name, other=other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "lists", {"name": self.list_name}, {"hide_done": 1})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("More options")
        pilot.tap("Hide completed tasks")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list_name=self.other),
            "deleted them": Swap(
                Tap("Hide completed tasks"),
                Tap("Delete all completed tasks"),
                Tap("Delete", role="button"),
            ),
        }
