"""Tasks in which notes and checklists are written, ticked and corrected."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Self

from phoneworld.apps.notes.data import PATH, add_note
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
    OneOf,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.world import CITIES, make_person, make_phone_number

THINGS = (
    "oat milk,rye bread,lemons,olive oil,cinnamon,basmati rice,tinned tomatoes,dish soap,batteries,"
    "candles,printer paper,dog food,apple juice,red lentils,sparkling water,toothpaste,envelopes,"
    "garden gloves,fresh ginger,maple syrup,paper towels,green tea"
).split(",")
GEAR = (
    "passport,sun hat,rain jacket,phone charger,swimming trunks,travel adapter,hiking boots,earplugs,"
    "first aid kit,camera,water bottle,torch,sleeping bag,sunglasses,guide book,warm socks"
).split(",")
OCCASIONS = (
    "Garden party",
    "Choir trip",
    "Housewarming",
    "Street fair",
    "Reunion",
    "Board evening",
)


def recently(scene: Scene, minutes: int) -> int:
    """A moment shortly before the task starts, so that the note stands at the top."""
    return scene.phone.now_ms - minutes * 60_000


def two_trips(rng: Random) -> tuple[str, str]:
    """Two cities to confuse."""
    one, other = rng.sample(CITIES, 2)
    return one, other


@dataclass(frozen=True)
class CreateNote(TaskType):
    """A new note with a title and a text."""

    template = "notes.create"
    apps = ("Notes",)
    goals = (
        'Write a note titled "{title}" that says: {body}',
        'Create a new note. Title: "{title}". Text: {body}',
        'Please jot this down in Notes under the heading "{title}": {body}',
        '"{body}" - save that as a note called "{title}".',
    )

    title: str
    body: str
    other_title: str
    other_body: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person, other = make_person(rng), make_person(rng)
        title, body = rng.choice(
            (
                (f"Call {person.first}", f"Ask about the {rng.choice(THINGS)} and the keys"),
                (f"Parking in {rng.choice(CITIES)}", f"Level {rng.randint(1, 6)}, space {rng.randint(20, 299)}"),
                (f"Idea from {person.first}", f"Trade the {rng.choice(GEAR)} for {rng.choice(THINGS)}"),
                (f"{person.last} family", f"They live at {person.address}"),
                (f"Meter reading {rng.randint(2, 9)}", f"{rng.randint(10000, 99999)} kWh"),
            )
        )  # fmt: skip
        return cls(
            title=title,
            body=body,
            other_title=f"{other.first} {other.last}",
            other_body=f"Bring {rng.choice(GEAR)}",
        )

    def expect(self) -> list[Expectation]:
        where = {"title": self.title, "body": self.body, "checklist": 0, "place": "notes"}
        return [Added(PATH, "notes", where)]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap("New note"),
            Tap("Text note"),
            Enter(self.title, into="Title"),
            Enter(self.body, into="Note"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another title": Instead(title=self.other_title),
            "another text": Instead(body=self.other_body),
        }


@dataclass(frozen=True)
class AppendLine(TaskType):
    """A line at the end of one of two similar notes."""

    template = "notes.append_line"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Add the line "{line}" at the end of my note "{title}".',
        'My note "{title}" lacks something: put "{line}" below the rest.',
        'Open the note called "{title}" and append "{line}" on a line of its own.',
    )

    title: str
    double: str
    body: str
    line: str
    other_line: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        database = scene.phone.databases[PATH]
        people = [person.first for person in rng.sample(scene.world.people, 4)]
        bodies = [
            f"{people[0]} books the train\n{people[1]} brings the {rng.choice(GEAR)}",
            f"{people[2]} books the train\n{people[3]} brings the {rng.choice(GEAR)}",
        ]
        rng.shuffle(bodies)
        for place, body in zip((other, one), bodies, strict=True):
            add_note(
                database, f"Weekend in {place}", body, now_ms=recently(scene, rng.randint(5, 50))
            )
        first, second = rng.sample(THINGS, 2)
        person = rng.choice(scene.world.people).first
        return cls(
            title=f"Weekend in {one}",
            double=f"Weekend in {other}",
            body=bodies[1],
            line=f"{person} gets {first}",
            other_line=f"{person} gets {second}",
        )

    def expect(self) -> list[Expectation]:
        whole = f"{self.body}\n{self.line}"
        return [Changed(PATH, "notes", {"title": self.title}, {"body": whole})]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap(self.title),
            Tap("Edit note"),
            Enter("\n" + self.line, into="Note", clear=False),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "another line": Instead(line=self.other_line),
            "the old text overwritten": Swap(
                Enter("\n" + self.line, into="Note", clear=False),
                Enter("\n" + self.line, into="Note", clear=True),
            ),
        }


@dataclass(frozen=True)
class NewChecklist(TaskType):
    """A checklist with three items."""

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
    """Two items of one of two checklists are ticked."""

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
class AddTotal(TaskType):
    """The amounts of a note are summed up in its last line."""

    template = "notes.add_total"
    level = Level.HARD
    apps = ("Notes",)
    hidden = ("first", "second", "third")
    goals = (
        'Sum up the amounts in my note "{title}" and add a last line "Total: " with the sum.',
        'At the end of the note "{title}", write "Total:" followed by what the amounts come to.',
        'My note "{title}" lists what we spent. Add up the amounts and append a line like "Total: 0" with the right number.',
    )

    title: str
    double: str
    body: str
    first: str
    second: str
    third: str
    total: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        kinds = rng.sample(("Train", "Hotel", "Dinner", "Museum", "Taxi", "Ferry", "Groceries"), 4)
        database = scene.phone.databases[PATH]
        for place in (other, one):
            amounts = [rng.randint(12, 189) for _ in kinds]
            lines = [f"{kind} {amount}" for kind, amount in zip(kinds, amounts, strict=True)]
            add_note(
                database,
                f"Costs {place}",
                "\n".join(lines),
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        lines, amounts = _costs(scene, f"Costs {one}")
        return cls(
            title=f"Costs {one}",
            double=f"Costs {other}",
            body=lines,
            first=lines.split("\n")[0],
            second=lines.split("\n")[1],
            third=lines.split("\n")[2],
            total=sum(amounts),
        )

    def expect(self) -> list[Expectation]:
        total = self.total
        options = [
            f"{self.body}\nTotal: {mark}{total}{tail}" for mark in ("", "$") for tail in ("", ".00")
        ]
        return [Changed(PATH, "notes", {"title": self.title}, {"body": OneOf(*options)})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.title)
        lines = pilot.read("body").split("\n")
        total = sum(int(line.split()[1]) for line in lines)
        pilot.tap("Edit note")
        pilot.type(f"\nTotal: {total}", into="Note")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        less = self.total - int(self.body.rpartition(" ")[2])
        return {
            "one line left out": Swap(Enter, Enter(f"\nTotal: {less}", into="Note")),
            "the other note": Instead(title=self.double),
        }


def _costs(scene: Scene, title: str) -> tuple[str, list[int]]:
    body = scene.phone.databases[PATH].value("SELECT body FROM notes WHERE title = ?", title)
    return body, [int(line.split()[1]) for line in body.split("\n")]


@dataclass(frozen=True)
class CopyDetail(TaskType):
    """Something that stands in one note is added to another."""

    template = "notes.copy_detail"
    level = Level.HARD
    apps = ("Notes",)
    hidden = ("phone",)
    goals = (
        'The phone number of {person} is in my note "{source}". Add it as the last line of the note "{target}".',
        'Take {person}\'s number from the note "{source}" and append it to "{target}" on a new line.',
        'I want {person}\'s phone number at the bottom of my note "{target}"; it is written down in "{source}".',
    )

    source: str
    target: str
    body: str
    person: str
    phone: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        place = rng.choice(CITIES)
        people = rng.sample(scene.world.people, 3)
        numbers = [make_phone_number(rng) for _ in people]
        lines = [f"{p.first}: {n}" for p, n in zip(people, numbers, strict=True)]
        source, target = f"Crew {place}", f"Moving to {place}"
        body = f"Van is booked for {rng.randint(7, 10)} o'clock\nKeys are with {people[1].first}"
        add_note(database, source, "\n".join(lines), now_ms=recently(scene, 40))
        add_note(database, target, body, now_ms=recently(scene, 20))
        meant = rng.randrange(3)
        return cls(
            source=source,
            target=target,
            body=body,
            person=people[meant].first,
            phone=numbers[meant],
            other=people[meant - 1].first,
        )

    def expect(self) -> list[Expectation]:
        endings = (self.phone, f"{self.person}: {self.phone}", f"{self.person} {self.phone}")
        whole = OneOf(*(f"{self.body}\n{ending}" for ending in endings))
        return [Changed(PATH, "notes", {"title": self.target}, {"body": whole})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.source)
        numbers = dict(line.split(": ") for line in pilot.read("body").split("\n"))
        pilot.back()
        pilot.tap(self.target)
        pilot.tap("Edit note")
        pilot.type("\n" + numbers[self.person], into="Note", clear=False)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "somebody else's number": Instead(person=self.other),
            "text overwritten": Swap(Enter, Enter(self.phone, into="Note", clear=True)),
        }


@dataclass(frozen=True)
class TickMissingItem(TaskType):
    """The item that is to be ticked is not on the list."""

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


TASKS = templates_of(
    CreateNote,
    AppendLine,
    NewChecklist,
    TickItems,
    AddTotal,
    CopyDetail,
    TickMissingItem,
)
