"""Where the names of places stand on the map, so that none covers another, a pin or a button."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runtime.observation import Bounds


@dataclass(frozen=True, slots=True)
class PinLabel:
    """A name of that size around a pin, all in pixels."""

    pin: Bounds
    width: int
    height: int


def label_places(
    labels: Sequence[PinLabel], frame: Bounds, taken: Sequence[Bounds], *, gap: int
) -> list[Bounds | None]:
    """A place inside the frame for each, the first first; None where there is none."""
    blocked = [*taken, *(label.pin for label in labels)]
    places: list[Bounds | None] = []
    for label in labels:
        free = (
            place
            for place in _candidates(label, frame, gap)
            if not any(overlap(place, other) for other in blocked)
        )
        place = next(free, None)
        places.append(place)
        if place is not None:
            blocked.append(place)
    return places


def _candidates(label: PinLabel, frame: Bounds, gap: int) -> Iterator[Bounds]:
    """Below, above, to the right, to the left; pushed sideways where the frame ends."""
    pin, width, height = label.pin, label.width, label.height
    middle = (pin.left + pin.right - width) // 2
    across = max(frame.left + gap, min(middle, frame.right - gap - width))
    level = (pin.top + pin.bottom - height) // 2
    for left, top in (
        (across, pin.bottom + gap),
        (across, pin.top - gap - height),
        (pin.right + gap, level),
        (pin.left - gap - width, level),
    ):
        place = Bounds(left, top, left + width, top + height)
        if (
            frame.left <= left
            and place.right <= frame.right
            and frame.top <= top
            and place.bottom <= frame.bottom
        ):
            yield place


def overlap(one: Bounds, other: Bounds) -> bool:
    """Whether two boxes share a pixel."""
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )
