"""`pm clear`: resets an app to its state after installation.

Its database keeps the schema and loses the rows, its permissions are what they were at first, its
screens and notifications are gone. Cleared providers lose what apps share (contacts, messages,
calendar); shared files stay, since Android only forgets an index of them.
"""

from __future__ import annotations

from phoneworld.adb.session import AdbSession
from phoneworld.phone import LAUNCHER
from phoneworld.phone_data import PROVIDERS
from phoneworld.providers import media, settings
from phoneworld.store import Database, empty_database


def clear_data(session: AdbSession, package: str) -> None:
    """Forget everything that belongs to a package."""
    phone = session.phone
    folder = f"/data/data/{package}/"
    for path, schema in _schemas(session).items():
        if path.startswith(folder) and path in phone.databases:
            _empty(phone.databases[path], schema)
    for path in [path for path in session.files if path.startswith(folder)]:
        del session.files[path]
    phone.system.run("DELETE FROM notifications WHERE package = ?", package)
    reset_permissions(session, package)
    phone.tasks.pop(package, None)
    if phone.front == package and package != LAUNCHER:
        phone.go_home()
    phone.touch()


def _schemas(session: AdbSession) -> dict[str, str]:
    """How each database looks when it is made; shared files are no database to be emptied."""
    found = {path: schema for path, schema in PROVIDERS.items() if path != media.PATH}
    for app in session.phone.apps.values():
        found |= app.schemas
    return found


def _empty(database: Database, schema: str) -> None:
    database.load(empty_database(schema))
    if database.path == settings.PATH:
        settings.create(database)


def reset_permissions(session: AdbSession, package: str) -> None:
    """Grant what is granted from the start, and nothing else."""
    app = session.phone.apps.get(package)
    if app is not None:
        for permission in app.permissions:
            session.phone.grant_permission(package, permission, granted=True)
        for permission in app.asks_first:
            session.phone.grant_permission(package, permission, granted=False)
