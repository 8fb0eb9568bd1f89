"""What Phone keeps of its own: voicemail and blocked numbers. Calls are in the system's call log."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from phoneworld.apps.phone.numbers import tidy
from phoneworld.providers.contacts import INCOMING, MISSED, OUTGOING
from phoneworld.store import Database, database_path
from phoneworld.world import World, make_phone_number, millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone

PACKAGE = "com.phoneworld.phone"
PATH = database_path(PACKAGE, "phone.db")
SCHEMA = """
CREATE TABLE voicemails (
    _id INTEGER PRIMARY KEY, number TEXT NOT NULL, date INTEGER NOT NULL,
    duration INTEGER NOT NULL, transcript TEXT NOT NULL, heard INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX voicemails_date ON voicemails (date);
CREATE TABLE blocked (
    _id INTEGER PRIMARY KEY, number TEXT UNIQUE NOT NULL, date INTEGER NOT NULL
);
"""

TRANSCRIPTS = (
    "Hi, it's me. Could you call me back when you have a moment? It's about {topic}. Bye!",
    "Hello, just checking whether {topic} still works for you. Talk soon.",
    "Hey, I'm running about {minutes} minutes late. Please start without me.",
    "It's about {topic}. I would say we do it on {day}. Let me know.",
    "I left {thing} at your place yesterday. Can I come by on {day}?",
    "Sorry I missed you. I'll try again at {hour} o'clock.",
    "I found {thing} in my car, it must be yours. Call me.",
)
TOPICS = ("the garden party", "the school run", "our trip", "the invoice", "the new flat")
THINGS = ("my umbrella", "a blue scarf", "the camera bag", "my reading glasses", "a set of keys")
DAYS = ("Monday", "Tuesday", "Wednesday", "Friday", "Saturday", "Sunday")


def add_call(
    calls: Database,
    number: str,
    *,
    kind: int,
    date_ms: int,
    duration_s: int = 0,
    name: str = "",
) -> int:
    """Enter a call into the call log; its id."""
    return calls.insert(
        "calls", number=tidy(number), date=date_ms, duration=duration_s, type=kind, name=name
    )


def add_voicemail(
    database: Database,
    number: str,
    transcript: str,
    *,
    date_ms: int,
    duration_s: int = 20,
    heard: bool = False,
) -> int:
    """Leave a voicemail; its id."""
    return database.insert(
        "voicemails",
        number=tidy(number),
        date=date_ms,
        duration=duration_s,
        transcript=transcript,
        heard=int(heard),
    )


def block(database: Database, number: str, *, date_ms: int) -> None:
    """Refuse calls and messages of a number; one that is blocked stays so."""
    if not is_blocked(database, number):
        database.insert("blocked", number=tidy(number), date=date_ms)


def unblock(database: Database, number: str) -> None:
    """Let a number through again."""
    database.run("DELETE FROM blocked WHERE number = ?", tidy(number))


def is_blocked(database: Database, number: str) -> bool:
    """Whether a number is blocked."""
    return database.value("SELECT _id FROM blocked WHERE number = ?", tidy(number)) is not None


def make_transcript(rng: Random) -> str:
    """Something that somebody may have left on the answering machine."""
    return rng.choice(TRANSCRIPTS).format(
        topic=rng.choice(TOPICS),
        thing=rng.choice(THINGS),
        day=rng.choice(DAYS),
        minutes=rng.choice((10, 15, 20, 30)),
        hour=rng.randint(9, 20),
    )


def seed(phone: Phone, world: World) -> None:
    """Voicemail, a few blocked numbers, and calls of strangers."""
    rng = world.rng("phone")
    database = phone.databases[PATH]
    for age in sorted(rng.sample(range(1, 30), 8), reverse=True):
        person = rng.choice(world.people)
        at = world.day(-age, rng.randint(8, 20), rng.randint(0, 59))
        add_voicemail(
            database,
            person.phone,
            make_transcript(rng),
            date_ms=millis(at),
            duration_s=rng.randint(8, 75),
            heard=age > 4,
        )
    for age in sorted(rng.sample(range(10, 80), 4), reverse=True):
        block(database, make_phone_number(rng), date_ms=millis(world.day(-age)))
    for _ in range(6):
        kind = rng.choice((INCOMING, MISSED, MISSED, OUTGOING))
        at = world.day(-rng.randint(1, 20), rng.randint(8, 20), rng.randint(0, 59))
        add_call(
            phone.calls,
            make_phone_number(rng),
            kind=kind,
            date_ms=millis(at),
            duration_s=0 if kind == MISSED else rng.randint(5, 240),
        )
