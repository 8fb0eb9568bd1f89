"""Tasks with shared bikes."""

from __future__ import annotations

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
from phoneworld.apps.huddle.receipts import MiniTemplate, enter, paid, pay, row_text, wallet_of
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.apps.huddle.wording import days_after
from phoneworld.tasks.expect import Added, Answered, Changed, Ended, Expectation
from phoneworld.tasks.matching import Anything, Between
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene
from runtime.actions import Direction, FinishStatus, Scroll

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


class UnlockByCode(MiniTemplate):
    """The number on the bike is known."""

    name = "huddle.bike_unlock"
    level = Level.EASY
    goals = (
        "Unlock the bike with the code {code} in Huddle.",
        "I am standing in front of bike {code}. Please unlock it with Huddle's Bikes.",
        "Use Huddle to rent the shared bike number {code}.",
    )

    def setup(self, scene: Scene) -> Params:
        code, other = new_codes(scene, 2)
        station = scene.rng.choice(NAMES)
        for one in (code, other):
            add_bike(
                scene.phone.databases[PATH], one, station, kind=scene.rng.choice((CITY, ELECTRIC))
            )
        return {"code": code, "other": other, "station": station}

    def expect(self, v: Params) -> list[Expectation]:
        return unlocked(v["code"], v["station"])

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bikes")
        pilot.tap("Unlock a bike")
        pilot.type(v["code"])
        pilot.tap("Cancel" if v.get("stops") else "Unlock", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the bike beside it": {"code": v["other"]}, "cancelled": {"stops": True}}


class EndRide(MiniTemplate):
    """A bike is returned at a station and paid by a certain card."""

    name = "huddle.bike_end_ride"
    level = Level.MEDIUM
    goals = (
        "End my bike ride in Huddle: I am at the station {station}. Pay with {card}.",
        (
            "I have arrived at {station}. Return the bike in Huddle's Bikes and use {card} for the "
            "payment."
        ),
        "Please finish my current Huddle bike ride at {station}, on the card {card}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        start, station, other = rng.sample(NAMES, 3)
        (code,) = new_codes(scene, 1)
        kind = rng.choice((CITY, ELECTRIC))
        add_bike(database, code, start, kind=kind, battery=50)
        (bike,) = database.rows("SELECT * FROM bike_bikes WHERE code = ?", code)
        minutes = rng.randint(6, 50)
        begin_ride(database, bike, at_ms=scene.phone.now_ms - minutes * 60_000 + 20_000)
        wallet = wallet_of(scene)
        return {
            "code": code,
            "kind": kind,
            "station": station,
            "other": other,
            "card": wallet["other_card"],
            "wrong_card": wallet["first_card"],
            "cents": ride_cents(kind, minutes, with_pass=False),
        }

    def expect(self, v: Params) -> list[Expectation]:
        # The clock may go on for some minutes until the ride is ended.
        cents = Between(v["cents"], v["cents"] + 10 * MINUTE_CENTS[v["kind"]])
        return [
            Changed(
                PATH, "bike_bikes", {"code": v["code"]}, {"state": PARKED, "station": v["station"]}
            ),
            Changed(
                PATH,
                "bike_rides",
                {"code": v["code"], "ended": 0},
                {
                    "ended": Anything(),
                    "end_station": v["station"],
                    "cents": cents,
                    "method": v["card"],
                },
            ),
            Added(PATH, "wallet_payments", {"payee": PAYEE, "cents": cents, "method": v["card"]}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bikes")
        pilot.tap("Show ride")
        pilot.tap_id("end")
        pilot.tap(v["station"], role="item")
        pay(pilot, v["card"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another station": {"station": v["other"]},
            "another card": {"card": v["wrong_card"]},
        }


class FullestBattery(MiniTemplate):
    """The e-bike with the fullest battery at a station must be found."""

    name = "huddle.bike_fullest_battery"
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

    def setup(self, scene: Scene) -> Params:
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
        return {
            "station": station,
            "code": ranked[0][1],
            "second": ranked[1][1],
            "last": ranked[-1][1],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return unlocked(v["code"], v["station"])

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bikes")
        pilot.tap("Stations", role="item")
        pilot.type(v["station"], into="Search stations")
        pilot.tap(v["station"], role="item")
        pilot.tap(v.get("take") or self.fullest(pilot))
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
            if whole or pilot.act(Scroll(Direction.DOWN)).note:
                break
        return levels[max(levels)]

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the second": {"take": v["second"]}, "the emptiest": {"take": v["last"]}}


class BuyPass(MiniTemplate):
    """A pass, paid in a certain way."""

    name = "huddle.bike_buy_pass"
    level = Level.MEDIUM
    goals = (
        "Buy a {kind} for Huddle's Bikes and pay with {way}.",
        "I want a bike {kind} in Huddle. Use {way}.",
        "Get me the {kind} of the bike share in Huddle, paid from {way}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        kind, other = rng.sample(tuple(PASSES), 2)
        wallet = wallet_of(scene)
        way = rng.choice((BALANCE, wallet["other_card"]))
        return {
            "kind": kind,
            "low_kind": kind.lower(),
            "other": other,
            "way": way,
            "until": days_after(scene.phone.today, PASSES[kind][0] - 1),
            **wallet,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "bike_passes", {"kind": v["kind"], "until": v["until"]}),
            *paid(v, PAYEE, PASSES[v["kind"]][1], method=v["way"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bikes")
        pilot.tap("Passes", role="item")
        pilot.tap(v["kind"], role="item")
        pay(pilot, v["way"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another pass": {"kind": v["other"]}, "another card": {"way": v["first_card"]}}


class MostDocks(MiniTemplate):
    """The free docks of three stations are compared."""

    name = "huddle.bike_most_docks"
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

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        names = rng.sample(NAMES, 3)
        frees = rng.sample(range(2, 14), 3)
        for name, free in zip(names, frees, strict=True):
            bikes = database.value("SELECT count(*) FROM bike_bikes WHERE station = ?", name)
            database.run("UPDATE bike_stations SET docks = ? WHERE name = ?", bikes + free, name)
        best = names[frees.index(max(frees))]
        return {
            "one": names[0],
            "two": names[1],
            "three": names[2],
            "best": best,
            "docks": f"{max(frees)} free docks",
            "others": [name for name in names if name != best],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["best"], nots=tuple(v["others"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bikes")
        pilot.tap("Stations", role="item")
        frees: dict[int, str] = {}
        for name in (v["one"], v["two"], v["three"]):
            pilot.type(name, into="Search stations", clear=True)
            text = row_text(pilot, f"{name}, ", "free docks")
            frees[int(text.partition(" free docks")[0].split()[-1])] = name
        pilot.say(frees[min(frees)] if v.get("wrong_way") else frees[max(frees)])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the fewest": {"wrong_way": True},
            "looked at the others only": {
                "one": v["others"][0],
                "two": v["others"][1],
                "three": v["others"][1],
            },
        }


class ReportProblem(MiniTemplate):
    """Something is wrong with a bike."""

    name = "huddle.bike_report"
    level = Level.MEDIUM
    goals = (
        'Report a problem with bike {code} in Huddle: "{problem}".',
        "The shared bike {code} has a defect ({problem}). Tell the bike share through Huddle.",
        "Please use Huddle's Bikes to report {code}: {problem}.",
    )

    def setup(self, scene: Scene) -> Params:
        code, other = new_codes(scene, 2)
        station = scene.rng.choice(NAMES)
        for one in (code, other):
            add_bike(scene.phone.databases[PATH], one, station)
        problem, another = scene.rng.sample(PROBLEMS, 2)
        return {"code": code, "other": other, "problem": problem.lower(), "another": another}

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(PATH, "bike_reports", {"code": v["code"], "problem": v["problem"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bikes")
        pilot.tap("Report a problem")
        pilot.type(v["code"])
        pilot.tap("OK")
        pilot.tap(v["problem"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another bike": {"code": v["other"]}, "another problem": {"problem": v["another"]}}


class RenewalOff(MiniTemplate):
    """The pass does not renew itself already."""

    name = "huddle.bike_renewal_already_off"
    level = Level.EASY
    goals = (
        "Make sure that my bike {low_kind} in Huddle does not renew automatically.",
        "My {low_kind} for Huddle's Bikes should simply run out. Check that it is not renewed.",
        (
            "I do not want to pay for another {low_kind}: automatic renewal in Huddle's Bikes must be "
            "off."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        kind, other = scene.rng.sample(tuple(PASSES)[1:], 2)
        wallet = wallet_of(scene)
        add_pass(
            scene.phone.databases[PATH],
            kind,
            until=days_after(scene.phone.today, scene.rng.randint(1, 6)),
            method=wallet["first_card"],
        )
        return {"kind": kind, "low_kind": kind.lower(), "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bikes")
        pilot.tap("Passes", role="item")
        if v.get("buys"):
            pilot.tap(v["other"], role="item")
            pay(pilot)
            return
        if pilot.reach("Renew automatically").checked or v.get("flips"):
            pilot.tap("Renew automatically")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"turned it on": {"flips": True}, "bought another": {"buys": True}}


class OutOfService(MiniTemplate):
    """A bike that is out of service cannot be unlocked."""

    name = "huddle.bike_out_of_service"
    level = Level.EASY
    goals = (
        "Unlock bike {code} for me in Huddle. It has to be this one.",
        "I want exactly the shared bike {code}: rent it with Huddle's Bikes, no other one.",
        "Use Huddle to unlock the bike with the number {code}; I do not want a different bike.",
    )

    def setup(self, scene: Scene) -> Params:
        code, other = new_codes(scene, 2)
        station = scene.rng.choice(NAMES)
        add_bike(scene.phone.databases[PATH], code, station, state=BROKEN)
        add_bike(scene.phone.databases[PATH], other, station)
        return {"code": code, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bikes")
        pilot.tap("Unlock a bike")
        pilot.type(v["code"])
        pilot.tap("Unlock", role="button")
        if any("out of service" in notice for notice in pilot.screen.notices) and not v.get(
            "claims"
        ):
            pilot.give_up("This bike is out of service.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"took another": {"code": v["other"]}, "said it was done": {"claims": True}}


TASKS = (
    UnlockByCode(),
    EndRide(),
    FullestBattery(),
    BuyPass(),
    MostDocks(),
    ReportProblem(),
    RenewalOff(),
    OutOfService(),
)
