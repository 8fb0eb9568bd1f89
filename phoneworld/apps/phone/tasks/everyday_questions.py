"""What is asked in few words: who called, when, who was missed, and who spoke on the voicemail."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.tasks.setup import clock_forms
from phoneworld.apps.phone.data import PATH, add_call, add_voicemail, make_transcript
from phoneworld.apps.phone.tasks.setup import rows_of_today
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    OracleLost,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.providers.contacts import INCOMING, MISSED, OUTGOING
from phoneworld.world import Person, millis

Call = tuple[Person, int]


def add_calls(scene: Scene, calls: Sequence[Call]) -> list[str]:
    """Calls of this morning, the newest first; when each of them was."""
    minutes = sorted(scene.rng.sample(range(150), len(calls)), reverse=True)
    times: list[str] = []
    for (person, kind), minute in zip(calls, minutes, strict=True):
        at = scene.world.day(0, 7, minute)
        times.append(f"{at:%H:%M}")
        add_call(
            scene.phone.calls,
            person.phone,
            kind=kind,
            date_ms=millis(at),
            duration_s=0 if kind == MISSED else scene.rng.randint(20, 700),
            name=person.name,
        )
    return times


def first_row(pilot: Pilot, start: str = "") -> str:
    """The latest call of today that came in, or that row of a name."""
    rows = [row for row in rows_of_today(pilot) if row.startswith(start)]
    came = [row for row in rows if ", Outgoing, " not in row]
    if not came:
        raise OracleLost(f"no call of today came in from {start or 'anybody'}")
    return came[0]


@dataclass(frozen=True)
class LastCaller(TaskType):
    """Who called last is asked for; the owner may have called somebody since."""

    template = "phone.last_caller"
    apps = ("Phone",)
    hidden = ("name",)
    goals = (
        "Who called me last?",
        "From whom was the latest call that came in?",
        "Tell me the name of the last person who rang me.",
    )

    name: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 4)
        came = [(person, rng.choice((INCOMING, MISSED))) for person in people[:2]]
        mine = [(person, OUTGOING) for person in people[2:]]
        calls = [mine[0], *came, mine[1]] if rng.random() < 0.4 else [*came, *mine]
        add_calls(scene, calls)
        return cls(name=people[0].name, others=tuple(person.first for person in people[1:]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name.partition(" ")[0], nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        pilot.say(first_row(pilot).partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the caller before": Swap(Say, Say(self.others[0])),
            "whom I called": Swap(Say, Say(self.others[1])),
        }


@dataclass(frozen=True)
class WhenCalled(TaskType):
    """When somebody called last is asked for."""

    template = "phone.when_called"
    apps = ("Phone",)
    hidden = ("time",)
    goals = (
        "When did {name} last call me?",
        "At what time was the last call from {name}?",
        "Tell me when {name} rang me the last time today.",
    )

    name: str
    other: str
    time: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = rng.sample(scene.world.people, 2)
        kind = rng.choice((INCOMING, MISSED))
        calls = [(one, kind), (one, OUTGOING), (other, kind), (one, INCOMING)]
        if rng.random() < 0.5:
            calls = [calls[1], calls[0], *calls[2:]]
        times = add_calls(scene, calls)
        at = calls.index((one, kind))
        return cls(
            name=one.name,
            other=other.name,
            time=times[at],
            wrong=tuple(time for time in times if time != times[at]),
        )

    def expect(self) -> list[Expectation]:
        wrong = tuple(form for time in self.wrong for form in clock_forms(time))
        return [ExpectedAnswer((*clock_forms(self.time), self.time[1:]), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        found = re.search(r"\d\d:\d\d", first_row(pilot, self.name))
        pilot.say(found[0] if found else "I do not know")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "somebody else": Instead(name=self.other),
            "another call": Swap(Say, Say(self.wrong[0])),
        }


@dataclass(frozen=True)
class MissedFrom(TaskType):
    """Whose call was missed last is asked for; others called since and were answered."""

    template = "phone.missed_from"
    apps = ("Phone",)
    hidden = ("name",)
    goals = (
        "Whose call did I miss last?",
        "From whom is my latest missed call?",
        "Tell me who tried to call me last without my picking up.",
    )

    name: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 4)
        calls = [(people[1], INCOMING), (people[2], OUTGOING)]
        rng.shuffle(calls)
        add_calls(scene, [*calls[: rng.randint(0, 2)], (people[0], MISSED), (people[3], MISSED)])
        others = tuple(person.first for person in reversed(people[1:]))
        return cls(name=people[0].name, others=others)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name.partition(" ")[0], nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        pilot.tap("Missed")
        pilot.say(pilot.reach(", Missed, ").text.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the missed call before": Swap(Say, Say(self.others[0])),
            "whose call was answered": Swap(Say, Say(self.others[-1])),
        }


@dataclass(frozen=True)
class LatestVoicemail(TaskType):
    """Who left the latest voicemail is asked for."""

    template = "phone.latest_voicemail"
    apps = ("Phone",)
    hidden = ("name",)
    goals = (
        "Who left me the latest voicemail?",
        "From whom is the newest message on my voicemail?",
        "Tell me who spoke on my voicemail last.",
    )

    name: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        for hour, person in zip((8, 7, 6), people, strict=True):
            add_voicemail(
                scene.phone.databases[PATH],
                person.phone,
                make_transcript(rng),
                date_ms=millis(scene.world.day(0, hour, rng.randint(0, 59))),
                duration_s=rng.randint(9, 40),
                heard=rng.random() < 0.3,
            )
        # Who called last has not spoken.
        add_calls(scene, [(people[1], MISSED)])
        return cls(name=people[0].name, others=tuple(person.first for person in people[1:]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name.partition(" ")[0], nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        pilot.tap("Voicemail")
        rows = [e.text for e in pilot.screen.elements if e.role == "item"]
        pilot.say(rows[0].partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Swap(Say, Say(self.others[0])),
            "all of them": Swap(Say, Say(", ".join((self.name, *self.others)))),
        }
