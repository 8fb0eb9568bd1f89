"""The tables of the store of runs, how they came to be, and how a connection to them is opened.

A store says which version it has (`PRAGMA user_version`). One of an older release is brought up to date
when it is opened, step by step, all or nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

_TABLES = """
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  key TEXT UNIQUE,
  request TEXT NOT NULL,
  goal TEXT NOT NULL,
  device TEXT NOT NULL,
  state TEXT NOT NULL,
  updated_s REAL NOT NULL,
  run TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX runs_by_state ON runs (state);
CREATE TABLE events (
  run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  time_s REAL NOT NULL,
  kind TEXT NOT NULL,
  step INTEGER,
  body TEXT NOT NULL,
  PRIMARY KEY (run_id, sequence)
) WITHOUT ROWID;
CREATE INDEX events_by_step ON events (run_id, kind, step, sequence);
CREATE TABLE screens (
  run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  mime TEXT NOT NULL,
  width_px INTEGER NOT NULL,
  height_px INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (run_id, name)
);
"""


MIGRATIONS: tuple[str, ...] = (_TABLES,)
"""What brings a store from each version to the next. Never changed, only added to."""


def version_of(database: sqlite3.Connection) -> int:
    """Of a store; 0 where there is none yet."""
    return database.execute("PRAGMA user_version").fetchone()[0]


def migrate(database: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring a store up to date. To be called inside a transaction."""
    for version in range(version_of(database), len(migrations)):
        for statement in migrations[version].split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {version + 1}")


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits survive a kill and a power cut."""
    # Transactions are begun by hand; the store's locks keep threads apart.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # SQLite's own `lower` knows the letters of English only.
    connection.create_function("fold", 1, str.casefold, deterministic=True)
    return connection
