"""What is asked of calls in few words: dial again, block a number, clear the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import fresh_number, near_number
from phoneworld.apps.phone.data import PATH, add_call, block
from phoneworld.apps.phone.tasks.blocked_numbers import open_blocked
from phoneworld.apps.phone.tasks.setup import called
from phoneworld.author import (
    Added,
    Digits,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers.contacts import CALLS_PATH, INCOMING, MISSED, OUTGOING
from phoneworld.world import millis


@dataclass(frozen=True)
class Redial(TaskType):
    """The number that was dialled last is called again; somebody may have called since."""

    template = "phone.redial"
    apps = ("Phone",)
    hidden = ("name",)
    goals = (
        "Redial the last number I called.",
        "Call the person again whom I called last.",
        "Dial once more what I dialled last.",
    )

    name: str
    number: str
    before: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        calls = [(people[0], OUTGOING), (people[1], rng.choice((INCOMING, MISSED)))]
        if rng.random() < 0.5:
            calls.reverse()
        calls.append((people[2], OUTGOING))
        for hour, (person, kind) in zip((9, 8, 7), calls, strict=True):
            add_call(
                scene.phone.calls,
                person.phone,
                kind=kind,
                date_ms=millis(scene.world.day(0, hour, rng.randint(0, 30))),
                duration_s=0 if kind == MISSED else rng.randint(15, 600),
                name=person.name,
            )
        return cls(name=people[0].name, number=people[0].phone, before=people[2].name)

    def expect(self) -> list[Expectation]:
        return [called(self.number)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        pilot.tap(f"Call {pilot.reach(', Outgoing, ').text.partition(', ')[0]}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the one before": Swap(Tap(f"Call {self.name}"), Tap(f"Call {self.before}"))}


@dataclass(frozen=True)
class BlockNumber(TaskType):
    """A number is not let through any more; one much like it is blocked already."""

    template = "phone.block"
    level = Level.MEDIUM
    apps = ("Phone",)
    goals = (
        "Block the number {number}.",
        "{number} should not be able to call me any more.",
        "Put {number} on the list of blocked numbers.",
    )

    number: str
    slip: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        number = fresh_number(scene)
        slip, blocked = near_number(scene, number), near_number(scene, number)
        now_ms = scene.phone.now_ms
        block(scene.phone.databases[PATH], blocked, date_ms=now_ms - 400_000_000)
        while slip == blocked:
            slip = near_number(scene, number)
        for one, minutes in ((slip, 50), (number, 20)):
            add_call(scene.phone.calls, one, kind=MISSED, date_ms=now_ms - minutes * 60_000)
        return cls(number=number, slip=slip)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "blocked", {"number": Digits(self.number)})]

    def script(self) -> Script:
        return (
            Open("Phone"),
            Hold(self.number),
            Tap("Block number"),
            Tap("Block", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the similar number": Instead(number=self.slip),
            "not confirmed": Swap(Tap("Block", role="button"), Tap("Cancel", role="button")),
            "by another way, the similar number": Way(
                *open_blocked(),
                Tap("Add a number"),
                Enter(self.slip),
                Tap("Block", role="button"),
            ),
        }


@dataclass(frozen=True)
class ClearHistory(TaskType):
    """The whole call log is emptied."""

    template = "phone.clear_history"
    apps = ("Phone",)
    goals = (
        "Clear my call history.",
        "Delete all calls from the recent calls.",
        "Empty the whole call log, please.",
    )

    ids: tuple[int, ...]
    name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, calls = scene.rng, scene.phone.calls
        calls.run("DELETE FROM calls")
        people = rng.sample(scene.world.people, rng.randint(3, 6))
        ids: list[int] = []
        for age, person in enumerate(people):
            kind = rng.choice((INCOMING, OUTGOING, MISSED))
            ids.append(
                add_call(
                    calls,
                    person.phone,
                    kind=kind,
                    date_ms=millis(scene.world.day(-age, 8, rng.randint(0, 59))),
                    duration_s=0 if kind == MISSED else rng.randint(15, 600),
                    name=person.name,
                )
            )
        return cls(ids=tuple(ids), name=people[0].name)

    def expect(self) -> list[Expectation]:
        return [Removed(CALLS_PATH, "calls", {"_id": call}) for call in self.ids]

    def script(self) -> Script:
        clear = (Tap("Clear call history"), Tap("Clear", role="button"))
        return (Open("Phone"), Tap("More options"), *clear)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only the latest": Way(Open("Phone"), Hold(self.name, role="item"), Tap("Delete")),
            "not confirmed": Swap(Tap("Clear", role="button"), Tap("Cancel", role="button")),
        }
