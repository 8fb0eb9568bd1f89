"""Touches and buttons, injected by uiautomator: `input` starts a process for each, which is slow."""

from __future__ import annotations

from collections.abc import Callable

from runtime.actions import Direction, SystemButton
from runtime.backends.adb.automation import CALL_S, Rpc
from runtime.backends.adb.errors import AutomationFailed
from runtime.observation import Bounds, Observation

STEP_MS = 5
"""uiautomator moves a finger every 5 ms."""
SCROLL_MS = 400
"""Slow enough that a list stops where the finger leaves it."""
SWIPE_MS = 300
BETWEEN_TAPS_S = 0.05
"""Android takes two taps for one bounce within 40 ms, and for two separate ones after 300 ms."""
EDGE = 0.1
"""How much of a list stays out at either end of a page, so that edges' own gestures are not hit."""

FLAT = 2
"""From how many times as wide as it is high a list is taken for one that scrolls sideways."""

Pixel = tuple[int, int]

_KEYS = {
    SystemButton.BACK: "back",
    SystemButton.HOME: "home",
    SystemButton.MENU: "menu",
    SystemButton.ENTER: "enter",
}


class TouchInput:
    """Touches one phone."""

    def __init__(self, rpc: Rpc, pause: Callable[[float], None]) -> None:
        self._rpc = rpc
        self._pause = pause

    def tap(self, at: Pixel) -> None:
        self._done("click", *at)

    def tap_twice(self, at: Pixel) -> None:
        self.tap(at)
        self._pause(BETWEEN_TAPS_S)
        self.tap(at)

    def hold(self, at: Pixel, duration_ms: int) -> None:
        self._done("click", *at, duration_ms, lasts_ms=duration_ms)

    def swipe(self, start: Pixel, end: Pixel, duration_ms: int = SWIPE_MS) -> None:
        self._done("swipe", *start, *end, _steps(duration_ms), lasts_ms=duration_ms)

    def drag(self, start: Pixel, end: Pixel, duration_ms: int) -> None:
        self._done("drag", *start, *end, _steps(duration_ms), lasts_ms=duration_ms)

    def press(self, button: SystemButton) -> None:
        # False means that no event followed, which settling finds out better.
        self._rpc.call("pressKey", _KEYS[button])

    def _done(self, method: str, *params: int, lasts_ms: int = 0) -> None:
        if self._rpc.call(method, *params, timeout_s=CALL_S + lasts_ms / 1000) is False:
            raise AutomationFailed(f"the phone did not take {method}{params}: look again")


def _steps(duration_ms: int) -> int:
    # One step alone moves nothing.
    return max(2, duration_ms // STEP_MS)


def page(direction: Direction, at: Pixel, observation: Observation) -> tuple[Pixel, Pixel]:
    """The stroke that scrolls by a page what scrolls at a pixel, or else the screen's middle."""
    box = _scroller(direction, at, observation)
    x, y = box.center
    near_x, far_x = _between(box.left, box.right, EDGE), _between(box.left, box.right, 1 - EDGE)
    near_y, far_y = _between(box.top, box.bottom, EDGE), _between(box.top, box.bottom, 1 - EDGE)
    match direction:
        # To see what is further down, the finger moves up.
        case Direction.DOWN:
            return (x, far_y), (x, near_y)
        case Direction.UP:
            return (x, near_y), (x, far_y)
        case Direction.RIGHT:
            return (far_x, y), (near_x, y)
        case Direction.LEFT:
            return (near_x, y), (far_x, y)


def _between(low: int, high: int, share: float) -> int:
    return min(high - 1, max(low, round(low + (high - low) * share)))


def _scroller(direction: Direction, at: Pixel, observation: Observation) -> Bounds:
    """The list to scroll: at the pixel, or else anywhere, if its shape fits the direction.

    Elements do not say which way they scroll. A finger that moves sideways over a list that scrolls
    up and down does something else (deletes the row, often), so that is done only where nothing on
    the screen looks as if it scrolled sideways.
    """
    boxes = [element.bounds for element in observation.elements if element.scrollable]
    here = [box for box in boxes if box.contains(*at)]
    screen = Bounds(0, 0, observation.width_px, observation.height_px)
    sideways = direction in (Direction.LEFT, Direction.RIGHT)
    fitting = [box for box in here if _is_flat(box) == sideways]
    fitting = fitting or [box for box in boxes if _is_flat(box) == sideways]
    # The innermost comes last.
    return (fitting or here or [screen])[-1]


def _is_flat(box: Bounds) -> bool:
    return box.right - box.left >= FLAT * (box.bottom - box.top)
