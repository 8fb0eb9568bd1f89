"""Tasks in which a note is pinned or gets a color."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.notes.data import COLORS, PATH, add_note
from phoneworld.apps.notes.tasks.setup import GEAR, THINGS, recently, two_trips
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedQuestion,
    Guess,
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
class PinNote(TaskType):
    """One of two similar notes is pinned."""

    template = "notes.pin"
    apps = ("Notes",)
    goals = (
        'Pin my note "{title}".',
        'Keep the note "{title}" at the top of my notes.',
        'I want "{title}" pinned in Notes, please.',
    )

    title: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        kind = rng.choice(("Tickets", "Addresses", "Budget", "Route", "Guide"))
        for place in rng.sample((one, other), 2):
            body = f"Ask {rng.choice(scene.world.people).first} for the {rng.choice(GEAR)}"
            add_note(
                scene.phone.databases[PATH],
                f"{kind} {place}",
                body,
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        return cls(title=f"{kind} {one}", double=f"{kind} {other}")

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "notes", {"title": self.title}, {"pinned": 1})]

    def script(self) -> Script:
        return (Open("Notes"), Tap(self.title), Tap("Pin"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "archived instead": Swap(Tap("Pin"), Tap("Archive")),
        }


@dataclass(frozen=True)
class KeepPinned(TaskType):
    """The note is pinned already; nothing needs to be done."""

    template = "notes.keep_pinned"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Make sure that my note "{title}" is pinned.',
        'Is "{title}" pinned? If it is not, pin it.',
        'Check that the note "{title}" stays at the top; pin it if need be.',
    )

    title: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        database = scene.phone.databases[PATH]
        thing = rng.choice(GEAR)
        add_note(
            database,
            f"Plan for {one}",
            f"Buy a new {thing}",
            now_ms=recently(scene, 40),
            pinned=True,
        )
        add_note(database, f"Plan for {other}", f"Take the {thing}", now_ms=recently(scene, 20))
        return cls(title=f"Plan for {one}", double=f"Plan for {other}")

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.title)
        pilot.reach("Edit note")
        if pilot.shows("Pin", role="button") and not pilot.shows("Unpin"):
            pilot.tap("Pin")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "unpinned it": Also(Tap("Unpin")),
            "pinned the other": Instead(title=self.double),
        }


@dataclass(frozen=True)
class ColorAfterAsking(TaskType):
    """A note gets a color; the user must be asked which of two notes."""

    template = "notes.ask_which"
    level = Level.HARD
    apps = ("Notes",)
    goals = (
        "Give my {dish} recipe note the color {color}. If there is more than one, ask me which.",
        "Make the note with the {dish} recipe {color}; check with me if it is not clear which one I mean.",
        "Color my note about {dish} {color}. Ask if you find several.",
    )

    dish: str
    color: str
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        dish = rng.choice(("Goulash", "Apple pie", "Ramen", "Shakshuka", "Moussaka", "Tiramisu"))
        people = rng.sample(scene.world.people, 2)
        titles = [f"{dish} like {person.first}'s" for person in people]
        for title in titles:
            body = f"Needs {rng.randint(2, 9)} eggs, {rng.choice(THINGS)} and {rng.randint(20, 90)} minutes"
            add_note(
                scene.phone.databases[PATH],
                title,
                body,
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        rng.shuffle(titles)
        color = rng.choice([name for name in COLORS if name != "Default"])
        return cls(dish=dish, color=color.lower(), meant=titles[0], other=titles[1])

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        code = COLORS[self.color.capitalize()]
        return [ExpectedQuestion(), Changed(PATH, "notes", {"title": self.meant}, {"color": code})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.type(self.dish, into="Search your notes")
        title = pilot.ask(f"Which {self.dish} note do you mean?")
        pilot.tap(title, role="item")
        pilot.tap("More options")
        pilot.tap("Color")
        pilot.tap(self.color)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }
