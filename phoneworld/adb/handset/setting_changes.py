"""Changing settings from outside: the tables, and what follows from some of them.

`enabled_input_methods` is read here and not kept in the table: which keyboards a tool has enabled
is the session's, and no trace of what was done on the phone.
"""

from __future__ import annotations

from phoneworld.adb.errors import AdbError
from phoneworld.adb.handset.display import WATCHED, apply_display
from phoneworld.adb.handset.keyboards import CURRENT, enabled, follow_setting
from phoneworld.adb.session import AdbSession
from phoneworld.providers.settings import PATH, TABLES

ENABLED_KEYBOARDS = ("secure", "enabled_input_methods")


def read_setting(session: AdbSession, table: str, name: str) -> str | None:
    """The value of a setting; None if it has none."""
    if (table, name) == ENABLED_KEYBOARDS:
        return ":".join(enabled(session))
    value = session.phone.settings.get(table, name, "\0")
    return None if value == "\0" else value


def list_settings(session: AdbSession, table: str) -> dict[str, str]:
    """All settings of a table by name."""
    rows = session.phone.databases[PATH].rows(f"SELECT name, value FROM {_checked(table)}")
    found = {row["name"]: row["value"] for row in rows}
    if table == ENABLED_KEYBOARDS[0]:
        found[ENABLED_KEYBOARDS[1]] = ":".join(enabled(session))
    return found


def put_setting(session: AdbSession, table: str, name: str, value: str) -> None:
    """Set a setting, and let the phone follow. One that makes no sense for the screen is refused."""
    if (table, name) == ENABLED_KEYBOARDS:
        session.handset.keyboards = set(value.split(":"))
        return
    old = read_setting(session, _checked(table), name)
    session.phone.settings.put(table, name, value)
    try:
        _follow(session, table, name)
    except AdbError:
        if old is None:
            _delete(session, table, name)
        else:
            session.phone.settings.put(table, name, old)
        raise


def delete_setting(session: AdbSession, table: str, name: str) -> int:
    """Remove a setting; how many there were."""
    there = read_setting(session, _checked(table), name) is not None
    if (table, name) == ENABLED_KEYBOARDS:
        session.handset.keyboards.clear()
    elif there:
        _delete(session, table, name)
        _follow(session, table, name)
    return int(there)


def _delete(session: AdbSession, table: str, name: str) -> None:
    session.phone.databases[PATH].run(f"DELETE FROM {table} WHERE name = ?", name)


def _checked(table: str) -> str:
    if table not in TABLES:
        raise AdbError(f"there is no table {table}: {', '.join(TABLES)}")
    return table


def _follow(session: AdbSession, table: str, name: str) -> None:
    if (table, name) == CURRENT:
        follow_setting(session)
    elif (table, name) in WATCHED:
        apply_display(session)
    session.phone.touch()
