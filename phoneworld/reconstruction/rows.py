"""Rows of lists, as they stand on one recorded screen, and what kind of values they hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from phoneworld.reconstruction.screen_parts import NONE, Part, is_list
from phoneworld.reconstruction.specification import ColumnSpec
from runtime.observation import CHECKABLE, CHECKED, EDITABLE, Bounds

TICK, WORDS = "tick", "words"
LOOKS = (TICK, WORDS)
_TYPES = (
    ("integer", re.compile(r"[+-]?\d{1,12}")),
    ("real", re.compile(r"[+-]?\d{1,12}[.,]\d+")),
    ("money", re.compile(r"[+-]?\s?[€$£¥₹]\s?[\d.,]+|[\d.,]+\s?[€$£¥₹]")),
    ("time", re.compile(r"\d{1,2}:\d{2}(:\d{2})?(\s?[AaPp]\.?[Mm]\.?)?")),
    (
        "date",
        re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|(\w{3},? )?\d{1,2} [A-Z]\w{2,8}( \d{4})?"),
    ),
)


@dataclass(frozen=True, slots=True)
class RowLook:
    """A part of a row that is more than a text: its words (a description), and its tick."""

    slot: str
    words: str
    tick: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row on a screen. `cells` are its texts by where in the row they stand."""

    place: int
    slot: str
    cells: tuple[tuple[str, str], ...]
    bounds: Bounds
    looks: tuple[RowLook, ...] = ()
    whole: bool = True
    """Whether it is all to be seen: a lower row at an end of the list may be cut off."""

    @property
    def key(self) -> str:
        """What the row is called by: its first text."""
        return self.cells[0][1] if self.cells else ""

    def value(self, cell: str) -> str:
        return next((text for name, text in self.cells if name == cell), "")

    def values(self, columns: Sequence[ColumnSpec]) -> dict[str, str]:
        """What the row shows, by column; columns that a row does not show are left out."""
        texts = {c.name: self.value(c.slot) for c in columns if c.slot and c.type not in LOOKS}
        looks = {look.slot: look for look in self.looks}
        found = dict(texts)
        for column in columns:
            look = looks.get(column.slot) if column.type in LOOKS else None
            if column.type == TICK:
                found[column.name] = look.tick if look is not None else ""
            elif column.type == WORDS:
                found[column.name] = worded(look.words, texts) if look is not None else ""
        return found


def worded(words: str, values: Mapping[str, str]) -> str:
    """Words with the names of columns, in braces, in place of what the columns hold."""
    for name, value in sorted(values.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(value) > 1 and value in words:
            words = words.replace(value, f"{{{name}}}")
    return words


def spoken(words: str, values: Mapping[str, object]) -> str:
    """Words with what the columns hold in place of their names."""
    for name, value in values.items():
        words = words.replace(f"{{{name}}}", str(value))
    return words


def boxes_of(parts: list[Part]) -> list[int]:
    """The places of the lists on a screen."""
    return [place for place, part in enumerate(parts) if part.row == NONE and is_list(part.node)]


def rows_of(parts: list[Part], box: int) -> list[ShownRow]:
    """The rows of a list, from the top; none where they do not lie below each other."""
    rows: list[ShownRow] = []
    for place, part in enumerate(parts):
        if part.parent != box or part.row != place:
            continue
        cells: list[tuple[str, str]] = []
        looks: list[RowLook] = []
        alike: Counter[str] = Counter()
        numbers: Counter[str] = Counter()
        for inner in parts[place:]:
            if inner.row != place:
                break
            node = inner.node
            slot = f"{inner.slot}@{numbers[inner.slot]}"
            numbers[inner.slot] += 1
            if node.description or node.flags & CHECKABLE:
                looks.append(RowLook(slot, node.description, tick_of(node.flags)))
            # A description alone names a button or a picture; it is no content.
            if not node.text or node.flags & EDITABLE:
                continue
            cells.append((f"{inner.slot}~{alike[inner.slot]}", node.text))
            alike[inner.slot] += 1
        whole = part.node.bounds.bottom < parts[box].node.bounds.bottom
        rows.append(ShownRow(place, part.slot, tuple(cells), part.node.bounds, tuple(looks), whole))
    if any(one.bounds.bottom > other.bounds.top + 8 for one, other in pairwise(rows)):
        return []
    return _with_ends(rows, parts[box].node.bounds)


def _with_ends(rows: list[ShownRow], box: Bounds) -> list[ShownRow]:
    """Rows at the ends of a list are whole only where they are as high as another of their kind."""
    whole: list[ShownRow] = []
    for row in rows:
        high = row.bounds.bottom - row.bounds.top
        at_end = row.bounds.bottom >= box.bottom or (row.bounds.top <= box.top and row is rows[0])
        others = [
            o.bounds.bottom - o.bounds.top for o in rows if o is not row and o.slot == row.slot
        ]
        cut = at_end and bool(others) and high < max(others)
        whole.append(replace(row, whole=not cut))
    return whole


_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,2}):(\d{2})")
_WHOLE = re.compile(r"\d{1,9}")
STEP = "step "


def step_of(before: str, after: str) -> str:
    """By how much a number or a time increased, as `stepped` takes it; empty for other values."""
    counts = _count(before), _count(after)
    if counts[0] is None or counts[1] is None or counts[0] == counts[1]:
        return ""
    return f"{STEP}{counts[1] - counts[0]:+d}"


def stepped(value: str, step: str) -> str:
    """A number or a time increased by a step; other values are unchanged."""
    count = _count(value)
    if count is None:
        return value
    count = max(0, count + int(step.removeprefix(STEP)))
    if _WHOLE.fullmatch(value):
        return str(count)
    if value.count(":") == 2 or count >= 3600 * 24:
        return f"{count // 3600}:{count // 60 % 60:02}:{count % 60:02}"
    return f"{count // 60:02}:{count % 60:02}"


def _count(value: str) -> int | None:
    """A whole number, or a time in its smallest unit."""
    if _WHOLE.fullmatch(value):
        return int(value)
    time = _CLOCK.fullmatch(value)
    if time is None:
        return None
    return int(time[1] or 0) * 3600 + int(time[2]) * 60 + int(time[3])


def tick_of(flags: int) -> str:
    """Whether something is on or off; empty where it is neither."""
    if not flags & CHECKABLE:
        return ""
    return "on" if flags & CHECKED else "off"


def tick_within(parts: list[Part], place: int) -> str:
    """Whether a part, or the only tick inside it, is on or off; empty where there is none."""
    ticks: list[str] = []
    for number in range(place, len(parts)):
        part = parts[number]
        if number > place and part.depth <= parts[place].depth:
            break
        if part.node.flags & CHECKABLE:
            ticks.append(tick_of(part.node.flags))
    return ticks[0] if len(ticks) == 1 else ""


def type_of(values: list[str]) -> str:
    """What all values of a column are: integer, real, money, time, date or text."""
    filled = [value.strip() for value in values if value.strip()]
    for name, pattern in _TYPES:
        if filled and all(pattern.fullmatch(value) for value in filled):
            return name
    return "text"
