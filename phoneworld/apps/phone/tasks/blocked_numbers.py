"""Tasks with blocked numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import fresh_number, near_number
from phoneworld.apps.phone.data import PATH, add_call, block
from phoneworld.apps.phone.tasks.setup import rows_of_today
from phoneworld.author import (
    Added,
    Also,
    Digits,
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
)
from phoneworld.providers.contacts import MISSED
from phoneworld.world import millis


def open_blocked() -> Script:
    """Go to the list of blocked numbers."""
    return (Open("Phone"), Tap("More options"), Tap("Settings"), Tap("Blocked numbers"))


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
