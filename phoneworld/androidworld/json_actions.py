"""AndroidWorld's JSON actions, as actions of ours on the screen that is shown now.

`{"action_type": "click", "x": 540, "y": 1200}`: places are pixels, or the index of an element. What
makes no sense is refused, as AndroidWorld refuses it; an `unknown` action does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from phoneworld.androidworld.errors import bad_value
from runtime.actions import (
    Action,
    Click,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Target,
    Type,
    Wait,
)
from runtime.errors import NoSuchElement
from runtime.observation import Observation

Entries = Mapping[str, object]

WAIT_MS = 1000
DEFAULT_SWIPE_MS = LONG_PRESS_MS = 500
LONGEST_TEXT = 100_000
# As AndroidWorld moves the finger: up and down as named, left and right the other way round.
_STROKES = {
    "down": Stroke(Point(500, 0), Point(500, 1000)),
    "up": Stroke(Point(500, 1000), Point(500, 0)),
    "left": Stroke(Point(0, 500), Point(1000, 500)),
    "right": Stroke(Point(1000, 500), Point(0, 500)),
}


def read_json_action(
    entry: Entries, screen: Observation, *, presses_enter: bool = True
) -> tuple[Action, ...]:
    """What an action means, one after the other. An answer is an `Output`, a status a `Finish`.

    AndroidWorld presses Enter after typing; `presses_enter` is whether this does.
    """
    kind = entry.get("action_type")
    match kind:
        case "click":
            return (Click(_place(entry, screen)),)
        case "double_tap":
            return (DoubleClick(_place(entry, screen)),)
        case "long_press":
            return (LongPress(_place(entry, screen)),)
        case "input_text":
            typed = _input(entry, screen)
            return (*typed, PressButton(SystemButton.ENTER)) if typed and presses_enter else typed
        case "keyboard_enter":
            return (PressButton(SystemButton.ENTER),)
        case "navigate_home":
            return (PressButton(SystemButton.HOME),)
        case "navigate_back":
            return (PressButton(SystemButton.BACK),)
        case "scroll":
            if _has_end(entry):
                return (_finger(entry, screen),)
            return (Scroll(Direction(_direction(entry)), _target(entry, screen)),)
        case "swipe":
            if _has_end(entry):
                return (_finger(entry, screen),)
            return (Scroll(_STROKES[_direction(entry)]),)
        case "drag_and_drop":
            return (Drag(_pair(entry, "touch_xy", screen), _pair(entry, "lift_xy", screen)),)
        case "open_app":
            name = _text(entry, "app_name")
            if not name:
                raise bad_value("open_app needs an app_name")
            return (OpenApp(name),)
        case "wait":
            return (Wait(WAIT_MS),)
        case "answer":
            return (Output(_text(entry, "text")),)
        case "status":
            infeasible = entry.get("goal_status") == "infeasible"
            return (Finish(status=FinishStatus.IMPOSSIBLE if infeasible else FinishStatus.DONE),)
        case "unknown":
            return ()
        case _:
            raise bad_value(f"Invalid action type: {kind!r:.60}")


def _input(entry: Entries, screen: Observation) -> tuple[Action, ...]:
    text = _text(entry, "text")
    if not text:
        return ()
    return (Type(text, _target(entry, screen), clear=entry.get("clear_text") is True),)


def _place(entry: Entries, screen: Observation) -> Target:
    target = _target(entry, screen)
    if target is None:
        raise bad_value(f"{entry.get('action_type')} needs an index, or x and y in pixels")
    return target


def _target(entry: Entries, screen: Observation) -> Target | None:
    index, x, y = entry.get("index"), entry.get("x"), entry.get("y")
    if index is not None:
        if x is not None or y is not None:
            raise bad_value("Either an index or a <x, y> should be provided.")
        number = _whole("index", index)
        try:
            screen.element(number)
        except NoSuchElement as error:
            raise bad_value(str(error)) from error
        return ElementRef(number)
    if x is None or y is None:
        return None
    return _pixel(_whole("x", x), _whole("y", y), screen)


def _pixel(x: int, y: int, screen: Observation) -> Point:
    if not (0 <= x < screen.width_px and 0 <= y < screen.height_px):
        raise bad_value(
            f"({x}, {y}) is off the screen, which has {screen.width_px} x {screen.height_px} pixels"
        )
    return screen.point(x, y)


def _pair(entry: Entries, name: str, screen: Observation) -> Point:
    value = entry.get(name)
    if not isinstance(value, list):
        raise bad_value(f"drag_and_drop needs {name} as [x, y]")
    pair = cast("list[object]", value)
    if len(pair) != 2:
        raise bad_value(f"{name} is [x, y], not {len(pair)} numbers")
    return _pixel(_whole(name, pair[0]), _whole(name, pair[1]), screen)


def _has_end(entry: Entries) -> bool:
    """Whether a finger's way is given in pixels, as some clients extend the interface."""
    return entry.get("x2") is not None or entry.get("y2") is not None


def _finger(entry: Entries, screen: Observation) -> Action:
    """From x, y to x2, y2 in pixels; a finger that stays where it is taps, or holds after half a second."""
    places = [(name, entry.get(name)) for name in ("x", "y", "x2", "y2")]
    if any(value is None for _, value in places):
        raise bad_value("a swipe needs x, y, x2 and y2 in pixels, or a direction")
    x, y, x2, y2 = (_whole(name, value) for name, value in places)
    start, end = _pixel(x, y, screen), _pixel(x2, y2, screen)
    if (x, y) != (x2, y2):
        return Scroll(Stroke(start, end))
    duration_ms = _whole("duration", entry.get("duration") or DEFAULT_SWIPE_MS)
    return LongPress(start) if duration_ms >= LONG_PRESS_MS else Click(start)


def _direction(entry: Entries) -> str:
    value = entry.get("direction")
    if value not in _STROKES or not isinstance(value, str):
        raise bad_value(f"Invalid scroll direction: {value!r:.60}")
    return value


def _whole(name: str, value: object) -> int:
    if isinstance(value, int | float | str) and not isinstance(value, bool):
        try:
            return int(value)
        except (ValueError, OverflowError):
            pass
    raise bad_value(f"{name} is {value!r:.60}: it must be a number")


def _text(entry: Entries, name: str) -> str:
    value = entry.get(name)
    if value is None:
        return ""
    text = value if isinstance(value, str) else str(value)
    if len(text) > LONGEST_TEXT:
        raise bad_value(f"{name} has {len(text):,} characters: at most {LONGEST_TEXT:,} are taken")
    return text
