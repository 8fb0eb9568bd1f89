"""The soft keyboard as data: which keys there are and where. Painting and touching both read it.

A key's cell reaches halfway to its neighbours; what is painted as its cap is a little smaller.
In the layout `symbols`, shift turns to the second page of symbols.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from phoneworld.frame import KEYBOARD_DP, KeyboardLook
from runtime.observation import Bounds

STRIP_DP = 44
"""The strip above the keys."""

BOTTOM_DP = 8

ENTER_ICONS = {
    "enter": "keyboard_return",
    "search": "search",
    "send": "send",
    "next": "keyboard_tab",
    "done": "check",
}

ACTIONS = frozenset(("shift", "backspace", "enter", "symbols", "letters", "space", "hide"))
"""The values of keys that do something else than insert their text."""


@dataclass(frozen=True, slots=True)
class KeyboardKey:
    """One key. `value` is the text it inserts, or one of `ACTIONS`."""

    label: str
    icon: str
    value: str
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class _Cap:
    """A key before it has a place; `span` is its width in letter keys."""

    value: str
    label: str = ""
    icon: str = ""
    span: float = 1


def _plain(letters: str) -> list[_Cap]:
    return [_Cap(letter, letter) for letter in letters]


def _letter_rows(look: KeyboardLook) -> list[list[_Cap]]:
    first, second, third = "qwertyuiop", "asdfghjkl", "zxcvbnm"
    if look.shifted:
        first, second, third = first.upper(), second.upper(), third.upper()
    shift = _Cap("shift", icon="arrow_upward", span=1.5)
    return [
        _plain(first),
        _plain(second),
        [shift, *_plain(third), _Cap("backspace", icon="backspace", span=1.5)],
        _bottom_row(look, _Cap("symbols", "?123", span=1.5), ",", "."),
    ]


def _symbol_rows(look: KeyboardLook) -> list[list[_Cap]]:
    if look.shifted:
        pages = ("~`|•√π÷×¶∆", "£€¥¢^°={}\\", "%©®™✓[]")
    else:
        pages = ("1234567890", "@#$_&-+()/", "*\"':;!?")
    first, second, third = pages
    turn = _Cap("shift", "?123" if look.shifted else "=\\<", span=1.5)
    return [
        _plain(first),
        _plain(second),
        [turn, *_plain(third), _Cap("backspace", icon="backspace", span=1.5)],
        _bottom_row(
            look,
            _Cap("letters", "ABC", span=1.5),
            "<" if look.shifted else ",",
            ">" if look.shifted else ".",
        ),
    ]


def _bottom_row(look: KeyboardLook, turn: _Cap, left: str, right: str) -> list[_Cap]:
    return [
        turn,
        _Cap(left, left),
        _Cap("space", span=5),
        _Cap(right, right),
        _enter(look, 1.5),
    ]


def _enter(look: KeyboardLook, span: float) -> _Cap:
    return _Cap("enter", icon=ENTER_ICONS.get(look.enter, "keyboard_return"), span=span)


def _number_rows(look: KeyboardLook) -> list[list[_Cap]]:
    def row(side: str, digits: str, end: _Cap) -> list[_Cap]:
        wide = [_Cap(digit, digit, span=2.4) for digit in digits]
        return [_Cap(side, side, span=1.4), *wide, end]

    return [
        row("+", "123", _Cap("backspace", icon="backspace", span=1.4)),
        row("-", "456", _Cap("space", icon="space_bar", span=1.4)),
        row("*", "789", _Cap("symbols", "!?#", span=1.4)),
        row("#", ",0.", _enter(look, 1.4)),
    ]


ROWS = {"letters": _letter_rows, "symbols": _symbol_rows, "numbers": _number_rows}


def _px(dp: float, density: float) -> int:
    return int(dp * density + 0.5)


@lru_cache(maxsize=64)
def keys(look: KeyboardLook, width_px: int, top_px: int, density: float) -> tuple[KeyboardKey, ...]:
    """All keys of a keyboard whose upper edge is at `top_px`."""
    rows = ROWS.get(look.layout, _letter_rows)(look)
    height = _px(KEYBOARD_DP, density)
    strip = _px(STRIP_DP, density)
    side = _px(3, density)
    made = [_hide_key(width_px, top_px, strip)]
    usable = height - strip - _px(BOTTOM_DP, density)
    for index, row in enumerate(rows):
        top = top_px + strip + usable * index // len(rows)
        bottom = top_px + strip + usable * (index + 1) // len(rows)
        made += _place_row(row, side, width_px - 2 * side, top, bottom)
    return tuple(made)


def _hide_key(width_px: int, top_px: int, strip: int) -> KeyboardKey:
    wide = strip * 5 // 4
    place = Bounds(width_px - wide, top_px, width_px, top_px + strip)
    return KeyboardKey("", "keyboard_hide", "hide", place)


def _place_row(row: list[_Cap], left: int, width: int, top: int, bottom: int) -> list[KeyboardKey]:
    """A row of keys; one that is narrower than ten letters is centred."""
    total = sum(cap.span for cap in row)
    cell = width / max(10.0, total)
    at = left + (width - cell * total) / 2
    placed: list[KeyboardKey] = []
    for cap in row:
        end = at + cell * cap.span
        place = Bounds(round(at), top, round(end), bottom)
        placed.append(KeyboardKey(cap.label, cap.icon, cap.value, place))
        at = end
    return placed


def key_at(
    look: KeyboardLook, width_px: int, top_px: int, density: float, x: int, y: int
) -> KeyboardKey | None:
    """The key under a pixel; between the keys there is none."""
    for key in keys(look, width_px, top_px, density):
        if key.bounds.contains(x, y):
            return key
    return None
