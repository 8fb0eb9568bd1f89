"""How elements lie to each other: side by side, above each other. Captions belong to values by that."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.observation import Element

_NEAR = 1.6
"""How many of its heights a caption may stand above its value."""


def written_on(element: Element) -> str:
    """What an element shows: its text or, where a toolkit has only those (Flutter), its description."""
    return element.text or (element.description if element.role == "item" else "")


def in_row(one: Element, other: Element) -> bool:
    """Whether two elements lie side by side: each has the middle of the other's height."""
    top, bottom = one.bounds.top, one.bounds.bottom
    middle = (other.bounds.top + other.bounds.bottom) / 2
    own_middle = (top + bottom) / 2
    return top <= middle < bottom and other.bounds.top <= own_middle < other.bounds.bottom


def is_above(one: Element, other: Element) -> bool:
    """Whether an element stands right above another, as a caption does."""
    gap = other.bounds.top - one.bounds.bottom
    height = max(one.bounds.bottom - one.bounds.top, other.bounds.bottom - other.bounds.top)
    aligned = one.bounds.left < other.bounds.right and one.bounds.right > other.bounds.left
    return aligned and 0 <= gap < _NEAR * height


def value_of(caption: Element, elements: Iterable[Element]) -> Element | None:
    """What a caption is written for: the nearest text in its row, or else the one right below it."""
    row: tuple[int, Element] | None = None
    below: tuple[int, Element] | None = None
    for one in elements:
        if one is caption or not written_on(one):
            continue
        if in_row(one, caption):
            distance = abs(one.bounds.left - caption.bounds.left)
            if row is None or distance < row[0]:
                row = distance, one
        elif is_above(caption, one):
            distance = one.bounds.top - caption.bounds.bottom
            if below is None or distance < below[0]:
                below = distance, one
    found = row or below
    return found[1] if found is not None else None


def captions_of(value: Element, elements: Iterable[Element]) -> tuple[str, ...]:
    """What is written in the row of a value or, where nothing is, right above it."""
    row: list[str] = []
    above: tuple[int, str] | None = None
    bottom = value.bounds.bottom
    for one in elements:
        if one.bounds.top >= bottom or one is value or one.editable or not written_on(one):
            continue
        if in_row(one, value):
            row.append(written_on(one))
        elif is_above(one, value):
            distance = value.bounds.top - one.bounds.bottom
            if above is None or distance < above[0]:
                above = distance, written_on(one)
    if row:
        return tuple(row[:3])
    return (above[1],) if above is not None else ()
