"""What the tasks with shared bikes share: bikes to set up, and what unlocking one leaves behind."""

from __future__ import annotations

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.bike.data import RIDING, STATIONS, make_code
from phoneworld.author import Added, Changed, Expectation, Scene

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
