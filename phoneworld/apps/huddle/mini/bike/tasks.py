"""Tasks with shared bikes."""

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
    PASSES,
    PAYEE,
    PROBLEMS,
    RIDING,
    STATIONS,
    add_bike,
    add_pass,
    begin_ride,
    make_code,
    ride_cents,
)
from phoneworld.apps.huddle.receipts import MiniTask, Wallet, enter, paid, pay, row_text, wallet_of
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.apps.huddle.wording import days_after
from phoneworld.author import (
    Added,
    Answered,
    Anything,
    Between,
    Changed,
    End,
    Ended,
    Enter,
    Expectation,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
    Way,
    templates_of,
)

NAMES = tuple(name for name, _, _ in STATIONS)


def new_codes(scene: Scene, count: int) -> list[str]:
    """Codes that no bike has yet, alike but for their last two digits."""
    database, codes = scene.phone.databases[PATH], list[str]()
    stem = make_code(scene.rng)[:3]
    while len(codes) < count:
        code = f"{stem}{scene.rng.randint(10, 99)}"
        taken = database.value("SELECT _id FROM bike_bikes WHERE code = ?", code)
        if taken is None and code not in codes:
            codes.append(code)
    return codes


def unlocked(code: str, station: str) -> list[Expectation]:
    """What is left behind by taking a bike."""
    return [
        Changed(PATH, "bike_bikes", {"code": code}, {"state": RIDING, "station": ""}),
        Added(PATH, "bike_rides", {"code": code, "start_station": station, "ended": 0}),
    ]


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
class BuyPass(MiniTask):
    """A pass, paid in a certain way."""

    template = "huddle.bike_buy_pass"
    level = Level.MEDIUM
    goals = (
        "Buy a {pass_name} for Huddle's Bikes and pay with {way}.",
        "I want a bike {pass_name} in Huddle. Use {way}.",
        "Get me the {pass_name} of the bike share in Huddle, paid from {way}.",
    )

    pass_name: str
    other: str
    way: str
    until: str
    wallet: Wallet

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        kind, other = rng.sample(tuple(PASSES), 2)
        wallet = wallet_of(scene)
        way = rng.choice((BALANCE, wallet.other_card))
        return cls(
            pass_name=kind,
            other=other,
            way=way,
            until=days_after(scene.phone.today, PASSES[kind][0] - 1),
            wallet=wallet,
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "bike_passes", {"kind": self.pass_name, "until": self.until}),
            *paid(self.wallet, PAYEE, PASSES[self.pass_name][1], method=self.way),
        ]

    def script(self) -> Script:
        return (
            *enter("Bikes"),
            Tap("Passes", role="item"),
            Tap(self.pass_name, role="item"),
            *pay(self.way),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another pass": Instead(pass_name=self.other),
            "another card": Instead(way=self.wallet.first_card),
        }


@dataclass(frozen=True)
class MostDocks(MiniTask):
    """The free docks of three stations are compared."""

    template = "huddle.bike_most_docks"
    level = Level.HARD
    hidden = ("docks",)
    goals = (
        (
            "Which of the bike stations {one}, {two} and {three} has the most free docks? Check in "
            "Huddle and answer with the name of the station only."
        ),
        (
            "I want to return my bike at {one}, {two} or {three}. Look in Huddle's Bikes where most "
            "docks are free; tell me just that station."
        ),
        (
            "Compare {one}, {two} and {three} in Huddle's Bikes. Name only the one with the most free "
            "docks."
        ),
    )

    one: str
    two: str
    three: str
    best: str
    docks: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        names = rng.sample(NAMES, 3)
        frees = rng.sample(range(2, 14), 3)
        for name, free in zip(names, frees, strict=True):
            bikes = database.value("SELECT count(*) FROM bike_bikes WHERE station = ?", name)
            database.run("UPDATE bike_stations SET docks = ? WHERE name = ?", bikes + free, name)
        best = names[frees.index(max(frees))]
        return cls(
            one=names[0],
            two=names[1],
            three=names[2],
            best=best,
            docks=f"{max(frees)} free docks",
            others=tuple(name for name in names if name != best),
        )

    def expect(self) -> list[Expectation]:
        return [Answered(self.best, nots=tuple(self.others))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bikes"))
        pilot.tap("Stations", role="item")
        frees: dict[int, str] = {}
        for name in (self.one, self.two, self.three):
            pilot.type(name, into="Search stations", clear=True)
            text = row_text(pilot, f"{name}, ", "free docks")
            frees[int(text.partition(" free docks")[0].split()[-1])] = name
        pilot.say(frees[max(frees)])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another one": Swap(Say, Say(self.others[0])),
            "looked at the others only": Instead(
                one=self.others[0], two=self.others[1], three=self.others[1]
            ),
        }


@dataclass(frozen=True)
class ReportProblem(MiniTask):
    """Something is wrong with a bike."""

    template = "huddle.bike_report"
    level = Level.MEDIUM
    goals = (
        'Report a problem with bike {code} in Huddle: "{problem}".',
        "The shared bike {code} has a defect ({problem}). Tell the bike share through Huddle.",
        "Please use Huddle's Bikes to report {code}: {problem}.",
    )

    code: str
    other: str
    problem: str
    another: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        code, other = new_codes(scene, 2)
        station = scene.rng.choice(NAMES)
        for one in (code, other):
            add_bike(scene.phone.databases[PATH], one, station)
        problem, another = scene.rng.sample(PROBLEMS, 2)
        return cls(code=code, other=other, problem=problem.lower(), another=another)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "bike_reports", {"code": self.code, "problem": self.problem})]

    def script(self) -> Script:
        return (
            *enter("Bikes"),
            Tap("Report a problem"),
            Enter(self.code),
            Tap("OK"),
            Tap(self.problem),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another bike": Instead(code=self.other),
            "another problem": Instead(problem=self.another),
        }


@dataclass(frozen=True)
class RenewalOff(MiniTask):
    """The pass does not renew itself already."""

    template = "huddle.bike_renewal_already_off"
    level = Level.EASY
    goals = (
        "Make sure that my bike {low_kind} in Huddle does not renew automatically.",
        "My {low_kind} for Huddle's Bikes should simply run out. Check that it is not renewed.",
        (
            "I do not want to pay for another {low_kind}: automatic renewal in Huddle's Bikes must be "
            "off."
        ),
    )

    low_kind: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        kind, other = scene.rng.sample(tuple(PASSES)[1:], 2)
        wallet = wallet_of(scene)
        add_pass(
            scene.phone.databases[PATH],
            kind,
            until=days_after(scene.phone.today, scene.rng.randint(1, 6)),
            method=wallet.first_card,
        )
        return cls(low_kind=kind.lower(), other=other)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bikes"))
        pilot.tap("Passes", role="item")
        if pilot.reach("Renew automatically").checked:
            pilot.tap("Renew automatically")

    def mistakes(self) -> dict[str, Mistake]:
        passes = (*enter("Bikes"), Tap("Passes", role="item"))
        return {
            "turned it on": Way(*passes, Tap("Renew automatically")),
            "bought another": Way(*passes, Tap(self.other, role="item"), *pay()),
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
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bikes"))
        pilot.tap("Unlock a bike")
        pilot.type(self.code)
        pilot.tap("Unlock", role="button")
        if any("out of service" in notice for notice in pilot.screen.notices):
            pilot.give_up("This bike is out of service.")

    def mistakes(self) -> dict[str, Mistake]:
        return {"took another": Instead(code=self.other), "said it was done": Swap(End, End())}


TASKS = templates_of(
    UnlockByCode,
    EndRide,
    FullestBattery,
    BuyPass,
    MostDocks,
    ReportProblem,
    RenewalOff,
    OutOfService,
)
