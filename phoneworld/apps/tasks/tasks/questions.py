"""Questions that lists answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.apps.tasks.tasks.setup import (
    full_list,
    late_tasks,
    read_rows,
    show_list,
    some_titles,
    topic_list,
)
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)

NUMBERS = "zero one two three four five six seven eight nine".split()


@dataclass(frozen=True)
class CountLate(TaskType):
    """How many open tasks are overdue is asked for."""

    template = "tasks.count_overdue"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("one",)
    goals = (
        'How many open tasks on my list "{list_name}" are overdue?',
        'Count the tasks in "{list_name}" whose due date has passed and that are not completed.',
        'Tell me the number of overdue tasks on the list "{list_name}"; completed ones do not count.',
    )

    list_name: str
    count: int
    one: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, count = topic_list(scene), scene.rng.randint(2, 4)
        made = full_list(scene, name, late=count, coming=scene.rng.randint(1, 3), done=2)
        return cls(list_name=name, count=count, one=made.late[0])

    def expect(self) -> list[Expectation]:
        # Only as a claim: an honest answer may well name dates.
        wrong = tuple(
            f"{n} {noun}" for n in (self.count - 1, self.count + 1) for noun in ("tasks", "overdue")
        )
        return [ExpectedAnswer((str(self.count), NUMBERS[self.count]), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.say(f"{len(late_tasks(pilot))} tasks")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one too many": Swap(Say, Say(f"{self.count + 1} tasks")),
            "one too few": Swap(Say, Say(f"{self.count - 1} tasks")),
        }


@dataclass(frozen=True)
class NextDue(TaskType):
    """Which task comes next is asked for."""

    template = "tasks.next_due"
    level = Level.MEDIUM
    apps = ("Tasks",)
    hidden = ("answer",)
    goals = (
        'Which open task on my list "{list_name}" is due first?',
        'Look at the list "{list_name}" in Tasks: what do I have to get done next, going by the due dates?',
        'What is the most urgent task of "{list_name}", that is, the one with the earliest due date that is not completed yet?',
    )

    list_name: str
    answer: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = topic_list(scene)
        full_list(scene, name, late=0, coming=4, done=2)
        rows = scene.phone.databases[PATH].rows(
            "SELECT title FROM tasks WHERE list_id = (SELECT _id FROM lists WHERE name = ?) "
            "ORDER BY done, due = '', due",
            name,
        )
        titles = [row["title"] for row in rows]
        return cls(list_name=name, answer=titles[0], others=tuple(titles[1:]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer, nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        dated = [(task.due, task.title) for task in read_rows(pilot) if task.due and not task.done]
        pilot.say(min(dated)[1])

    def mistakes(self) -> dict[str, Mistake]:
        second, _, last, *_ = self.others
        return {"the second": Swap(Say, Say(second)), "the last": Swap(Say, Say(last))}


@dataclass(frozen=True)
class ReadReference(TaskType):
    """Something that stands in the details of a task is asked for."""

    template = "tasks.read_details"
    apps = ("Tasks",)
    hidden = ("reference",)
    goals = (
        'Which reference number stands in the details of my task "{title}"?',
        'I noted a reference number with the task "{title}". What is it?',
        'Tell me the reference from the details of "{title}" in Tasks.',
    )

    title: str
    other: str
    reference: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        titles = some_titles(rng, 3)
        codes = [
            f"{rng.choice('ABCDEFGHKM')}{number}" for number in rng.sample(range(1000, 9999), 3)
        ]
        for title, code in zip(titles, codes, strict=True):
            add_task(
                database,
                add_list(database, "My Tasks"),
                title,
                now_ms=scene.phone.now_ms - 60_000,
                notes=f"They open at {rng.randint(8, 11)} and want to see a photo. Reference: {code}",
            )
        return cls(title=titles[0], other=titles[1], reference=codes[0], wrong=tuple(codes[1:]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.reference, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(self.title, role="item")
        pilot.say(pilot.read("notes").partition("Reference: ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another task's": Instead(title=self.other),
            "not the reference": Swap(Say, Say("They want to see a photo.")),
        }
