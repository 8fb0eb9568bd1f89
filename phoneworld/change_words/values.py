"""Names and values of a database as people say them."""

from __future__ import annotations

import re
from typing import Any

from phoneworld.world import from_millis

LONGEST = 40
_MILLIS = 10**11
"""Whole numbers from here on are moments, in milliseconds since 1970."""
_MONEY = frozenset({"cents", "balance", "amount", "price", "total", "discount", "delivery_fee"})
_COUNTED = frozenset(
    "quantity minutes servings rating stock position stars percent minimum size level".split()
)
"""Columns in which 0 and 1 are numbers, not no and yes."""
_DURATION = "_ms"
_SECRET = re.compile(r"password|passcode|\bpin\b|\bcvv\b")
_BETTER = {"dtstart": "start", "dtend": "end", "cents": "price", "data": "path", "parent": "folder"}
_PREFIXES = re.compile(r"^(is|has|dt|event|calendar|attendee)[ ]")


def humanized(name: str) -> str:
    """A table's or column's name in words: is_favorite is favorite, eventLocation location."""
    spaced = (
        re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removesuffix(_DURATION))
        .replace("_", " ")
        .strip()
        .lower()
    )
    spaced = _BETTER.get(spaced, spaced)
    return _PREFIXES.sub("", spaced)


def is_secret(name: str) -> bool:
    """Whether a column holds a secret, which is not shown."""
    return bool(_SECRET.search(name.replace("_", " ").lower()))


def singular(noun: str) -> str:
    """One of many: notes, note; categories, category."""
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith(("sses", "shes", "ches", "xes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us")) else noun


def plural(noun: str) -> str:
    """Many of one: note, notes; category, categories; entry in the history, entries in the history."""
    head, within, place = noun.partition(" in the ")
    if within:
        return f"{plural(head)}{within}{place}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "sh", "ch", "x")) else f"{noun}s"


def shown(column: str, value: Any) -> str:
    """A value in a few words."""
    match value:
        case None | "":
            return "nothing"
        case bytes():
            return "a file"
        case int() if column in _MONEY or column.endswith("_cents"):
            return f"{value / 100:,.2f}"
        case int() if value >= _MILLIS:
            return f"{from_millis(value):%a %d %b %H:%M}"
        case int() if column.endswith(_DURATION):
            return duration(value // 1000)
        case float() if value.is_integer():
            return str(int(value))
        case 0 | 1 if column not in _COUNTED:
            return "yes" if value else "no"
        case _:
            return cut(str(value))


def moved(column: str, old: Any, new: Any) -> tuple[str, str]:
    """A value before and after. Where one is a moment, 0 is none."""
    if any(isinstance(value, int) and value >= _MILLIS for value in (old, new)):
        old, new = old or None, new or None
    return shown(column, old), shown(column, new)


def switched(old: object, new: object) -> tuple[str, str] | None:
    """A preference before and after as off and on, where it is a switch."""
    words = {"0": "off", "1": "on"}
    if old in words and new in words:
        return words[str(old)], words[str(new)]
    return None


def duration(seconds: int) -> str:
    """90 is 1 min 30 s, and 120 is 2 min."""
    minutes, rest = divmod(seconds, 60)
    parts = [f"{minutes} min"] if minutes else []
    return " ".join([*parts, f"{rest} s"] if rest or not minutes else parts)


def cut(text: str) -> str:
    """The text in one line that is not too long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
