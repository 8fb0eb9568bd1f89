"""A policy's actions as AndroidWorld's JSON actions, with places in pixels.

Elements are never named by index: the server counts them in its own way. What AndroidWorld has no
word for is `Inexpressible`, which the policy is shown as an error.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from runtime.actions import (
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
    DoubleClick,
    Drag,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Target,
    Type,
    Wait,
)
from runtime.errors import Inexpressible
from runtime.observation import Observation

JsonAction = Mapping[str, object]

MOST_WAITS = 60
_MIDDLE = range(400, 601)
_BUTTONS = {
    SystemButton.BACK: "navigate_back",
    SystemButton.HOME: "navigate_home",
    SystemButton.ENTER: "keyboard_enter",
}


@dataclass(slots=True)
class AnswerGiven:
    """Whether something was answered: AndroidWorld keeps the last answer only."""

    answered: bool = False


def write_json_actions(
    action: Action, screen: Observation, speech: AnswerGiven
) -> tuple[JsonAction, ...]:
    """The calls that an action takes, in order."""
    match action:
        case Click(target):
            return ({"action_type": "click", **_place(target, screen)},)
        case DoubleClick(target):
            return ({"action_type": "double_tap", **_place(target, screen)},)
        case LongPress(target):
            return ({"action_type": "long_press", **_place(target, screen)},)
        case Type():
            return (_typed(action, screen),)
        case Scroll(motion):
            return (_scrolled(motion, screen),)
        case Drag(start, end):
            return (_dragged(screen.pixel(start), screen.pixel(end)),)
        case PressButton(SystemButton.MENU):
            raise Inexpressible("this phone has no menu button: look for the menu on the screen")
        case PressButton(button):
            return ({"action_type": _BUTTONS[button]},)
        case OpenApp(app):
            return ({"action_type": "open_app", "app_name": app},)
        case CloseApp():
            raise Inexpressible("apps cannot be closed here: leave it with the home button")
        case Wait(duration_ms):
            times = min(MOST_WAITS, max(1, math.ceil(duration_ms / 1000)))
            return ({"action_type": "wait"},) * times
        case Output(text):
            speech.answered = True
            return ({"action_type": "answer", "text": text},)
        case Finish():
            return _finished(action, speech)
        case AskUser():
            raise Inexpressible("nobody is there to answer: decide yourself, or finish")
        case _:
            assert_never(action)


def _place(target: Target, screen: Observation) -> JsonAction:
    x, y = screen.pixel(target)
    return {"x": x, "y": y}


def _typed(action: Type, screen: Observation) -> JsonAction:
    written: dict[str, object] = {"action_type": "input_text", "text": action.text}
    if action.target is not None:
        written |= _place(action.target, screen)
    if action.clear:
        written["clear_text"] = True
    return written


def _scrolled(motion: Direction | Stroke, screen: Observation) -> JsonAction:
    if isinstance(motion, Direction):
        return {"action_type": "scroll", "direction": motion.value}
    direction = _swipe_of(motion)
    if direction:
        return {"action_type": "swipe", "direction": direction}
    return _dragged(screen.pixel(motion.start), screen.pixel(motion.end))


def _swipe_of(stroke: Stroke) -> str:
    """The swipe that every version of AndroidWorld knows: down or up the middle of the screen."""
    across, along = stroke.end.x - stroke.start.x, stroke.end.y - stroke.start.y
    if abs(across) > abs(along) or not all(
        int(x) in _MIDDLE for x in (stroke.start.x, stroke.end.x)
    ):
        return ""
    return "down" if along > 0 else "up"


def _dragged(start: tuple[int, int], end: tuple[int, int]) -> JsonAction:
    return {"action_type": "drag_and_drop", "touch_xy": list(start), "lift_xy": list(end)}


def _finished(action: Finish, speech: AnswerGiven) -> tuple[JsonAction, ...]:
    done = action.status is FinishStatus.DONE
    status: JsonAction = {
        "action_type": "status",
        "goal_status": "complete" if done else "infeasible",
    }
    if action.text and not speech.answered:
        return {"action_type": "answer", "text": action.text}, status
    return (status,)
