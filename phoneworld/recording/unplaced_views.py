"""Screens that were recorded without places: their views are laid out below each other, a line for each.

What was recorded is which views there are, in which order, and what each reads and can. Where they stood is
made up here, and nothing is learnt from it: a dialog is one because its views are called so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from phoneworld.recording.files import BadRecording
from phoneworld.recording.model import RecordedScreen
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import Bounds

WIDTH_PX, HEIGHT_PX = 1080, 2400
TOP_PX, LEFT_PX = 84, 100
MOST_VIEWS = 5_000
DEEPEST = 200
_DIALOG_IDS = frozenset({"parentPanel", "alertTitle", "buttonPanel", "md_root", "dialog_holder"})
"""What the views of Android's own dialogs are called."""


@dataclass(slots=True)
class UnplacedView:
    """A view without a place."""

    class_name: str
    text: str = ""
    hint: str = ""
    description: str = ""
    resource_id: str = ""
    flags: int = 0
    children: list[UnplacedView] = field(default_factory=list["UnplacedView"])

    @property
    def short_id(self) -> str:
        return self.resource_id.rpartition("/")[2]


def walk(view: UnplacedView, depth: int = 0) -> Iterator[UnplacedView]:
    """A view and all below it; `BadRecording` where they are nested too deeply to be a screen."""
    if depth > DEEPEST:
        raise BadRecording("views are nested too deeply to be a screen")
    yield view
    for child in view.children:
        yield from walk(child, depth + 1)


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A screen with the places that were made up for its views."""

    screen: RecordedScreen
    bounds: dict[int, Bounds]
    """Of each view, by its identity."""

    def center_of(self, view: UnplacedView) -> tuple[int, int]:
        return self.bounds[id(view)].center


def lay_out(root: UnplacedView, *, name: str, package: str, activity: str = "") -> LaidOut:
    """A screen with these views on it."""
    views = list(walk(root))
    if len(views) > MOST_VIEWS:
        raise BadRecording(f"{name}: {len(views)} views are more than a screen has")
    lines = sum(1 for view in views if _has_line(view))
    is_dialog = any(view.short_id in _DIALOG_IDS for view in views)
    left = LEFT_PX if is_dialog else 0
    top = HEIGHT_PX // 4 if is_dialog else TOP_PX
    high = (HEIGHT_PX // 2 if is_dialog else HEIGHT_PX - TOP_PX) // max(1, lines)
    bounds: dict[int, Bounds] = {}
    placed = _Layout(left, WIDTH_PX - left, top, min(high, 120), package, bounds).place(root)
    whole = Bounds(0, 0, WIDTH_PX, HEIGHT_PX)
    window = placed if is_dialog else replace(placed, bounds=whole)
    tree = HierarchyNode("hierarchy", "", "", "", "", package, whole, 0, (window,))
    return LaidOut(RecordedScreen(name, package, activity, WIDTH_PX, HEIGHT_PX, tree), bounds)


def _has_line(view: UnplacedView) -> bool:
    """Whether a view takes a line: it reads something, or holds nothing."""
    return bool(view.text or view.hint or view.description) or not view.children


@dataclass(slots=True)
class _Layout:
    left: int
    right: int
    next_top: int
    line: int
    package: str
    bounds: dict[int, Bounds]

    def place(self, view: UnplacedView) -> HierarchyNode:
        top = self.next_top
        if _has_line(view):
            self.next_top += self.line
        children = tuple(self.place(child) for child in view.children)
        box = Bounds(self.left, top, self.right, max(self.next_top, top + 1))
        # What holds others is touched where none of them lies: on its own line.
        own = Bounds(self.left, top, self.right, top + self.line) if _has_line(view) else box
        self.bounds[id(view)] = own
        return HierarchyNode(
            view.class_name,
            view.text,
            view.hint,
            view.description,
            view.resource_id,
            self.package,
            box,
            view.flags,
            children,
        )
