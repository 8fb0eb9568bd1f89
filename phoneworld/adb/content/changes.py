"""Inserting, updating and deleting through content providers, by what an address stands for."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence

from phoneworld.adb.content import dates, people
from phoneworld.adb.content.rows import (
    BadValues,
    Values,
    columns_of,
    delete_rows,
    text_of,
    update_rows,
)
from phoneworld.adb.content.uris import ContentSource
from phoneworld.adb.handset.setting_changes import delete_setting, put_setting
from phoneworld.adb.session import AdbSession
from phoneworld.providers import settings
from phoneworld.store import Database


def insert(session: AdbSession, source: ContentSource, values: Values, uri: str) -> None:
    """Make a new row."""
    _change(session, source, lambda: _INSERTS[source.kind](session, values, uri), _INSERTS)


def update(session: AdbSession, source: ContentSource, ids: Sequence[int], values: Values) -> None:
    """Change rows."""
    _change(session, source, lambda: _UPDATES[source.kind](session, ids, values), _UPDATES)


def delete(session: AdbSession, source: ContentSource, ids: Sequence[int]) -> None:
    """Remove rows."""
    _change(session, source, lambda: _DELETES[source.kind](session, ids), _DELETES)


def _change(
    session: AdbSession, source: ContentSource, work: Callable[[], None], able: Mapping[str, object]
) -> None:
    if source.kind not in able:
        raise BadValues(
            "Unsupported URI for this operation", "java.lang.UnsupportedOperationException"
        )
    try:
        work()
    except sqlite3.IntegrityError as error:
        raise BadValues(str(error), "android.database.sqlite.SQLiteConstraintException") from error
    except (sqlite3.Error, OverflowError) as error:
        raise BadValues(str(error)) from error
    finally:
        session.phone.touch()


def _insert_setting(table: str) -> Callable[[AdbSession, Values, str], None]:
    def work(session: AdbSession, values: Values, uri: str) -> None:
        del uri
        name = text_of(values, "name")
        if not name:
            raise BadValues("Invalid setting name", "java.lang.IllegalArgumentException")
        put_setting(session, table, name, text_of(values, "value"))

    return work


def _names(session: AdbSession, table: str, ids: Sequence[int]) -> list[str]:
    database = session.phone.databases[settings.PATH]
    return [database.value(f"SELECT name FROM {table} WHERE _id = ?", id) for id in ids]


def _update_settings(table: str) -> Callable[[AdbSession, Sequence[int], Values], None]:
    def work(session: AdbSession, ids: Sequence[int], values: Values) -> None:
        for name in _names(session, table, ids):
            put_setting(session, table, name, text_of(values, "value"))

    return work


def _delete_settings(table: str) -> Callable[[AdbSession, Sequence[int]], None]:
    def work(session: AdbSession, ids: Sequence[int]) -> None:
        for name in _names(session, table, ids):
            delete_setting(session, table, name)

    return work


def _update_files(session: AdbSession, ids: Sequence[int], values: Values) -> None:
    allowed = {name: value for name, value in values.items() if name == "is_favorite"}
    if len(allowed) < len(values):
        raise BadValues(
            "only is_favorite can be changed: push files", "java.lang.IllegalArgumentException"
        )
    update_rows(session.phone.files, "files", ids, allowed)


def _delete_files(session: AdbSession, ids: Sequence[int]) -> None:
    for id in ids:
        path = session.phone.files.value("SELECT _data FROM files WHERE _id = ?", id)
        if path is not None and session.tree.find(path) is not None:
            session.tree.remove(path, recursive=True)


def _plain_insert(table: str) -> Callable[[AdbSession, Values, str], None]:
    def work(session: AdbSession, values: Values, uri: str) -> None:
        del uri
        database = session.phone.calendar
        database.insert(table, **columns_of(database, table, values))

    return work


def _plain_update(
    table: str, database: Callable[[AdbSession], Database]
) -> Callable[[AdbSession, Sequence[int], Values], None]:
    return lambda session, ids, values: update_rows(database(session), table, ids, values)


def _plain_delete(
    table: str, database: Callable[[AdbSession], Database]
) -> Callable[[AdbSession, Sequence[int]], None]:
    return lambda session, ids: delete_rows(database(session), table, ids)


def _calls(session: AdbSession) -> Database:
    return session.phone.calls


def _calendar(session: AdbSession) -> Database:
    return session.phone.calendar


_INSERTS: Mapping[str, Callable[[AdbSession, Values, str], None]] = {
    "raw_contacts": people.insert_raw_contact,
    "data": people.insert_data,
    "sms": people.insert_sms,
    "calls": people.insert_call,
    "calendars": dates.insert_calendar,
    "events": dates.insert_event,
    "attendees": _plain_insert("attendees"),
    "reminders": _plain_insert("reminders"),
    **{table: _insert_setting(table) for table in settings.TABLES},
}
_UPDATES: Mapping[str, Callable[[AdbSession, Sequence[int], Values], None]] = {
    "raw_contacts": people.update_raw_contacts,
    "data": people.update_data,
    "sms": people.update_sms,
    "calls": _plain_update("calls", _calls),
    **{
        table: _plain_update(table, _calendar)
        for table in ("calendars", "events", "attendees", "reminders")
    },
    "files": _update_files,
    **{table: _update_settings(table) for table in settings.TABLES},
}
_DELETES: Mapping[str, Callable[[AdbSession, Sequence[int]], None]] = {
    "raw_contacts": people.delete_raw_contacts,
    "data": people.delete_data,
    "sms": people.delete_sms,
    "threads": people.delete_threads,
    "calls": _plain_delete("calls", _calls),
    "calendars": dates.delete_calendars,
    "events": dates.delete_events,
    "attendees": _plain_delete("attendees", _calendar),
    "reminders": _plain_delete("reminders", _calendar),
    "files": _delete_files,
    **{table: _delete_settings(table) for table in settings.TABLES},
}
