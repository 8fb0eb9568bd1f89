"""The address book and the call log, as Android's contacts provider lays them out.

A raw contact is a name; what is known of it stands in `data`, one row each, told apart by MIME
type. `name_lookup` has the words of each name in lower case, so that searching stays quick.
"""

from __future__ import annotations

from typing import Any

from phoneworld.store import Database, database_path
from phoneworld.world import World, millis

PACKAGE = "com.android.providers.contacts"
PATH = database_path(PACKAGE, "contacts2.db")
CALLS_PATH = database_path(PACKAGE, "calllog.db")
PHONE = "vnd.android.cursor.item/phone_v2"
EMAIL = "vnd.android.cursor.item/email_v2"
ADDRESS = "vnd.android.cursor.item/postal-address_v2"
COMPANY = "vnd.android.cursor.item/organization"
NOTE = "vnd.android.cursor.item/note"
BIRTHDAY = "vnd.android.cursor.item/contact_event"
SCHEMA = """
CREATE TABLE raw_contacts (
    _id INTEGER PRIMARY KEY, display_name TEXT NOT NULL, sort_key TEXT NOT NULL,
    starred INTEGER NOT NULL DEFAULT 0, account_type TEXT NOT NULL DEFAULT 'local'
);
CREATE INDEX raw_contacts_sort ON raw_contacts (sort_key, _id);
CREATE INDEX raw_contacts_starred ON raw_contacts (starred, sort_key);
CREATE TABLE data (
    _id INTEGER PRIMARY KEY, raw_contact_id INTEGER NOT NULL REFERENCES raw_contacts (_id),
    mimetype TEXT NOT NULL, data1 TEXT, data2 TEXT
);
CREATE INDEX data_contact ON data (raw_contact_id);
CREATE INDEX data_value ON data (mimetype, data1);
CREATE TABLE name_lookup (
    raw_contact_id INTEGER NOT NULL REFERENCES raw_contacts (_id), normalized_name TEXT NOT NULL
);
CREATE INDEX name_lookup_name ON name_lookup (normalized_name, raw_contact_id);
CREATE INDEX name_lookup_contact ON name_lookup (raw_contact_id, normalized_name);
"""
CALLS_SCHEMA = """
CREATE TABLE calls (
    _id INTEGER PRIMARY KEY, number TEXT NOT NULL, date INTEGER NOT NULL,
    duration INTEGER NOT NULL DEFAULT 0, type INTEGER NOT NULL, name TEXT NOT NULL DEFAULT ''
);
CREATE INDEX calls_date ON calls (date);
"""
INCOMING, OUTGOING, MISSED = 1, 2, 3


def add_contact(
    database: Database,
    name: str,
    *,
    phone: str = "",
    email: str = "",
    address: str = "",
    company: str = "",
    note: str = "",
    starred: bool = False,
) -> int:
    """Add somebody to the address book. Returns the new contact's id."""
    contact = database.insert(
        "raw_contacts", display_name=name, sort_key=name.lower(), starred=int(starred)
    )
    index_name(database, contact, name)
    for kind, value in (
        (PHONE, phone),
        (EMAIL, email),
        (ADDRESS, address),
        (COMPANY, company),
        (NOTE, note),
    ):
        if value:
            database.insert("data", raw_contact_id=contact, mimetype=kind, data1=value)
    return contact


def index_name(database: Database, contact: int, name: str) -> None:
    """Make a contact findable by the words of its name."""
    database.run("DELETE FROM name_lookup WHERE raw_contact_id = ?", contact)
    # Without repetition and in the order of the name: the same phone has the same bytes.
    for word in dict.fromkeys([*name.lower().split(), name.lower()]):
        database.insert("name_lookup", raw_contact_id=contact, normalized_name=word)


def rename_contact(database: Database, contact: int, name: str) -> None:
    """Give a contact another name."""
    database.run(
        "UPDATE raw_contacts SET display_name = ?, sort_key = ? WHERE _id = ?",
        name,
        name.lower(),
        contact,
    )
    index_name(database, contact, name)


def delete_contact(database: Database, contact: int) -> None:
    """Remove a contact and all that is known of it."""
    database.run("DELETE FROM raw_contacts WHERE _id = ?", contact)
    database.run("DELETE FROM data WHERE raw_contact_id = ?", contact)
    database.run("DELETE FROM name_lookup WHERE raw_contact_id = ?", contact)


def contact_page(database: Database, query: str, first: int, count: int) -> list[dict[str, Any]]:
    """Contacts in alphabetical order, those with a word that starts with `query`."""
    words = query.strip().lower()
    if not words:
        return database.rows(
            "SELECT _id, display_name, starred FROM raw_contacts "
            "ORDER BY sort_key, _id LIMIT ? OFFSET ?",
            count,
            first,
        )
    # A contact found by two of its words is listed at the first of them. Asked this way, the rows
    # come in the order of the index and the query ends after `count`, however many there are.
    return database.rows(
        "SELECT c._id, c.display_name, c.starred FROM name_lookup n "
        "JOIN raw_contacts c ON c._id = n.raw_contact_id "
        "WHERE n.normalized_name >= ?1 AND n.normalized_name < ?2 AND NOT EXISTS ("
        "SELECT 1 FROM name_lookup m WHERE m.raw_contact_id = n.raw_contact_id "
        "AND m.normalized_name >= ?1 AND m.normalized_name < n.normalized_name) "
        "ORDER BY n.normalized_name, n.raw_contact_id LIMIT ?3 OFFSET ?4",
        words,
        words + "\U0010ffff",
        count,
        first,
    )


def details(database: Database, contact: int) -> dict[str, str]:
    """What is known of a contact: the first value of each MIME type."""
    found: dict[str, str] = {}
    for row in database.rows(
        "SELECT mimetype, data1 FROM data WHERE raw_contact_id = ? ORDER BY _id", contact
    ):
        found.setdefault(row["mimetype"], row["data1"] or "")
    return found


def digits_of(number: str) -> str:
    """A phone number without what people put between the digits."""
    return "".join(c for c in number if c.isdigit() or c == "+")


def name_of(database: Database, number: str) -> str:
    """The name a number is entered under, or the number itself."""
    found = database.value(
        "SELECT c.display_name FROM data d JOIN raw_contacts c ON c._id = d.raw_contact_id "
        "WHERE d.mimetype = ? AND d.data1 = ?",
        PHONE,
        number,
    )
    return found or number


def seed_contacts(database: Database, world: World) -> None:
    """Enter the people of a world."""
    rng = world.rng("contacts")
    companies = ("Northwind", "Bluebird Studio", "Harbor Clinic", "Oakwood School", "Finch & Co")
    for person in world.people:
        add_contact(
            database,
            person.name,
            phone=person.phone,
            email=person.email if rng.random() < 0.8 else "",
            address=person.address if rng.random() < 0.5 else "",
            company=rng.choice(companies) if rng.random() < 0.3 else "",
            starred=rng.random() < 0.15,
        )


def seed_calls(database: Database, world: World) -> None:
    """A few weeks of calls."""
    rng = world.rng("calls")
    rows: list[dict[str, str | int | float | bytes | None]] = []
    for _ in range(30):
        person = rng.choice(world.people)
        kind = rng.choice((INCOMING, OUTGOING, OUTGOING, MISSED))
        when = world.day(-rng.randint(1, 20), rng.randint(8, 21), rng.randint(0, 59))
        rows.append(
            {
                "number": person.phone,
                "date": millis(when),
                "duration": 0 if kind == MISSED else rng.randint(20, 1800),
                "type": kind,
                "name": person.name,
            }
        )
    rows.sort(key=lambda row: str(row["date"]))
    database.insert_many("calls", rows)
