"""Tasks with the call log and with blocked numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.cast import fresh_number, known_namesakes, near_number
from phoneworld.apps.phone.data import PATH, add_call, block
from phoneworld.author import (
    Added,
    Also,
    Answered,
    Digits,
    Expectation,
    Hold,
    Instead,
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
from phoneworld.providers.contacts import CALLS_PATH, INCOMING, MISSED, OUTGOING
from phoneworld.world import millis

UNITS = {"h": 3600, "min": 60, "s": 1}


def seconds_of(text: str) -> int:
    """How long a call took, as its row tells it."""
    return sum(int(n) * UNITS[unit] for n, unit in re.findall(r"(\d+) (h|min|s)\b", text))


def rows_of_today(pilot: Pilot) -> list[str]:
    """The calls of today, read down the list as far as they go."""
    rows: list[str] = []
    pilot.reach("Dial pad")
    while True:
        shown = [e.text for e in pilot.screen.elements if re.search(r", \d\d:\d\d", e.text)]
        rows += [text for text in shown if ", Today, " in text and text not in rows]
        if not shown or ", Today, " not in shown[-1]:
            return rows
        before = pilot.screen.elements
        pilot.scroll()
        if pilot.screen.elements == before:
            return rows


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
class BlockRepeatCaller(TaskType):
    """Which unknown number called again and again must be counted."""

    template = "phone.block_repeat_caller"
    level = Level.HARD
    apps = ("Phone",)
    hidden = ("number",)
    goals = (
        "A number that is not in my contacts keeps calling me. Block the unknown number that called more than once today.",
        "I have missed several calls from the same stranger this morning. Find that number and block it.",
        "Block the unknown caller who has tried to reach me most often today.",
    )

    number: str
    other: str
    friend: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        number = fresh_number(scene)
        other = near_number(scene, number)
        friend = rng.choice(scene.world.people)
        # The friend calls most often, but is not unknown; the other number looks the same.
        callers = [number, number, other, friend.phone, friend.phone, friend.phone]
        rng.shuffle(callers)
        minutes = sorted(rng.sample(range(150), len(callers)))
        for caller, minute in zip(callers, minutes, strict=True):
            at = scene.world.day(0, 7, minute)
            add_call(scene.phone.calls, caller, kind=MISSED, date_ms=millis(at))
        return cls(number=number, other=other, friend=friend.name)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "blocked", {"number": Digits(self.number)})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        names = [row.partition(", ")[0] for row in rows_of_today(pilot)]
        unknown = [name for name in names if name.startswith("+")]
        pilot.hold(max(unknown, key=unknown.count))
        pilot.tap("Block number")
        pilot.tap("Block", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the similar number": Swap(Hold, Hold(self.other)),
            "the friend who called most": Swap(Hold, Hold(self.friend)),
        }


def open_blocked() -> Script:
    """Go to the list of blocked numbers."""
    return (Open("Phone"), Tap("More options"), Tap("Settings"), Tap("Blocked numbers"))


@dataclass(frozen=True)
class Unblock(TaskType):
    """One of several blocked numbers is let through again."""

    template = "phone.unblock"
    level = Level.MEDIUM
    apps = ("Phone",)
    goals = (
        "Unblock the number {number}.",
        "I blocked {number} by mistake. Let it call me again.",
        "Take {number} off my list of blocked numbers.",
    )

    number: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        number = fresh_number(scene)
        other = near_number(scene, number)
        pair = [number, other]
        scene.rng.shuffle(pair)
        for age, one in enumerate(pair):
            at = scene.world.day(-2 - age)
            block(scene.phone.databases[PATH], one, date_ms=millis(at))
        return cls(number=number, other=other)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "blocked", {"number": Digits(self.number)})]

    def script(self) -> Script:
        return (*open_blocked(), Tap(f"Unblock {self.number}"), Tap("Unblock", role="button"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the similar number": Instead(number=self.other)}


@dataclass(frozen=True)
class AlreadyBlocked(TaskType):
    """The number is blocked already: nothing is to be done."""

    template = "phone.already_blocked"
    apps = ("Phone",)
    goals = (
        "Make sure that {number} is blocked.",
        "Is {number} on my list of blocked numbers? If not, block it.",
        "I never want to hear from {number} again. Check that it is blocked.",
    )

    number: str
    similar: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        number = fresh_number(scene)
        at = millis(scene.world.day(-scene.rng.randint(2, 60)))
        block(scene.phone.databases[PATH], number, date_ms=at)
        return cls(number=number, similar=near_number(scene, number))

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_blocked())
        pilot.reach("Add a number")
        if not pilot.shows(self.number):
            pilot.tap("Add a number")
            pilot.type(self.number)
            pilot.tap("Block", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "unblocked it": Also(Tap(f"Unblock {self.number}"), Tap("Unblock", role="button")),
            "blocked a similar number": Instead(number=self.similar),
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
        return [Answered(self.name.partition(" ")[0], nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        longest = max(rows_of_today(pilot), key=seconds_of)
        pilot.say(longest.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the second longest": Swap(Say, Say(self.others[-1])),
            "the shortest": Swap(Say, Say(self.others[0])),
        }
