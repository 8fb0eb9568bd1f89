"""What an action touches: the element behind a target, and what kind of act it is.

A point means the smallest element under it. Where nothing readable lies, what the screen offers
decides instead, because something unreadable may be any of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import assert_never

from runtime.actions import (
    SCALE,
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
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
from runtime.guard.rule import ActionKind
from runtime.guard.scene import BUTTONS, GuardedScreen
from runtime.observation import (
    CLICKABLE,
    DISABLED,
    EDITABLE,
    LONG_CLICKABLE,
    SCROLLABLE,
    Bounds,
    Element,
)

TAP_SLOP = 12
"""A stroke shorter than this (of 1000) is a tap."""
KEYBOARD_TOP = 520
SYSTEM_BAR = 955
"""Keyboards lie below the first height, the phone's own bar below the second (of 1000)."""
ENTER_KEY = (760, 840)
"""The enter key lies right of and below this place, on every keyboard we know."""
FLAT = 2
"""From how many times as wide as it is high something that scrolls is taken to do so sideways."""


@dataclass(frozen=True, slots=True)
class TouchReading:
    """One reading of an action: its kind, what it meets, and what is typed or opened."""

    kind: ActionKind
    element: Element | None = None
    text: str = ""


def readings(action: Action, scene: GuardedScreen) -> tuple[TouchReading, ...]:
    """All that an action may amount to on a screen. Empty where it does nothing to the phone."""
    match action:
        case Click(target):
            return _tap(target, scene)
        case DoubleClick(target):
            return (*_tap(target, scene), TouchReading(ActionKind.DOUBLE_CLICK, _at(target, scene)))
        case LongPress(target):
            return _hold(target, scene)
        case Type(text, target):
            return _typing(text, target, scene)
        case Scroll(motion, target):
            return _scroll(motion, target, scene)
        case Drag(start, end):
            return _stroke(_place(start, scene), _place(end, scene), ActionKind.DRAG, scene)
        case PressButton(button):
            return (
                _enter(scene.focused, scene)
                if button is SystemButton.ENTER
                else (TouchReading(ActionKind.BUTTON, text=button),)
            )
        case OpenApp(app):
            return (TouchReading(ActionKind.OPEN_APP, text=app),)
        case CloseApp(app):
            return (TouchReading(ActionKind.CLOSE_APP, text=app),)
        case Wait():
            return (TouchReading(ActionKind.WAIT),)
        case Output() | Finish() | AskUser():
            return ()
        case _:
            assert_never(action)


_MOST_TAPPED = 100
"""More than a judgement looks at: beyond that, a screen is too crowded to be read."""


def _tap(target: Target, scene: GuardedScreen) -> tuple[TouchReading, ...]:
    element = _at(target, scene)
    if element is not None:
        return _tap_element(element, _middle(target, element, scene), scene)
    if not isinstance(target, Point) or target.y >= SYSTEM_BAR:
        return ()
    if scene.observation.keyboard_shown and target.y >= KEYBOARD_TOP:
        typed = TouchReading(ActionKind.TYPE, scene.focused)
        is_enter = target.x >= ENTER_KEY[0] and target.y >= ENTER_KEY[1]
        return (typed, *_enter(scene.focused, scene)) if is_enter else (typed,)
    anything = (TouchReading(ActionKind.CLICK, one) for one in scene.elements if _tappable(one))
    return tuple(islice(anything, _MOST_TAPPED))


def _hold(target: Target, scene: GuardedScreen) -> tuple[TouchReading, ...]:
    """Holding what has no answer of its own to that taps it when the finger leaves."""
    element = _at(target, scene)
    held = (TouchReading(ActionKind.LONG_PRESS, element),) if element is not None else ()
    taps = (
        touch
        for touch in _tap(target, scene)
        if touch.element is None or not touch.element.flags & LONG_CLICKABLE
    )
    return (*held, *taps)


def _tap_element(
    element: Element, place: tuple[float, float], scene: GuardedScreen
) -> tuple[TouchReading, ...]:
    """A tap on an element meets what lies over it there, which need not be that element."""
    met = _topmost(*place, scene)
    named = TouchReading(ActionKind.CLICK, element)
    if met is None or met is element:
        return (named,)
    return (named, TouchReading(ActionKind.CLICK, met))


def _middle(target: Target, element: Element, scene: GuardedScreen) -> tuple[float, float]:
    """Where the finger comes down, in pixels."""
    match target:
        case ElementRef():
            return element.bounds.center
        case Point():
            return _pixel(target, scene)


def _typing(text: str, target: Target | None, scene: GuardedScreen) -> tuple[TouchReading, ...]:
    element = _at(target, scene) if target is not None else scene.focused
    touches = [TouchReading(ActionKind.TYPE, element, text)]
    field = element
    if element is not None and not element.flags & EDITABLE:
        # Typing taps its target first, whatever that is.
        touches += _tap_element(element, element.bounds.center, scene)
        field = scene.focused
    if "\n" in text or "\r" in text:
        # Many fields take a line break for the enter key.
        touches += _enter(field, scene)
    return tuple(touches)


def _enter(field: Element | None, scene: GuardedScreen) -> tuple[TouchReading, ...]:
    """Enter acts on its field, and may press any button that the screen has."""
    touches = [TouchReading(ActionKind.ENTER, field)]
    touches += [
        TouchReading(ActionKind.ENTER, one)
        for one in scene.elements
        if _tappable(one) and not one.flags & EDITABLE and one.role in BUTTONS
    ]
    return tuple(touches)


def _scroll(
    motion: Direction | Stroke, target: Target | None, scene: GuardedScreen
) -> tuple[TouchReading, ...]:
    match motion:
        case Stroke(start, end):
            return _stroke(start, end, ActionKind.SCROLL, scene)
        case Direction.LEFT | Direction.RIGHT:
            middle = Point(SCALE / 2, SCALE / 2) if target is None else target
            return _page_sideways(_place(middle, scene), scene)
        case Direction.UP | Direction.DOWN:
            return (
                TouchReading(ActionKind.SCROLL, _at(target, scene) if target is not None else None),
            )


def _page_sideways(at: Point, scene: GuardedScreen) -> tuple[TouchReading, ...]:
    """A page sideways swipes at its target, or through the middle of what scrolls there.

    Which of the two, and what scrolls, is the backend's choice: all that it may cross counts.
    """
    crossed = [
        one
        for box in _scrollers(*_pixel(at, scene), scene)
        for one in scene.elements
        if one.role != "list" and _crosses(one.bounds, box)
    ]
    return (_swipe(at, scene), *(TouchReading(ActionKind.SWIPE, one) for one in crossed))


def _scrollers(x: float, y: float, scene: GuardedScreen) -> list[Bounds]:
    """What a stroke sideways may be made in: what looks as if it scrolled so, or else what is there."""
    boxes = [one.bounds for one in scene.elements if one.flags & SCROLLABLE]
    here = [box for box in boxes if _holds(box, x, y)]
    screen = Bounds(0, 0, scene.observation.width_px, scene.observation.height_px)
    flat = [box for box in here if _is_flat(box)] or [box for box in boxes if _is_flat(box)]
    return flat or here or [screen]


def _is_flat(box: Bounds) -> bool:
    return box.right - box.left >= FLAT * (box.bottom - box.top)


def _crosses(bounds: Bounds, box: Bounds) -> bool:
    """Whether something lies on the line through the middle of a box, from its left to its right."""
    left, top, right, bottom = bounds
    return top <= box.center[1] < bottom and left < box.right and right > box.left


def _stroke(
    start: Point, end: Point, kind: ActionKind, scene: GuardedScreen
) -> tuple[TouchReading, ...]:
    across, down = abs(end.x - start.x), abs(end.y - start.y)
    if across < TAP_SLOP and down < TAP_SLOP:
        return _tap(start, scene)
    sideways = across * scene.observation.width_px > down * scene.observation.height_px
    moved = _swipe(start, scene) if sideways else TouchReading(kind, _at(start, scene))
    return (moved, *_pressed(start, end, scene))


def _pressed(start: Point, end: Point, scene: GuardedScreen) -> tuple[TouchReading, ...]:
    """A finger that comes up on what it went down on taps it, wherever it was between."""
    if _at(start, scene) is None:
        return ()
    x, y = _pixel(end, scene)
    return tuple(
        touch
        for touch in _tap(start, scene)
        if touch.element is not None
        and _tappable(touch.element)
        and _holds(touch.element.bounds, x, y)
    )


def _swipe(start: Point, scene: GuardedScreen) -> TouchReading:
    """A sideways stroke moves the row that it starts on, whatever lies on that row."""
    x, y = _pixel(start, scene)
    for element in scene.elements:
        if _holds(element.bounds, x, y) and scene.is_row(element):
            return TouchReading(ActionKind.SWIPE, element)
    return TouchReading(ActionKind.SWIPE, _under(x, y, scene))


def _pixel(point: Point, scene: GuardedScreen) -> tuple[float, float]:
    size = scene.observation
    return point.x * size.width_px / SCALE, point.y * size.height_px / SCALE


def _holds(box: Bounds, x: float, y: float) -> bool:
    left, top, right, bottom = box
    return left <= x < right and top <= y < bottom


def _place(target: Target, scene: GuardedScreen) -> Point:
    match target:
        case Point():
            return target
        case ElementRef(index):
            if 0 <= index < len(scene.elements):
                x, y = scene.elements[index].bounds.center
                size = scene.observation
                return Point(x * SCALE / max(1, size.width_px), y * SCALE / max(1, size.height_px))
            return Point(-1, -1)


def _at(target: Target, scene: GuardedScreen) -> Element | None:
    """The element of a target; None where there is none, or nothing that can be read."""
    match target:
        case ElementRef(index):
            return scene.elements[index] if 0 <= index < len(scene.elements) else None
        case Point():
            return _under(*_pixel(target, scene), scene)


def _under(x: float, y: float, scene: GuardedScreen) -> Element | None:
    best: Element | None = None
    best_area = 0
    for element in scene.elements:
        left, top, right, bottom = element.bounds
        if element.role != "list" and _holds(element.bounds, x, y):
            area = (right - left) * (bottom - top)
            # What can be tapped answers, also where plain text lies on it.
            answers = bool(element.flags & (CLICKABLE | LONG_CLICKABLE | EDITABLE))
            if best is None or (area < best_area and (answers or not _tappable(best))):
                best, best_area = element, area
    return best


def _topmost(x: float, y: float, scene: GuardedScreen) -> Element | None:
    """What can be tapped there and is drawn last."""
    for element in reversed(scene.elements):
        if _holds(element.bounds, x, y) and _tappable(element):
            return element
    return None


def _tappable(element: Element) -> bool:
    return bool(element.flags & CLICKABLE) and not element.flags & DISABLED
