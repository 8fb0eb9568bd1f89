"""Where Clock keeps its alarms, timers and stopwatch."""

from __future__ import annotations

from phoneworld.apps.clock.data import SCHEMA
from phoneworld.store import database_path

PACKAGE = "com.google.android.deskclock"
DATABASE = "clock.db"
PATH = database_path(PACKAGE, DATABASE)

__all__ = ["DATABASE", "PACKAGE", "PATH", "SCHEMA"]
