"""Cases for the guard: a screen, an action on it, and whether it has to be asked about.

A file of them is a JSON list. Each has `name`, `app`, `hierarchy` (the XML that uiautomator writes),
`action` and `expected` (`ask` or `allow`); it may have `activity`, `lang`, `tag` (its kind), `risk`,
`note`, `keyboard`, `secure`, `width` and `height`. An action has `do` and what that needs:

    click, click_point, long, double    on: an element by {"label": ...} or {"id": ...}
    click_xy                            x, y (of 1000)
    click_nth                           n: of those that can be tapped, from the end if negative
    drag_on                             on, dx, dy (of 1000)
    drag_xy                             a, b: places as [x, y] (of 1000)
    type                                text, on (or where the cursor is)
    scroll                              dir, on (or the middle of the screen)
    enter, button, open                 button; app
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from runtime.actions import (
    SCALE,
    Action,
    Click,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    LongPress,
    OpenApp,
    Point,
    PressButton,
    Scroll,
    SystemButton,
    Target,
    Type,
)
from runtime.errors import GuardError, PhoneBuddyError
from runtime.hierarchy import elements_of
from runtime.hierarchy_xml import parse_hierarchy
from runtime.observation import (
    CHECKABLE,
    CLICKABLE,
    EDITABLE,
    LONG_CLICKABLE,
    Bounds,
    Element,
    Observation,
)

# `Any`: what a JSON file holds is known only once it is checked, which is what happens here.
Table = dict[str, Any]

_ANSWERS = CLICKABLE | LONG_CLICKABLE | CHECKABLE | EDITABLE
WIDTH, HEIGHT = 1080, 2400
"""The screen's size where a case names none."""


@dataclass(frozen=True, slots=True)
class GuardCase:
    """A screen, an action, and what is expected of the guard."""

    name: str
    observation: Observation
    action: Action
    asks: bool
    risk: str = ""
    language: str = ""
    kind: str = ""


def load_cases(path: Path) -> tuple[GuardCase, ...]:
    """The cases of a file, or `GuardError` that names the one that cannot be read."""
    try:
        table: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise GuardError(f"no cases can be read from {path}: {error}") from error
    if not isinstance(table, list):
        raise GuardError(f"{path} must be a list of cases")
    return tuple(
        _case(one, number) for number, one in enumerate(cast("list[object]", table), start=1)
    )


def _case(value: object, number: int) -> GuardCase:
    if not isinstance(value, dict):
        raise GuardError(f"case {number} is not an object")
    table = cast("Table", value)
    name = str(table.get("name") or f"case {number}")
    try:
        if table["expected"] not in ("ask", "allow"):
            raise GuardError(f"expected is {table['expected']!r}: say ask or allow")
        observation = _observation(table)
        return GuardCase(
            name,
            observation,
            _action(_object(table, "action"), observation),
            table["expected"] == "ask",
            str(table.get("risk") or ""),
            str(table.get("lang") or ""),
            str(table.get("tag") or ""),
        )
    except KeyError as error:
        raise GuardError(f"{name} lacks {error.args[0]!r}") from error
    except (PhoneBuddyError, LookupError, TypeError, ValueError) as error:
        raise GuardError(f"{name} cannot be read: {error}") from error


def _object(table: Table, key: str) -> Table:
    value: object = table[key]
    if not isinstance(value, dict):
        raise GuardError(f"{key} is {value!r}: it must be an object")
    return cast("Table", value)


def _observation(table: Table) -> Observation:
    width, height = int(table.get("width") or WIDTH), int(table.get("height") or HEIGHT)
    root = parse_hierarchy(str(table["hierarchy"]), screen=Bounds(0, 0, width, height))
    elements = elements_of(root)
    return Observation(
        id="case",
        package=str(table["app"]),
        activity=str(table.get("activity") or ""),
        width_px=width,
        height_px=height,
        rotation=0,
        elements=elements,
        keyboard_shown=bool(table.get("keyboard")),
        focused=next((one.index for one in elements if one.focused), None),
        secure=bool(table.get("secure")),
        notices=(),
        screenshot=None,
        time_s=0.0,
    )


def _action(table: Table, seen: Observation) -> Action:
    match table["do"]:
        case "click":
            return Click(_on(table, seen))
        case "click_point":
            return Click(_middle(_on(table, seen), seen))
        case "click_xy":
            return Click(_point([table["x"], table["y"]]))
        case "click_nth":
            return Click(_nth(int(table["n"]), seen))
        case "long":
            return LongPress(_on(table, seen), int(table.get("ms", 800)))
        case "double":
            return DoubleClick(_on(table, seen))
        case "drag_on":
            start = _middle(_on(table, seen), seen)
            end = Point(start.x + float(table["dx"]), start.y + float(table["dy"]))
            return Drag(start, end, int(table.get("ms", 500)))
        case "drag_xy":
            return Drag(_point(table["a"]), _point(table["b"]), int(table.get("ms", 500)))
        case _:
            return _action_without_place(table, seen)


def _action_without_place(table: Table, seen: Observation) -> Action:
    target: Target | None = _on(table, seen) if table.get("on") else None
    match table["do"]:
        case "type":
            return Type(str(table["text"]), target)
        case "scroll":
            return Scroll(Direction(table["dir"]), target)
        case "enter":
            return PressButton(SystemButton.ENTER)
        case "button":
            return PressButton(SystemButton(table["button"]))
        case "open":
            return OpenApp(str(table["app"]))
        case other:
            raise GuardError(f"no action is called {other!r}")


def _on(table: Table, seen: Observation) -> ElementRef:
    """The element that is named: one with just this label, else one that holds it.

    A page and its button often have one name: what can be tapped is meant.
    """
    on = _object(table, "on")
    label, name = on.get("label"), on.get("id")
    if name:
        found = [one for one in seen.elements if one.resource_id.rpartition("/")[2] == name]
    else:
        found = [one for one in seen.elements if label in _labels(one)]
    if not found and label:
        found = [one for one in seen.elements if any(label in said for said in _labels(one))]
    if not found:
        raise GuardError(f"nothing on the screen is called {name or label!r}")
    answering = (one for one in found if one.flags & _ANSWERS)
    return ElementRef(next(answering, found[0]).index)


def _labels(element: Element) -> tuple[str, ...]:
    return element.text, element.description, element.hint


def _nth(number: int, seen: Observation) -> ElementRef:
    tappable = [one.index for one in seen.elements if one.flags & CLICKABLE]
    if not -len(tappable) <= number < len(tappable):
        raise GuardError(f"n is {number}, but {len(tappable)} things can be tapped")
    return ElementRef(tappable[number])


def _middle(target: ElementRef, seen: Observation) -> Point:
    x, y = seen.elements[target.index].bounds.center
    return Point(x * SCALE / seen.width_px, y * SCALE / seen.height_px)


def _point(place: object) -> Point:
    match place:
        case [int() | float() as x, int() | float() as y]:
            return Point(float(x), float(y))
        case _:
            raise GuardError(f"{place!r} is no place: write [x, y], of 1000")
