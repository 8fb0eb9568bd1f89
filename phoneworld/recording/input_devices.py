"""The input devices that a phone lists (`getevent -lp`), and which of them are touch screens.

Sensors and pads report positions too. A phone may list a touch screen that never sends anything beside
the one that does, so a listing alone does not say where touches come from: the events do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from phoneworld.recording.files import BadRecording

_DEVICE = re.compile(r"^add device \d+: (\S+)[ \t]*$", re.MULTILINE)
_NAME = re.compile(r'^\s*name:\s*"(.*)"', re.MULTILINE)
_AXIS = re.compile(r"ABS_MT_POSITION_([XY])\s*:.*?min (-?\d+),\s*max (-?\d+)")
_CONTACT = re.compile(r"ABS_MT_SLOT|ABS_MT_TRACKING_ID|BTN_TOUCH")
_PAD = re.compile(r"INPUT_PROP_(?:POINTER|BUTTONPAD)|touch_?pad", re.IGNORECASE)
_CALLED_SCREEN = re.compile(r"touch_?screen|(?:^|[_-])(?:ts|tpd|touch)(?:$|[_-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TouchPanel:
    """A device whose touches count. The ranges are None where the phone does not tell them."""

    path: str
    name: str
    x: tuple[int, int] | None
    y: tuple[int, int] | None

    def scaled(self, x: int, y: int, scale: int) -> tuple[float, float]:
        """A place as a share of the screen; `BadRecording` where the ranges are not known."""
        if self.x is None or self.y is None:
            raise BadRecording(
                f"touches come from {self.name or self.path}, whose range the phone does not tell: "
                "they cannot be placed on the screen"
            )
        return _share(x, self.x, scale), _share(y, self.y, scale)


def touch_screens(listing: str) -> Mapping[str, TouchPanel]:
    """All touch screens of a listing, by their paths; `BadRecording` where there is none."""
    found = {screen.path: screen for screen in _screens(listing)}
    if not found:
        raise BadRecording("the phone lists no touch screen: touches cannot be read")
    return found


def ranges_of(listing: str) -> tuple[int, int]:
    """The largest x and y of the only touch screen; `BadRecording` where that is not decided."""
    found = list(touch_screens(listing).values())
    if len(found) > 1:
        raise BadRecording(
            f"the phone lists {len(found)} touch screens: only their events tell which is used"
        )
    x, y = found[0].x, found[0].y
    if x is None or y is None:
        raise BadRecording(f"the phone does not tell the range of {found[0].name}")
    return x[1], y[1]


def _screens(listing: str) -> Iterator[TouchPanel]:
    before, *parts = _DEVICE.split(listing)
    # A listing of one device that was named has no heading.
    blocks = [("", before), *zip(parts[::2], parts[1::2], strict=True)]
    for path, block in blocks:
        named = _NAME.search(block)
        name = named[1] if named is not None else ""
        if _PAD.search(block):
            continue
        axes = {axis: (int(least), int(most)) for axis, least, most in _AXIS.findall(block)}
        x, y = axes.get("X"), axes.get("Y")
        if x is None or y is None:
            if _CALLED_SCREEN.search(name):
                yield TouchPanel(path, name, None, None)
        elif x[0] >= 0 and y[0] >= 0 and _CONTACT.search(block):
            # A sensor's axes go below zero, and it knows of no contact.
            yield TouchPanel(path, name, x, y)


def _share(value: int, axis: tuple[int, int], scale: int) -> float:
    least, most = axis
    return min(max((value - least) * scale / max(1, most - least), 0.0), float(scale))
