"""The phone's databases: real SQLite, in memory, at the paths where Android keeps them.

A database is opened when it is first used and serialised only when it has changed, so that a
phone which nobody touches costs its bytes and nothing else, and a restore reopens only what
differs from what is open.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from phoneworld.errors import SnapshotError
from phoneworld.ready_connections import ReadyConnections

Value = str | int | float | bytes | None
Row = Mapping[str, Any]
"""A row by column name. `Any`: what a column holds is the schema's business, not the type's."""

# Small pages keep a phone of 30 mostly tiny tables small; SQLite reads any size.
PAGE_BYTES = 1024


class Database:
    """One SQLite database. `run` changes it, everything else only reads."""

    __slots__ = ("_blob", "_connection", "_opened", "_ready", "path", "version")

    def __init__(
        self, path: str, blob: bytes | None = None, ready: ReadyConnections | None = None
    ) -> None:
        """`blob` is its content; `ready` may have a connection to that, and gets it back."""
        self.path = path
        self._blob = blob
        self._ready = ready
        self._opened: bytes | None = None
        self._connection: sqlite3.Connection | None = None
        self.version = 0

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, for reading; whoever writes through it must call `touch`."""
        connection = self._connection
        if connection is None:
            connection = self._connection = self._open()
        return connection

    def _open(self) -> sqlite3.Connection:
        blob, ready = self._blob, self._ready
        if blob is not None and ready is not None:
            self._opened = blob
            connection = ready.take(blob)
            if connection is not None:
                return connection
        connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False, cached_statements=64
        )
        if blob is None:
            connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
            return connection
        try:
            _fill(connection, blob)
        except sqlite3.DatabaseError as error:
            connection.close()
            raise SnapshotError(f"{self.path} is not a SQLite database: {error}") from error
        if ready is not None:
            connection.execute("BEGIN")
        return connection

    def rows(self, sql: str, *values: Value) -> list[dict[str, Any]]:
        """All rows of a query, each a dict by column name."""
        cursor = self.connection.execute(sql, values)
        found = cursor.fetchall()
        if not found:
            return []
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in found]

    def one(self, sql: str, *values: Value) -> dict[str, Any] | None:
        """The first row, or None."""
        cursor = self.connection.execute(sql, values)
        row = cursor.fetchone()
        if row is None:
            return None
        return {column[0]: value for column, value in zip(cursor.description, row, strict=True)}

    def value(self, sql: str, *values: Value) -> Any:
        """The first column of the first row, or None."""
        row = self.connection.execute(sql, values).fetchone()
        return row[0] if row is not None else None

    def run(self, sql: str, *values: Value) -> int:
        """Run a statement that writes. Returns the id of the inserted row, if there is one."""
        cursor = self.connection.execute(sql, values)
        self.touch()
        return cursor.lastrowid or 0

    def insert(self, table: str, **columns: Value) -> int:
        """Insert a row; its id."""
        names = ", ".join(columns)
        marks = ", ".join("?" * len(columns))
        return self.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", *columns.values())

    def insert_many(self, table: str, rows: Sequence[Mapping[str, Value]]) -> None:
        """Insert rows that all have the same columns."""
        if not rows:
            return
        names = ", ".join(rows[0])
        marks = ", ".join("?" * len(rows[0]))
        connection = self.connection
        connection.execute("SAVEPOINT rows")
        connection.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({marks})",
            [tuple(row.values()) for row in rows],
        )
        connection.execute("RELEASE rows")
        self.touch()

    def script(self, sql: str) -> None:
        """Run several statements: a schema."""
        self.connection.executescript(sql)
        self.touch()

    def touch(self) -> None:
        """Mark the content as changed."""
        self._blob = None
        self.version += 1

    def serialize(self) -> bytes:
        """The database as the bytes of a SQLite file."""
        if self._blob is None:
            self._blob = self.connection.serialize()
        return self._blob

    @property
    def kept(self) -> bytes | None:
        """The content as bytes, if there are any that are still true."""
        return self._blob

    def load(self, blob: bytes, ready: ReadyConnections | None = None) -> None:
        """Replace the content. If it is the same, the connection stays open."""
        if self._blob is not None and self._blob == blob:
            return
        self.close()
        self._blob = blob
        self._ready = ready
        self.version += 1

    def close(self) -> None:
        connection, opened = self._connection, self._opened
        self._connection = self._opened = None
        if connection is None:
            return
        if self._ready is not None and opened is not None:
            self._ready.give_back(opened, connection)
        else:
            connection.close()

    def tables(self) -> list[str]:
        """The names of the tables, SQLite's own left out."""
        return [
            row["name"]
            for row in self.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'table' "
                "AND name NOT LIKE 'sqlite_%' ORDER BY name"
            )
        ]


def _fill(connection: sqlite3.Connection, content: bytes) -> None:
    """Copy a content into an empty database.

    `deserialize` alone would give a database whose transactions `serialize` does not see.
    """
    source = sqlite3.connect(":memory:")
    try:
        source.deserialize(content)
        source.backup(connection)
    finally:
        source.close()
    # `backup` counts as a change of the schema; SQLite keeps the number at byte 40.
    connection.execute(f"PRAGMA schema_version={int.from_bytes(content[40:44], 'big')}")


def empty_database(schema: str) -> bytes:
    """The bytes of a database that has a schema and no rows."""
    fresh = Database(":memory:")
    fresh.script(schema)
    try:
        return fresh.serialize()
    finally:
        fresh.close()


class Databases:
    """All databases of a phone, by path."""

    def __init__(self) -> None:
        self._by_path: dict[str, Database] = {}
        self._aliases: dict[str, str] = {}

    def alias(self, path: str, real: str) -> None:
        """Let a path stand for another's database."""
        self._aliases[path] = real

    def __iter__(self) -> Iterator[Database]:
        return iter(self._by_path.values())

    def __contains__(self, path: str) -> bool:
        return path in self._by_path

    def __getitem__(self, path: str) -> Database:
        return self._by_path[self._aliases.get(path, path)]

    def create(self, path: str, schema: str) -> Database:
        """A new database with a schema."""
        database = Database(path)
        database.script(schema)
        self._by_path[path] = database
        return database

    def serialize(self) -> list[tuple[str, bytes]]:
        """Path and content of every database."""
        return [(path, database.serialize()) for path, database in self._by_path.items()]

    def load(
        self, parts: Sequence[tuple[str, bytes]], ready: ReadyConnections | None = None
    ) -> None:
        """Load a snapshot: afterwards there are exactly these databases, with this content.

        `ready` has connections to it, where many phones load the same.
        """
        names = {path for path, _ in parts}
        for path in [path for path in self._by_path if path not in names]:
            self._by_path.pop(path).close()
        for path, blob in parts:
            database = self._by_path.get(path)
            if database is None:
                self._by_path[path] = Database(path, blob, ready)
            else:
                database.load(blob, ready)

    def close(self) -> None:
        for database in self._by_path.values():
            database.close()


def database_path(package: str, name: str) -> str:
    """Where Android keeps an app's database."""
    return f"/data/data/{package}/databases/{name}"
