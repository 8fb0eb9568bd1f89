"""What Messages keeps of its own: which conversations are archived, which messages starred.

The messages themselves are the system's (`phoneworld.providers.telephony`).
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from phoneworld.apps.phone.numbers import tidy
from phoneworld.providers.telephony import RECEIVED, SENT, add_message
from phoneworld.store import Database, database_path
from phoneworld.world import World, make_phone_number, millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone

PACKAGE = "com.phoneworld.messages"
PATH = database_path(PACKAGE, "messages.db")
SCHEMA = """
CREATE TABLE archived (_id INTEGER PRIMARY KEY, address TEXT UNIQUE NOT NULL);
CREATE TABLE starred (_id INTEGER PRIMARY KEY, sms_id INTEGER UNIQUE NOT NULL);
"""


def receive(
    phone: Phone, address: str, body: str, *, date_ms: int, read: bool = True, notify: str = ""
) -> int:
    """A message comes in; its id. `notify` is the title of the notification, if there is one."""
    address = tidy(address)
    if notify:
        phone.notify(PACKAGE, notify, body, route="thread", address=address)
    return add_message(phone.messages, address, body, kind=RECEIVED, date_ms=date_ms, read=read)


def send(phone: Phone, address: str, body: str, *, date_ms: int) -> int:
    """A message goes out; its id. An archived conversation comes back to the others."""
    address = tidy(address)
    set_archived(phone, address, on=False)
    return add_message(phone.messages, address, body, kind=SENT, date_ms=date_ms)


def set_archived(phone: Phone, address: str, *, on: bool) -> None:
    """Put a conversation away, or bring it back."""
    database = phone.databases[PATH]
    there = is_archived(phone, address)
    if on and not there:
        database.insert("archived", address=address)
    elif there and not on:
        database.run("DELETE FROM archived WHERE address = ?", address)


def is_archived(phone: Phone, address: str) -> bool:
    """Whether a conversation is put away."""
    found = phone.databases[PATH].value("SELECT _id FROM archived WHERE address = ?", address)
    return found is not None


def set_starred(phone: Phone, message: int, *, on: bool) -> None:
    """Mark a message as one to be found again, or no longer."""
    database = phone.databases[PATH]
    there = is_starred(phone, message)
    if on and not there:
        database.insert("starred", sms_id=message)
    elif there and not on:
        database.run("DELETE FROM starred WHERE sms_id = ?", message)


def is_starred(phone: Phone, message: int) -> bool:
    """Whether a message has a star."""
    found = phone.databases[PATH].value("SELECT _id FROM starred WHERE sms_id = ?", message)
    return found is not None


def starred_among(phone: Phone, messages: list[int]) -> set[int]:
    """Which of these messages have a star."""
    if not messages:
        return set()
    rows = phone.databases[PATH].rows(
        "SELECT sms_id FROM starred WHERE sms_id IN (SELECT value FROM json_each(?))",
        json.dumps(messages),
    )
    return {row["sms_id"] for row in rows}


def delete_message(phone: Phone, message: int) -> None:
    """Delete one message; the last one takes its conversation along."""
    messages = phone.messages
    row = messages.one("SELECT thread_id, address FROM sms WHERE _id = ?", message)
    if row is None:
        return
    set_starred(phone, message, on=False)
    messages.run("DELETE FROM sms WHERE _id = ?", message)
    last = messages.one(
        "SELECT body, date FROM sms WHERE thread_id = ? ORDER BY date DESC, _id DESC LIMIT 1",
        row["thread_id"],
    )
    if last is None:
        delete_thread(phone, row["address"])
        return
    messages.run(
        "UPDATE threads SET snippet = ?, date = ? WHERE _id = ?",
        last["body"],
        last["date"],
        row["thread_id"],
    )


def delete_thread(phone: Phone, address: str) -> None:
    """Delete a conversation with all its messages."""
    messages = phone.messages
    thread = messages.value("SELECT _id FROM threads WHERE recipient = ?", address)
    if thread is None:
        return
    for row in messages.rows("SELECT _id FROM sms WHERE thread_id = ?", thread):
        set_starred(phone, row["_id"], on=False)
    messages.run("DELETE FROM sms WHERE thread_id = ?", thread)
    messages.run("DELETE FROM threads WHERE _id = ?", thread)
    set_archived(phone, address, on=False)


def unread_count(phone: Phone) -> int:
    """How many conversations have something new."""
    return int(phone.messages.value("SELECT count(*) FROM threads WHERE read = 0"))


def mark_read(messages: Database, address: str, *, read: bool) -> None:
    """Note that a conversation was looked at, or is to be looked at again."""
    thread = messages.one("SELECT _id, read FROM threads WHERE recipient = ?", address)
    if thread is None or bool(thread["read"]) == read:
        return
    messages.run("UPDATE threads SET read = ? WHERE _id = ?", int(read), thread["_id"])
    if read:
        messages.run("UPDATE sms SET read = 1 WHERE thread_id = ? AND read = 0", thread["_id"])


SENDERS = (
    ("Harbor Bank", "Your card ending in {tail} was used for ${amount} at {shop}."),
    ("Swift Parcel", "Your parcel {ref} arrives on {day} between {hour}:00 and {later}:00."),
    ("Lakeside Dental", "Reminder: your check-up is on {day} at {hour}:30."),
    ("City Library", "Two of your books are due on {day}. Renew them online."),
    ("Green Energy", "Your meter reading is due. Your customer number is {ref}."),
    ("Nova Mobile", "You have used {percent}% of your data plan this month."),
    ("Metro Transit", "Line {line} is delayed by about {minutes} minutes this morning."),
    ("Bella Salon", "See you on {day} at {hour}:15! Reply is not possible to this number."),
)
SHOPS = ("Corner Market", "Book Nook", "Oak Pharmacy", "Blue Cup Coffee", "Trail Sports")
DAYS = ("Monday", "Tuesday", "Wednesday", "Friday", "Saturday")
TALKS = (
    (
        ("in", "Do you remember the name of that restaurant?"),
        ("out", "The one by the river? It's called Little Anchor."),
        ("in", "Exactly, thank you!"),
        ("in", "Shall we go there on {day}?"),
        ("out", "I'd love to. Seven?"),
    ),
    (
        ("out", "How did the exam go?"),
        ("in", "Better than I thought. Results in two weeks."),
        ("out", "Fingers crossed!"),
    ),
    (
        ("in", "The plumber can come on {day} at {hour}."),
        ("out", "That works, I'll be at home."),
        ("in", "Great, I'll tell him. He charges ${amount} for the visit."),
    ),
    (
        ("in", "We're at the lake, the water is cold but lovely."),
        ("out", "I'm jealous. Bring some sun back."),
        ("in", "We'll be back on {day}."),
    ),
    (
        ("out", "Could you water my plants next week?"),
        ("in", "Of course. Where is the key?"),
        ("out", "With the neighbours at number {line}."),
    ),
    (
        ("in", "I sold the bike!"),
        ("out", "Congratulations, for how much?"),
        ("in", "${amount}, I'm quite happy with that."),
    ),
)


def fill_in(rng: Random, text: str) -> str:
    """A text with its blanks filled."""
    hour = rng.randint(8, 17)
    return text.format(
        tail=rng.randint(1000, 9999),
        amount=f"{rng.randint(5, 180)}.{rng.choice(('00', '50', '90'))}",
        shop=rng.choice(SHOPS),
        ref=f"{rng.choice('ABCDEFGH')}{rng.randint(10000, 99999)}",
        day=rng.choice(DAYS),
        hour=hour,
        later=hour + 2,
        percent=rng.choice((50, 75, 80, 90)),
        line=rng.randint(2, 48),
        minutes=rng.choice((5, 10, 15)),
    )


def seed(phone: Phone, world: World) -> None:
    """Longer talks, notices of shops and banks, a stranger or two; a few of them archived."""
    rng = world.rng("messages app")
    known = {row["recipient"] for row in phone.messages.rows("SELECT recipient FROM threads")}
    silent = [person.phone for person in world.people if person.phone not in known]
    talkers = rng.sample(silent, 5)
    for address, talk in zip(talkers, rng.sample(TALKS, 5), strict=True):
        at = millis(world.day(-rng.randint(13, 30), rng.randint(8, 19), rng.randint(0, 30)))
        for side, text in talk:
            add = receive if side == "in" else send
            add(phone, address, fill_in(rng, text), date_ms=at)
            at += rng.randint(1, 9) * 60_000
    for sender, text in SENDERS:
        for age in sorted(rng.sample(range(1, 40), rng.randint(1, 3)), reverse=True):
            at = world.day(-age, rng.randint(7, 18), rng.randint(0, 59))
            receive(phone, sender, fill_in(rng, text), date_ms=millis(at), read=age > 3)
    stranger = make_phone_number(rng)
    receive(
        phone,
        stranger,
        "Hi, is the flat still available? I could come by this week.",
        date_ms=millis(world.day(-rng.randint(3, 9), 17, 20)),
    )
    for sender, _ in rng.sample(SENDERS, 2):
        set_archived(phone, sender, on=True)
