"""Which recorded screens are the same screen: structure without content.

A screen is described by weighted features: pairs of a view and the one around it, and the words on
what can be tapped outside lists. They form a set, so that a list of any length is the same list.
Two screens of one app, activity and kind of window are of one type when their features mostly
agree. The first screen of a type stands for it; the order of recordings decides nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from phoneworld.reconstruction.screen_parts import ACTIONABLE, NONE, Part, has_tick, parts_of
from phoneworld.recording.model import RecordedScreen
from runtime.observation import CHECKABLE, EDITABLE, Bounds

WindowKind = Literal["screen", "dialog", "drawer", "page"]
ALIKE = 0.62
"""The share of features that two screens of one type have in common."""

ID, PLAIN, ROW, TITLE = 2.0, 1.0, 0.35, 4.0
LABEL: dict[WindowKind, float] = {"screen": 0.5, "page": 0.5, "drawer": 1.0, "dialog": 1.5}
_NUMBERS = re.compile(r"\d")
_LAUNCHER = re.compile(r"launcher|\.home\b|trebuchet", re.IGNORECASE)

Features = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ScreenShape:
    """What identifies a screen type: `group` must be equal, `features` similar."""

    group: tuple[str, str, str]
    features: Features

    def likeness(self, other: ScreenShape) -> float:
        """0 for screens that cannot be of one type, 1 for the same structure."""
        if self.group != other.group:
            return 0.0
        mine, theirs = self.features, other.features
        shared = sum(min(weight, theirs.get(name, 0.0)) for name, weight in mine.items())
        total = sum(mine.values()) + sum(theirs.values()) - shared
        return shared / total if total else 1.0


def is_launcher(package: str) -> bool:
    """Whether a package is a home screen."""
    return bool(_LAUNCHER.search(package))


def window_kind(screen: RecordedScreen, parts: list[Part]) -> WindowKind:
    """How the window in front lies on the screen."""
    box = _content_box(parts)
    if box is None:
        return "screen"
    width, height = screen.width_px, screen.height_px
    if any(part.node.class_name.endswith("WebView") for part in parts) and not _covers(
        box, width, height, 0.2
    ):
        return "page"
    left, right = box.left > 0.03 * width, box.right < 0.97 * width
    top, bottom = box.top > 0.16 * height, box.bottom < 0.84 * height
    whole = _content_box(parts, wide=True) or box
    narrow = whole.right < 0.9 * width and whole.left <= 0.035 * width
    if narrow and not top and whole.bottom > 0.5 * height:
        return "drawer"
    window = next((part.node.bounds for part in parts if part.parent == NONE), box)
    if window.right - window.left < 0.97 * width:
        return "dialog"
    if box.bottom - box.top > 0.7 * height:
        return "screen"
    inset, low = left and right and top, top and (bottom or box.top > 0.4 * height)
    return "dialog" if inset or low or (box.left > 0.3 * width and bottom) else "screen"


def _covers(box: Bounds, width: int, height: int, share: float) -> bool:
    return (box.right - box.left) * (box.bottom - box.top) < share * width * height


def _content_box(parts: list[Part], *, wide: bool = False) -> Bounds | None:
    """The rectangle around all that can be read or touched; `wide` with the margins of rows."""
    boxes = [
        part.node.bounds
        for part in parts
        if part.node.text
        or part.node.description
        or (part.node.flags & ACTIONABLE and (wide or not part.node.children))
    ]
    if not boxes:
        return None
    return Bounds(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def shape_of(screen: RecordedScreen, parts: list[Part] | None = None) -> ScreenShape:
    """What a screen is told by."""
    parts = parts_of(screen.root) if parts is None else parts
    kind = window_kind(screen, parts)
    features: dict[str, float] = {}
    for part in parts:
        around = parts[part.parent].tag if part.parent >= 0 else ""
        name = f"{around}>{part.tag}"
        weight = ROW if part.in_row else ID if "#" in part.tag else PLAIN
        if not part.node.children and not (
            part.node.text or part.node.description or part.node.flags & ACTIONABLE
        ):
            # Spacers, dividers and decoration come and go.
            weight = min(weight, ROW)
        features[name] = max(features.get(name, 0.0), weight)
        if part.label and not part.in_row:
            weight = _label_weight(part, kind)
            if weight:
                features[f"'{part.label}"] = weight
    return ScreenShape((screen.package, screen.activity, kind), features)


def _label_weight(part: Part, kind: WindowKind) -> float:
    """The weight of the words on a part: content has none."""
    if part.node.flags & EDITABLE or _NUMBERS.search(part.label) or len(part.label) > 40:
        return 0.0
    if part.node.flags & ACTIONABLE and not part.node.flags & CHECKABLE:
        # Screens are full of things to tick off, which are content; a dialog asks for one of a few.
        return 0.0 if kind != "dialog" and has_tick(part.node) else LABEL[kind]
    if kind == "dialog" and "title" in part.tag.lower():
        return TITLE
    return 0.0


class ScreenTypes:
    """The types found so far. `add` may make a new one, `find` never does."""

    def __init__(self, shapes: Iterable[ScreenShape] = ()) -> None:
        self.shapes: list[ScreenShape] = []
        self._by_group: dict[tuple[str, str, str], list[int]] = {}
        for shape in shapes:
            self._append(shape)

    def _append(self, shape: ScreenShape) -> int:
        self.shapes.append(shape)
        self._by_group.setdefault(shape.group, []).append(len(self.shapes) - 1)
        return len(self.shapes) - 1

    def find(self, shape: ScreenShape) -> int | None:
        """The type that a screen is of; None where it is like none of them."""
        best, found = ALIKE, None
        for place in self._by_group.get(shape.group, ()):
            likeness = self.shapes[place].likeness(shape)
            if likeness >= best and (found is None or likeness > best):
                best, found = likeness, place
        return found

    def add(self, shape: ScreenShape) -> int:
        """The type that a screen is of, made for it if there is none."""
        found = self.find(shape)
        return self._append(shape) if found is None else found
