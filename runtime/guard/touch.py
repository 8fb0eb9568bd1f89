"""What an action touches: the element behind a target, and what kind of act it is.

A point means the smallest element under it. Where nothing readable lies, what the screen offers
decides instead, because something unreadable may be any of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from runtime.actions import (
    SCALE,
    Action,
    AskUser,
    Button,
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
    Target,
    Type,
    Wait,
)
from runtime.guard.rule import ActionKind
from runtime.guard.scene import Scene
from runtime.observation import CLICKABLE, DISABLED, EDITABLE, LONG_CLICKABLE, Element

TAP_SLOP = 12
"""A stroke shorter than this (of 1000) is a tap."""
KEYBOARD_TOP = 520
SYSTEM_BAR = 955
"""Keyboards lie below the first height, the phone's own bar below the second (of 1000)."""
ENTER_KEY = (760, 840)
"""The enter key lies right of and below this place, on every keyboard we know."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One reading of an action: its kind, what it meets, and what is typed or opened."""

    kind: ActionKind
    element: Element | None = None
    text: str = ""


def readings(action: Action, scene: Scene) -> tuple[Touch, ...]:
    """All that an action may amount to on a screen. Empty where it does nothing to the phone."""
    match action:
        case Click(target):
            return _tap(target, scene)
        case DoubleClick(target):
            return (*_tap(target, scene), Touch(ActionKind.DOUBLE_CLICK, _at(target, scene)))
        case LongPress(target):
            element = _at(target, scene)
            return (Touch(ActionKind.LONG_PRESS, element),) if element is not None else ()
        case Type(text, target):
            return _typing(text, target, scene)
        case Scroll(motion, target):
            return _scroll(motion, target, scene)
        case Drag(start, end):
            return _stroke(_place(start, scene), _place(end, scene), ActionKind.DRAG, scene)
        case PressButton(button):
            return (
                _enter(scene)
                if button is Button.ENTER
                else (Touch(ActionKind.BUTTON, text=button),)
            )
        case OpenApp(app):
            return (Touch(ActionKind.OPEN_APP, text=app),)
        case CloseApp(app):
            return (Touch(ActionKind.CLOSE_APP, text=app),)
        case Wait():
            return (Touch(ActionKind.WAIT),)
        case Output() | Finish() | AskUser():
            return ()
        case _:
            assert_never(action)


def _tap(target: Target, scene: Scene) -> tuple[Touch, ...]:
    element = _at(target, scene)
    if element is not None:
        return _tap_element(element, _middle(target, element, scene), scene)
    if not isinstance(target, Point) or target.y >= SYSTEM_BAR:
        return ()
    if scene.observation.keyboard_shown and target.y >= KEYBOARD_TOP:
        typed = Touch(ActionKind.TYPE, scene.focused)
        is_enter = target.x >= ENTER_KEY[0] and target.y >= ENTER_KEY[1]
        return (typed, *_enter(scene)) if is_enter else (typed,)
    return tuple(Touch(ActionKind.CLICK, one) for one in scene.elements if _tappable(one))


def _tap_element(element: Element, place: tuple[float, float], scene: Scene) -> tuple[Touch, ...]:
    """A tap on an element meets what lies over it there, which need not be that element."""
    met = _topmost(*place, scene)
    named = Touch(ActionKind.CLICK, element)
    if met is None or met is element:
        return (named,)
    return (named, Touch(ActionKind.CLICK, met))


def _middle(target: Target, element: Element, scene: Scene) -> tuple[float, float]:
    """Where the finger comes down, in pixels."""
    match target:
        case ElementRef():
            return element.bounds.center
        case Point(x, y):
            size = scene.observation
            return x * size.width_px / SCALE, y * size.height_px / SCALE


def _typing(text: str, target: Target | None, scene: Scene) -> tuple[Touch, ...]:
    element = _at(target, scene) if target is not None else scene.focused
    typed = Touch(ActionKind.TYPE, element, text)
    if element is not None and not element.flags & EDITABLE:
        # Typing taps its target first, whatever that is.
        return (typed, *_tap_element(element, element.bounds.center, scene))
    if "\n" in text or "\r" in text:
        # A line break in a text stays in its field, but for chats where it sends.
        return (typed, Touch(ActionKind.ENTER, element))
    return (typed,)


def _enter(scene: Scene) -> tuple[Touch, ...]:
    """Enter acts on its field, and may press any button that the screen has."""
    touches = [Touch(ActionKind.ENTER, scene.focused)]
    touches += [
        Touch(ActionKind.ENTER, one)
        for one in scene.elements
        if _tappable(one) and not one.flags & EDITABLE and one.role == "button"
    ]
    return tuple(touches)


def _scroll(motion: Direction | Stroke, target: Target | None, scene: Scene) -> tuple[Touch, ...]:
    match motion:
        case Stroke(start, end):
            return _stroke(start, end, ActionKind.SCROLL, scene)
        case Direction.LEFT | Direction.RIGHT:
            middle = Point(SCALE / 2, SCALE / 2) if target is None else target
            return (_swipe(_place(middle, scene), scene),)
        case Direction.UP | Direction.DOWN:
            return (Touch(ActionKind.SCROLL, _at(target, scene) if target is not None else None),)


def _stroke(start: Point, end: Point, kind: ActionKind, scene: Scene) -> tuple[Touch, ...]:
    across, down = abs(end.x - start.x), abs(end.y - start.y)
    if across < TAP_SLOP and down < TAP_SLOP:
        return _tap(start, scene)
    sideways = across * scene.observation.width_px > down * scene.observation.height_px
    return (_swipe(start, scene) if sideways else Touch(kind, _at(start, scene)),)


def _swipe(start: Point, scene: Scene) -> Touch:
    """A sideways stroke moves the row that it starts on, whatever lies on that row."""
    x = start.x * scene.observation.width_px / SCALE
    y = start.y * scene.observation.height_px / SCALE
    for element in scene.elements:
        left, top, right, bottom = element.bounds
        if left <= x < right and top <= y < bottom and scene.is_row(element):
            return Touch(ActionKind.SWIPE, element)
    return Touch(ActionKind.SWIPE, _under(x, y, scene))


def _place(target: Target, scene: Scene) -> Point:
    match target:
        case Point():
            return target
        case ElementRef(index):
            if 0 <= index < len(scene.elements):
                x, y = scene.elements[index].bounds.center
                size = scene.observation
                return Point(x * SCALE / max(1, size.width_px), y * SCALE / max(1, size.height_px))
            return Point(-1, -1)


def _at(target: Target, scene: Scene) -> Element | None:
    """The element of a target; None where there is none, or nothing that can be read."""
    match target:
        case ElementRef(index):
            return scene.elements[index] if 0 <= index < len(scene.elements) else None
        case Point(x, y):
            across = x * scene.observation.width_px / SCALE
            down = y * scene.observation.height_px / SCALE
            return _under(across, down, scene)


def _under(x: float, y: float, scene: Scene) -> Element | None:
    best: Element | None = None
    best_area = 0
    for element in scene.elements:
        left, top, right, bottom = element.bounds
        if left <= x < right and top <= y < bottom and element.role != "list":
            area = (right - left) * (bottom - top)
            # What can be tapped answers, also where plain text lies on it.
            answers = bool(element.flags & (CLICKABLE | LONG_CLICKABLE | EDITABLE))
            if best is None or (area < best_area and (answers or not _tappable(best))):
                best, best_area = element, area
    return best


def _topmost(x: float, y: float, scene: Scene) -> Element | None:
    """What can be tapped there and is drawn last."""
    for element in reversed(scene.elements):
        left, top, right, bottom = element.bounds
        if left <= x < right and top <= y < bottom and _tappable(element):
            return element
    return None


def _tappable(element: Element) -> bool:
    return bool(element.flags & CLICKABLE) and not element.flags & DISABLED
