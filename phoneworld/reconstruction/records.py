"""The data of a rebuilt app: its tables and settings in its own database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from phoneworld.phone import Phone
from phoneworld.reconstruction.folded_texts import FOLDED
from phoneworld.reconstruction.rows import LOOKS
from phoneworld.reconstruction.specification import AppSpec, SectionSpec, TableSpec
from phoneworld.recording.explorer import hash_of
from phoneworld.store import Database, Row
from phoneworld.world import World

DATABASE = "rebuilt.db"
SETTINGS = "app_settings"
MARKS = "app_marks"
CHOICES = "app_choices"
FACTS = "app_facts"
OWN_TABLES = frozenset({SETTINGS, MARKS, CHOICES, FACTS})
SECTION = "section of"
"""What a row's section is kept as, among what was chosen for the row."""
APP_ITSELF = ""
"""In place of a screen, for what is known of the whole app."""
APART = 1_000_000
"""Rows of different tables have different ids: those of the second table begin here, and so on."""


def schema_of(spec: AppSpec) -> str:
    """The SQL that makes the tables. Names come from the specification, which was checked."""
    statements = [f"CREATE TABLE {SETTINGS} (name TEXT PRIMARY KEY, value INTEGER NOT NULL);"]
    statements.append(
        f"CREATE TABLE {MARKS} (_id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        "list TEXT NOT NULL, row INTEGER NOT NULL);"
    )
    statements.append(
        f"CREATE TABLE {CHOICES} (_id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        "row INTEGER NOT NULL, value TEXT NOT NULL, UNIQUE (name, row));"
    )
    statements.append(
        f"CREATE TABLE {FACTS} (screen TEXT NOT NULL, place TEXT NOT NULL, old TEXT NOT NULL, "
        "value TEXT NOT NULL, PRIMARY KEY (screen, place));"
    )
    for table in spec.tables:
        columns = ", ".join(f"{column.name} TEXT NOT NULL DEFAULT ''" for column in table.columns)
        statements.append(f"CREATE TABLE {table.name} (_id INTEGER PRIMARY KEY, {columns});")
    return "\n".join(statements)


def fill(phone: Phone, world: World, spec: AppSpec, path: str) -> None:
    """Put in what was recorded."""
    del world
    database = phone.databases[path]
    for number, table in enumerate(spec.tables):
        names = ["_id", *(column.name for column in table.columns)]
        rows = [
            dict(zip(names, (number * APART + place, *row), strict=True))
            for place, row in enumerate(table.rows, 1)
        ]
        database.insert_many(table.name, rows)
    for setting in spec.settings:
        database.insert(SETTINGS, name=setting.name, value=int(setting.initial))


def _reading(table: TableSpec, names: Iterable[str]) -> str:
    """The condition that a list shows these values: a folded text is compared as it is shown."""
    folded = {column.name for column in table.columns if column.type == FOLDED}
    terms = [
        f"replace(replace({name}, char(10), ' '), '  ', ' ') = ?"
        if name in folded
        else f"{name} = ?"
        for name in names
    ]
    return " AND ".join(terms) or "1"


class Records:
    """Reads and changes the data of one app on one phone."""

    def __init__(self, database: Database, tables: Sequence[TableSpec]) -> None:
        self._db = database
        self._tables = tables

    def table_of(self, id: int) -> TableSpec | None:
        """The table that a row is of."""
        number = id // APART
        return self._tables[number] if number < len(self._tables) else None

    def _first(self, table: TableSpec) -> int:
        return next(n for n, one in enumerate(self._tables) if one.name == table.name) * APART

    def first_id(self, table: TableSpec) -> int:
        """The id of the first row that came with the app."""
        return self._first(table) + 1

    def last_recorded(self, table: TableSpec) -> int:
        """The id of the last row that came with the app."""
        return self._first(table) + len(table.rows)

    def rows(self, table: TableSpec, containing: str = "") -> list[dict[str, Any]]:
        """The rows of a table in their order, or those that contain a text."""
        rows = self._db.rows(f"SELECT * FROM {table.name} ORDER BY _id")
        if not containing:
            return rows
        wanted = containing.casefold()
        return [
            row
            for row in rows
            if any(wanted in str(row[column.name]).casefold() for column in table.columns)
        ]

    def is_changed(self, table: TableSpec) -> bool:
        """Whether a table no longer holds what was recorded."""
        names = [column.name for column in table.columns]
        now = [tuple(row[name] for name in names) for row in self.rows(table)]
        return tuple(now) != table.rows

    def row(self, table: TableSpec, id: int) -> Row | None:
        return self._db.one(f"SELECT * FROM {table.name} WHERE _id = ?", id)

    def find(self, table: TableSpec, cells: Mapping[str, str]) -> int | None:
        """The first row with these values, else with these texts, else the first that is called so."""
        key = table.columns[0].name
        texts = [c.name for c in table.columns if c.name in cells and c.type not in LOOKS]
        for names in (list(cells), texts, [key]):
            where = _reading(table, names)
            values = [cells[name] for name in names]
            found: int | None = self._db.value(
                f"SELECT _id FROM {table.name} WHERE {where} ORDER BY _id LIMIT 1", *values
            )
            if found is not None:
                return found
        return None

    def holds(self, table: TableSpec, cells: Mapping[str, str]) -> bool:
        """Whether a row has these values."""
        where = _reading(table, cells)
        query = f"SELECT 1 FROM {table.name} WHERE {where}"
        return self._db.one(query, *cells.values()) is not None

    def all_with(self, table: TableSpec, cells: Mapping[str, str]) -> list[int]:
        """The rows with these values."""
        where = _reading(table, cells)
        rows = self._db.rows(f"SELECT _id FROM {table.name} WHERE {where}", *cells.values())
        return [int(row["_id"]) for row in rows]

    def newest(self, table: TableSpec, values: Mapping[str, str]) -> int | None:
        """The last row with these values, if it is none of those that were recorded."""
        where = _reading(table, values)
        found: int | None = self._db.value(
            f"SELECT max(_id) FROM {table.name} WHERE {where}", *values.values()
        )
        old = self._first(table) + len(table.rows)
        return found if found is not None and found > old else None

    def version(self, table: TableSpec) -> int:
        """A number that differs when the table does."""
        return hash_of(str([tuple(row.values()) for row in self.rows(table)]))

    def insert(self, table: TableSpec, values: Mapping[str, str]) -> int:
        last: int | None = self._db.value(f"SELECT max(_id) FROM {table.name}")
        id = 1 + max(last or 0, self._first(table) + len(table.rows))
        self._db.insert(table.name, _id=id, **values)
        return id

    def update(self, table: TableSpec, id: int, values: Mapping[str, str]) -> None:
        if not values:
            return
        marks = ", ".join(f"{name} = ?" for name in values)
        self._db.run(f"UPDATE {table.name} SET {marks} WHERE _id = ?", *values.values(), id)

    def delete(self, table: TableSpec, id: int) -> None:
        self._db.run(f"DELETE FROM {table.name} WHERE _id = ?", id)

    def choose(self, name: str, row: int, value: str) -> None:
        """Keep what was chosen, for a row or (0) for the app."""
        self._db.run(
            f"INSERT INTO {CHOICES} (name, row, value) VALUES (?, ?, ?) "
            "ON CONFLICT (name, row) DO UPDATE SET value = excluded.value",
            name,
            row,
            value,
        )

    def chosen(self, name: str, row: int) -> str:
        return str(
            self._db.value(f"SELECT value FROM {CHOICES} WHERE name = ? AND row = ?", name, row)
            or ""
        )

    def note(self, screen: str, place: str, old: str, value: str) -> None:
        """From now on a screen shows a value where it showed an old one."""
        known = self._db.one(
            f"SELECT old, value FROM {FACTS} WHERE screen = ? AND place = ?", screen, place
        )
        if known is not None and known["value"] == old:
            old = known["old"]
        self._db.run(
            f"INSERT INTO {FACTS} (screen, place, old, value) VALUES (?, ?, ?, ?) ON CONFLICT "
            "(screen, place) DO UPDATE SET old = excluded.old, value = excluded.value",
            screen,
            place,
            old,
            value,
        )

    def facts(self, screen: str) -> dict[tuple[str, str], str]:
        """What a screen shows now, by place and what it showed there before."""
        rows = self._db.rows(f"SELECT place, old, value FROM {FACTS} WHERE screen = ?", screen)
        return {(str(row["place"]), str(row["old"])): str(row["value"]) for row in rows}

    def is_settled(self) -> bool:
        """Whether the user has come to the app's steady screen before."""
        return bool(self.facts(APP_ITSELF))

    def settle(self) -> None:
        """The user has come to the app's steady screen."""
        if not self.is_settled():
            self.note(APP_ITSELF, "settled", "", "yes")

    def setting(self, name: str) -> bool:
        return bool(self._db.value(f"SELECT value FROM {SETTINGS} WHERE name = ?", name))

    def put(self, name: str, *, on: bool) -> None:
        if self.setting(name) != on:
            self._db.run(f"UPDATE {SETTINGS} SET value = ? WHERE name = ?", int(on), name)

    def put_in(self, table: TableSpec, id: int, section: str) -> None:
        """A row that came to a table belongs to a section of its list."""
        self.choose(f"{SECTION} {table.name}", id, section)

    def sections_of(self, section: SectionSpec, table: TableSpec, id: int) -> set[str]:
        """The sections that a row belongs to."""
        number = id - self._first(table) - 1
        recorded = {name for name, members in section.members if number in members}
        own = self.chosen(f"{SECTION} {table.name}", id)
        return recorded | ({own} if own else set())

    def mark(self, name: str, table: str, row: int) -> None:
        """Mark a row, or take the mark away where it has it."""
        where = f"FROM {MARKS} WHERE name = ? AND list = ? AND row = ?"
        if self._db.one(f"SELECT 1 {where}", name, table, row) is not None:
            self._db.run(f"DELETE {where}", name, table, row)
        else:
            self._db.insert(MARKS, name=name, list=table, row=row)
