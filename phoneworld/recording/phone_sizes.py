"""The size of the phone for screens that do not tell it.

A dump tells the size of its windows. A pop-up is smaller than its phone: taken for a whole screen, it would be
stretched over one. Such a screen has the size that the others of its recording have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from dataclasses import replace
from typing import TypeVar

from phoneworld.recording.model import RecordedScreen

Key = TypeVar("Key", bound=Hashable)


def at_phone_size(
    screens: Mapping[Key, RecordedScreen], told: Collection[object] = ()
) -> dict[Key, RecordedScreen]:
    """The screens, with the phone's size where it is not among those that were `told` theirs.

    The phone's size is the one that most were told; else, that of most whose windows begin in the corner of
    the screen; else, the largest.
    """
    sizes = Counter(_size(one) for key, one in screens.items() if key in told)
    if not sizes:
        sizes = Counter(_size(one) for one in screens.values() if _is_in_corner(one))
    if not sizes:
        sizes = Counter(map(_size, screens.values()))
        sizes = Counter({max(sizes): 1}) if sizes else sizes
    if not sizes:
        return dict(screens)
    size = max(sorted(sizes), key=lambda one: sizes[one])
    return {
        key: replace(one, width_px=size[0], height_px=size[1])
        if key not in told and _fits(one, size)
        else one
        for key, one in screens.items()
    }


def _size(screen: RecordedScreen) -> tuple[int, int]:
    return screen.width_px, screen.height_px


def _is_in_corner(screen: RecordedScreen) -> bool:
    return screen.root.bounds.left == 0 and screen.root.bounds.top == 0


def _fits(screen: RecordedScreen, size: tuple[int, int]) -> bool:
    """Whether a screen lies within a phone of that size; a turned phone is another size."""
    landscape = screen.width_px > screen.height_px and _is_in_corner(screen)
    return screen.width_px <= size[0] and screen.height_px <= size[1] and not landscape
