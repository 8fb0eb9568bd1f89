"""What things are by their shape and place, where a toolkit does not say: buttons, lists, dialogs.

Compose, Flutter, React Native and web views show plain views without ids. What can be pressed, what is
a row among rows, what is a dialog and which icon belongs to a field is told by how they lie.
"""

from __future__ import annotations

from collections.abc import Sequence

from runtime.guard.labels import plain, read_label
from runtime.guard.layout import in_row
from runtime.guard.money import mentions
from runtime.observation import (
    CHECKABLE,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    SCROLLABLE,
    Bounds,
    Element,
    Observation,
)

LONGEST_NAME = 56
"""What is longer than this names no button."""
_LONGEST_ENTRY = 32
_SHAPE_SLOP_PX = 8
_PRIMARY_WIDTH = 0.5
_TAB_BAR_TOP = 0.9
_MOST_IN_DIALOG = 16
_FEWEST_IN_BAR = 3
_ANSWERS = frozenset(
    "yes no ok ja nein sí oui non sì sim não nee tak nie да нет ок evet hayır はい いいえ 예 네 아니요 نعم لا हाँ हां नहीं".split()
)
"""What answers begin with, before they say to what."""
_DIALOG_WIDTH, _DIALOG_HEIGHT = 0.97, 0.75
_DRAWN_ROLES = frozenset({"item", "text", "image"})


def is_unnamed(element: Element) -> bool:
    """Whether an element says nothing that can be read: no text, or a letter of an icon font."""
    return not any(
        text and read_label(text).label
        for text in (element.text, element.description, element.hint)
    )


def is_pressable(element: Element, elements: Sequence[Element]) -> bool:
    """Whether an element is a button, or one in all but name: short, of one part, no row among rows."""
    if element.role == "button":
        return True
    return (
        element.role in _DRAWN_ROLES
        and bool(element.flags & CLICKABLE)
        and not element.flags & (CHECKABLE | EDITABLE | SCROLLABLE)
        and 0 < len(element.label) <= LONGEST_NAME
        and not is_in_parts(element)
        and not spans_page(element, elements)
        and not _is_listed(element, elements)
    )


def is_entry(element: Element) -> bool:
    """Whether an element is an entry of a menu: a short name in one part, row among rows or not."""
    return (
        element.role in _DRAWN_ROLES
        and bool(element.flags & CLICKABLE)
        and not element.flags & (CHECKABLE | EDITABLE | SCROLLABLE)
        and 0 < len(element.label) <= _LONGEST_ENTRY
        and not is_in_parts(element)
    )


def is_in_parts(element: Element) -> bool:
    """Whether an element takes in several texts, as rows and tiles do. "Yes, delete" is one text."""
    label = (element.text or element.description).strip()
    first, _, rest = label.partition(", ")
    return "\n" in label or ", " in rest or (bool(rest) and first.casefold() not in _ANSWERS)


def is_priced(element: Element, elements: Sequence[Element]) -> bool:
    """Whether a price is part of a button's name. One price among others in a row is only chosen."""
    if not is_pressable(element, elements) or not _names_price(element):
        return False
    return not any(
        one is not element and one.flags & CLICKABLE and in_row(one, element) and _names_price(one)
        for one in elements
    )


def is_primary(element: Element, observation: Observation) -> bool:
    """Whether an element is the page's own button: wide, alone in its row, and nothing to tap below it.

    What lies at the bottom edge (a bar of tabs) does not count.
    """
    left, _, right, _ = element.bounds
    if right - left < observation.width_px * _PRIMARY_WIDTH:
        return False
    return is_in_last_row(element, observation) and not any(
        one is not element and one.flags & CLICKABLE and in_row(one, element)
        for one in observation.elements
    )


def is_in_last_row(element: Element, observation: Observation) -> bool:
    """Whether nothing below an element can be tapped, but for what lies at the bottom edge."""
    floor = observation.height_px * _TAB_BAR_TOP
    return not any(
        one is not element
        and one.flags & CLICKABLE
        and element.bounds.bottom - _SHAPE_SLOP_PX <= one.bounds.top < floor
        for one in observation.elements
    )


def is_in_bar(element: Element, elements: Sequence[Element]) -> bool:
    """Whether an element is one of three or more alike, side by side: a bar of places to go to.

    What settles a page stands alone, or beside what refuses. A price among them is something to choose.
    """
    left, top, right, bottom = element.bounds
    alike = sum(
        1
        for one in elements
        if one.flags & CLICKABLE
        and abs(one.bounds.top - top) <= _SHAPE_SLOP_PX
        and abs(one.bounds.bottom - bottom) <= _SHAPE_SLOP_PX
        and abs((one.bounds.right - one.bounds.left) - (right - left)) <= 2 * _SHAPE_SLOP_PX
    )
    return alike >= _FEWEST_IN_BAR


def ends_field(element: Element, elements: Sequence[Element]) -> Element | None:
    """The field with text whose last button, at its end, an element is."""
    for field in elements:
        if field.flags & EDITABLE and field.text and in_row(field, element):
            beyond = element.bounds.left >= field.bounds.right - _SHAPE_SLOP_PX
            others = any(
                one is not element
                and one.flags & CLICKABLE
                and in_row(one, element)
                and one.bounds.left >= element.bounds.right - _SHAPE_SLOP_PX
                for one in elements
            )
            if beyond and not others:
                return field
    return None


def is_inset(observation: Observation) -> bool:
    """Whether all that is on a screen lies in a box that leaves the screen's edges free: a dialog."""
    elements = observation.elements
    if not 1 < len(elements) <= _MOST_IN_DIALOG or observation.keyboard_shown:
        return False
    left = min(one.bounds.left for one in elements)
    right = max(one.bounds.right for one in elements)
    top = min(one.bounds.top for one in elements)
    bottom = max(one.bounds.bottom for one in elements)
    width, height = observation.width_px, observation.height_px
    free = left > (1 - _DIALOG_WIDTH) * width and right < _DIALOG_WIDTH * width
    lowest = max((one.bounds.bottom for one in elements if one.flags & CLICKABLE), default=0)
    return (
        free
        and top > height * (1 - _DIALOG_HEIGHT) / 2
        and bottom - top < height * _DIALOG_HEIGHT
        and lowest > (top + bottom) / 2
    )


def _names_price(element: Element) -> bool:
    line = plain(element.label)
    return len(line) <= LONGEST_NAME and len(mentions(line)) == 1


def spans_page(element: Element, elements: Sequence[Element]) -> bool:
    """Whether an element goes from edge to edge: rows do, buttons keep away from the edges."""
    return element.bounds.left <= 0 and element.bounds.right >= max(
        one.bounds.right for one in elements
    )


def _is_listed(element: Element, elements: Sequence[Element]) -> bool:
    """Whether an element is one of several that are as wide and high, one below the other.

    Below a list and apart from it, what has one text where the rows have several is no row; nor is what
    lies below switches.
    """
    in_parts = is_in_parts(element)
    return any(
        one is not element
        and one.role == element.role
        and not one.flags & (DISABLED | CHECKABLE)
        and _same_column(one.bounds, element.bounds)
        and (is_in_parts(one) == in_parts or _adjoins(one.bounds, element.bounds))
        for one in elements
        if one.flags & CLICKABLE
    )


def _adjoins(one: Bounds, other: Bounds) -> bool:
    gap = max(one.top, other.top) - min(one.bottom, other.bottom)
    return gap <= (other.bottom - other.top) / 2


def _same_column(one: Bounds, other: Bounds) -> bool:
    height = other.bottom - other.top
    return (
        abs(one.left - other.left) <= _SHAPE_SLOP_PX
        and abs(one.right - other.right) <= _SHAPE_SLOP_PX
        and abs((one.bottom - one.top) - height) <= height / 2
        and (one.top >= other.bottom - _SHAPE_SLOP_PX or one.bottom <= other.top + _SHAPE_SLOP_PX)
    )
