"""What the questions about OpenTracks share: made-up tracks, and how to find those that are asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

from phoneworld.apps.calendar.dates import start_of
from phoneworld.author import Scene
from phoneworld.packs.androidworld.opentracks.data import (
    METRES_A_MILE,
    MINUTE_MS,
    PATH,
    add_track,
    miles,
    summary,
)
from phoneworld.packs.androidworld.phone import NOW
from phoneworld.phone import Phone
from phoneworld.world import from_millis, millis

LABEL = "OpenTracks"
NOISE = 20
CATEGORIES = (
    *("running", "cycling", "swimming", "hiking", "mountain biking", "skiing", "rowing"),
    *("walking", "climbing", "kayaking", "sailing", "surfing"),
)
NAMES = (
    "Around the reservoir,Before breakfast,With the club,Against the wind,The long way home,"
    "Half asleep,New shoes,Two hills,Lunch break,Rain all the way,Slower than last week,Easy one"
).split(",")
Track = tuple[str, str, int, int, float]
"""Name, category, start (ms), duration (ms) and metres of a track."""


def whole_miles(metres: float) -> float:
    """The distance in metres that is shown without loss as miles with two decimals."""
    return float(round(miles(metres) * METRES_A_MILE))


def some_track(scene: Scene, category: str, start: datetime) -> Track:
    """A track of a kind, of any length."""
    rng = scene.rng
    return (
        rng.choice(NAMES),
        category,
        millis(start),
        rng.randint(10, 300) * MINUTE_MS,
        whole_miles(rng.randint(100, 20_000)),
    )


def put_track(scene: Scene, track: Track) -> Track:
    """A track that is there before the question."""
    name, category, start_ms, duration_ms, metres = track
    rng = scene.rng
    add_track(
        scene.phone.databases[PATH],
        name,
        category,
        start_ms=start_ms,
        duration_ms=duration_ms,
        metres=metres,
        uuid=rng.randbytes(16),
        gain=float(rng.randint(0, 500)),
        loss=float(rng.randint(0, 500)),
    )
    return track


Keep = Callable[[Track], bool]
"""Whether another track may be there."""


def day_of_track(track: Track) -> date:
    """The day on which a track began."""
    return from_millis(track[2]).date()


def fill(scene: Scene, keep: Keep) -> None:
    """Other tracks of the last two weeks."""
    rng, left = scene.rng, NOISE
    while left:
        start = NOW - timedelta(minutes=rng.randrange(60, 14 * 1440))
        track = some_track(scene, rng.choice(CATEGORIES), start)
        if keep(track):
            put_track(scene, track)
            left -= 1


def tracks_between(phone: Phone, first: date, last: date, category: str = "") -> tuple[Track, ...]:
    """The tracks from one day to another, of one kind if it is named, the newest first."""
    rows = phone.databases[PATH].rows(
        "SELECT * FROM tracks WHERE starttime >= ? AND starttime < ? AND (? = '' OR category = ?) "
        "ORDER BY starttime DESC, _id DESC",
        start_of(first),
        start_of(last + timedelta(days=1)),
        category,
        category,
    )
    return tuple(
        (
            row["name"],
            row["category"],
            row["starttime"],
            row["totaltime"],
            row["totaldistance"],
        )
        for row in rows
    )


def label_of(track: Track) -> str:
    """What the list of tracks shows of one."""
    name, category, start_ms, duration_ms, metres = track
    row = {
        "category": category,
        "starttime": start_ms,
        "totaltime": duration_ms,
        "totaldistance": metres,
    }
    return f"{name}, {summary(row)}"
