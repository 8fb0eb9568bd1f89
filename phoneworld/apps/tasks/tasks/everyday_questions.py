"""What people ask about their to-dos in a few words: when one is due, what a list still holds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task, day_text
from phoneworld.apps.tasks.tasks.setup import (
    LISTS,
    TOPICS,
    iso,
    read_rows,
    show_list,
    some_titles,
)
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)


@dataclass(frozen=True)
class WhenDue(TaskType):
    """The day by which one of two similar to-dos must be done."""

    template = "tasks.when_due"
    apps = ("Tasks",)
    hidden = ("shown",)
    goals = (
        'When is my task "{title}" due?',
        'By which day must "{title}" be done, according to Tasks?',
        'Tell me the due date of the to-do "{title}".',
    )

    title: str
    other: str
    due: str
    shown: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        first, second = (person.first for person in rng.sample(scene.world.people, 2))
        what = rng.choice(("Answer", "Visit", "Pay back", "Gift for", "Interview with"))
        titles = (f"{what} {first}", f"{what} {second}")
        days = [iso(scene, day) for day in rng.sample(range(2, 26), 2)]
        list_id = add_list(database, LISTS[0])
        for title, day in rng.sample(list(zip(titles, days, strict=True)), 2):
            add_task(database, list_id, title, now_ms=scene.phone.now_ms - 7_200_000, due=day)
        shown, wrong = (day_text(day, scene.phone.today) for day in days)
        return cls(title=titles[0], other=titles[1], due=days[0], shown=shown, wrong=wrong)

    def expect(self) -> list[Expectation]:
        day = date.fromisoformat(self.due)
        ways = (f"{day.day} {day:%b}", f"{day.day} {day:%B}", f"{day:%B} {day.day}", self.due)
        return [ExpectedAnswer(ways, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(self.title, role="item")
        pilot.say(pilot.reach("Due date", role="item").text.partition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(title=self.other),
            "that it has no date": Swap(Say, Say("It has no due date.")),
        }


@dataclass(frozen=True)
class OpenOnList(TaskType):
    """What is still to be done on one of two short lists."""

    template = "tasks.open_on_list"
    apps = ("Tasks",)
    hidden = ("first", "second")
    goals = (
        'What is still to do on my list "{list_name}"?',
        'Which open tasks are on "{list_name}"?',
        'Tell me what is not completed yet on the to-do list "{list_name}".',
    )

    list_name: str
    other: str
    first: str
    second: str
    done: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        names = rng.sample(TOPICS, 2)
        titles = some_titles(rng, 6)
        for name, own in zip(names, (titles[:3], titles[3:]), strict=True):
            list_id = add_list(database, name)
            rows = [(title, place == 2) for place, title in enumerate(own)]
            for title, is_done in rng.sample(rows, 3):
                stamp = scene.phone.now_ms - rng.randint(1, 40) * 3_600_000
                add_task(database, list_id, title, now_ms=stamp, done=is_done)
        first, second, done, *_ = titles
        return cls(list_name=names[0], other=names[1], first=first, second=second, done=done)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.first, self.second, nots=(self.done,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.say(", ".join(task.title for task in read_rows(pilot) if not task.done))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list_name=self.other),
            "one forgotten": Swap(Say, Say(self.first)),
            "what is done too": Swap(Say, Say(f"{self.first}, {self.second}, {self.done}")),
        }
