"""What was done to a screen, as transitions name it: kind, part, and words."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.reconstruction.screen_parts import NONE, TOUCHABLE, Part, part_at
from runtime.actions import (
    SCALE,
    Action,
    Click,
    Direction,
    DoubleClick,
    LongPress,
    Point,
    PressButton,
    Scroll,
    Stroke,
    Type,
)
from runtime.observation import EDITABLE, FOCUSED, SCROLLABLE

SWIPE = "swipe"

BACKWARD = frozenset({"navigate up", "back", "go back", "up", "cancel", "dismiss", "close"})
"""What is written on parts that go back."""


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """An action on a screen. `place` is the part it means, or -1; `text` is what was typed."""

    kind: str
    place: int = NONE
    slot: str = ""
    label: str = ""
    nth: int = 0
    text: str = ""


def recorded_action(
    action: Action, parts: list[Part], width_px: int, height_px: int
) -> RecordedAction | None:
    """The action in terms of the screen's parts; None if it concerns the phone and not the app."""
    match action:
        case Click(Point() as target) | DoubleClick(Point() as target):
            return _on("tap", parts, _pixel(target, width_px, height_px))
        case LongPress(Point() as target):
            return _on("hold", parts, _pixel(target, width_px, height_px))
        case Type(text, Point() as target):
            found = _on("type", parts, _pixel(target, width_px, height_px), wanted=EDITABLE)
            return RecordedAction("type", found.place, found.slot, "", found.nth, text)
        case Type(text, None):
            for place, part in enumerate(parts):
                if part.node.flags & FOCUSED and part.node.flags & EDITABLE:
                    return RecordedAction("type", place, part.slot, "", part.nth, text)
            return RecordedAction("type", text=text)
        case Scroll(Direction() as direction, target):
            kind = f"scroll {direction.value}"
            if isinstance(target, Point):
                pixel = _pixel(target, width_px, height_px)
                found = _on(kind, parts, pixel, wanted=SCROLLABLE)
                return RecordedAction(kind, found.place, found.slot, "", found.nth)
            return RecordedAction(kind)
        case Scroll(Stroke(start, end)):
            swiped = _swiped(parts, start, end, width_px, height_px)
            return swiped or RecordedAction(f"scroll {_direction(start, end).value}")
        case PressButton(button) if button.value in ("back", "enter"):
            return RecordedAction(button.value)
        case _:
            return None


def goes_back(recorded: RecordedAction) -> bool:
    """Whether an action goes back, as far as its label tells."""
    return recorded.kind == "back" or (
        recorded.kind == "tap" and recorded.label.lower() in BACKWARD
    )


def _swiped(
    parts: list[Part], start: Point, end: Point, width_px: int, height_px: int
) -> RecordedAction | None:
    """A row that was swiped sideways: the finger moved `left` or `right`."""
    across, down = end.x - start.x, end.y - start.y
    place = part_at(parts, *_pixel(start, width_px, height_px))
    if place == NONE or not parts[place].in_row or abs(across) <= abs(down):
        return None
    part = parts[parts[place].row]
    kind = f"{SWIPE} {'right' if across > 0 else 'left'}"
    return RecordedAction(kind, parts[place].row, part.slot, part.label, part.nth)


def _direction(start: Point, end: Point) -> Direction:
    dx, dy = end.x - start.x, end.y - start.y
    if abs(dx) > abs(dy):
        return Direction.LEFT if dx > 0 else Direction.RIGHT
    return Direction.UP if dy > 0 else Direction.DOWN


def _pixel(target: Point, width_px: int, height_px: int) -> tuple[int, int]:
    return int(target.x * width_px / SCALE), int(target.y * height_px / SCALE)


def _on(
    kind: str, parts: list[Part], pixel: tuple[int, int], *, wanted: int = TOUCHABLE
) -> RecordedAction:
    place = part_at(parts, *pixel, wanted)
    if place == NONE:
        return RecordedAction(kind)
    part = parts[place]
    return RecordedAction(kind, place, part.slot, part.label, part.nth)
