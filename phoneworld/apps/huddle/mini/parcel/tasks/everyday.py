"""Everyday tasks with parcels: how one is doing, and following it no longer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.parcel.data import ANNOUNCED, IN_TRANSIT, OUT
from phoneworld.apps.huddle.mini.parcel.tasks.setup import two_parcels
from phoneworld.apps.huddle.receipts import MiniTask, enter, row_text
from phoneworld.author import (
    Changed,
    Expectation,
    ExpectedAnswer,
    Hold,
    Instead,
    Mistake,
    Pilot,
    Scene,
    Script,
    Tap,
    Without,
)


@dataclass(frozen=True)
class ParcelStatus(MiniTask):
    """How a parcel is doing."""

    template = "huddle.parcel_status"
    hidden = ("status",)
    goals = (
        'What is the status of my parcel "{name}" in Huddle?',
        "Tell me how far my parcel {name} is, Huddle knows.",
        "Check in Huddle's Parcels how the parcel {name} is doing.",
    )

    name: str
    other: str
    status: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = two_parcels(scene)
        status, wrong = scene.rng.sample((ANNOUNCED, IN_TRANSIT, OUT), 2)
        for parcel, each in ((one, status), (other, wrong)):
            scene.phone.databases[PATH].run(
                "UPDATE parcel_parcels SET status = ? WHERE number = ?", each, parcel.number
            )
        return cls(one.name, other.name, status, wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.status, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Parcels"))
        row = row_text(pilot, f"{self.name}, ", " · ")
        pilot.say(row.partition(" · ")[2].partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another parcel": Instead(name=self.other)}


@dataclass(frozen=True)
class Unfollow(MiniTask):
    """A parcel is followed no longer."""

    template = "huddle.parcel_unfollow"
    goals = (
        'Stop following my parcel "{name}" in Huddle.',
        "Remove the parcel {name} from my list in Huddle's Parcels.",
        "I no longer need the parcel {name} on the list in Huddle.",
    )

    name: str
    other: str
    number: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = two_parcels(scene)
        return cls(one.name, other.name, one.number)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "parcel_parcels", {"number": self.number}, {"listed": 0})]

    def script(self) -> Script:
        return (
            *enter("Parcels"),
            Hold(self.name, role="item"),
            Tap("Remove from list"),
            Tap("Remove", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another parcel": Instead(name=self.other),
            "not confirmed": Without(Tap("Remove", role="button")),
        }
