"""Tasks that ask what notes say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.notes.data import PATH, add_note
from phoneworld.apps.notes.tasks.setup import GEAR, THINGS, recently, two_trips
from phoneworld.author import (
    Direction,
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
from phoneworld.world import CITIES

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()


def number_said(number: int) -> tuple[str, ...]:
    """A small number in digits or as a word."""
    return (str(number), NUMBERS[number]) if number < len(NUMBERS) else (str(number),)


@dataclass(frozen=True)
class ReadDetail(TaskType):
    """What one of the codes in a note is."""

    template = "notes.read_detail"
    apps = ("Notes",)
    hidden = ("code",)
    goals = (
        'What is the {what} code according to my note "{title}"?',
        'Look into the note "{title}" and tell me the code of the {what}.',
        'I forgot the {what} code. It is in my note "{title}" - what is it?',
    )

    title: str
    double: str
    what: str
    other: str
    code: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        codes = rng.sample(range(1000, 9999), 8)
        doors = rng.sample(("garage", "gate", "bike shed", "cellar", "mailbox", "alarm"), 4)
        database = scene.phone.databases[PATH]
        for index, place in enumerate((one, other)):
            own = codes[index * 4 : index * 4 + 4]
            lines = [f"{door.capitalize()}: {code}" for door, code in zip(doors, own, strict=True)]
            add_note(
                database,
                f"Codes for {place}",
                "\n".join(lines),
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        meant = rng.randrange(4)
        return cls(
            title=f"Codes for {one}",
            double=f"Codes for {other}",
            what=doors[meant],
            other=doors[meant - 1],
            code=str(codes[meant]),
            wrong=tuple(str(code) for index, code in enumerate(codes) if index != meant),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.code, nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.title)
        codes = dict(line.split(": ") for line in pilot.read("body").split("\n"))
        pilot.say(codes[self.what.capitalize()])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another code": Instead(what=self.other),
            "another note": Instead(title=self.double),
        }


@dataclass(frozen=True)
class CountOpenItems(TaskType):
    """How many items are open on two checklists together."""

    template = "notes.count_open_items"
    level = Level.HARD
    apps = ("Notes",)
    hidden = ("in_first", "in_second")
    goals = (
        'How many items are still open on my checklists "{title}" and "{second}" taken together?',
        'Count what is not ticked yet on "{title}" and on "{second}" in Notes and tell me the sum.',
        'In total, how many things are left to tick on the lists "{title}" and "{second}"?',
    )

    title: str
    second: str
    in_first: str
    in_second: str
    total: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = rng.choice(scene.world.people).first
        place = rng.choice(CITIES)
        titles = (f"Take to {place}", f"Get for {person}")
        shown: list[str] = []
        total = 0
        for title, pool in zip(titles, (GEAR, THINGS), strict=True):
            texts = rng.sample(pool, rng.randint(5, 7))
            left = rng.randint(2, len(texts) - 1)
            total += left
            shown.append(texts[0])
            items = [(text, index >= left) for index, text in enumerate(texts)]
            rng.shuffle(items)
            add_note(
                scene.phone.databases[PATH],
                title,
                now_ms=recently(scene, rng.randint(5, 50)),
                items=tuple(items),
            )
        return cls(
            title=titles[0], second=titles[1], in_first=shown[0], in_second=shown[1], total=total
        )

    def expect(self) -> list[Expectation]:
        total: int = self.total
        wrong = tuple(f"{n} {noun}" for n in (total - 1, total + 1) for noun in ("items", "things"))
        return [ExpectedAnswer(number_said(total), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        total = 0
        for title in (self.title, self.second):
            pilot.tap(title)
            total += count_open(pilot)
            pilot.back()
        pilot.say(str(total))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only the first": Swap(Say, Say(self.in_first)),
            "only the second": Swap(Say, Say(self.in_second)),
        }


def count_open(pilot: Pilot) -> int:
    """The number of items that are not ticked on the checklist that is open."""
    texts: set[str] = set()
    pilot.reach("List item")
    for _ in range(10):
        boxes = [e for e in pilot.screen.elements if e.role == "checkbox"]
        texts |= {box.text for box in boxes if not box.checked}
        if pilot.shows("Ticked items"):
            break
        pilot.scroll(Direction.DOWN)
    return len(texts)
