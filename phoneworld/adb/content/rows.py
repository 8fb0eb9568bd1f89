"""Rows of providers' tables, changed by Android's column names.

What Android has a column for and this phone has not is accepted and forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phoneworld.adb.errors import AdbError
from phoneworld.store import Database, Value

Values = Mapping[str, Value]
COLUMN_NAMES = {"calendar_displayName": "calendar_display_name", "number": "data1"}
"""What Android calls columns that have another name here."""

FORGOTTEN = frozenset(
    (
        "account_name account_type sync_id _sync_id _sync_version sourceid deleted dirty version "
        "aggregation_mode contact_id is_primary is_super_primary data3 data4 data5 data6 data7 "
        "data8 data9 data10 data11 data12 data13 data14 data15 eventTimezone eventEndTimezone "
        "duration hasAlarm hasAttendeeData availability eventStatus accessLevel selfAttendeeStatus "
        "organizer ownerAccount name calendar_access_level calendar_timezone sync_events "
        "canModifyTimeZone allowedReminders attendeeRelationship attendeeType attendeeStatus method "
        "date_sent protocol status reply_path_present subject service_center locked seen person "
        "error_code creator sub_id new geocoded_location countryiso numbertype numberlabel "
        "is_read subscription_id presentation features"
    ).split()
)


class BadValues(AdbError):
    """The values do not fit. `kind` is the Java class of the exception."""

    def __init__(self, message: str, kind: str = "android.database.sqlite.SQLiteException") -> None:
        self.kind = kind
        super().__init__(message)


def columns_of(database: Database, table: str, values: Values) -> dict[str, Value]:
    """The values by the names of the table's columns."""
    known = {row["name"] for row in database.rows(f"PRAGMA table_info({table})")}
    found: dict[str, Value] = {}
    for name, value in values.items():
        column = name if name in known else COLUMN_NAMES.get(name, name)
        if column in known:
            found[column] = value
        elif name not in FORGOTTEN:
            raise BadValues(f"table {table} has no column named {name} (code 1 SQLITE_ERROR)")
    return found


def update_rows(database: Database, table: str, ids: Sequence[int], values: Values) -> None:
    columns = columns_of(database, table, values)
    if not columns:
        return
    changes = ", ".join(f"{name} = ?" for name in columns)
    for id in ids:
        database.run(f"UPDATE {table} SET {changes} WHERE _id = ?", *columns.values(), id)


def delete_rows(database: Database, table: str, ids: Sequence[int]) -> None:
    for id in ids:
        database.run(f"DELETE FROM {table} WHERE _id = ?", id)


def text_of(values: Values, name: str, otherwise: str = "") -> str:
    value = values.get(name)
    return otherwise if value is None else str(value)


def number_of(values: Values, name: str, otherwise: int) -> int:
    value = values.get(name)
    if value is None:
        return otherwise
    try:
        return int(value)
    except ValueError as error:
        raise BadValues(f"{name} must be a number, not {value!r}") from error
