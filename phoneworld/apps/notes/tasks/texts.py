"""Tasks in which a note is written, or something is added to one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.notes.data import PATH, add_note
from phoneworld.apps.notes.tasks.setup import GEAR, THINGS, recently, two_trips
from phoneworld.author import (
    Added,
    Changed,
    Enter,
    Expectation,
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
)
from phoneworld.world import CITIES, make_person, make_phone_number


@dataclass(frozen=True)
class CreateNote(TaskType):
    """A note with a title and a text is written."""

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
    """A line is added at the end of one of two similar notes."""

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
class AddTotal(TaskType):
    """The amounts in a note are added up in a last line."""

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
    """A phone number is copied from one note to another."""

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
