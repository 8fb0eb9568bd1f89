"""The recorded screens of an app, sorted: into types, and within a type into contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from phoneworld.reconstruction.screen_parts import Part, parts_of
from phoneworld.reconstruction.screen_types import ScreenTypes, is_launcher, shape_of
from phoneworld.recording.model import RecordedScreen, Recording
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import CHECKED, DISABLED, SELECTED, Bounds

OUTSIDE = -1
_CONTENT = CHECKED | SELECTED | DISABLED


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """One content of a screen type: a screen that stands for all that read the same."""

    screen: RecordedScreen
    parts: list[Part]


@dataclass(slots=True)
class SortedScreens:
    """`places` tells of every recorded screen which type and which content it is."""

    types: ScreenTypes
    contents: list[list[Content]]
    places: dict[RecordedScreen, tuple[int, int]]
    seen: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])


def sort_screens(recording: Recording, others: Collection[str] = ()) -> SortedScreens:
    """Sort all screens of a recording, in their order. Home screens and `others`, which are apps of their
    own, are outside the app.
    """
    types = ScreenTypes()
    contents: list[list[Content]] = []
    known: list[dict[tuple[object, ...], int]] = []
    places: dict[RecordedScreen, tuple[int, int]] = {}
    found = SortedScreens(types, contents, places)
    for screen in recording.screens:
        is_outside = is_launcher(screen.package) or screen.package in others
        if is_outside and screen.package != recording.package:
            places[screen] = (OUTSIDE, 0)
            continue
        parts = parts_of(screen.root)
        kind = types.add(shape_of(screen, parts))
        if kind == len(contents):
            contents.append([])
            known.append({})
        key = content_key(screen, parts)
        state = known[kind].setdefault(key, len(contents[kind]))
        if state == len(contents[kind]):
            contents[kind].append(Content(screen, parts))
        elif contents[kind][state].screen.picture is None and screen.picture is not None:
            contents[kind][state] = Content(screen, parts)
        places[screen] = (kind, state)
        found.seen[kind, state] += 1
    return found


def content_key(screen: RecordedScreen, parts: list[Part]) -> tuple[object, ...]:
    """Equal for screens that read and look the same."""
    return (
        screen.keyboard_shown,
        *(
            (
                part.tag,
                part.node.text,
                part.node.description,
                part.node.flags & _CONTENT,
                *part.node.bounds,
            )
            for part in parts
        ),
    )


def resized(screen: RecordedScreen, width_px: int, height_px: int) -> RecordedScreen:
    """A screen of another size, as it would be on this one: recordings of several phones are one app."""
    if (screen.width_px, screen.height_px) == (width_px, height_px):
        return screen
    across, down = width_px / screen.width_px, height_px / screen.height_px

    def scaled(node: HierarchyNode) -> HierarchyNode:
        box = node.bounds
        left, top = int(box.left * across), int(box.top * down)
        bounds = Bounds(
            left,
            top,
            max(left + 1, int(box.right * across)),
            max(top + 1, int(box.bottom * down)),
        )
        return HierarchyNode(
            node.class_name,
            node.text,
            node.hint,
            node.description,
            node.resource_id,
            node.package,
            bounds,
            node.flags,
            tuple(scaled(child) for child in node.children),
        )

    return RecordedScreen(
        screen.name,
        screen.package,
        screen.activity,
        width_px,
        height_px,
        scaled(screen.root),
        screen.picture,
        screen.keyboard_shown,
    )


def usual_size(recording: Recording) -> tuple[int, int]:
    """The size that most screens have."""
    sizes = Counter(
        (screen.width_px, screen.height_px)
        for screen in recording.screens
        if screen.package == recording.package
    ) or Counter((screen.width_px, screen.height_px) for screen in recording.screens)
    return max(sorted(sizes), key=lambda size: sizes[size])


def content_area(found: SortedScreens, width_px: int, height_px: int) -> Bounds:
    """The part of the screen that belongs to apps: between the phone's own bars.

    Where windows reach below the bars, the outermost views that can be read or touched tell.
    """
    tops: list[int] = []
    bottoms: list[int] = []
    ends: list[int] = []
    for kind, contents in enumerate(found.contents):
        if found.types.shapes[kind].group[2] != "screen":
            continue
        for content in contents:
            for part in content.parts:
                node = part.node
                if part.parent < 0:
                    ends.append(node.bounds.bottom)
                    if node.bounds.top == 0:
                        continue
                solid = node.text or node.description or not node.children
                if not solid and part.parent >= 0:
                    continue
                if node.bounds.top > 0 and node.bounds.right - node.bounds.left > 8:
                    tops.append(node.bounds.top)
                bottoms.append(node.bounds.bottom)
    highest = int(height_px * 0.06)
    end = min(height_px, max(ends, default=height_px))
    lowest = int(end * 0.9)
    top = min((value for value in tops if value <= highest), default=int(height_px * 0.028))
    bottom = max((value for value in bottoms if lowest <= value <= end), default=end)
    return Bounds(0, top, width_px, bottom)
