"""Contacts, messages and calls, changed through their providers.

A contact's name is indexed, a message belongs to a thread that shows its newest one.
"""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.adb.content.rows import (
    BadValues,
    Values,
    columns_of,
    delete_rows,
    number_of,
    text_of,
    update_rows,
)
from phoneworld.adb.content.uris import FIRST_NAME_ID, NAME
from phoneworld.adb.session import AdbSession
from phoneworld.providers import contacts, telephony
from phoneworld.store import Database, Value


def insert_raw_contact(session: AdbSession, values: Values, uri: str) -> None:
    del uri
    database = session.phone.contacts
    columns_of(database, "raw_contacts", values)
    name = text_of(values, "display_name")
    contacts.add_contact(database, name, starred=bool(number_of(values, "starred", 0)))


def update_raw_contacts(session: AdbSession, ids: Sequence[int], values: Values) -> None:
    database = session.phone.contacts
    others = {k: v for k, v in values.items() if k not in ("display_name", "sort_key")}
    update_rows(database, "raw_contacts", ids, others)
    if "display_name" in values:
        for id in ids:
            contacts.rename_contact(database, id, text_of(values, "display_name"))


def delete_raw_contacts(session: AdbSession, ids: Sequence[int]) -> None:
    for id in ids:
        contacts.delete_contact(session.phone.contacts, id)


def insert_data(session: AdbSession, values: Values, uri: str) -> None:
    del uri
    database = session.phone.contacts
    contact = number_of(values, "raw_contact_id", 0)
    if database.one("SELECT 1 FROM raw_contacts WHERE _id = ?", contact) is None:
        raise BadValues(
            f"raw_contact_id {contact} does not exist", "java.lang.IllegalArgumentException"
        )
    if text_of(values, "mimetype") == NAME:
        given = f"{text_of(values, 'data2')} {text_of(values, 'data3')}".strip()
        contacts.rename_contact(database, contact, text_of(values, "data1", given))
        return
    database.insert("data", **columns_of(database, "data", values))


def update_data(session: AdbSession, ids: Sequence[int], values: Values) -> None:
    database = session.phone.contacts
    update_rows(database, "data", [id for id in ids if id < FIRST_NAME_ID], values)
    if "data1" in values:
        for id in ids:
            if id >= FIRST_NAME_ID:
                contacts.rename_contact(database, id - FIRST_NAME_ID, text_of(values, "data1"))


def delete_data(session: AdbSession, ids: Sequence[int]) -> None:
    # A name cannot be taken from a contact; Android gives it another one.
    delete_rows(session.phone.contacts, "data", [id for id in ids if id < FIRST_NAME_ID])


# Messages and calls


def insert_sms(session: AdbSession, values: Values, uri: str) -> None:
    database = session.phone.messages
    columns_of(database, "sms", values)
    folder = uri.rstrip("/").rpartition("/")[2]
    kind = {"sent": telephony.SENT, "draft": telephony.DRAFT}.get(folder, telephony.RECEIVED)
    telephony.add_message(
        database,
        text_of(values, "address"),
        text_of(values, "body"),
        kind=number_of(values, "type", kind),
        date_ms=number_of(values, "date", session.phone.now_ms),
        read=bool(number_of(values, "read", 0)),
    )


def update_sms(session: AdbSession, ids: Sequence[int], values: Values) -> None:
    database = session.phone.messages
    update_rows(database, "sms", ids, values)
    _tidy_threads(database)


def delete_sms(session: AdbSession, ids: Sequence[int]) -> None:
    database = session.phone.messages
    delete_rows(database, "sms", ids)
    _tidy_threads(database)


def _tidy_threads(database: Database) -> None:
    """Each thread shows its newest message; one without messages is gone."""
    database.run("DELETE FROM threads WHERE _id NOT IN (SELECT thread_id FROM sms)")
    database.run(
        "UPDATE threads SET "
        "snippet = (SELECT body FROM sms WHERE thread_id = threads._id ORDER BY date DESC, _id DESC), "
        "date = (SELECT max(date) FROM sms WHERE thread_id = threads._id), "
        "read = (SELECT min(read) FROM sms WHERE thread_id = threads._id)"
    )


def delete_threads(session: AdbSession, ids: Sequence[int]) -> None:
    database = session.phone.messages
    for id in ids:
        database.run("DELETE FROM sms WHERE thread_id = ?", id)
    delete_rows(database, "threads", ids)


def insert_call(session: AdbSession, values: Values, uri: str) -> None:
    del uri
    database = session.phone.calls
    given = columns_of(database, "calls", values)
    number = text_of(given, "number")
    known = contacts.name_of(session.phone.contacts, number)
    row: dict[str, Value] = {
        "date": session.phone.now_ms,
        "type": contacts.INCOMING,
        "name": known if known != number else "",
        **given,
        "number": number,
    }
    database.insert("calls", **row)
