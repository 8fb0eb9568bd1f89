"""The part of the phone's screen that a question is about: where it will be touched, and what stands above that.

What adds up to a total, and who gets it, stands above the button that settles it. Pure functions on looks.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from phonebuddy.v1 import observation_pb2

from tui.aims import Pixels
from tui.errors import NotAPicture
from tui.pictures import strip

SHARE = 0.3
"""How much of the screen's height is cut out."""
_ABOVE = 0.7
"""How much of the cut-out lies above the touch."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A look at a strip of the screen, as wide as it is, and where on it the touch will be."""

    look: observation_pb2.Observation
    aims: Pixels

    @property
    def is_pictured(self) -> bool:
        """Whether it can be shown as a picture."""
        return bool(self.look.screenshot.data)


def cut_out(
    look: observation_pb2.Observation | None, aims: Pixels, *, pictured: bool = False
) -> CutOut | None:
    """The strip that an action is about; None where nothing is touched at a place.

    `pictured` cuts it out of the screenshot too, where there is one that can be read.
    """
    if look is None or not aims or not look.width_px or not look.height_px:
        return None
    top, bottom = _strip(look.height_px, [y for _, y in aims])
    part = observation_pb2.Observation(
        id=look.id,
        package=look.package,
        activity=look.activity,
        width_px=look.width_px,
        height_px=bottom - top,
    )
    for element in look.elements:
        if element.bounds.bottom > top and element.bounds.top < bottom:
            kept = part.elements.add()
            kept.CopyFrom(element)
            kept.index = len(part.elements) - 1
            kept.bounds.top = max(0, element.bounds.top - top)
            kept.bounds.bottom = min(bottom, element.bounds.bottom) - top
    if pictured and look.screenshot.data:
        with suppress(NotAPicture):
            shares = top / look.height_px, bottom / look.height_px
            part.screenshot.data = strip(look.screenshot.data, *shares)
    return CutOut(part, tuple((x, y - top) for x, y in aims))


def _strip(height_px: int, touched: list[int]) -> tuple[int, int]:
    """From where to where it goes: around all touches, mostly above them."""
    room = round(height_px * SHARE)
    top = min(touched) - round(room * _ABOVE)
    bottom = max(touched) + round(room * (1 - _ABOVE))
    if bottom > height_px:
        top, bottom = top - (bottom - height_px), height_px
    top = max(0, top)
    return top, min(height_px, max(bottom, top + room))
