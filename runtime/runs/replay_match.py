"""Whether a recorded action can be done on another look at a phone, and what it is there.

Elements are found again by what they are (role, resource id, label), never by their number; what the
action depends on must be as it was: the app and page, a switch's state, what a field holds. Pure
functions. What is not the same is described in words, for the person and the policy.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from runtime.actions import (
    SCALE,
    Action,
    AskUser,
    Click,
    CloseApp,
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
from runtime.observation import CHECKED, DISABLED, EDITABLE, PASSWORD, Bounds, Element, Observation

_STATE = CHECKED | DISABLED | EDITABLE | PASSWORD
_LONGEST_NAME = 60


class ScreenDiffers(Exception):
    """The screen is not the one of the recording; the message says what differs."""


def fitted(
    action: Action, recorded: Observation, screen: Observation, *, named: Sequence[str] = ()
) -> Action:
    """The action with its targets on `screen`, which must be as recorded: else `ScreenDiffers`.

    What is `named` was put into the recording in another's place: a thing that has such a name is found
    by that, whatever else it shows.
    """
    match action:
        case OpenApp() | CloseApp() | Wait() | PressButton(SystemButton.HOME):
            return action  # the same wherever it is done
        case _:
            _check_place(recorded, screen)
    match action:
        case Click(target):
            return Click(_on(target, recorded, screen, named))
        case DoubleClick(target):
            return DoubleClick(_on(target, recorded, screen, named))
        case LongPress(target, duration_ms):
            return LongPress(_on(target, recorded, screen, named), duration_ms)
        case Type(text, target, clear):
            if target is None:
                _check_field(cursor_of(recorded), cursor_of(screen), content=not clear)
                return action
            new = _on(target, recorded, screen, named)
            _check_field(
                element_under(target, recorded), element_under(new, screen), content=not clear
            )
            return Type(text, new, clear)
        case Drag(start, end, duration_ms):
            return Drag(
                _on(start, recorded, screen, named), _on(end, recorded, screen, named), duration_ms
            )
        case Scroll(Stroke(start, end), target):
            return Scroll(_stroke(start, end, recorded, screen, named), target)
        case Scroll(motion, target):
            return Scroll(motion, None if target is None else _on(target, recorded, screen, named))
        case PressButton(SystemButton.ENTER):
            _check_field(cursor_of(recorded), cursor_of(screen), content=True)
            return action
        case PressButton() | AskUser():
            return action
        case Output() | Finish():
            # Claims about what is shown hold only where just that is shown.
            _check_shown(recorded, screen)
            return action
        case _:
            assert_never(action)


def shows_the_same(recorded: Observation, screen: Observation) -> bool:
    """Whether both looks show the same things in the same order, in the same states."""
    return _place(recorded) == _place(screen) and _shown(recorded) == _shown(screen)


def _check_place(recorded: Observation, screen: Observation) -> None:
    if _place(recorded) != _place(screen):
        raise ScreenDiffers(
            f"the phone shows {_place_words(screen)}, and not {_place_words(recorded)}"
        )


def _check_shown(recorded: Observation, screen: Observation) -> None:
    if _shown(recorded) == _shown(screen):
        return
    before, now = recorded.elements, screen.elements
    known, shown = {_full(item) for item in before}, {_full(item) for item in now}
    gone = [_name(item) for item in before if _full(item) not in shown]
    new = [_name(item) for item in now if _full(item) not in known]
    words: list[str] = []
    if gone:
        words.append(f"{_some(gone)} is no longer so")
    if new:
        words.append(f"{_some(new)} was not so")
    raise ScreenDiffers("; ".join(words) or "what it shows is in another order")


def _check_field(field: Element | None, now: Element | None, *, content: bool) -> None:
    """The field that is typed into must be the same; with `content`, hold the same."""
    if field is None and now is None:
        return
    if field is None or now is None or _identity(field) != _identity(now):
        was = "no field" if field is None else _name(field)
        found = "no field" if now is None else _name(now)
        raise ScreenDiffers(f"the cursor is in {found}, and not in {was}")
    if content and field.text != now.text:
        raise ScreenDiffers(f"{_name(field)} holds something else")


def _on(target: Target, recorded: Observation, screen: Observation, named: Sequence[str]) -> Target:
    """Where a recorded target is now."""
    if isinstance(target, ElementRef):
        return ElementRef(_found(recorded.element(target.index), recorded, screen, named).index)
    under = element_under(target, recorded)
    size = (recorded.width_px, recorded.height_px)
    same_size = size == (screen.width_px, screen.height_px)
    if under is None:
        if same_size and shows_the_same(recorded, screen):
            return target
        raise ScreenDiffers(
            f"nothing that could be found again is at ({target.x:.0f}, {target.y:.0f})"
        )
    now = _found(under, recorded, screen, named)
    if same_size and now.bounds == under.bounds:
        return target
    x, y = recorded.pixel(target)
    return screen.point(*_moved(x, y, under.bounds, now.bounds))


def _stroke(
    start: Point, end: Point, recorded: Observation, screen: Observation, named: Sequence[str]
) -> Stroke:
    """A stroke that begins on the same thing and goes the same way."""
    begin = _on(start, recorded, screen, named)
    if not isinstance(begin, Point) or begin == start:
        return Stroke(start, end)
    x, y = end.x + begin.x - start.x, end.y + begin.y - start.y
    return Stroke(begin, Point(min(max(x, 0), SCALE), min(max(y, 0), SCALE)))


def _found(
    element: Element, recorded: Observation, screen: Observation, named: Sequence[str]
) -> Element:
    """The same element on the other look, in the same state."""
    found = _candidates(element, recorded, screen) or _by_name(element, screen, named)
    if not found:
        raise ScreenDiffers(f"{_name(element)} is not there")
    if len(found) > 1:
        raise ScreenDiffers(f"{len(found)} things look like {_name(element)}")
    [now] = found
    if element.flags & _STATE != now.flags & _STATE or _row(element, recorded) != _row(now, screen):
        raise ScreenDiffers(f"{_name(element)} is in another state")
    return now


def _candidates(element: Element, recorded: Observation, screen: Observation) -> list[Element]:
    if [_identity(item) for item in recorded.elements] == [
        _identity(item) for item in screen.elements
    ]:
        return [screen.elements[element.index]]
    wanted = _identity(element)
    found = [item for item in screen.elements if _identity(item) == wanted]
    named = bool(element.label or element.resource_id)
    if found and (len(found) > 1 or not named):
        around = _around(element, recorded)
        return [item for item in found if _around(item, screen) == around] or (
            found if named else []
        )
    return found


def _by_name(element: Element, screen: Observation, named: Sequence[str]) -> list[Element]:
    """Things of the element's kind that have the same of the given names."""
    wanted = [name for name in named if _has_name(element, name)]
    if not wanted:
        return []
    kind = (element.role, element.resource_id)
    return [
        item
        for item in screen.elements
        if (item.role, item.resource_id) == kind and all(_has_name(item, one) for one in wanted)
    ]


def _has_name(element: Element, name: str) -> bool:
    label = f"{element.text}\n{element.description}"
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", label) is not None


def _identity(element: Element) -> tuple[str, str, str, str, str]:
    """What an element is. What stands in a field is not part of it: that changes."""
    text = "" if element.editable else element.text
    return element.role, element.resource_id, text, element.description, element.hint


def _full(element: Element) -> tuple[object, ...]:
    return (*_identity(element), element.text, element.flags & _STATE)


def _shown(screen: Observation) -> list[tuple[object, ...]]:
    return [_full(element) for element in screen.elements]


def _around(element: Element, screen: Observation) -> tuple[object, object]:
    before, after = element.index - 1, element.index + 1
    return (
        _identity(screen.elements[before]) if before >= 0 else None,
        _identity(screen.elements[after]) if after < len(screen.elements) else None,
    )


def _row(element: Element, screen: Observation) -> list[bool]:
    """The states of the switches that stand beside or in an element: its row's."""
    top, bottom = element.bounds.top, element.bounds.bottom
    return [
        item.checked
        for item in screen.elements
        if item.checkable and top <= item.bounds.center[1] < bottom
    ]


def element_under(target: Target, screen: Observation) -> Element | None:
    """The smallest thing at a target."""
    if isinstance(target, ElementRef):
        return screen.element(target.index)
    x, y = screen.pixel(target)
    hit = [item for item in screen.elements if item.bounds.contains(x, y)]
    return min(hit, key=lambda item: _area(item.bounds)) if hit else None


def cursor_of(screen: Observation) -> Element | None:
    """The field that has the cursor."""
    return screen.element(screen.focused) if screen.focused is not None else None


def _area(bounds: Bounds) -> int:
    return (bounds.right - bounds.left) * (bounds.bottom - bounds.top)


def _moved(x: int, y: int, before: Bounds, now: Bounds) -> tuple[int, int]:
    """The pixel that lies in `now` as (x, y) lies in `before`."""
    across = (x - before.left) / max(1, before.right - before.left)
    down = (y - before.top) / max(1, before.bottom - before.top)
    return (
        now.left + int(across * (now.right - now.left)),
        now.top + int(down * (now.bottom - now.top)),
    )


def _place(screen: Observation) -> tuple[str, str]:
    return screen.package, screen.activity


def _place_words(screen: Observation) -> str:
    activity = screen.activity.rpartition(".")[2]
    return f"{screen.package} ({activity})" if activity else screen.package


def _name(element: Element) -> str:
    label = " ".join(element.label.split())
    if not label or (element.editable and (element.hint or element.description)):
        label = element.description or element.hint or label
    if not label:
        return f"a {element.role}"
    cut = label if len(label) <= _LONGEST_NAME else f"{label[: _LONGEST_NAME - 1]}…"
    return f"'{cut}'"


def _some(names: list[str]) -> str:
    first = ", ".join(names[:2])
    return f"{first} and {len(names) - 2} more" if len(names) > 2 else first
