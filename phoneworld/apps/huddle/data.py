"""Huddle's own data: chats, their members and messages, the profile. Mini-apps bring theirs.

A chat with a person is known by the person's number; the address book is the contacts provider's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phoneworld.apps.huddle.talk import GROUP_TALK, GROUPS, TALK
from phoneworld.changes import Change, CountedChange
from phoneworld.phone import Phone
from phoneworld.store import Database, database_path
from phoneworld.world import World, millis

PACKAGE = "com.phoneworld.huddle"
DATABASE = "huddle.db"
PATH = database_path(PACKAGE, DATABASE)
PERSON, GROUP = "person", "group"
ME = ""
"""The sender of one's own messages."""

SCHEMA = """
CREATE TABLE profile (
    _id INTEGER PRIMARY KEY, name TEXT NOT NULL, handle TEXT NOT NULL, status TEXT NOT NULL,
    read_receipts INTEGER NOT NULL DEFAULT 1, last_seen INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE chats (
    _id INTEGER PRIMARY KEY, title TEXT NOT NULL, kind TEXT NOT NULL,
    phone TEXT NOT NULL DEFAULT '', pinned INTEGER NOT NULL DEFAULT 0,
    muted INTEGER NOT NULL DEFAULT 0, unread INTEGER NOT NULL DEFAULT 0,
    last_at INTEGER NOT NULL, last_text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX chats_order ON chats (pinned DESC, last_at DESC);
CREATE INDEX chats_phone ON chats (phone);
CREATE TABLE members (
    _id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL REFERENCES chats (_id),
    name TEXT NOT NULL, phone TEXT NOT NULL
);
CREATE INDEX members_chat ON members (chat_id);
CREATE TABLE messages (
    _id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL REFERENCES chats (_id),
    sender TEXT NOT NULL, text TEXT NOT NULL, file TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL
);
CREATE INDEX messages_chat ON messages (chat_id, at);
"""
DERIVED = ("chats.unread", "chats.last_at", "chats.last_text")
STATUSES = (
    "At work",
    "Available",
    "Reading something good",
    "On my bike",
    "Busy until noon",
    "Coffee first",
)


def tell_change(phone: Phone, change: Change) -> CountedChange | None:
    """A message that was written, in words."""
    row = change.after
    if change.table != "messages" or change.before is not None or row is None:
        return None
    database = phone.databases[PATH]
    chat = database.value("SELECT title FROM chats WHERE _id = ?", row["chat_id"])
    what = f"to {chat} sent" if row["sender"] == ME else f"in {chat} received"
    return CountedChange("Huddle message", "Huddle messages", what)


def unread_count(phone: Phone) -> int:
    """How many chats that are not muted have something new."""
    sql = "SELECT count(*) FROM chats WHERE unread > 0 AND muted = 0"
    return int(phone.databases[PATH].value(sql))


def add_chat(
    database: Database,
    title: str,
    *,
    at_ms: int,
    phone: str = "",
    members: Sequence[tuple[str, str]] = (),
    pinned: bool = False,
    muted: bool = False,
) -> int:
    """Begin a chat with a person (who has a number) or a group (which has members); its id."""
    chat = database.insert(
        "chats",
        title=title,
        kind=PERSON if phone else GROUP,
        phone=phone,
        pinned=int(pinned),
        muted=int(muted),
        last_at=at_ms,
    )
    for name, number in members:
        database.insert("members", chat_id=chat, name=name, phone=number)
    return chat


def add_message(
    database: Database,
    chat: int,
    text: str,
    *,
    at_ms: int,
    sender: str = ME,
    file: str = "",
    unread: bool = False,
) -> int:
    """Put a message into a chat; its id. Without a sender it is one's own."""
    preview = text or file.rpartition("/")[2]
    database.run(
        "UPDATE chats SET last_at = max(last_at, ?), last_text = ?, unread = unread + ? "
        "WHERE _id = ?",
        at_ms,
        f"You: {preview}" if sender == ME else preview,
        int(unread),
        chat,
    )
    return database.insert("messages", chat_id=chat, sender=sender, text=text, file=file, at=at_ms)


def chat_with(database: Database, phone: str) -> int | None:
    """The chat with the person of a number, if there is one."""
    return database.value("SELECT _id FROM chats WHERE phone = ? AND kind = ?", phone, PERSON)


def clear_chat(database: Database, chat: int) -> None:
    """Remove a chat's messages."""
    database.run("DELETE FROM messages WHERE chat_id = ?", chat)
    database.run("UPDATE chats SET last_text = '', unread = 0 WHERE _id = ?", chat)


def delete_chat(database: Database, chat: int) -> None:
    """Remove a chat with all that is in it."""
    database.run("DELETE FROM chats WHERE _id = ?", chat)
    database.run("DELETE FROM members WHERE chat_id = ?", chat)
    database.run("DELETE FROM messages WHERE chat_id = ?", chat)


def chat_page(
    database: Database, query: str, first: int, count: int, *, which: str = "All"
) -> list[dict[str, Any]]:
    """Chats, the pinned and the newest first; those with `query` in the title."""
    return database.rows(
        "SELECT * FROM chats WHERE (? = 'All' OR (? = 'Unread' AND unread > 0) "
        "OR (? = 'Groups' AND kind = 'group')) AND (? = '' OR instr(lower(title), ?) > 0) "
        "ORDER BY pinned DESC, last_at DESC LIMIT ? OFFSET ?",
        which,
        which,
        which,
        query,
        query,
        count,
        first,
    )


def seed(phone: Phone, world: World) -> None:
    """The profile, and the talk of the last weeks with some of the people and in groups."""
    database = phone.databases[PATH]
    rng = world.rng("huddle")
    owner = world.owner
    database.insert(
        "profile",
        name=owner.name,
        handle=f"{owner.first}.{owner.last}".lower(),
        status=rng.choice(STATUSES),
    )
    partners = rng.sample(world.people, 15)
    talks = rng.sample(TALK, len(partners))
    for index, (person, talk) in enumerate(zip(partners, talks, strict=True)):
        start = millis(world.day(-index, 8, rng.randint(0, 50)))
        chat = add_chat(database, person.name, phone=person.phone, at_ms=start)
        at = start
        for turn, line in enumerate(talk):
            at += rng.randint(40, 600) * 1000
            sender = ME if line.startswith(">") else person.name
            add_message(
                database,
                chat,
                line.removeprefix(">"),
                sender=sender,
                at_ms=at,
                unread=sender != ME and turn == len(talk) - 1 and rng.random() < 0.3,
            )
    for title, talk in zip(rng.sample(GROUPS, 6), rng.sample(GROUP_TALK, 6), strict=True):
        people = rng.sample(world.people, rng.randint(3, 6))
        start = millis(world.day(-rng.randint(0, 14), 7, rng.randint(0, 59)))
        chat = add_chat(
            database,
            title,
            members=[(person.name, person.phone) for person in people],
            at_ms=start,
            muted=rng.random() < 0.2,
        )
        at = start
        for turn, line in enumerate(talk):
            at += rng.randint(40, 900) * 1000
            sender = ME if line.startswith(">") else people[int(line[0]) % len(people)].name
            add_message(
                database,
                chat,
                line[1:],
                sender=sender,
                at_ms=at,
                unread=sender != ME and turn == len(talk) - 1 and rng.random() < 0.3,
            )
