"""Where the dialer keeps what is its own. Calls are in the system's call log."""

from __future__ import annotations

from phoneworld.apps.phone.data import SCHEMA
from phoneworld.store import database_path

PACKAGE = "com.google.android.dialer"
DATABASE = "dialer.db"
PATH = database_path(PACKAGE, DATABASE)

__all__ = ["DATABASE", "PACKAGE", "PATH", "SCHEMA"]
