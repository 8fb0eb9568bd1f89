"""The phone's databases: real SQLite, in memory, at the paths where Android keeps them.

A database is opened when it is first used and serialised only when it has changed, so that a
phone which nobody touches costs its bytes and nothing else, and a restore loads only what
differs from what is open. Where the schema is known to be the same, the connection stays open and
takes the other content: its statements need not be prepared anew.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from phoneworld.errors import SnapshotError

Value = str | int | float | bytes | None
Row = Mapping[str, Any]
"""A row by column name. `Any`: what a column holds is the schema's business, not the type's."""

_COOKIE = "PRAGMA schema_version"
"""A number that SQLite raises with every change of a schema."""

# Small pages keep a phone of 30 mostly tiny tables small; SQLite reads any size.
PAGE_BYTES = 1024


class Database:
    """One SQLite database. `run` changes it, everything else only reads."""

    __slots__ = ("_blob", "_connection", "_cookie", "_outdated", "_schema", "path", "version")

    def __init__(self, path: str, blob: bytes | None = None, *, schema: str = "") -> None:
        """`blob` is the content; `schema` what `schema_digest` says of it, where that is known."""
        self.path = path
        self._blob = blob
        self._schema = schema
        self._connection: sqlite3.Connection | None = None
        self._cookie = 0
        self._outdated = False
        self.version = 0

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, for reading; whoever writes through it must call `touch`."""
        connection = self._connection
        if connection is None or self._outdated:
            connection = self._connection = self._connect(connection)
            self._outdated = False
        return connection

    def _connect(self, connection: sqlite3.Connection | None) -> sqlite3.Connection:
        if connection is not None:
            if self._blob is not None and self._takes(connection, self._blob):
                return connection
            connection.close()
        connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False, cached_statements=128
        )
        if self._blob is None:
            connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
            return connection
        try:
            connection.deserialize(self._blob)
            (self._cookie,) = connection.execute(_COOKIE).fetchone()
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.DatabaseError as error:
            connection.close()
            raise SnapshotError(f"{self.path} is not a SQLite database: {error}") from error
        return connection

    def _takes(self, connection: sqlite3.Connection, blob: bytes) -> bool:
        """Give an open connection other content of the same schema, if it can take it."""
        try:
            # Prepared statements are valid as long as nobody has changed the schema in between.
            (cookie,) = connection.execute(_COOKIE).fetchone()
            if cookie != self._cookie:
                return False
            connection.deserialize(blob)
            # A connection that has not read the schema yet would write integers in an older form.
            connection.executescript("SELECT 1 FROM sqlite_schema LIMIT 0")
        except sqlite3.OperationalError:
            # Somebody is still reading from it, or in a transaction.
            return False
        return True

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
        connection.execute("BEGIN")
        connection.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({marks})",
            [tuple(row.values()) for row in rows],
        )
        connection.execute("COMMIT")
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

    def load(self, blob: bytes, *, schema: str = "") -> None:
        """Replace the content. The connection stays open if it is the same, or of the same known schema."""
        if self._blob is not None and self._blob == blob:
            return
        if schema and schema == self._schema:
            self._outdated = True
        else:
            self.close()
            self._schema = schema
        self._blob = blob
        self.version += 1

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def schema_digest(self) -> str:
        """A digest of what the database is made of, and of where in it each table begins."""
        parts = self.connection.execute(
            "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY rowid"
        )
        return hashlib.sha256(repr(parts.fetchall()).encode()).hexdigest()

    def tables(self) -> list[str]:
        """The names of the tables, SQLite's own left out."""
        return [
            row["name"]
            for row in self.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'table' "
                "AND name NOT LIKE 'sqlite_%' ORDER BY name"
            )
        ]


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
        self, parts: Sequence[tuple[str, bytes]], schemas: Mapping[str, str] | None = None
    ) -> None:
        """Load a snapshot: afterwards there are exactly these databases, with this content.

        `schemas` are the digests of their schemas by path, where they are known.
        """
        known = schemas or {}
        names = {path for path, _ in parts}
        for path in [path for path in self._by_path if path not in names]:
            self._by_path.pop(path).close()
        for path, blob in parts:
            database = self._by_path.get(path)
            if database is None:
                self._by_path[path] = Database(path, blob, schema=known.get(path, ""))
            else:
                database.load(blob, schema=known.get(path, ""))

    def schemas(self) -> dict[str, str]:
        """The digest of the schema of every database, by path."""
        return {path: database.schema_digest() for path, database in self._by_path.items()}

    def close(self) -> None:
        for database in self._by_path.values():
            database.close()


def database_path(package: str, name: str) -> str:
    """Where Android keeps an app's database."""
    return f"/data/data/{package}/databases/{name}"
