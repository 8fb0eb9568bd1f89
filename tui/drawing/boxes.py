"""Rectangles in pixels; right and bottom are exclusive."""

from __future__ import annotations

from dataclasses import dataclass

from phonebuddy.v1 import observation_pb2


@dataclass(frozen=True, slots=True)
class CellBox:
    """A rectangle on the phone's screen."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def middle(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def is_empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def contains(self, other: CellBox) -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies in it."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def clipped(self, other: CellBox) -> CellBox:
        """What of it lies in another; may be empty."""
        return CellBox(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def nearest(self, x: int, y: int) -> tuple[int, int]:
        """The point in it that is nearest to another, a little off its edges."""
        across, down = min(3, (self.width - 1) // 2), min(3, (self.height - 1) // 2)
        return (
            min(max(x, self.left + across), self.right - 1 - across),
            min(max(y, self.top + down), self.bottom - 1 - down),
        )


def box_of(bounds: observation_pb2.Bounds) -> CellBox:
    return CellBox(bounds.left, bounds.top, bounds.right, bounds.bottom)


def screen_box(observation: observation_pb2.Observation) -> CellBox:
    """The whole screen; as large as what is on it, where the phone does not tell."""
    width, height = observation.width_px, observation.height_px
    if width <= 0 or height <= 0:
        width = max((element.bounds.right for element in observation.elements), default=0)
        height = max((element.bounds.bottom for element in observation.elements), default=0)
    return CellBox(0, 0, max(width, 1), max(height, 1))


def around(boxes: list[CellBox]) -> CellBox:
    """The least rectangle that holds all of them; there is at least one."""
    return CellBox(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
