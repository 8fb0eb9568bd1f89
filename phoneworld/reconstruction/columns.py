"""Columns of a table: which texts of a row they are, and what they are called."""

from __future__ import annotations

from collections import defaultdict

from phoneworld.reconstruction.found_lists import FoundList
from phoneworld.reconstruction.rows import TICK, WORDS, type_of, worded
from phoneworld.reconstruction.screen_names import RESERVED, slug
from phoneworld.reconstruction.specification import ColumnSpec


def columns_of(found: FoundList, cells: list[str]) -> list[ColumnSpec]:
    every = [row for rows in found.shown.values() for row in rows]
    columns: list[ColumnSpec] = []
    names: set[str] = set()
    for number, cell in enumerate(cells):
        base = column_name(id_in(cell)) or ("title" if number == 0 else f"text_{number + 1}")
        name = base
        while name in names:
            name += "_"
        names.add(name)
        values = [row.value(cell) for row in every]
        columns.append(ColumnSpec(name, type_of(values), cell))
    return columns + look_columns(found, columns)


def look_columns(found: FoundList, texts: list[ColumnSpec]) -> list[ColumnSpec]:
    """Columns for what differs between rows besides their texts: ticks, and words of buttons."""
    ticks: dict[str, set[str]] = defaultdict(set)
    words: dict[str, set[str]] = defaultdict(set)
    for rows in found.shown.values():
        for row in rows:
            values = row.values(texts)
            for look in row.looks:
                ticks[look.slot].add(look.tick)
                if look.words:
                    words[look.slot].add(worded(look.words, values))
    names = {column.name for column in texts}
    columns: list[ColumnSpec] = []
    for slot in sorted(ticks):
        for kind, seen in ((TICK, ticks[slot] - {""}), (WORDS, words[slot])):
            if len(seen) < 2:
                continue
            tag, number = slot.rpartition("/")[2].split("@")
            base = column_name(f"{tag.partition('#')[2] or tag} {kind}") or kind
            name = free_name(base if number == "0" else f"{base}_{number}", names)
            names.add(name)
            columns.append(ColumnSpec(name, kind, slot))
    return columns


def free_name(base: str, taken: set[str]) -> str:
    """A name that is not taken."""
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


def id_in(slot: str) -> str:
    """The resource id that a slot ends with, if it does."""
    return slot.rpartition("/")[2].partition("#")[2].partition("~")[0]


def column_name(text: str) -> str:
    """A text as the name of a column; empty where nothing is left of it."""
    name = slug(text, 24)
    name = "".join(c for c in name if c.isascii())
    if not name or not name[0].isalpha():
        return ""
    return f"{name}_" if name in RESERVED else name
