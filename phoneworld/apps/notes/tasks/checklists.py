"""Tasks in which a checklist is made, or items on one are ticked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Self

from phoneworld.apps.notes.data import PATH, add_note
from phoneworld.apps.notes.tasks.setup import GEAR, OCCASIONS, THINGS, recently, two_trips
from phoneworld.author import (
    ENTER_KEY,
    Added,
    Changed,
    Child,
    End,
    Enter,
    Expectation,
    ExpectedEnding,
    FinishStatus,
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
class NewChecklist(TaskType):
    """A checklist with three items is made."""

    template = "notes.new_checklist"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Make a checklist called "{title}" in Notes with the items {a}, {b} and {c}.',
        'I need a new checklist "{title}": {a}, {b}, {c}.',
        'Start a checklist in my notes, name it "{title}" and put {a}, {b} and {c} on it.',
    )

    title: str
    a: str
    b: str
    c: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        a, b, c, d = rng.sample(THINGS, 4)
        person = rng.choice(scene.world.people).first
        return cls(title=f"{rng.choice(OCCASIONS)} with {person}", a=a, b=b, c=c, wrong=d)

    def expect(self) -> list[Expectation]:
        note = {"title": self.title, "checklist": 1, "place": "notes"}
        items = (
            Child("items", "note_id", {"text": item, "done": 0})
            for item in (self.a, self.b, self.c)
        )
        return [Added(PATH, "notes", note, tuple(items))]

    def script(self) -> Script:
        items = [(Enter(item, into="List item"), ENTER_KEY) for item in (self.a, self.b, self.c)]
        return (
            Open("Notes"),
            Tap("New note"),
            Tap("Checklist"),
            Enter(self.title),
            Tap("Create"),
            *chain.from_iterable(items),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"a wrong item": Instead(b=self.wrong)}


@dataclass(frozen=True)
class TickItems(TaskType):
    """Two items are ticked on one of two similar checklists."""

    template = "notes.tick_items"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Tick off {a} and {b} on my "{title}" checklist.',
        'I have packed {a} and {b}. Check them off on "{title}" in Notes.',
        'On the list "{title}", mark {a} and {b} as done.',
    )

    title: str
    double: str
    note: int
    a: str
    b: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        packed, *gear = rng.sample(GEAR, 7)
        database = scene.phone.databases[PATH]
        ids: list[int] = []
        for place in (one, other):
            rng.shuffle(gear)
            items = ((packed, True), *((text, False) for text in gear))
            ids.append(
                add_note(
                    database,
                    f"Packing for {place}",
                    now_ms=recently(scene, rng.randint(5, 50)),
                    items=items,
                )
            )
        a, b, c = rng.sample(gear, 3)
        return cls(
            title=f"Packing for {one}",
            double=f"Packing for {other}",
            note=ids[0],
            a=a,
            b=b,
            wrong=c,
        )

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "items", {"note_id": self.note, "text": item}, {"done": 1})
            for item in (self.a, self.b)
        ]

    def script(self) -> Script:
        ticks = (Tap(self.a, role="checkbox"), Tap(self.b, role="checkbox"))
        return (Open("Notes"), Tap(self.title), *ticks)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other list": Instead(title=self.double),
            "a wrong item": Instead(b=self.wrong),
        }


@dataclass(frozen=True)
class TickMissingItem(TaskType):
    """The item to tick is not on the checklist."""

    template = "notes.tick_missing_item"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Tick {item} off my "{title}" checklist.',
        'Check off {item} on the list "{title}", please. Do not add anything to it.',
        'Mark {item} as done on "{title}" in my notes.',
    )

    title: str
    item: str
    there: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        things = rng.sample(THINGS, 6)
        title = f"Shopping for {rng.choice(scene.world.people).first}"
        items = tuple((text, rng.random() < 0.3) for text in things[1:])
        add_note(scene.phone.databases[PATH], title, now_ms=recently(scene, 9), items=items)
        return cls(title=title, item=things[0], there=things[1])

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.title)
        pilot.reach("List item")
        if pilot.shows(self.item, role="checkbox"):
            pilot.tap(self.item, role="checkbox")
        else:
            pilot.give_up(f"There is no {self.item} on {self.title}.")

    def mistakes(self) -> dict[str, Mistake]:
        add = (Enter(self.item, into="List item"), ENTER_KEY)
        return {
            "something else ticked": Instead(item=self.there),
            "added and ticked": Swap(End, *add, Tap(self.item, role="checkbox"), End()),
        }
