"""Which windows of a dump are seen, and which lies over which.

uiautomator gives windows in no order, and those of the system among them. Bars and the keyboard are left
out; what lies over the app (a heads-up notification, the volume panel, the clipboard's overlay) is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runtime.backends.adb.status import PhoneStatus
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import CLICKABLE, LONG_CLICKABLE, Bounds

SYSTEM_UI = "com.android.systemui"
THIN = 0.07
"""Up to which share of the screen a strip at its edge is a bar: a heads-up notification is higher."""


def in_front(root: HierarchyNode, status: PhoneStatus, screen: Bounds) -> tuple[HierarchyNode, ...]:
    """The windows that are seen, from the back to the front; several, where they share the screen."""
    windows = [
        window
        for window in root.children
        if window.package != status.keyboard_package or window.package == status.package
    ]
    seen = [window for window in windows if not _is_bar(window, status, screen)]
    ordered = _back_to_front(seen, status)
    return ordered or root.children


def _is_bar(window: HierarchyNode, status: PhoneStatus, screen: Bounds) -> bool:
    """Whether a window is the status bar, the navigation bar, or shows nothing, and has no focus."""
    if window.package != SYSTEM_UI or status.package == SYSTEM_UI:
        return False
    # The window itself may be as large as the screen.
    shown = [node.bounds for node in walk(window) if _shows_something(node)]
    if not shown:
        return True
    left, right = min(box.left for box in shown), max(box.right for box in shown)
    top, bottom = min(box.top for box in shown), max(box.bottom for box in shown)
    flat = bottom - top <= THIN * (screen.bottom - screen.top)
    narrow = right - left <= THIN * (screen.right - screen.left)
    near_y, near_x = THIN * screen.bottom, THIN * screen.right
    at_end = top < near_y or bottom > screen.bottom - near_y
    at_side = left < near_x or right > screen.right - near_x
    return (flat and at_end and bottom - top < right - left) or (narrow and at_side)


def _shows_something(node: HierarchyNode) -> bool:
    acts = node.flags & (CLICKABLE | LONG_CLICKABLE)
    return bool(node.text or node.description or acts)


def walk(node: HierarchyNode) -> Iterator[HierarchyNode]:
    """A view and all that are inside it."""
    yield node
    for child in node.children:
        yield from walk(child)


def _back_to_front(
    windows: Sequence[HierarchyNode], status: PhoneStatus
) -> tuple[HierarchyNode, ...]:
    """Apps below the system, a window below its dialogs; side by side, as they are read."""

    def weight(window: HierarchyNode) -> tuple[bool, int, bool]:
        left, top, right, bottom = window.bounds
        over = window.package == SYSTEM_UI
        return over, -(right - left) * (bottom - top), window.package == status.package

    def place(window: HierarchyNode) -> tuple[int, int, int]:
        below = [
            other
            for other in windows
            if weight(other) < weight(window) and _overlap(other.bounds, window.bounds)
        ]
        return len(below), window.bounds.top, window.bounds.left

    # `sorted` is stable: what ranks alike stays as it came.
    return tuple(sorted(windows, key=place))


def _overlap(one: Bounds, other: Bounds) -> bool:
    return max(one.left, other.left) < min(one.right, other.right) and max(
        one.top, other.top
    ) < min(one.bottom, other.bottom)
