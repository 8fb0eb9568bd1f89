"""Tasks with where and when a parcel is delivered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after, long_day
from phoneworld.apps.huddle.mini.parcel.data import (
    DELIVERED,
    IN_TRANSIT,
    NEIGHBOR,
    POINT,
    POINTS,
    SAFE_PLACE,
    SAFE_PLACES,
)
from phoneworld.apps.huddle.mini.parcel.tasks.setup import open_parcel, two_parcels
from phoneworld.apps.huddle.receipts import MiniTask, enter, row_text
from phoneworld.author import (
    Changed,
    Contains,
    End,
    Enter,
    Expectation,
    ExpectedEnding,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    OracleLost,
    PickDate,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
    Way,
)


@dataclass(frozen=True)
class LeaveWithNeighbor(MiniTask):
    """A parcel goes to somebody next door."""

    template = "huddle.parcel_neighbor"
    level = Level.MEDIUM
    goals = (
        'Have my parcel "{name}" left with the neighbor {neighbor}. Use Huddle.',
        "In Huddle, redirect the parcel {name} to our neighbor {neighbor}.",
        (
            "I am not at home when the {name} comes. Tell the parcel service through Huddle to give it "
            "to my neighbor {neighbor}."
        ),
    )

    name: str
    number: str
    other: str
    neighbor: str
    another: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        parcel, other = two_parcels(scene)
        neighbor, another = scene.rng.sample(scene.world.people, 2)
        return cls(
            name=parcel.name,
            number=parcel.number,
            other=other.name,
            neighbor=neighbor.name,
            another=another.name,
        )

    def expect(self) -> list[Expectation]:
        return [
            Changed(
                PATH,
                "parcel_parcels",
                {"number": self.number},
                {"delivery": NEIGHBOR, "detail": Contains(self.neighbor)},
            )
        ]

    def script(self) -> Script:
        return (
            *open_parcel(self.name),
            TapId("delivery"),
            Tap("Neighbor"),
            Enter(self.neighbor),
            Tap("OK"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other parcel": Instead(name=self.other),
            "another neighbor": Instead(neighbor=self.another),
        }


@dataclass(frozen=True)
class SendToPoint(MiniTask):
    """The only pick-up point that suits must be found."""

    template = "huddle.parcel_pickup_point"
    level = Level.HARD
    hidden = ("point",)
    goals = (
        (
            'Redirect my parcel "{name}" in Huddle to a pick-up point that is open on Sundays and at '
            "least until {hour}:00."
        ),
        (
            "I can only collect the {name} on a Sunday around {hour}:00. Send it to a pick-up point "
            "where that works, in Huddle's Parcels."
        ),
        (
            "The parcel {name} should go to a pick-up point instead. It has to be open on Sundays and "
            "must not close before {hour}:00. Set that in Huddle."
        ),
    )

    name: str
    number: str
    other: str
    hour: int
    point: str
    closes_early: str
    not_on_sundays: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        parcel, other = two_parcels(scene)
        names = rng.sample(POINTS, len(POINTS))
        hour = rng.randint(18, 21)
        for index, name in enumerate(names):
            # The first suits; the others fail by the hour, by the day, or by both.
            late = index == 0 or index % 2 == 0
            closing = rng.randint(hour, 22) if late else rng.randint(15, hour - 1)
            database.run(
                "UPDATE parcel_points SET closes = ?, sundays = ? WHERE name = ?",
                f"{closing}:{rng.choice(('00', '30'))}",
                int(index == 0 or (not late and index != 3)),
                name,
            )
        return cls(
            name=parcel.name,
            number=parcel.number,
            other=other.name,
            hour=hour,
            point=names[0],
            closes_early=names[1],
            not_on_sundays=names[2],
        )

    def expect(self) -> list[Expectation]:
        return [
            Changed(
                PATH,
                "parcel_parcels",
                {"number": self.number},
                {"delivery": POINT, "detail": self.point},
            )
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_parcel(self.name))
        pilot.tap_id("delivery")
        pilot.tap("Pick-up point")
        pilot.tap(self.fitting(pilot))
        pilot.tap("Confirm")

    def fitting(self, pilot: Pilot) -> str:
        """The name of the point that is open on Sundays until that hour."""
        for name in sorted(POINTS):
            text = row_text(pilot, name, "Sundays")
            closes = text.rpartition("until ")[2]
            if "Open on Sundays" in text and closes >= f"{self.hour}:00":
                return name
        raise OracleLost(f"no pick-up point is open on Sundays until {self.hour}:00")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one that closes early": Swap(Tap(self.point), Tap(self.closes_early)),
            "one closed on Sundays": Swap(Tap(self.point), Tap(self.not_on_sundays)),
            "the other parcel": Instead(name=self.other),
        }


@dataclass(frozen=True)
class PostponeDelivery(MiniTask):
    """A parcel comes on a later day."""

    template = "huddle.parcel_postpone"
    level = Level.MEDIUM
    goals = (
        'Let my parcel "{name}" be delivered on {long_day} instead. Huddle can do that.',
        (
            "I am away until then: please have the {name} from {sender} come on {long_day}, in "
            "Huddle's Parcels."
        ),
        "Move the delivery of the parcel {name} to {long_day} in Huddle.",
    )

    name: str
    number: str
    sender: str
    other: str
    day: str
    long_day: str
    too_soon: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        parcel, other = two_parcels(scene)
        later = days_after(parcel.eta, scene.rng.randint(2, 8))
        return cls(
            name=parcel.name,
            number=parcel.number,
            sender=parcel.sender,
            other=other.name,
            day=later,
            long_day=long_day(later),
            too_soon=days_after(later, -1),
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "parcel_parcels", {"number": self.number}, {"eta": self.day})]

    def script(self) -> Script:
        return (
            *open_parcel(self.name),
            TapId("delivery"),
            TapId("day"),
            PickDate(self.day),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a day too soon": Instead(day=self.too_soon),
            "the other parcel": Instead(name=self.other),
        }


@dataclass(frozen=True)
class AlreadySafe(MiniTask):
    """What is asked for is already set."""

    template = "huddle.parcel_already_set"
    level = Level.EASY
    goals = (
        'Make sure that my parcel "{name}" is left in the safe place {place}. Check in Huddle.',
        "The {name} must be left at the safe place {place} when it comes. See to it in Huddle's Parcels.",
        'In Huddle, the delivery of "{name}" should be set to the safe place {place}.',
    )

    name: str
    other: str
    place: str
    another: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        parcel, other = two_parcels(scene)
        place, another = scene.rng.sample(SAFE_PLACES, 2)
        scene.phone.databases[PATH].run(
            "UPDATE parcel_parcels SET delivery = ?, detail = ? WHERE number = ?",
            SAFE_PLACE,
            place,
            parcel.number,
        )
        return cls(
            name=parcel.name,
            other=other.name,
            place=place,
            another=another,
        )

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_parcel(self.name))
        if self.place in pilot.read("delivery"):
            pilot.finish("It was set like that already.")
            return
        pilot.tap_id("delivery")
        pilot.tap("Safe place")
        pilot.tap(self.place)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "set the other parcel": Instead(name=self.other),
            "set another place": Instead(place=self.another),
        }


@dataclass(frozen=True)
class RedirectDelivered(MiniTask):
    """A parcel that has come cannot be redirected."""

    template = "huddle.parcel_too_late"
    level = Level.MEDIUM
    goals = (
        'Redirect my parcel "{name}" to the pick-up point {point} in Huddle.',
        "The {name} from {sender} should go to {point}. Change that in Huddle's Parcels.",
        "Use Huddle to send the parcel {name} to the pick-up point {point} instead of my door.",
    )

    name: str
    sender: str
    other: str
    point: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        parcel, _ = two_parcels(scene, status=DELIVERED)
        other = scene.phone.databases[PATH].value(
            "SELECT sender FROM parcel_parcels WHERE status = ? AND nickname = '' AND listed = 1",
            IN_TRANSIT,
        )
        return cls(
            name=parcel.name,
            sender=parcel.sender,
            other=other or "",
            point=scene.rng.choice(POINTS),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Parcels"))
        pilot.tap("Delivered", role="tab")
        pilot.tap(self.name, role="item")
        pilot.give_up(f"It was delivered on {pilot.read('eta')} and cannot be redirected.")

    def mistakes(self) -> dict[str, Mistake]:
        mistakes: dict[str, Mistake] = {"said it was done": Swap(End, End())}
        if self.other:
            mistakes["redirected another one"] = Way(
                *open_parcel(self.other),
                TapId("delivery"),
                Tap("Pick-up point"),
                Tap(self.point),
                Tap("Confirm"),
            )
        return mistakes
