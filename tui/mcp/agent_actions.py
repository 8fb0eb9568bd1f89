"""What an agent may do on a phone, from a tool's arguments to an action of the wire contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from phonebuddy.v1 import action_pb2

from tui.errors import Problem

Act = Literal[
    "click", "double_click", "long_press", "type", "scroll", "back", "home", "enter", "open_app",
    "close_app", "wait",
]  # fmt: skip
Way = Literal["up", "down", "left", "right"]

_BUTTONS = {
    "back": action_pb2.BUTTON_BACK,
    "home": action_pb2.BUTTON_HOME,
    "enter": action_pb2.BUTTON_ENTER,
}
_WAYS = {
    "up": action_pb2.DIRECTION_UP,
    "down": action_pb2.DIRECTION_DOWN,
    "left": action_pb2.DIRECTION_LEFT,
    "right": action_pb2.DIRECTION_RIGHT,
}
SCALE = 1000


@dataclass(frozen=True, slots=True)
class ActArguments:
    """The arguments of the tool `act`."""

    action: Act
    element: int | None = None
    x: float | None = None
    y: float | None = None
    text: str = ""
    clear: bool = False
    direction: Way | None = None
    app: str = ""
    milliseconds: int | None = None


def action_of(given: ActArguments) -> action_pb2.Action:
    """The action that the arguments mean; `Problem` where some are missing."""
    target = _target(given)
    match given.action:
        case "click":
            return action_pb2.Action(click=action_pb2.Click(target=_needed(target)))
        case "double_click":
            return action_pb2.Action(double_click=action_pb2.DoubleClick(target=_needed(target)))
        case "long_press":
            held = action_pb2.LongPress(target=_needed(target), duration_ms=given.milliseconds)
            return action_pb2.Action(long_press=held)
        case "type":
            typed = action_pb2.Type(text=given.text, target=target, clear=given.clear)
            return action_pb2.Action(type=typed)
        case "scroll":
            if given.direction is None:
                raise Problem("scroll needs a direction: up, down, left or right")
            scroll = action_pb2.Scroll(direction=_WAYS[given.direction], target=target)
            return action_pb2.Action(scroll=scroll)
        case "open_app":
            return action_pb2.Action(open_app=action_pb2.OpenApp(app=_app(given)))
        case "close_app":
            return action_pb2.Action(close_app=action_pb2.CloseApp(app=_app(given)))
        case "wait":
            return action_pb2.Action(wait=action_pb2.Wait(duration_ms=given.milliseconds))
        case "back" | "home" | "enter":
            press = action_pb2.PressButton(button=_BUTTONS[given.action])
            return action_pb2.Action(press_button=press)


def _target(given: ActArguments) -> action_pb2.Target | None:
    if given.element is not None:
        return action_pb2.Target(element=given.element)
    if given.x is None and given.y is None:
        return None
    if given.x is None or given.y is None:
        raise Problem("a point needs both x and y, each from 0 to 1000")
    return action_pb2.Target(point=action_pb2.Point(x=given.x, y=given.y))


def _needed(target: action_pb2.Target | None) -> action_pb2.Target:
    if target is None:
        raise Problem("say where: the number of an element, or x and y from 0 to 1000")
    return target


def _app(given: ActArguments) -> str:
    if not given.app.strip():
        raise Problem(f"{given.action} needs the app's name or package")
    return given.app
