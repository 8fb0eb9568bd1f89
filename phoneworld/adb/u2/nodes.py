"""The views on the screen as uiautomator's accessibility nodes: with parents, places and packages.

As on Android, what has no size is not visible and left out with all that is in it, and an empty
field says its hint as its text. A locked phone shows its lock screen and nothing of what is behind,
a dark one nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phoneworld.adb.handset.lock import lock_screen_dump
from phoneworld.adb.session import AdbSession
from phoneworld.composition import SYSTEM_PACKAGE
from runtime.hierarchy import Node as Viewed
from runtime.hierarchy_xml import HierarchyNode, parse_hierarchy
from runtime.observation import EDITABLE, Bounds

NOWHERE = Bounds(0, 0, 0, 0)
NOTHING = HierarchyNode("", "", "", "", "", SYSTEM_PACKAGE, NOWHERE, 0, ())
"""What a dark screen shows."""


class UiNode:
    """One view. `index` is its place among its parent's children, also those not visible."""

    __slots__ = ("children", "description", "index", "package", "parent", "text", "view")

    def __init__(self, view: Viewed, package: str, parent: UiNode | None, index: int) -> None:
        self.view = view
        self.package = package
        self.parent = parent
        self.index = index
        self.text = view.text or (view.hint if view.flags & EDITABLE else "")
        self.description = view.description
        self.children: Sequence[UiNode] = [
            UiNode(child, package, self, place)
            for place, child in enumerate(view.children)
            if has_size(child.bounds)
        ]

    @property
    def bounds(self) -> Bounds:
        return self.view.bounds

    @property
    def is_visible(self) -> bool:
        return has_size(self.view.bounds)

    def walk(self) -> Iterator[UiNode]:
        """This node and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


def has_size(bounds: Bounds) -> bool:
    """Whether there is anything inside of a rectangle."""
    return bounds.left < bounds.right and bounds.top < bounds.bottom


Version = tuple[int, bool, bool]


class Looks:
    """Reads the screen of a session, anew only if it has changed."""

    def __init__(self, session: AdbSession) -> None:
        self._session = session
        self._seen: Version | None = None
        self._root: UiNode | None = None

    @property
    def version(self) -> Version:
        """Changes whenever the screen may have changed."""
        session = self._session
        return session.phone.version, session.locked, session.screen_on

    def root(self) -> UiNode:
        """The window in front."""
        seen = self.version
        if self._root is None or self._seen != seen:
            self._root = self._read()
            self._seen = seen
        return self._root

    def _read(self) -> UiNode:
        session = self._session
        if not session.screen_on:
            return UiNode(NOTHING, SYSTEM_PACKAGE, None, 0)
        if session.locked:
            (window,) = parse_hierarchy(lock_screen_dump(session)).children
            return UiNode(window, SYSTEM_PACKAGE, None, 0)
        layer = session.phone.window()
        return UiNode(layer.view, layer.env.package, None, 0)
