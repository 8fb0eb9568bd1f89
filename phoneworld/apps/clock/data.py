"""What Clock keeps: alarms, cities, timers, the stopwatch with its laps, options."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from phoneworld.apps.clock.cities import BY_NAME
from phoneworld.apps.clock.times import MINUTE, SECOND, WEEK, next_ring
from phoneworld.store import Database, database_path

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.clock"
PATH = database_path(PACKAGE, "clock.db")
SCHEMA = """
CREATE TABLE alarms (
    _id INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    label TEXT NOT NULL DEFAULT '',
    days TEXT NOT NULL DEFAULT '',
    enabled INTEGER NOT NULL DEFAULT 1,
    vibrate INTEGER NOT NULL DEFAULT 1,
    sound TEXT NOT NULL,
    snoozed_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX alarms_time ON alarms (time, _id);
CREATE TABLE cities (
    _id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    country TEXT NOT NULL,
    offset_minutes INTEGER NOT NULL
);
CREATE TABLE timers (
    _id INTEGER PRIMARY KEY,
    label TEXT NOT NULL DEFAULT '',
    length_ms INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'ready',
    left_ms INTEGER NOT NULL,
    ends_at INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE stopwatch (
    _id INTEGER PRIMARY KEY,
    state TEXT NOT NULL DEFAULT 'ready',
    started_at INTEGER NOT NULL DEFAULT 0,
    elapsed_ms INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE laps (
    _id INTEGER PRIMARY KEY,
    lap_ms INTEGER NOT NULL,
    total_ms INTEGER NOT NULL
);
CREATE TABLE options (_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value TEXT NOT NULL);
INSERT INTO stopwatch (_id) VALUES (1);
INSERT INTO options (name, value) VALUES
    ('snooze_minutes', '10'), ('silence_minutes', '10'), ('week_start', 'Mon'),
    ('clock_style', 'Digital');
"""
"""States are ready, running and paused. A running timer rings at `ends_at`, a paused one has
`left_ms` to go; a running stopwatch has gone `elapsed_ms` before `started_at`."""

SOUNDS = (
    "Bright Morning",
    "Cuckoo Clock",
    "Early Twilight",
    "Full of Wonder",
    "Gentle Breeze",
    "Icicles",
    "Silent",
    "Sunshower",
)
WEEKDAYS = ",".join(WEEK[:5])
WEEKENDS = ",".join(WEEK[5:])
USUAL_ALARMS = (
    ("Wake up", 6, WEEKDAYS),
    ("Sleep in", 8, WEEKENDS),
    ("Take vitamins", 7, ",".join(WEEK)),
    ("Walk the dog", 17, ",".join(WEEK)),
    ("Gym", 18, "Tue,Thu"),
    ("Swim training", 5, "Mon,Wed,Fri"),
    ("Put the bins out", 20, "Wed"),
    ("Water the plants", 19, "Sun"),
    ("Choir practice", 18, "Mon"),
    ("Lights out", 22, "Sun,Mon,Tue,Wed,Thu"),
    ("School run", 15, WEEKDAYS),
    ("Stand-up meeting", 9, WEEKDAYS),
    ("Lunch break", 12, WEEKDAYS),
    ("Night shift", 21, "Fri,Sat"),
    ("Farmers market", 8, "Sat"),
    ("Piano lesson", 16, "Thu"),
)
SINGLE_ALARMS = ("Airport taxi", "Parcel delivery", "Call the bank", "Pick up cake", "Laundry", "")
USUAL_TIMERS = (
    ("Pasta", 9), ("Green tea", 3), ("Soft eggs", 6), ("Plank", 1), ("Power nap", 20),
    ("Pizza dough", 45), ("Face mask", 15), ("Rice", 14), ("Meditation", 10), ("Bread", 35),
)  # fmt: skip
USUAL_CITIES = ("London", "New York", "Tokyo", "Sydney", "Paris", "Delhi", "Berlin", "São Paulo")


def add_alarm(
    database: Database,
    time: str,
    *,
    label: str = "",
    days: str = "",
    enabled: bool = True,
    vibrate: bool = True,
    sound: str = SOUNDS[0],
) -> int:
    """A new alarm at a time (`07:30`) on days (`Mon,Fri`), or once."""
    return database.insert(
        "alarms",
        time=time,
        label=label,
        days=days,
        enabled=int(enabled),
        vibrate=int(vibrate),
        sound=sound,
    )


def add_city(database: Database, name: str) -> int:
    """Put a city that the world clock knows on the list."""
    city = BY_NAME[name]
    return database.insert(
        "cities", name=name, country=city.country, offset_minutes=city.offset_minutes
    )


def add_timer(database: Database, length_ms: int, *, label: str = "") -> int:
    """A new timer that is not running yet."""
    return database.insert("timers", label=label, length_ms=length_ms, left_ms=length_ms)


def start_timer(database: Database, timer: int, now_ms: int) -> None:
    """Let a timer run, or run on."""
    database.run(
        "UPDATE timers SET state = 'running', ends_at = ? + left_ms WHERE _id = ?", now_ms, timer
    )


def pause_timer(database: Database, timer: int, now_ms: int) -> None:
    """Stop a running timer where it is."""
    database.run(
        "UPDATE timers SET state = 'paused', left_ms = max(0, ends_at - ?), ends_at = 0 "
        "WHERE _id = ? AND state = 'running'",
        now_ms,
        timer,
    )


def reset_timer(database: Database, timer: int) -> None:
    """Set a timer back to its full length."""
    database.run(
        "UPDATE timers SET state = 'ready', left_ms = length_ms, ends_at = 0 WHERE _id = ?", timer
    )


def add_lap(database: Database, total_ms: int) -> int:
    """Note a lap that ends when the stopwatch shows `total_ms`."""
    before = database.value("SELECT total_ms FROM laps ORDER BY _id DESC LIMIT 1") or 0
    return database.insert("laps", lap_ms=total_ms - before, total_ms=total_ms)


def set_stopwatch(
    database: Database, state: str, *, started_at: int = 0, elapsed_ms: int = 0
) -> None:
    """Put the stopwatch into a state."""
    database.run(
        "UPDATE stopwatch SET state = ?, started_at = ?, elapsed_ms = ?",
        state,
        started_at,
        elapsed_ms,
    )


def option(database: Database, name: str) -> str:
    """The value of an option."""
    return database.value("SELECT value FROM options WHERE name = ?", name)


def set_option(database: Database, name: str, value: str) -> None:
    """Change an option."""
    database.run("UPDATE options SET value = ? WHERE name = ? AND value <> ?", value, name, value)


def ring(phone: Phone, alarm: int, time: str, label: str) -> None:
    """Show that an alarm rings."""
    phone.notify(PACKAGE, f"Alarm {time}", label or "Alarm", route="ringing", id=alarm)


def on_time(phone: Phone, before_s: float, now_s: float) -> None:
    """Let the alarms and timers ring whose time has come."""
    before, now = int(before_s * 1000), int(now_s * 1000)
    database = phone.databases[PATH]
    for row in database.rows("SELECT * FROM alarms WHERE enabled = 1 OR snoozed_until > 0"):
        due = bool(row["enabled"]) and next_ring(row["time"], row["days"], before) <= now
        again = before < row["snoozed_until"] <= now
        if due or again:
            ring(phone, row["_id"], row["time"], row["label"])
        if due and not row["days"]:
            # An alarm that does not repeat has done its work.
            database.run("UPDATE alarms SET enabled = 0 WHERE _id = ?", row["_id"])
        if again:
            database.run("UPDATE alarms SET snoozed_until = 0 WHERE _id = ?", row["_id"])
    for row in database.rows(
        "SELECT * FROM timers WHERE state = 'running' AND ends_at > ? AND ends_at <= ?", before, now
    ):
        phone.notify(PACKAGE, "Time's up", row["label"] or "Timer", route="timer")


def seed(phone: Phone, world: World) -> None:
    """The alarms, cities and timers of somebody's everyday life."""
    rng = world.rng("clock")
    database = phone.databases[PATH]
    taken: set[str] = set()
    for label, hour, days in rng.sample(USUAL_ALARMS, 9):
        time = draw_time(rng, taken, hour, hour)
        enabled = rng.random() < 0.7
        add_alarm(
            database, time, label=label, days=days, enabled=enabled, sound=rng.choice(SOUNDS[:6])
        )
    for label in rng.sample(SINGLE_ALARMS, 4):
        # Far from now, so that none of them goes off while somebody uses the phone.
        time = draw_time(rng, taken, 13, 22)
        add_alarm(database, time, label=label, enabled=rng.random() < 0.3)
    for name in rng.sample(USUAL_CITIES, 5):
        add_city(database, name)
    for label, minutes in rng.sample(USUAL_TIMERS, 3):
        add_timer(database, minutes * MINUTE, label=label)
    add_timer(database, rng.choice((30, 45, 90)) * SECOND)


def draw_time(rng: Random, taken: set[str], first_hour: int, last_hour: int) -> str:
    """A time at a multiple of five minutes that is not taken yet (it is added)."""
    while True:
        time = f"{rng.randint(first_hour, last_hour):02d}:{rng.randrange(0, 60, 5):02d}"
        # 09:41 is when phones are switched on: nothing rings right then.
        if time not in taken and not "09:35" <= time <= "09:55":
            taken.add(time)
            return time
