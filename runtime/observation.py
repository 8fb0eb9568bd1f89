"""What is seen of a phone at one moment: the screen as elements and, on demand, as an image."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from runtime.actions import SCALE, ElementRef, Point, Target
from runtime.errors import NoSuchElement

# What an element is or allows, as one bit each: a set in an int, because phones are observed
# thousands of times a second. Readers use the properties of `Element`.
CLICKABLE = 1
LONG_CLICKABLE = 2
CHECKABLE = 4
CHECKED = 8
EDITABLE = 16
FOCUSED = 32
SCROLLABLE = 64
SELECTED = 128
DISABLED = 256
PASSWORD = 512
FOCUSABLE = 1024


class Bounds(NamedTuple):
    """A rectangle in pixels; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def center(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def contains(self, x: int, y: int) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen that can be read or acted on."""

    index: int
    role: str
    text: str
    hint: str
    description: str
    resource_id: str
    bounds: Bounds
    flags: int

    @property
    def label(self) -> str:
        """What a person would call it."""
        return self.text or self.description or self.hint

    @property
    def clickable(self) -> bool:
        return bool(self.flags & CLICKABLE)

    @property
    def long_clickable(self) -> bool:
        return bool(self.flags & LONG_CLICKABLE)

    @property
    def checkable(self) -> bool:
        return bool(self.flags & CHECKABLE)

    @property
    def checked(self) -> bool:
        return bool(self.flags & CHECKED)

    @property
    def editable(self) -> bool:
        return bool(self.flags & EDITABLE)

    @property
    def focused(self) -> bool:
        return bool(self.flags & FOCUSED)

    @property
    def scrollable(self) -> bool:
        return bool(self.flags & SCROLLABLE)

    @property
    def selected(self) -> bool:
        return bool(self.flags & SELECTED)

    @property
    def enabled(self) -> bool:
        return not self.flags & DISABLED

    @property
    def password(self) -> bool:
        return bool(self.flags & PASSWORD)


class _Draft:
    """An element that can still be written to: the slots of `Element`, in the same order."""

    __slots__ = tuple(field.name for field in fields(Element))


def new_element(
    index: int,
    role: str,
    text: str,
    hint: str,
    description: str,
    resource_id: str,
    bounds: Bounds,
    flags: int,
) -> Element:
    """`Element(...)` in a seventh of its time: a frozen class writes each field through `object`.

    Screens are read thousands of times a second, twenty elements each.
    """
    # `Any`: the draft has the fields of an element, and becomes one.
    draft: Any = _Draft()
    draft.index = index
    draft.role = role
    draft.text = text
    draft.hint = hint
    draft.description = description
    draft.resource_id = resource_id
    draft.bounds = bounds
    draft.flags = flags
    draft.__class__ = Element
    return draft


@dataclass(frozen=True, slots=True)
class Screenshot:
    """An encoded image; `width_px` and `height_px` are those of the image, as the model sees it."""

    data: bytes
    mime: str
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at a phone. `id` is unique for the device and names the look that targets refer to.

    `notices` are short-lived messages (toasts) shown since the look before. `time_s` is the
    phone's own clock, in seconds since 1970.
    """

    id: str
    package: str
    activity: str
    width_px: int
    height_px: int
    rotation: int
    elements: tuple[Element, ...]
    keyboard_shown: bool
    focused: int | None
    secure: bool
    notices: tuple[str, ...]
    screenshot: Screenshot | None
    time_s: float

    def element(self, index: int) -> Element:
        """The element of that index, or `NoSuchElement`."""
        if 0 <= index < len(self.elements):
            return self.elements[index]
        raise NoSuchElement(
            f"there is no element #{index} on this screen of {self.package}: "
            f"it has {len(self.elements)} elements, numbered from 0; look again and choose one"
        )

    def pixel(self, target: Target) -> tuple[int, int]:
        """Where a target lies, in pixels of this screen."""
        match target:
            case ElementRef(index):
                return self.element(index).bounds.center
            case Point():
                point = target.checked()
                x = min(int(point.x * self.width_px / SCALE), self.width_px - 1)
                y = min(int(point.y * self.height_px / SCALE), self.height_px - 1)
                return x, y

    def point(self, x: int, y: int) -> Point:
        """The point of a pixel: what `pixel` maps back onto it."""
        return Point((x + 0.5) * SCALE / self.width_px, (y + 0.5) * SCALE / self.height_px)
