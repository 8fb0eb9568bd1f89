"""A person's hand on the phone: clicks, drags and keys become actions, one after another.

A phone takes a while for each action, and people type faster: what is typed meanwhile is joined.
What a wish comes to is known only in its turn, from the look that there is then (`meant`).
Pure; whoever sends the actions asks `next_wish` when the one before is done.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import assert_never

from phonebuddy.v1 import action_pb2, observation_pb2
from phonebuddy.v1.errors import StaleObservation

LONG_PRESS_S = 0.6
LEAST_DRAG = 40.0
"""In thousandths of the screen: less is a tap with a shaking hand."""
MOST_WAITING = 50

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class QueuedAction:
    """An action. With `chosen_on`, it means something of that look, and counts on no other screen."""

    action: action_pb2.Action
    chosen_on: observation_pb2.Observation | None = None


@dataclass(frozen=True, slots=True)
class RubOut:
    """The last characters are to go from the field that has the cursor."""

    count: int = 1


Wish = QueuedAction | RubOut

_BUTTONS = {
    "enter": action_pb2.BUTTON_ENTER,
    "escape": action_pb2.BUTTON_BACK,
    "home": action_pb2.BUTTON_HOME,
}
_SCROLLS = {
    "up": action_pb2.DIRECTION_UP,
    "down": action_pb2.DIRECTION_DOWN,
    "pageup": action_pb2.DIRECTION_UP,
    "pagedown": action_pb2.DIRECTION_DOWN,
    "left": action_pb2.DIRECTION_LEFT,
    "right": action_pb2.DIRECTION_RIGHT,
}


def touch(start: Point, end: Point, held_s: float) -> action_pb2.Action:
    """What a press of the mouse means: tap, long press or swipe."""
    moved = max(abs(start[0] - end[0]), abs(start[1] - end[1]))
    if moved >= LEAST_DRAG:
        stroke = action_pb2.Stroke(start=_point(start), end=_point(end))
        if held_s < LONG_PRESS_S:
            return action_pb2.Action(scroll=action_pb2.Scroll(stroke=stroke))
        drag = action_pb2.Drag(start=_target(start), end=_target(end))
        return action_pb2.Action(drag=drag)
    if held_s >= LONG_PRESS_S:
        return long_press(start)
    return action_pb2.Action(click=action_pb2.Click(target=_target(start)))


def long_press(at: Point) -> action_pb2.Action:
    """Touch and hold."""
    return action_pb2.Action(long_press=action_pb2.LongPress(target=_target(at)))


def tap_element(index: int) -> action_pb2.Action:
    """Tap an element of the newest look."""
    target = action_pb2.Target(element=index)
    return action_pb2.Action(click=action_pb2.Click(target=target))


def wheel(at: Point, *, down: bool) -> action_pb2.Action:
    """A turn of the mouse's wheel."""
    direction = action_pb2.DIRECTION_DOWN if down else action_pb2.DIRECTION_UP
    scroll = action_pb2.Scroll(direction=direction, target=_target(at))
    return action_pb2.Action(scroll=scroll)


def button(name: action_pb2.Button) -> action_pb2.Action:
    """Press one of the phone's buttons."""
    return action_pb2.Action(press_button=action_pb2.PressButton(button=name))


def key(name: str, character: str | None) -> Wish | None:
    """What a key means; None for one that means nothing on a phone."""
    if name == "backspace":
        return RubOut()
    if name in _BUTTONS:
        return QueuedAction(button(_BUTTONS[name]))
    if name in _SCROLLS:
        return QueuedAction(action_pb2.Action(scroll=action_pb2.Scroll(direction=_SCROLLS[name])))
    if character and character.isprintable():
        return _typing(character)
    return None


def meant(wish: Wish, look: observation_pb2.Observation) -> action_pb2.Action | None:
    """What to do for a wish on the phone as it looks now; None if there is nothing to do.

    `StaleObservation` if it was chosen on another screen.
    """
    match wish:
        case RubOut(count):
            return rub_out(look, count)
        case QueuedAction(action, chosen_on):
            if chosen_on is not None and not same_screen(chosen_on, look):
                raise StaleObservation("the screen has changed since you chose: choose again")
            return action
        case _:
            assert_never(wish)


def same_screen(one: observation_pb2.Observation, other: observation_pb2.Observation) -> bool:
    """Whether a target means the same on both."""
    return one.package == other.package and list(one.elements) == list(other.elements)


def rub_out(observation: observation_pb2.Observation, count: int = 1) -> action_pb2.Action | None:
    """Take the last characters out of the field that has the cursor.

    None where there is none, or where it cannot be read, as a password.
    """
    if not observation.HasField("focused"):
        return None
    for element in observation.elements:
        if element.index == observation.focused and element.text and not element.password:
            target = action_pb2.Target(element=element.index)
            typed = action_pb2.Type(text=element.text[:-count], target=target, clear=True)
            return action_pb2.Action(type=typed)
    return None


class ActionQueue:
    """Wishes that wait their turn. Texts in a row become one, and so do characters to rub out."""

    def __init__(self) -> None:
        self._waiting: deque[Wish] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, wish: Wish) -> bool:
        """Put a wish last; false if too many wait already."""
        last = self._waiting[-1] if self._waiting else None
        match last, wish:
            case QueuedAction(typed), QueuedAction(more) if _is_text(typed) and _is_text(more):
                self._waiting[-1] = _typing(typed.type.text + more.type.text)
            case QueuedAction(typed), RubOut(1) if _is_text(typed):
                # The character still waits, and need never be typed.
                self._waiting.pop()
                if kept := typed.type.text[:-1]:
                    self._waiting.append(_typing(kept))
            case RubOut(count), RubOut(more):
                self._waiting[-1] = RubOut(count + more)
            case _ if len(self._waiting) >= MOST_WAITING:
                return False
            case _:
                self._waiting.append(wish)
        return True

    def next_wish(self) -> Wish | None:
        """The wish whose turn it is."""
        return self._waiting.popleft() if self._waiting else None

    def clear(self) -> None:
        """Forget what waits: the phone is no longer ours, or not what it was."""
        self._waiting.clear()


def _is_text(action: action_pb2.Action) -> bool:
    is_text = action.WhichOneof("action") == "type"
    return is_text and not action.type.HasField("target") and not action.type.clear


def _typing(text: str) -> QueuedAction:
    return QueuedAction(action_pb2.Action(type=action_pb2.Type(text=text)))


def _target(at: Point) -> action_pb2.Target:
    return action_pb2.Target(point=_point(at))


def _point(at: Point) -> action_pb2.Point:
    return action_pb2.Point(x=min(max(at[0], 0.0), 1000.0), y=min(max(at[1], 0.0), 1000.0))
