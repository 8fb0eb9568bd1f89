"""Notebooks and notes, and each note once more in the form that the search reads."""

from __future__ import annotations

from typing import Any

from phoneworld.store import Database, database_path

PACKAGE = "net.cozic.joplin"
PATH = database_path(PACKAGE, "joplin.sqlite")
SCHEMA = """
CREATE TABLE folders (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    created_time INTEGER NOT NULL DEFAULT 0,
    updated_time INTEGER NOT NULL DEFAULT 0,
    user_created_time INTEGER NOT NULL DEFAULT 0,
    user_updated_time INTEGER NOT NULL DEFAULT 0,
    deleted_time INTEGER NOT NULL DEFAULT 0,
    encryption_cipher_text TEXT NOT NULL DEFAULT '',
    encryption_applied INTEGER NOT NULL DEFAULT 0,
    parent_id TEXT NOT NULL DEFAULT '',
    is_shared INTEGER NOT NULL DEFAULT 0,
    share_id TEXT NOT NULL DEFAULT '',
    master_key_id TEXT NOT NULL DEFAULT '',
    icon TEXT NOT NULL DEFAULT '',
    user_data TEXT NOT NULL DEFAULT ''
);
CREATE TABLE notes (
    id TEXT PRIMARY KEY,
    parent_id TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL DEFAULT '',
    created_time INTEGER NOT NULL DEFAULT 0,
    updated_time INTEGER NOT NULL DEFAULT 0,
    is_conflict INTEGER NOT NULL DEFAULT 0,
    latitude REAL NOT NULL DEFAULT 0,
    longitude REAL NOT NULL DEFAULT 0,
    altitude REAL NOT NULL DEFAULT 0,
    author TEXT NOT NULL DEFAULT '',
    source_url TEXT NOT NULL DEFAULT '',
    is_todo INTEGER NOT NULL DEFAULT 0,
    todo_due INTEGER NOT NULL DEFAULT 0,
    todo_completed INTEGER NOT NULL DEFAULT 0,
    source TEXT NOT NULL DEFAULT '',
    source_application TEXT NOT NULL DEFAULT '',
    application_data TEXT NOT NULL DEFAULT '',
    "order" REAL NOT NULL DEFAULT 0,
    user_created_time INTEGER NOT NULL DEFAULT 0,
    user_updated_time INTEGER NOT NULL DEFAULT 0,
    encryption_cipher_text TEXT NOT NULL DEFAULT '',
    encryption_applied INTEGER NOT NULL DEFAULT 0,
    markup_language INTEGER NOT NULL DEFAULT 1,
    is_shared INTEGER NOT NULL DEFAULT 0,
    share_id TEXT NOT NULL DEFAULT '',
    conflict_original_id TEXT NOT NULL DEFAULT '',
    master_key_id TEXT NOT NULL DEFAULT '',
    user_data TEXT NOT NULL DEFAULT ''
);
CREATE TABLE notes_normalized (
    id TEXT PRIMARY KEY,
    parent_id TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL DEFAULT '',
    latitude REAL NOT NULL DEFAULT 0,
    longitude REAL NOT NULL DEFAULT 0,
    altitude REAL NOT NULL DEFAULT 0,
    source_url TEXT NOT NULL DEFAULT '',
    is_todo INTEGER NOT NULL DEFAULT 0,
    todo_due INTEGER NOT NULL DEFAULT 0,
    todo_completed INTEGER NOT NULL DEFAULT 0,
    user_created_time INTEGER NOT NULL DEFAULT 0,
    user_updated_time INTEGER NOT NULL DEFAULT 0
);
"""
SHARED = (
    *("parent_id", "title", "body", "is_todo", "todo_due", "todo_completed"),
    *("user_created_time", "user_updated_time"),
)
"""The columns of a note that the search has too."""
MOST_FOLDERS = 100


def _new_id(database: Database, table: str, now_ms: int) -> str:
    """An id of 32 hexadecimal digits that no row has."""
    number = database.value(f"SELECT count(*) FROM {table}") or 0
    while database.one(f"SELECT 1 FROM {table} WHERE id = ?", f"{now_ms:016x}{number:016x}"):
        number += 1
    return f"{now_ms:016x}{number:016x}"


def add_folder(database: Database, title: str, *, now_ms: int) -> str:
    """Make a notebook; its id."""
    id = _new_id(database, "folders", now_ms)
    stamps = dict.fromkeys(
        ("created_time", "updated_time", "user_created_time", "user_updated_time"), now_ms
    )
    database.insert("folders", id=id, title=title, **stamps)
    return id


def folders(database: Database) -> dict[str, str]:
    """The notebooks: title by id, in the order of their titles."""
    rows = database.rows(
        "SELECT id, title FROM folders WHERE deleted_time = 0 ORDER BY title COLLATE NOCASE LIMIT ?",
        MOST_FOLDERS,
    )
    return {row["id"]: row["title"] for row in rows}


def add_note(
    database: Database, folder: str, title: str, body: str, *, is_todo: bool, now_ms: int
) -> str:
    """Write a note or a to-do down; its id."""
    id = _new_id(database, "notes", now_ms)
    database.insert(
        "notes",
        id=id,
        parent_id=folder,
        title=title,
        body=body,
        is_todo=int(is_todo),
        created_time=now_ms,
        updated_time=now_ms,
        user_created_time=now_ms,
        user_updated_time=now_ms,
    )
    _normalize(database, id)
    return id


def change_note(database: Database, id: str, *, now_ms: int, **values: Any) -> None:
    """Change columns of a note. `Any`: numbers and texts, by column."""
    values |= {"updated_time": now_ms, "user_updated_time": now_ms}
    columns = ", ".join(f"{column} = ?" for column in values)
    database.run(f"UPDATE notes SET {columns} WHERE id = ?", *values.values(), id)
    _normalize(database, id)


def delete_note(database: Database, id: str) -> None:
    """Remove a note."""
    database.run("DELETE FROM notes WHERE id = ?", id)
    database.run("DELETE FROM notes_normalized WHERE id = ?", id)


def note_of(database: Database, id: str | None) -> dict[str, Any] | None:
    """The row of a note."""
    return database.one("SELECT * FROM notes WHERE id = ?", id)


def notes_page(
    database: Database, folder: str, query: str, first: int, count: int
) -> list[dict[str, Any]]:
    """A page of the notes of a notebook, or of all, that say these words; the newest first."""
    words = " ".join(query.casefold().split())[:100]
    return database.rows(
        "SELECT * FROM notes WHERE (? = '' OR parent_id = ?) AND (? = '' OR id IN "
        "(SELECT id FROM notes_normalized WHERE instr(lower(title || ' ' || body), ?))) "
        "ORDER BY user_updated_time DESC, title COLLATE NOCASE, id LIMIT ? OFFSET ?",
        folder,
        folder,
        words,
        words,
        count,
        first,
    )


def _normalize(database: Database, id: str) -> None:
    """Write a note once more as the search reads it."""
    database.run("DELETE FROM notes_normalized WHERE id = ?", id)
    note = note_of(database, id)
    if note is not None:
        values = {column: note[column] for column in SHARED}
        values["title"] = note["title"].lower()
        database.insert("notes_normalized", id=id, **values)
