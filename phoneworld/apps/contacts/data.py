"""How Contacts reads and changes the address book.

It keeps nothing of its own: its rows are the contacts provider's (`phoneworld.providers.contacts`).
"""

from __future__ import annotations

from typing import Any

from phoneworld.providers import contacts
from phoneworld.store import Database

FIELDS = (
    ("phone", contacts.PHONE, "Phone", "call"),
    ("email", contacts.EMAIL, "Email", "mail"),
    ("address", contacts.ADDRESS, "Address", "place"),
    ("company", contacts.COMPANY, "Company", "work"),
    ("note", contacts.NOTE, "Note", "note"),
)
"""What is known of a person besides the name: key, MIME type, label and icon."""


def favorite_page(database: Database, first: int, count: int) -> list[dict[str, Any]]:
    """Some of the favorites, by name."""
    return database.rows(
        "SELECT _id, display_name, starred FROM raw_contacts WHERE starred = 1 "
        "ORDER BY sort_key LIMIT ? OFFSET ?",
        count,
        first,
    )


def name_of(database: Database, contact: int) -> str:
    """The name of a contact; empty if it was deleted."""
    found: str | None = database.value(
        "SELECT display_name FROM raw_contacts WHERE _id = ?", contact
    )
    return found or ""


def card_of(database: Database, contact: int) -> str:
    """A contact as text to share."""
    known = contacts.details(database, contact)
    values = (known[kind] for _, kind, _, _ in FIELDS if kind in known)
    return "\n".join([name_of(database, contact), *values])


def flip_star(database: Database, contact: int) -> None:
    """Make a contact a favorite, or no longer one."""
    database.run("UPDATE raw_contacts SET starred = 1 - starred WHERE _id = ?", contact)


def put_detail(database: Database, contact: int, kind: str, value: str) -> None:
    """Set the first value of a kind; an empty value deletes it."""
    row = database.value(
        "SELECT _id FROM data WHERE raw_contact_id = ? AND mimetype = ? ORDER BY _id",
        contact,
        kind,
    )
    if row is None:
        if value:
            database.insert("data", raw_contact_id=contact, mimetype=kind, data1=value)
    elif value:
        database.run("UPDATE data SET data1 = ? WHERE _id = ?", value, row)
    else:
        database.run("DELETE FROM data WHERE _id = ?", row)
