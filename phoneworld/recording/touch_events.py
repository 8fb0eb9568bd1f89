"""From the input events of a phone (`getevent -lt`) to what a finger did.

Each device has fingers of its own; each finger is followed by its slot (protocol B) or by its place in
the report (protocol A). What several fingers did together is no action of ours and is told as such,
never as a stroke from one finger to the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from phoneworld.recording.input_devices import TouchPanel
from runtime.actions import (
    SCALE,
    Action,
    Click,
    LongPress,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
)

HOLD_S = 0.5
MOVED = 30
SEVERAL = "several fingers touched the screen at once"
BEGUN_BEFORE = "the touch had begun before it was watched"
_LINE = re.compile(
    r"\[\s*(?P<at>\d+\.\d+)\]\s+(?:(?P<path>/\S+):\s+)?"
    r"(?P<kind>EV_\w+)\s+(?P<name>\S+)\s+(?P<value>\S+)"
)
_KEYS = {
    "KEY_BACK": SystemButton.BACK,
    "KEY_HOMEPAGE": SystemButton.HOME,
    "KEY_HOME": SystemButton.HOME,
}
_LIFTED = "ffffffff"


@dataclass(frozen=True, slots=True)
class UnrecordedGesture:
    """Something was done on the glass that is no action, and why."""

    reason: str


Gesture = Action | UnrecordedGesture


@dataclass(slots=True)
class _Contact:
    """One finger on the glass."""

    start_s: float
    begun: bool
    x: int = 0
    y: int = 0
    first: tuple[int, int] | None = None


@dataclass(slots=True)
class _Update:
    """What a report says of one finger."""

    slot: int
    id: str | None = None
    x: int | None = None
    y: int | None = None


@dataclass(slots=True)
class _Fingers:
    """The fingers on one device, report by report. `gesture` is every finger since none was down."""

    screen: TouchPanel
    slot: int = 0
    contacts: dict[int, _Contact] = field(default_factory=dict[int, _Contact])
    gesture: list[_Contact] = field(default_factory=list[_Contact])
    updates: list[_Update] = field(default_factory=list[_Update])
    packets: list[_Update] | None = None
    button: str = ""

    def take(self, name: str, value: str) -> None:
        """Note one event, until its report is complete."""
        match name:
            case "ABS_MT_SLOT":
                self.slot = _number(value)
                self.updates.append(_Update(self.slot))
            case "ABS_MT_TRACKING_ID":
                self._update().id = value
            case "ABS_MT_POSITION_X":
                self._update().x = _number(value)
            case "ABS_MT_POSITION_Y":
                self._update().y = _number(value)
            case "SYN_MT_REPORT":
                # Protocol A: what was said of one finger ends here.
                self.packets = [*(self.packets or ()), *self.updates]
                self.updates = []
            case "BTN_TOUCH":
                self.button = value
            case _:
                pass

    def report(self, at_s: float) -> Gesture | None:
        """The report is complete; what the fingers did, where all have left the glass now."""
        if self.packets is not None:
            self._apply_packets(self.packets, at_s)
        else:
            for update in self.updates:
                self._apply(update, at_s)
        if self.button == "UP":
            self.contacts.clear()
        self.updates, self.packets, self.button = [], None, ""
        if self.contacts or not self.gesture:
            return None
        fingers, self.gesture = self.gesture, []
        return self._told(fingers, at_s)

    def _update(self) -> _Update:
        if not self.updates:
            self.updates.append(_Update(self.slot))
        return self.updates[-1]

    def _apply_packets(self, packets: Sequence[_Update], at_s: float) -> None:
        """A report of protocol A lists all fingers; whoever is not in it has left."""
        placed = [one for one in packets if one.x is not None and one.y is not None]
        ids = [_number(one.id) if one.id else number for number, one in enumerate(placed)]
        self.contacts = {id: self.contacts[id] for id in ids if id in self.contacts}
        for id, packet in zip(ids, placed, strict=True):
            self._move(id, packet, at_s, begun=True)

    def _apply(self, update: _Update, at_s: float) -> None:
        """A report of protocol B tells of a slot what has changed."""
        if update.id == _LIFTED:
            self.contacts.pop(update.slot, None)
        elif update.id is not None or update.x is not None or update.y is not None:
            begun = update.id is not None or self.button == "DOWN"
            self._move(update.slot, update, at_s, begun=begun)

    def _move(self, id: int, update: _Update, at_s: float, *, begun: bool) -> None:
        contact = self.contacts.get(id)
        if contact is None:
            contact = self.contacts[id] = _Contact(at_s, begun)
            self.gesture.append(contact)
        contact.x = contact.x if update.x is None else update.x
        contact.y = contact.y if update.y is None else update.y
        contact.first = contact.first or (contact.x, contact.y)

    def _told(self, fingers: Sequence[_Contact], at_s: float) -> Gesture:
        if len(fingers) > 1:
            return UnrecordedGesture(SEVERAL)
        finger = fingers[0]
        if not finger.begun:
            return UnrecordedGesture(BEGUN_BEFORE)
        start = Point(*self.screen.scaled(*(finger.first or (finger.x, finger.y)), SCALE))
        end = Point(*self.screen.scaled(finger.x, finger.y, SCALE))
        if abs(start.x - end.x) + abs(start.y - end.y) > MOVED:
            return Scroll(Stroke(start, end))
        return LongPress(end) if at_s - finger.start_s >= HOLD_S else Click(end)


def gestures_of(lines: Iterable[str], screens: Mapping[str, TouchPanel]) -> Iterator[Gesture]:
    """What a stream of `getevent -lt` lines tells; lines of other devices are passed over.

    Where one device was named, its lines hold no path: then there is one screen, under any path.
    """
    fingers = {path: _Fingers(screen) for path, screen in screens.items()}
    only = next(iter(fingers.values())) if len(fingers) == 1 else None
    for line in lines:
        match = _LINE.search(line)
        if match is None:
            continue
        if match["kind"] == "EV_KEY" and match["name"] in _KEYS:
            if match["value"] == "DOWN":
                yield PressButton(_KEYS[match["name"]])
            continue
        hand = fingers.get(match["path"]) if match["path"] else only
        if hand is None:
            continue
        if match["name"] != "SYN_REPORT":
            hand.take(match["name"], match["value"])
            continue
        gesture = hand.report(float(match["at"]))
        if gesture is not None:
            yield gesture


def _number(value: str) -> int:
    try:
        return int(value, 16)
    except ValueError:
        return 0
