"""Methods that touch the screen: at pixels, or at what a selector means.

At pixels, true says that the touch was made, not that anything came of it: as on Android.
"""

from __future__ import annotations

from collections.abc import Mapping

from phoneworld.adb.u2.automation import UiAutomatorServer
from phoneworld.adb.u2.call import LONG, Method, Result, RpcCall
from phoneworld.adb.u2.errors import BadParameters, Unsupported
from phoneworld.adb.u2.fingers import LONG_PRESS_MS, STEP_MS
from phoneworld.adb.u2.nodes import UiNode
from runtime.observation import Bounds

CORNER_PX = 5
"""How far from a corner it is touched."""

CORNERS = {
    "br": "end", "bottomright": "end", "tl": "start", "topleft": "start", "c": "", "center": "",
}  # fmt: skip
DIRECTIONS = ("up", "down", "left", "right")
SMALLEST_SWIPE_PX = 10


def _click(call: RpcCall) -> Result:
    if call.is_target(0):
        return _touch(call, 100)
    if len(call) == 1:
        raise BadParameters("a pixel has two coordinates")
    x, y = call.integer(0), call.integer(1)
    if x < 0 or y < 0:
        return False
    duration_ms = call.integer(2, limits=LONG) if len(call) == 3 else 100
    call.automation.fingers.tap(x, y, duration_ms=duration_ms)
    return True


def _long_click(call: RpcCall) -> Result:
    return _touch(call, LONG_PRESS_MS)


def _touch(call: RpcCall, duration_ms: int) -> bool:
    """Touch what a target means, in the middle or in a corner; whether anything came of it."""
    automation = call.automation
    target = call.target()
    if len(call) > 2:
        raise BadParameters("a target and a corner")
    corner = CORNERS.get((call.text_or_none(1) or "c").lower()) if len(call) == 2 else ""
    if corner is None:
        return False
    find = automation.find_in_chain if len(call) == 2 else automation.find
    bounds = find(target).bounds
    x, y = bounds.center
    if corner == "start":
        x, y = bounds.left + CORNER_PX, bounds.top + CORNER_PX
    elif corner == "end":
        x, y = bounds.right - CORNER_PX, bounds.bottom - CORNER_PX
    before = automation.looks.version
    automation.fingers.tap(x, y, duration_ms=duration_ms)
    return automation.looks.version != before


def _click_and_wait(call: RpcCall) -> Result:
    """Whether the touch opened another window: nothing of ours opens one later."""
    node = call.automation.find(call.target())
    call.milliseconds(1)
    before = _window_of(call.automation)
    call.automation.fingers.tap_middle(node.bounds)
    return _window_of(call.automation) != before


def _window_of(automation: UiAutomatorServer) -> tuple[object, ...]:
    phone = automation.session.phone
    panel = phone.panel["kind"] if phone.panel is not None else None
    return id(phone.activity), panel, phone.activity.overlay is not None


def _swipe(call: RpcCall) -> Result:
    if call.is_target(0):
        return _swipe_object(call)
    return _swipe_pixels(call)


def _swipe_pixels(call: RpcCall) -> Result:
    if len(call) != 5:
        raise BadParameters("two pixels and a number of steps")
    x1, y1, x2, y2, steps = (call.integer(place) for place in range(5))
    call.automation.fingers.move((x1, y1), (x2, y2), duration_ms=max(1, steps) * STEP_MS)
    return True


def _drag(call: RpcCall) -> Result:
    x1, y1, x2, y2, _ = (call.integer(place) for place in range(5))
    # The finger holds before it moves: onto the same spot, it is a long press.
    call.automation.fingers.move((x1, y1), (x2, y2), duration_ms=1000)
    return True


def _swipe_object(call: RpcCall) -> Result:
    """From the middle of an object to its edge; `percent` of its size if that is given."""
    if len(call) not in (3, 4):
        raise BadParameters("a target, a direction and a number of steps")
    direction = next((word for word in DIRECTIONS if call.text(1).lower() in (word, word[0])), "")
    if not direction:
        return False
    node: UiNode = call.automation.find(call.target()) if len(call) == 4 else call.node()
    share = 1.0
    if len(call) == 4:
        share = call.number(2)
        if not 0 <= share <= 1:
            raise BadParameters("the length of a swipe is between 0 and 1")
    steps = call.integer(len(call) - 1)
    start, end = _stroke(node.bounds, direction, share)
    if abs(start[0] - end[0]) + abs(start[1] - end[1]) <= SMALLEST_SWIPE_PX // 2:
        return False
    call.automation.fingers.move(start, end, duration_ms=max(1, steps) * STEP_MS)
    return True


def _stroke(
    bounds: Bounds, direction: str, share: float
) -> tuple[tuple[int, int], tuple[int, int]]:
    left, top, right, bottom = bounds
    x, y = bounds.center
    across, along = int((right - left) / 2 * share), int((bottom - top) / 2 * share)
    ends = {
        "up": (x, y - along),
        "down": (x, y + along - 1),
        "left": (x - across, y),
        "right": (x + across - 1, y),
    }
    return (x, y), ends[direction]


def _swipe_points(call: RpcCall) -> Result:
    """A finger that moves over several points: what it drags follows it to the last."""
    numbers = call.integers(0)
    points = list(zip(numbers[::2], numbers[1::2], strict=False))
    steps = call.integer(1)
    if not points:
        return False
    duration_ms = max(1, steps) * STEP_MS * max(1, len(points) - 1)
    moved = any(point != points[0] for point in points)
    if moved and points[0] == points[-1]:
        # It came back to where it started, and so has what it dragged.
        return True
    call.automation.fingers.move(points[0], points[-1], duration_ms=duration_ms)
    return True


def _drag_to(call: RpcCall) -> Result:
    start = call.node().bounds.center
    if len(call) == 3:
        end = call.automation.find_in_chain(call.selector(1)).bounds.center
    else:
        end = (call.integer(1), call.integer(2))
    call.integer(len(call) - 1)
    call.automation.fingers.move(start, end, duration_ms=1000)
    return True


def _inject(call: RpcCall) -> Result:
    call.integer(3)
    return call.automation.fingers.inject(call.integer(0), int(call.number(1)), int(call.number(2)))


def _two_fingers(call: RpcCall) -> Result:
    call.node()
    raise Unsupported("PhoneWorld's screens take one finger: no pinch, no two-finger gesture")


METHODS: Mapping[str, Method] = {
    "click": Method((1, 2, 3), _click),
    "clickAndWaitForNewWindow": Method((2,), _click_and_wait),
    "drag": Method((5,), _drag),
    "dragTo": Method((3, 4), _drag_to),
    "gesture": Method((6,), _two_fingers),
    "injectInputEvent": Method((4,), _inject),
    "longClick": Method((1, 2), _long_click),
    "pinchIn": Method((3,), _two_fingers),
    "pinchOut": Method((3,), _two_fingers),
    "swipe": Method((3, 4, 5), _swipe),
    "swipePoints": Method((2,), _swipe_points),
}
