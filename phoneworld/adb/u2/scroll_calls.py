"""Methods that scroll, as uiautomator's UiScrollable does: with swipes inside of a container.

A swipe covers 80 % of the container. It counts as a success while there is more to come: false
says that the end is reached, or that nothing moved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from phoneworld.adb.u2.call import Method, Result, RpcCall
from phoneworld.adb.u2.errors import NotFound
from phoneworld.adb.u2.fingers import STEP_MS
from phoneworld.adb.u2.selectors import Selector
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from runtime.observation import Bounds

DEAD_ZONE = 0.1
MAX_SEARCH_SWIPES = 30
SCROLL_STEPS, FLING_STEPS = 55, 5


def _swipe(
    call: RpcCall, container: Selector, steps: int, *, vertical: bool, forward: bool
) -> bool:
    """One swipe; whether it moved something that can be moved further."""
    automation = call.automation
    node = container.find_in_chain(automation.looks.root())
    if node is None:
        raise NotFound(str(container))
    start, end = _stroke(node.bounds, vertical=vertical, forward=forward)
    phone = call.session.phone
    activity, before = phone.activity, dict(phone.activity.scroll)
    note = automation.fingers.move(start, end, duration_ms=max(1, steps) * STEP_MS)
    if note or phone.activity is not activity:
        return False
    moved = {key for key, offset in activity.scroll.items() if before.get(key, 0) != offset}
    return any(
        view.offset < view.max_offset if forward else view.offset > 0
        for view in phone.window().view.walk()
        if isinstance(view, ScrollView | LazyList | SideScroll) and view.key in moved
    )


def _stroke(
    bounds: Bounds, *, vertical: bool, forward: bool
) -> tuple[tuple[int, int], tuple[int, int]]:
    left, top, right, bottom = bounds
    x, y = bounds.center
    if vertical:
        edge = int((bottom - top) * DEAD_ZONE)
        near, far = (x, bottom - edge), (x, top + edge)
    else:
        edge = int((right - left) * DEAD_ZONE)
        near, far = (right - edge, y), (left + edge, y)
    return (near, far) if forward else (far, near)


async def _scroll_far(
    call: RpcCall, container: Selector, most: int, steps: int, *, vertical: bool, forward: bool
) -> bool:
    """Swipe until the end, `most` times at most; whether the end was reached."""
    for _ in range(most):
        if not _swipe(call, container, steps, vertical=vertical, forward=forward):
            return True
        if call.is_gone():
            return False
        await asyncio.sleep(0)
    return False


async def scroll_into_view(
    call: RpcCall, container: Selector, target: Selector, *, vertical: bool
) -> bool:
    """Look for something in a container, from its beginning to its end; whether it is shown."""
    automation = call.automation
    chain = container.followed_by("child", target)

    def is_there() -> bool:
        return chain.find_in_chain(automation.looks.root()) is not None

    if is_there():
        return True
    await _scroll_far(
        call, container, MAX_SEARCH_SWIPES, SCROLL_STEPS, vertical=vertical, forward=False
    )
    if is_there():
        return True
    for _ in range(MAX_SEARCH_SWIPES):
        goes_on = _swipe(call, container, SCROLL_STEPS, vertical=vertical, forward=True)
        if is_there():
            return True
        if not goes_on or call.is_gone():
            return False
        await asyncio.sleep(0)
    return False


def _once(*, forward: bool, fling: bool) -> Callable[[RpcCall], Result]:
    def run(call: RpcCall) -> Result:
        container, vertical = call.selector(0), call.flag(1)
        steps = FLING_STEPS if fling else call.integer(2)
        return _swipe(call, container, steps, vertical=vertical, forward=forward)

    return run


def _far(*, forward: bool, fling: bool) -> Callable[[RpcCall], Awaitable[Result]]:
    def run(call: RpcCall) -> Awaitable[Result]:
        container, vertical, most = call.selector(0), call.flag(1), call.integer(2)
        steps = FLING_STEPS if fling else call.integer(3)
        return _scroll_far(call, container, most, steps, vertical=vertical, forward=forward)

    return run


def _scroll_to(call: RpcCall) -> Awaitable[Result]:
    return scroll_into_view(call, call.selector(0), call.selector(1), vertical=call.flag(2))


METHODS: Mapping[str, Method] = {
    "flingBackward": Method((2,), _once(forward=False, fling=True)),
    "flingForward": Method((2,), _once(forward=True, fling=True)),
    "flingToBeginning": Method((3,), _far(forward=False, fling=True)),
    "flingToEnd": Method((3,), _far(forward=True, fling=True)),
    "scrollBackward": Method((3,), _once(forward=False, fling=False)),
    "scrollForward": Method((3,), _once(forward=True, fling=False)),
    "scrollTo": Method((3,), _scroll_to),
    "scrollToBeginning": Method((4,), _far(forward=False, fling=False)),
    "scrollToEnd": Method((4,), _far(forward=True, fling=False)),
}
