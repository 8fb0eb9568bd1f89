"""Contacts keeps nothing of its own: its rows are the contacts provider's.

What kind of number it is stands in `data2` of the number's row, as Android counts kinds.
"""

from __future__ import annotations

from phoneworld.providers import contacts
from phoneworld.store import Database

PACKAGE = "com.google.android.contacts"
KINDS = {"Mobile": "2", "Home": "1", "Work": "3", "Other": "7"}
"""The kinds of numbers to choose from, as they are stored."""


def kind_of_number(database: Database, contact: int) -> str:
    """The kind of somebody's number; nothing where it was never said."""
    stored = database.value(
        "SELECT data2 FROM data WHERE raw_contact_id = ? AND mimetype = ? ORDER BY _id",
        contact,
        contacts.PHONE,
    )
    return next((kind for kind, value in KINDS.items() if value == stored), "")


def put_kind_of_number(database: Database, contact: int, kind: str) -> None:
    """Say of what kind somebody's number is."""
    database.run(
        "UPDATE data SET data2 = ? WHERE raw_contact_id = ? AND mimetype = ?",
        KINDS[kind],
        contact,
        contacts.PHONE,
    )
