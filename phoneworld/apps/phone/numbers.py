"""Phone numbers: how they are spelled, and whose they are. Phone, Messages and Contacts agree here.

People write one number in many ways; calls and messages keep it in one, so that a look-up is one
step into an index. Numbers that are not of the usual shape (service numbers, senders with a name)
stay as they were written.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from phoneworld.providers import contacts
from phoneworld.store import Database

_USUAL = re.compile(r"(?:\+?1)?([2-9]\d{9})")
_LAST = "\U0010ffff"


# Rows are made thousands of times a second, from a few numbers: what is pure is remembered.


@lru_cache(maxsize=1024)
def digits_of(number: str) -> str:
    """A number without what people put between the digits."""
    return "".join(c for c in number if c in "+0123456789*#")


@lru_cache(maxsize=1024)
def tidy(number: str) -> str:
    """The one way a number is kept: `+1 202 555 0143`."""
    text = " ".join(number.split())
    if is_name(text):
        return text
    usual = _USUAL.fullmatch(digits_of(text))
    if usual is None:
        return text
    digits = usual[1]
    return f"+1 {digits[:3]} {digits[3:6]} {digits[6:]}"


def spaced(text: str) -> str:
    """A number while it is being typed: `+12025` reads `+1 202 5`."""
    digits = digits_of(text)
    if not digits.startswith("+1") or not digits[2:].isdecimal() or len(digits) > 12:
        return text.lstrip()
    rest = digits[2:]
    return " ".join(part for part in ("+1", rest[:3], rest[3:6], rest[6:]) if part)


@lru_cache(maxsize=1024)
def is_name(address: str) -> bool:
    """Whether a sender goes by a name, as shops and banks do: nobody can call or answer it."""
    return any(c.isalpha() for c in address)


def is_number(text: str) -> bool:
    """Whether this can be dialled."""
    return bool(digits_of(text)) and not re.search(r"[^0-9+*#() .-]", text)


def entry_of(database: Database, number: str) -> dict[str, Any] | None:
    """The contact (`_id`, `display_name`, `starred`) that has a number, however it is spelled."""
    if is_name(number):
        return None
    return database.one(
        "SELECT c._id, c.display_name, c.starred FROM data d "
        "JOIN raw_contacts c ON c._id = d.raw_contact_id "
        "WHERE d.mimetype = ? AND d.data1 IN (?, ?, ?) ORDER BY c._id LIMIT 1",
        contacts.PHONE,
        number,
        tidy(number),
        digits_of(number),
    )


def name_for(database: Database, number: str) -> str:
    """The name a number is entered under, or the number itself."""
    entry = entry_of(database, number)
    return entry["display_name"] if entry is not None else number


def people_page(database: Database, query: str, first: int, count: int) -> list[dict[str, Any]]:
    """Contacts by the start of a name or of a number: `_id`, `display_name`, `starred`, `number`."""
    if is_number(query):
        start = spaced(query if query.lstrip().startswith("+") else f"+1{digits_of(query)}")
        return database.rows(
            "SELECT c._id, c.display_name, c.starred, d.data1 AS number FROM data d "
            "JOIN raw_contacts c ON c._id = d.raw_contact_id "
            "WHERE d.mimetype = ? AND d.data1 >= ? AND d.data1 < ? "
            "ORDER BY d.data1 LIMIT ? OFFSET ?",
            contacts.PHONE,
            start,
            start + _LAST,
            count,
            first,
        )
    people = contacts.contact_page(database, query, first, count)
    for person in people:
        person["number"] = number_of(database, person["_id"])
    return people


def number_of(database: Database, contact: int) -> str:
    """The first number of a contact, or nothing."""
    found: str | None = database.value(
        "SELECT data1 FROM data WHERE raw_contact_id = ? AND mimetype = ? ORDER BY _id LIMIT 1",
        contact,
        contacts.PHONE,
    )
    return found or ""
