"""The tracks: one table, times in milliseconds, distances in metres."""

from __future__ import annotations

from typing import Any

from phoneworld.store import Database, database_path
from phoneworld.world import from_millis

PACKAGE = "de.dennisguse.opentracks"
PATH = database_path(PACKAGE, "database.db")
SCHEMA = """
CREATE TABLE tracks (
    _id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    description TEXT,
    category TEXT,
    activity_type TEXT,
    starttime INTEGER,
    stoptime INTEGER,
    numpoints INTEGER,
    totaldistance REAL,
    totaltime INTEGER,
    movingtime INTEGER,
    avgspeed REAL,
    avgmovingspeed REAL,
    maxspeed REAL,
    minelevation REAL,
    maxelevation REAL,
    elevationgain REAL,
    icon TEXT,
    uuid BLOB,
    elevationloss REAL,
    starttime_offset INTEGER
);
"""
METRES_A_MILE = 1609.34
MINUTE_MS = 60_000


def add_track(
    database: Database,
    name: str,
    category: str,
    *,
    start_ms: int,
    duration_ms: int,
    metres: float,
    uuid: bytes,
    description: str = "",
    gain: float = 0.0,
    loss: float = 0.0,
) -> int:
    """Write a track down; its id."""
    speed = metres / (duration_ms / 1000) if duration_ms else 0.0
    return database.insert(
        "tracks",
        name=name,
        description=description,
        category=category,
        activity_type=category,
        starttime=start_ms,
        stoptime=start_ms + duration_ms,
        numpoints=0,
        totaldistance=metres,
        totaltime=duration_ms,
        movingtime=duration_ms,
        avgspeed=speed,
        avgmovingspeed=speed,
        maxspeed=speed,
        minelevation=0.0,
        maxelevation=0.0,
        elevationgain=gain,
        uuid=uuid,
        elevationloss=loss,
        starttime_offset=0,
    )


def track_of(database: Database, id: int) -> dict[str, Any] | None:
    """The row of a track."""
    return database.one("SELECT * FROM tracks WHERE _id = ?", id)


def track_page(database: Database, query: str, first: int, count: int) -> list[dict[str, Any]]:
    """A page of the tracks with these words in name, kind or description, the newest first."""
    words = " ".join(query.casefold().split())[:100]
    return database.rows(
        "SELECT * FROM tracks WHERE ? = '' OR instr(lower(coalesce(name, '') || ' ' || "
        "coalesce(category, '') || ' ' || coalesce(description, '')), ?) "
        "ORDER BY starttime DESC, _id DESC LIMIT ? OFFSET ?",
        words,
        words,
        count,
        first,
    )


def totals_between(database: Database, start_ms: int, end_ms: int) -> list[dict[str, Any]]:
    """For each kind of sport how often, how long and how far it was done in a span."""
    return database.rows(
        "SELECT category, count(*) AS number, sum(totaltime) AS totaltime, "
        "sum(totaldistance) AS totaldistance, max(totaldistance) AS longest FROM tracks "
        "WHERE starttime >= ? AND starttime < ? GROUP BY category ORDER BY category LIMIT 100",
        start_ms,
        end_ms,
    )


def miles(metres: float) -> float:
    """Metres as miles with two decimals."""
    return round((metres or 0) / METRES_A_MILE, 2)


def distance_text(metres: float) -> str:
    """`3.11 mi`."""
    return f"{miles(metres):.2f} mi"


def minutes_text(duration_ms: int) -> str:
    """`90 min`."""
    return f"{round((duration_ms or 0) / MINUTE_MS)} min"


def clock_text(duration_ms: int) -> str:
    """`1:30:00`."""
    seconds = (duration_ms or 0) // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def start_text(start_ms: int) -> str:
    """`Thu, 12 Oct 2023, 14:00`."""
    at = from_millis(start_ms or 0)
    return f"{at:%a}, {at.day} {at:%b %Y, %H:%M}"


def summary(track: dict[str, Any]) -> str:
    """What the list says of a track besides its name."""
    parts = (
        track["category"] or "",
        start_text(track["starttime"]),
        minutes_text(track["totaltime"]),
        distance_text(track["totaldistance"]),
    )
    return " · ".join(part for part in parts if part)
