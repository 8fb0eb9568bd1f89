"""Tasks that unlock a bike, and end a ride."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.bike.data import (
    BROKEN,
    CITY,
    ELECTRIC,
    MINUTE_CENTS,
    PARKED,
    PAYEE,
    add_bike,
    begin_ride,
    ride_cents,
)
from phoneworld.apps.huddle.mini.bike.tasks.setup import NAMES, new_codes, unlocked
from phoneworld.apps.huddle.receipts import MiniTask, enter, pay, wallet_of
from phoneworld.author import (
    Added,
    Anything,
    Between,
    Changed,
    End,
    Enter,
    Expectation,
    ExpectedEnding,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
)


@dataclass(frozen=True)
class UnlockByCode(MiniTask):
    """The number on the bike is known."""

    template = "huddle.bike_unlock"
    level = Level.EASY
    goals = (
        "Unlock the bike with the code {code} in Huddle.",
        "I am standing in front of bike {code}. Please unlock it with Huddle's Bikes.",
        "Use Huddle to rent the shared bike number {code}.",
    )

    code: str
    other: str
    station: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        code, other = new_codes(scene, 2)
        station = scene.rng.choice(NAMES)
        for one in (code, other):
            add_bike(
                scene.phone.databases[PATH], one, station, kind=scene.rng.choice((CITY, ELECTRIC))
            )
        return cls(code=code, other=other, station=station)

    def expect(self) -> list[Expectation]:
        return unlocked(self.code, self.station)

    def script(self) -> Script:
        return (
            *enter("Bikes"),
            Tap("Unlock a bike"),
            Enter(self.code),
            Tap("Unlock", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the bike beside it": Instead(code=self.other),
            "cancelled": Swap(Tap("Unlock", role="button"), Tap("Cancel", role="button")),
        }


@dataclass(frozen=True)
class EndRide(MiniTask):
    """A bike is returned at a station and paid by a certain card."""

    template = "huddle.bike_end_ride"
    level = Level.MEDIUM
    goals = (
        "End my bike ride in Huddle: I am at the station {station}. Pay with {card}.",
        (
            "I have arrived at {station}. Return the bike in Huddle's Bikes and use {card} for the "
            "payment."
        ),
        "Please finish my current Huddle bike ride at {station}, on the card {card}.",
    )

    code: str
    bike_kind: str
    station: str
    other: str
    card: str
    wrong_card: str
    cents: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        start, station, other = rng.sample(NAMES, 3)
        (code,) = new_codes(scene, 1)
        kind = rng.choice((CITY, ELECTRIC))
        add_bike(database, code, start, kind=kind, battery=50)
        (bike,) = database.rows("SELECT * FROM bike_bikes WHERE code = ?", code)
        minutes = rng.randint(6, 50)
        begin_ride(database, bike, at_ms=scene.phone.now_ms - minutes * 60_000 + 20_000)
        wallet = wallet_of(scene)
        return cls(
            code=code,
            bike_kind=kind,
            station=station,
            other=other,
            card=wallet.other_card,
            wrong_card=wallet.first_card,
            cents=ride_cents(kind, minutes, with_pass=False),
        )

    def expect(self) -> list[Expectation]:
        # The clock may go on for some minutes until the ride is ended.
        cents = Between(self.cents, self.cents + 10 * MINUTE_CENTS[self.bike_kind])
        return [
            Changed(
                PATH, "bike_bikes", {"code": self.code}, {"state": PARKED, "station": self.station}
            ),
            Changed(
                PATH,
                "bike_rides",
                {"code": self.code, "ended": 0},
                {
                    "ended": Anything(),
                    "end_station": self.station,
                    "cents": cents,
                    "method": self.card,
                },
            ),
            Added(PATH, "wallet_payments", {"payee": PAYEE, "cents": cents, "method": self.card}),
        ]

    def script(self) -> Script:
        return (
            *enter("Bikes"),
            Tap("Show ride"),
            TapId("end"),
            Tap(self.station, role="item"),
            *pay(self.card),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another station": Instead(station=self.other),
            "another card": Instead(card=self.wrong_card),
        }


@dataclass(frozen=True)
class FullestBattery(MiniTask):
    """The e-bike with the fullest battery at a station must be found."""

    template = "huddle.bike_fullest_battery"
    level = Level.HARD
    hidden = ("code",)
    goals = (
        "Unlock the e-bike with the fullest battery at {station} in Huddle.",
        (
            "I am at {station} and have a long way to go: rent the e-bike there that has the most "
            "charge, with Huddle's Bikes."
        ),
        (
            "In Huddle, look which e-bike at the station {station} has the highest battery level, and "
            "unlock that one."
        ),
    )

    station: str
    code: str
    second: str
    last: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        station = rng.choice(NAMES)
        database.run("DELETE FROM bike_bikes WHERE station = ?", station)
        codes = new_codes(scene, 6)
        levels = rng.sample(range(20, 99), 4)
        for code, level in zip(codes, levels, strict=False):
            add_bike(database, code, station, kind=ELECTRIC, battery=level)
        for code in codes[len(levels) :]:
            add_bike(database, code, station)
        ranked = sorted(zip(levels, codes, strict=False), reverse=True)
        return cls(station=station, code=ranked[0][1], second=ranked[1][1], last=ranked[-1][1])

    def expect(self) -> list[Expectation]:
        return unlocked(self.code, self.station)

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bikes"))
        pilot.tap("Stations", role="item")
        pilot.type(self.station, into="Search stations")
        pilot.tap(self.station, role="item")
        pilot.tap(self.fullest(pilot))
        pilot.tap("Unlock", role="button")

    def fullest(self, pilot: Pilot) -> str:
        """The code of the e-bike with the highest level in the list."""
        levels: dict[int, str] = {}
        pilot.reach("battery")
        while True:
            for element in pilot.screen.elements:
                if "battery" in element.text:
                    level = element.text.rpartition("battery ")[2].partition("%")[0]
                    levels[int(level)] = element.text[:5]
            whole = not any(element.scrollable for element in pilot.screen.elements)
            if whole or not pilot.scroll():
                return levels[max(levels)]

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the second": Swap(Tap(self.code), Tap(self.second)),
            "the emptiest": Swap(Tap(self.code), Tap(self.last)),
        }


@dataclass(frozen=True)
class OutOfService(MiniTask):
    """A bike that is out of service cannot be unlocked."""

    template = "huddle.bike_out_of_service"
    level = Level.EASY
    goals = (
        "Unlock bike {code} for me in Huddle. It has to be this one.",
        "I want exactly the shared bike {code}: rent it with Huddle's Bikes, no other one.",
        "Use Huddle to unlock the bike with the number {code}; I do not want a different bike.",
    )

    code: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        code, other = new_codes(scene, 2)
        station = scene.rng.choice(NAMES)
        add_bike(scene.phone.databases[PATH], code, station, state=BROKEN)
        add_bike(scene.phone.databases[PATH], other, station)
        return cls(code=code, other=other)

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bikes"))
        pilot.tap("Unlock a bike")
        pilot.type(self.code)
        pilot.tap("Unlock", role="button")
        if any("out of service" in notice for notice in pilot.screen.notices):
            pilot.give_up("This bike is out of service.")

    def mistakes(self) -> dict[str, Mistake]:
        return {"took another": Instead(code=self.other), "said it was done": Swap(End, End())}
