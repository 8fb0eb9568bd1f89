import sqlite3
from pathlib import Path

import pytest

from phoneworld.errors import SnapshotError
from phoneworld.store import Database, Databases, database_path

SCHEMA = "CREATE TABLE notes (_id INTEGER PRIMARY KEY, title TEXT);"


def test_serialized_database_is_a_real_sqlite_file(tmp_path: Path) -> None:
    database = Databases().create("/data/x.db", SCHEMA)
    database.insert("notes", title="Milk")
    file = tmp_path / "x.db"
    file.write_bytes(database.serialize())

    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT title FROM notes").fetchall() == [("Milk",)]


def test_unchanged_database_is_serialized_once() -> None:
    database = Databases().create("/data/x.db", SCHEMA)

    assert database.serialize() is database.serialize()


def test_loading_what_is_there_keeps_the_connection() -> None:
    databases = Databases()
    database = databases.create("/data/x.db", SCHEMA)
    connection = database.connection

    databases.load(databases.serialize())

    assert database.connection is connection


def test_loading_drops_databases_that_the_snapshot_lacks() -> None:
    databases = Databases()
    databases.create("/data/x.db", SCHEMA)
    parts = databases.serialize()
    databases.create("/data/y.db", SCHEMA)

    databases.load(parts)

    assert "/data/y.db" not in databases


def test_what_is_no_database_is_refused() -> None:
    with pytest.raises(SnapshotError, match="not a SQLite database"):
        Database("/data/x.db", b"certainly not a database, but long enough" * 40).rows("SELECT 1")


def test_rows_come_by_column_name() -> None:
    database = Databases().create("/data/x.db", SCHEMA)
    database.insert_many("notes", [{"title": "A"}, {"title": "B"}])

    assert database.rows("SELECT title FROM notes ORDER BY _id") == [{"title": "A"}, {"title": "B"}]
    assert database.value("SELECT count(*) FROM notes") == 2
    assert database.one("SELECT * FROM notes WHERE _id = 9") is None


def test_databases_lie_where_android_keeps_them() -> None:
    assert database_path("com.x", "y.db") == "/data/data/com.x/databases/y.db"
