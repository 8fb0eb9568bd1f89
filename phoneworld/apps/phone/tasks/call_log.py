"""Tasks with the call log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import (
    fresh_number,
    known_namesakes,
    namesakes,
    near_number,
)
from phoneworld.apps.phone.data import add_call
from phoneworld.apps.phone.tasks.setup import rows_of_today
from phoneworld.author import (
    Added,
    Child,
    Digits,
    Enter,
    Expectation,
    ExpectedAnswer,
    Hold,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers import contacts
from phoneworld.providers.contacts import CALLS_PATH, INCOMING, MISSED, OUTGOING
from phoneworld.world import millis

UNITS = {"h": 3600, "min": 60, "s": 1}


def seconds_of(text: str) -> int:
    """How long a call took, as its row tells it."""
    return sum(int(n) * UNITS[unit] for n, unit in re.findall(r"(\d+) (h|min|s)\b", text))


@dataclass(frozen=True)
class DeleteCall(TaskType):
    """One of three calls with somebody is deleted from the log."""

    template = "phone.delete_call"
    level = Level.MEDIUM
    apps = ("Phone",)
    goals = (
        "Delete the {call_type} call with {name} from my call history.",
        "Remove {name}'s {call_type} call from the recent calls, but keep the other ones.",
        "In my call log there is a {call_type} call with {name}. Please delete that entry.",
    )

    name: str
    call_type: str
    call: int
    double: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        types = {"missed": MISSED, "incoming": INCOMING, "outgoing": OUTGOING}
        words = scene.rng.sample(list(types), 3)
        picked = scene.rng.choice(words)
        call = 0
        for hour, word in zip((6, 7, 8), words, strict=True):
            for person in (double, one):
                at = scene.world.day(0, hour, scene.rng.randint(0, 59))
                made = add_call(
                    scene.phone.calls,
                    person.phone,
                    kind=types[word],
                    date_ms=millis(at),
                    duration_s=0 if word == "missed" else scene.rng.randint(20, 500),
                    name=person.name,
                )
                if person is one and word == picked:
                    call = made
        return cls(
            name=one.name,
            call_type=picked,
            call=call,
            double=double.name,
            other=next(word for word in words if word != picked),
        )

    def expect(self) -> list[Expectation]:
        return [Removed(CALLS_PATH, "calls", {"_id": self.call})]

    def script(self) -> Script:
        return (Open("Phone"), Hold(f"{self.name}, {self.call_type}"), Tap("Delete"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another call": Instead(call_type=self.other),
            "the other of that first name": Instead(name=self.double),
        }


@dataclass(frozen=True)
class DeleteMissedCalls(TaskType):
    """The missed calls of somebody go, the others stay."""

    template = "phone.delete_missed_calls"
    level = Level.HARD
    apps = ("Phone",)
    goals = (
        "Delete every missed call from {name} in my call history, but keep our other calls.",
        "Clean up my recent calls: remove the ones from {name} that I missed, and only those.",
        "I don't want to see {name}'s missed calls any more. Delete them and leave all the rest.",
    )

    name: str
    ids: tuple[int, ...]
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        calls = [(one, MISSED), (one, MISSED), (one, INCOMING), (one, OUTGOING), (double, MISSED)]
        if rng.random() < 0.5:
            calls.append((one, MISSED))
        rng.shuffle(calls)
        minutes = sorted(rng.sample(range(150), len(calls)))
        ids: list[int] = []
        for (person, kind), minute in zip(calls, minutes, strict=True):
            made = add_call(
                scene.phone.calls,
                person.phone,
                kind=kind,
                date_ms=millis(scene.world.day(0, 7, minute)),
                duration_s=0 if kind == MISSED else rng.randint(20, 600),
                name=person.name,
            )
            if (person, kind) == (one, MISSED):
                ids.append(made)
        return cls(name=one.name, ids=tuple(ids), double=double.name)

    def expect(self) -> list[Expectation]:
        return [Removed(CALLS_PATH, "calls", {"_id": call}) for call in self.ids]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        for row in rows_of_today(pilot):
            if row.startswith(f"{self.name}, Missed"):
                pilot.hold(f"{self.name}, Missed")
                pilot.tap("Delete")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other calls too": Way(
                Open("Phone"),
                Tap(self.name, role="item"),
                Tap("More options"),
                Tap("Delete call history"),
                Tap("Delete", role="button"),
            ),
            "the other of that first name": Instead(name=self.double),
        }


@dataclass(frozen=True)
class LongestCall(TaskType):
    """The calls of the morning are compared."""

    template = "phone.longest_call"
    level = Level.HARD
    apps = ("Phone",)
    hidden = ("name",)
    goals = (
        "Who did I talk to the longest on the phone today?",
        "Look through today's calls: which one was the longest, and with whom?",
        "With whom was my longest phone call this morning? Just tell me the name.",
    )

    name: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 5)
        lengths = rng.sample(range(40, 2400, 35), 5)
        minutes = sorted(rng.sample(range(150), 5))
        for person, seconds, minute in zip(people, lengths, minutes, strict=True):
            add_call(
                scene.phone.calls,
                person.phone,
                kind=rng.choice((INCOMING, OUTGOING)),
                date_ms=millis(scene.world.day(0, 6, minute)),
                duration_s=seconds,
                name=person.name,
            )
        ranked = sorted(zip(lengths, [person.name for person in people], strict=True))
        return cls(
            name=ranked[-1][1],
            others=tuple(name.partition(" ")[0] for _, name in ranked[:-1]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name.partition(" ")[0], nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        longest = max(rows_of_today(pilot), key=seconds_of)
        pilot.say(longest.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the second longest": Swap(Say, Say(self.others[-1])),
            "the shortest": Swap(Say, Say(self.others[0])),
        }


@dataclass(frozen=True)
class SaveCaller(TaskType):
    """An unknown caller gets a name; only the time tells which of two similar numbers it was."""

    template = "phone.save_caller"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Phone", "Contacts")
    hidden = ("number",)
    goals = (
        "The unknown number that called me today at {time} was {name}. Save it to my contacts.",
        "I talked to {name} at {time} this morning, but the number isn't in my contacts. Please add {name} with the number from the call log.",
        "Create a contact called {name} for whoever phoned me at {time} today.",
    )

    time: str
    name: str
    number: str
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        number = fresh_number(scene)
        similar = near_number(scene, number)
        one, double = namesakes(scene)
        times = [f"0{hour}:{scene.rng.randint(0, 59):02d}" for hour in scene.rng.sample((7, 8), 2)]
        for caller, time in zip((number, similar), times, strict=True):
            hour, minute = map(int, time.split(":"))
            add_call(
                scene.phone.calls,
                caller,
                kind=INCOMING,
                date_ms=millis(scene.world.day(0, hour, minute)),
                duration_s=scene.rng.randint(30, 900),
            )
        return cls(time=times[0], name=one.name, number=number, other=times[1], double=double.name)

    def expect(self) -> list[Expectation]:
        number = {"mimetype": contacts.PHONE, "data1": Digits(self.number)}
        children = (Child("data", "raw_contact_id", number),)
        return [Added(contacts.PATH, "raw_contacts", {"display_name": self.name}, children)]

    def script(self) -> Script:
        first, _, last = self.name.partition(" ")
        return (
            Open("Phone"),
            Tap(f"Today, {self.time}"),
            Tap("Create new contact"),
            Enter(first, into="First name"),
            Enter(last, into="Last name"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the similar number": Instead(time=self.other),
            "another name": Instead(name=self.double),
        }
