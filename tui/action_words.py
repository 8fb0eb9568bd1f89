"""Actions in words for people: Tap 'Save'. No numbers of elements, no coordinates."""

from __future__ import annotations

from collections.abc import Mapping

from phonebuddy.v1 import action_pb2, observation_pb2

from tui.plain_text import LONGEST, one_line, quoted

Look = observation_pb2.Observation


def action_words(action: action_pb2.Action, look: Look | None = None) -> str:
    """What an action does, in one line. The look names what is touched."""
    match action.WhichOneof("action"):
        case "click":
            return f"Tap {_place(action.click.target, look)}"
        case "double_click":
            return f"Double-tap {_place(action.double_click.target, look)}"
        case "long_press":
            return f"Touch and hold {_place(action.long_press.target, look)}"
        case "type":
            how = "Replace with" if action.type.clear else "Type"
            has_place = action.type.HasField("target")
            where = f" into {_place(action.type.target, look)}" if has_place else ""
            return f"{how} {quoted(action.type.text)}{where}"
        case "scroll":
            return _scroll_words(action.scroll, look)
        case "drag":
            return _drag_words(action.drag, look)
        case "press_button":
            return f"Press {_BUTTONS.get(action.press_button.button, 'a button')}"
        case "open_app":
            return f"Open {one_line(action.open_app.app, LONGEST)}"
        case "close_app":
            return f"Close {one_line(action.close_app.app, LONGEST)}"
        case "wait":
            has_time = action.wait.HasField("duration_ms")
            return f"Wait {(action.wait.duration_ms if has_time else 1000) / 1000:g} s"
        case "output":
            return f"Say {quoted(action.output.text)}"
        case "finish":
            return _FINISHES.get(action.finish.status, "End the task")
        case "ask_user":
            return f"Ask {quoted(action.ask_user.question)}"
        case _:
            return "Do something that this version does not know"


_BUTTONS: Mapping[int, str] = {
    action_pb2.BUTTON_BACK: "back",
    action_pb2.BUTTON_HOME: "home",
    action_pb2.BUTTON_MENU: "menu",
    action_pb2.BUTTON_ENTER: "enter",
}
_DIRECTIONS: Mapping[int, str] = {
    action_pb2.DIRECTION_UP: "up",
    action_pb2.DIRECTION_DOWN: "down",
    action_pb2.DIRECTION_LEFT: "left",
    action_pb2.DIRECTION_RIGHT: "right",
}
# What it says with it is told once: as the end of the run.
_FINISHES: Mapping[int, str] = {
    action_pb2.FINISH_STATUS_DONE: "End the task as done",
    action_pb2.FINISH_STATUS_IMPOSSIBLE: "Give up",
    action_pb2.FINISH_STATUS_REFUSED: "Refuse the task",
}


def _scroll_words(scroll: action_pb2.Scroll, look: Look | None) -> str:
    if scroll.WhichOneof("motion") == "stroke":
        return f"Swipe {_way(scroll.stroke.start, scroll.stroke.end)}"
    direction = _DIRECTIONS.get(scroll.direction, "on")
    named = scroll.HasField("target") and _label_of(scroll.target, look)
    return f"Scroll {direction} at {quoted(named)}" if named else f"Scroll {direction}"


def _drag_words(drag: action_pb2.Drag, look: Look | None) -> str:
    start = _place(drag.start, look)
    if drag.end.WhichOneof("target") != "point" or _label_of(drag.end, look):
        return f"Drag {start} to {_place(drag.end, look)}"
    if drag.start.WhichOneof("target") == "point":
        return f"Drag {start} {_way(drag.start.point, drag.end.point)}"
    return f"Drag {start} to another place"


def _place(target: action_pb2.Target, look: Look | None) -> str:
    label = _label_of(target, look)
    if label:
        return quoted(label)
    if target.WhichOneof("target") == "point":
        return "a place without a name"
    if look is None:
        return "something on the screen"
    if not 0 <= target.element < len(look.elements):
        return "something that is not on the screen"
    element = look.elements[target.element]
    beside = _label_beside(element, look)
    role = f"the {one_line(element.role, LONGEST) or 'element'}"
    return f"{role} beside {quoted(beside)}" if beside else role


def element_label(element: observation_pb2.Element) -> str:
    """What a person would call an element; empty where it has no name."""
    return one_line(element.text or element.description or element.hint)


def _label_of(target: action_pb2.Target, look: Look | None) -> str:
    if look is None:
        return ""
    if target.WhichOneof("target") != "point":
        known = 0 <= target.element < len(look.elements)
        return element_label(look.elements[target.element]) if known else ""
    x = target.point.x * look.width_px / 1000
    y = target.point.y * look.height_px / 1000
    under = [
        element
        for element in look.elements
        if element_label(element)
        and element.bounds.left <= x < element.bounds.right
        and element.bounds.top <= y < element.bounds.bottom
    ]
    return element_label(min(under, key=_area)) if under else ""


def _label_beside(element: observation_pb2.Element, look: Look) -> str:
    """The nearest label in the same row."""
    middle = (element.bounds.top + element.bounds.bottom) / 2
    row = [
        other
        for other in look.elements
        if element_label(other) and other.bounds.top <= middle < other.bounds.bottom
    ]
    here = _centre(element)
    nearest = min(row, key=lambda other: abs(_centre(other) - here), default=None)
    return element_label(nearest) if nearest is not None else ""


def _centre(element: observation_pb2.Element) -> float:
    return (element.bounds.left + element.bounds.right) / 2


def _area(element: observation_pb2.Element) -> int:
    bounds = element.bounds
    return (bounds.right - bounds.left) * (bounds.bottom - bounds.top)


def _way(start: action_pb2.Point, end: action_pb2.Point) -> str:
    across, along = end.x - start.x, end.y - start.y
    if abs(across) > abs(along):
        return "right" if across > 0 else "left"
    return "down" if along > 0 else "up"
