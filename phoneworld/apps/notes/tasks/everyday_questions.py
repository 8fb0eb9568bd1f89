"""What people ask their notes in a few words: what one says, what is left on a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.notes.data import PATH, add_note
from phoneworld.apps.notes.tasks.setup import THINGS, recently, two_shopping_lists, two_trips
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
class ReadNote(TaskType):
    """What a short note says."""

    template = "notes.read"
    apps = ("Notes",)
    hidden = ("body",)
    goals = (
        'What does my note "{title}" say?',
        'Read me the note "{title}".',
        'Look into "{title}" in Notes and tell me what is in it.',
    )

    title: str
    double: str
    body: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        places = two_trips(rng)
        kind = rng.choice(("Meeting in", "Parcel from", "Dinner in", "Visit to"))
        first, second = (person.first for person in rng.sample(scene.world.people, 2))
        bodies = rng.sample(
            (
                f"Ask {first} for the {rng.choice(THINGS)}",
                f"{second} waits at gate {rng.randint(2, 60)}",
                f"Ring twice at number {rng.randint(2, 180)}",
                f"Table {rng.randint(2, 40)}, booked for {first}",
                f"Bring {rng.randint(2, 9)} chairs to {second}",
            ),
            2,
        )
        titles = [f"{kind} {place}" for place in places]
        for title, body in zip(titles, bodies, strict=True):
            minutes = rng.randint(5, 50)
            add_note(scene.phone.databases[PATH], title, body, now_ms=recently(scene, minutes))
        return cls(title=titles[0], double=titles[1], body=bodies[0], wrong=bodies[1])

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.body, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.title, role="item")
        pilot.say(pilot.read("body"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "the title": Swap(Say, Say(self.title)),
        }


@dataclass(frozen=True)
class LeftOnList(TaskType):
    """What is not ticked yet on one of two shopping lists."""

    template = "notes.left_on_list"
    apps = ("Notes",)
    hidden = ("first", "second")
    goals = (
        'What is still open on my "{title}"?',
        'Which things are not ticked yet on the checklist "{title}" in Notes?',
        'Tell me what I still need from my "{title}".',
    )

    title: str
    double: str
    first: str
    second: str
    ticked: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        lists = two_shopping_lists(scene)
        first, second = lists.open
        return cls(
            title=lists.title,
            double=lists.double,
            first=first,
            second=second,
            ticked=lists.ticked,
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.first, self.second, nots=self.ticked)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.title, role="item")
        pilot.reach("List item")
        boxes = [e for e in pilot.screen.elements if e.role == "checkbox"]
        pilot.say(", ".join(box.text for box in boxes if not box.checked))

    def mistakes(self) -> dict[str, Mistake]:
        everything = ", ".join((self.first, self.second, *self.ticked))
        return {
            "the other list": Instead(title=self.double),
            "what is ticked too": Swap(Say, Say(everything)),
            "one thing forgotten": Swap(Say, Say(self.first)),
        }
