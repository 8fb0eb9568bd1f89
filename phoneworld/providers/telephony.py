"""Text messages, as Android's telephony provider keeps them: threads by address, messages by thread."""

from __future__ import annotations

from datetime import datetime

from phoneworld.store import Database, database_path
from phoneworld.world import World, millis

PACKAGE = "com.android.providers.telephony"
PATH = database_path(PACKAGE, "mmssms.db")
RECEIVED, SENT, DRAFT = 1, 2, 3
SCHEMA = """
CREATE TABLE threads (
    _id INTEGER PRIMARY KEY, recipient TEXT UNIQUE NOT NULL, date INTEGER NOT NULL,
    snippet TEXT NOT NULL DEFAULT '', read INTEGER NOT NULL DEFAULT 1,
    archived INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX threads_date ON threads (archived, date);
CREATE TABLE sms (
    _id INTEGER PRIMARY KEY, thread_id INTEGER NOT NULL REFERENCES threads (_id),
    address TEXT NOT NULL, date INTEGER NOT NULL, read INTEGER NOT NULL DEFAULT 1,
    type INTEGER NOT NULL, body TEXT NOT NULL
);
CREATE INDEX sms_thread ON sms (thread_id, date);
"""


def add_message(
    database: Database, address: str, body: str, *, kind: int, date_ms: int, read: bool = True
) -> int:
    """Put a message into the thread of an address, which is made if need be; the message's id."""
    thread = database.value("SELECT _id FROM threads WHERE recipient = ?", address)
    if thread is None:
        thread = database.insert("threads", recipient=address, date=date_ms, snippet=body)
    database.run(
        "UPDATE threads SET date = max(date, ?), snippet = ?, read = ? WHERE _id = ?",
        date_ms,
        body,
        int(read),
        thread,
    )
    return database.insert(
        "sms",
        thread_id=thread,
        address=address,
        date=date_ms,
        read=int(read),
        type=kind,
        body=body,
    )


SMALL_TALK = (
    ("Are we still on for tomorrow?", "Yes! See you at ten."),
    ("Did you get home alright?", "Yes, thanks for asking."),
    ("Can you pick up some milk?", "Sure, anything else?"),
    ("Happy birthday!", "Thank you so much!"),
    ("The meeting moved to the afternoon.", "Good to know, thanks."),
    ("Have you seen my charger?", "It is on the kitchen table."),
    ("Call me when you have a minute.", "Will do after lunch."),
    ("Lovely photos from the weekend!", "Glad you like them."),
)


def seed_messages(database: Database, world: World) -> None:
    """Small talk with some of the people."""
    rng, before = world.rng("messages"), world.rng("messages before")
    for person in rng.sample(world.people, 9):
        day, turns = -rng.randint(1, 12), rng.randint(1, 3)
        if turns == 1:
            # Nobody has written but once.
            talk = before.choice(SMALL_TALK)
            _write(database, person.phone, talk, world.day(day - 3, 17, before.randint(0, 50)))
        for turn in range(turns):
            talk = rng.choice(SMALL_TALK)
            _write(database, person.phone, talk, world.day(day, 9 + turn * 3, rng.randint(0, 50)))


def _write(database: Database, address: str, talk: tuple[str, str], at: datetime) -> None:
    """They write, and are answered five minutes later."""
    theirs, mine = talk
    add_message(database, address, theirs, kind=RECEIVED, date_ms=millis(at))
    add_message(database, address, mine, kind=SENT, date_ms=millis(at) + 300_000)
