"""JSON as language models write it: tolerant of form, never of doubt.

Read besides strict JSON: single and smart quotes, trailing commas, raw line breaks inside
strings, Python's `True`, `False` and `None`. Refused, because their meaning would be a guess:
text that ends too early, repeated keys, NaN and infinities, unknown escapes.

Every read takes time linear in what it consumed, and nesting is bounded.
"""

from __future__ import annotations

import math
import re
from typing import TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"

MAX_DEPTH = 16
MAX_NUMBER_CHARS = 40

_SPACE = re.compile(r"[ \t\r\n\ufeff\xa0]*")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z]+")
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
_WORDS: dict[str, JsonValue] = {
    "true": True,
    "false": False,
    "null": None,
    "True": True,
    "False": False,
    "None": None,
}
_ESCAPES = {
    '"': '"',
    "'": "'",
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
# The plain part of a string by its opening quote: what ends it is its own kind of quote.
_DOUBLE, _SINGLE = re.compile(r'[^"\\]*'), re.compile(r"[^'\\]*")
_SMART_DOUBLE, _SMART_SINGLE = re.compile(r"[^“”\\]*"), re.compile(r"[^‘’\\]*")
_PLAIN_PARTS = {
    '"': _DOUBLE,
    "'": _SINGLE,
    "“": _SMART_DOUBLE,
    "”": _SMART_DOUBLE,
    "‘": _SMART_SINGLE,
    "’": _SMART_SINGLE,
}
QUOTES = "".join(_PLAIN_PARTS)


class LenientJsonError(ValueError):
    """The text at `position` cannot be read; `ended` tells that it stops too early."""

    def __init__(self, message: str, position: int, *, ended: bool = False) -> None:
        super().__init__(message)
        self.position = position
        self.ended = ended


def read_value(text: str, start: int = 0) -> tuple[JsonValue, int]:
    """The value that begins at `start` (after spaces), and where it ends."""
    return _value(text, start, 0)


def read_whole(text: str) -> JsonValue:
    """The value that the whole text is."""
    value, end = read_value(text)
    end = _skip_space(text, end)
    if end < len(text):
        raise LenientJsonError("something follows the value", end)
    return value


def _skip_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _value(text: str, position: int, depth: int) -> tuple[JsonValue, int]:
    position = _skip_space(text, position)
    if position >= len(text):
        raise LenientJsonError("the text ends where a value should be", position, ended=True)
    char = text[position]
    if char in _PLAIN_PARTS:
        return _string(text, position)
    if char in "{[":
        if depth >= MAX_DEPTH:
            raise LenientJsonError(f"nested deeper than {MAX_DEPTH} levels", position)
        return _object(text, position, depth) if char == "{" else _array(text, position, depth)
    if (match := _NUMBER.match(text, position)) is not None:
        return _number(match.group(), position), match.end()
    if (match := _WORD.match(text, position)) is not None and match.group() in _WORDS:
        return _WORDS[match.group()], match.end()
    raise LenientJsonError(f"no value begins with {text[position : position + 10]!r}", position)


def _number(digits: str, position: int) -> int | float:
    if len(digits) > MAX_NUMBER_CHARS:
        raise LenientJsonError(f"a number of {len(digits)} characters", position)
    if digits.lstrip("-").isdigit():
        return int(digits)
    number = float(digits)
    if not math.isfinite(number):
        raise LenientJsonError(f"the number {digits} is not finite", position)
    return number


def _object(text: str, position: int, depth: int) -> tuple[JsonValue, int]:
    found: dict[str, JsonValue] = {}
    position = _skip_space(text, position + 1)
    while text[position : position + 1] != "}":
        if position >= len(text):
            raise LenientJsonError("an object is not closed", position, ended=True)
        if text[position] not in _PLAIN_PARTS:
            raise LenientJsonError("a key must be in quotes", position)
        key_position = position
        key, position = _string(text, position)
        position = _skip_space(text, position)
        if text[position : position + 1] != ":":
            raise LenientJsonError(
                f"no ':' after the key {key[:40]!r}", position, ended=position >= len(text)
            )
        value, position = _value(text, position + 1, depth + 1)
        if key in found:
            raise LenientJsonError(f"the key {key[:40]!r} is there twice", key_position)
        found[key] = value
        position = _next_item(text, position, "}")
    return found, position + 1


def _array(text: str, position: int, depth: int) -> tuple[JsonValue, int]:
    found: list[JsonValue] = []
    position = _skip_space(text, position + 1)
    while text[position : position + 1] != "]":
        value, position = _value(text, position, depth + 1)
        found.append(value)
        position = _next_item(text, position, "]")
    return found, position + 1


def _next_item(text: str, position: int, closing: str) -> int:
    """Past the comma (a last one may stand before `closing`), or at `closing`."""
    position = _skip_space(text, position)
    char = text[position : position + 1]
    if char == ",":
        return _skip_space(text, position + 1)
    if char != closing:
        raise LenientJsonError(
            f"neither ',' nor '{closing}' after a value", position, ended=not char
        )
    return position


def _string(text: str, position: int) -> tuple[str, int]:
    plain = _PLAIN_PARTS[text[position]]
    parts: list[str] = []
    position += 1
    while True:
        match = plain.match(text, position)
        end = match.end() if match else position
        parts.append(text[position:end])
        if end >= len(text):
            raise LenientJsonError("a string is not closed", end, ended=True)
        if text[end] != "\\":
            return "".join(parts), end + 1
        char, position = _escape(text, end)
        parts.append(char)


def _escape(text: str, position: int) -> tuple[str, int]:
    """The character that the backslash at `position` stands for."""
    letter = text[position + 1 : position + 2]
    if letter in _ESCAPES:
        return _ESCAPES[letter], position + 2
    if letter != "u":
        raise LenientJsonError(
            f"unknown escape {text[position : position + 2]!r}", position, ended=not letter
        )
    unit = _code_unit(text, position)
    if 0xD800 <= unit < 0xDC00 and text.startswith("\\u", position + 6):
        low = _code_unit(text, position + 6)
        if 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)), position + 12
    if 0xD800 <= unit < 0xE000:
        raise LenientJsonError("an escape for half a character", position)
    return chr(unit), position + 6


def _code_unit(text: str, position: int) -> int:
    match = _HEX4.match(text, position + 2)
    if match is None:
        raise LenientJsonError("a \\u escape needs four hexadecimal digits", position)
    return int(match.group(), 16)
