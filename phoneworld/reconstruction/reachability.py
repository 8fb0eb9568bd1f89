"""Which screens of a rebuilt app a policy can come to, from a cold start, through the phone's own touches.

The app is opened as a person opens it, and used: every part that can be touched, what was recorded first,
back, and scrolling. A snapshot of the phone stands for every content that was come to, so that no way is
walked twice. The screens to come to are those to which a chain of recorded transitions leads from the first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.replica_screen import ReplicaScreen
from phoneworld.reconstruction.screen_parts import TOUCHABLE, Part, parts_of
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.model import RecordedScreen
from runtime.actions import (
    Action,
    Click,
    Direction,
    LongPress,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.observation import EDITABLE, LONG_CLICKABLE

MOST_TOUCHES = 1_500
ANYTHING = "Abc"
"""What is typed where the recording typed nothing."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What can be reached; `shown` are the screens to which the recording shows a way."""

    screens: frozenset[str]
    shown: frozenset[str]
    reached: frozenset[str]
    touches: int


def shown_screens(spec: AppSpec) -> frozenset[str]:
    """The screens to which a chain of recorded transitions leads from those the app opens with. What passes
    by itself is none to come to.
    """
    ways: dict[str, set[str]] = {}
    for one in spec.transitions:
        targets = {outcome.screen for outcome in one.outcomes if outcome.screen}
        ways.setdefault(one.screen, set()).update(targets)
    opens = [name for name in (spec.start, spec.first) if name]
    found = set(opens)
    waiting = deque(opens)
    while waiting:
        for target in sorted(ways.get(waiting.popleft(), ())):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return frozenset(found) - {one.screen for one in spec.passes}


@dataclass(frozen=True, slots=True)
class _Touch:
    """Something to try: the action, and the screens that it was recorded to lead to."""

    action: Action
    targets: frozenset[str]
    recorded: bool


@dataclass(slots=True)
class _Station:
    """A content that was come to, with what is left to try there."""

    snapshot: bytes
    depth: int
    waiting: list[_Touch] = field(default_factory=list[_Touch])


def explore_app(replayer: Replayer, *, most: int = MOST_TOUCHES) -> Reach:
    """Use an app until all screens with a way to them are found, nothing is left to try, or enough was."""
    spec = replayer.spec
    wanted = shown_screens(spec)
    every = frozenset(screen.name for screen in spec.screens)
    targets: dict[tuple[str, str, str], set[str]] = {}
    for one in spec.transitions:
        known = targets.setdefault((one.screen, one.action, one.slot), set())
        known.update(outcome.screen for outcome in one.outcomes if outcome.screen)
    stations: dict[tuple[object, ...], _Station] = {}
    reached: set[str] = set()
    replayer.cold_start()
    _arrive(replayer, stations, reached, targets, 0)
    touches = 0
    while touches < most and wanted - reached:
        best = min(
            (
                (_rank(touch, reached), station.depth, order, place)
                for order, station in enumerate(stations.values())
                for place, touch in enumerate(station.waiting)
            ),
            default=None,
        )
        if best is None:
            break
        station = list(stations.values())[best[2]]
        touch = station.waiting.pop(best[3])
        replayer.phone.restore(station.snapshot)
        replayer.perform(touch.action)
        touches += 1
        _arrive(replayer, stations, reached, targets, station.depth + 1)
    return Reach(every, wanted, frozenset(reached), touches)


def _rank(touch: _Touch, reached: set[str]) -> int:
    """What may lead to a new screen first, then what was recorded, then the rest."""
    if touch.targets - reached:
        return 0
    return 1 if touch.recorded else 2


def _arrive(
    replayer: Replayer,
    stations: dict[tuple[object, ...], _Station],
    reached: set[str],
    targets: dict[tuple[str, str, str], set[str]],
    depth: int,
) -> None:
    """Take note of where the phone is now."""
    screen = replayer.phone.activity.screen
    shown = replayer.shown()
    if shown is None or not isinstance(screen, ReplicaScreen):
        return
    name = replayer.name_of(shown)
    if name:
        reached.add(name)
    key = (screen.route, screen.at, screen.below, hash(shown.root))
    if key in stations:
        return
    touches = list(_touches(replayer, shown, screen.route, targets))
    stations[key] = _Station(replayer.phone.snapshot(), depth, touches)


def _touches(
    replayer: Replayer,
    shown: RecordedScreen,
    route: str,
    targets: dict[tuple[str, str, str], set[str]],
) -> Iterator[_Touch]:
    def touch(action: Action, kind: str, slot: str = "") -> _Touch:
        known = targets.get((route, kind, slot))
        return _Touch(action, frozenset(known or ()), known is not None)

    seen: set[tuple[str, str]] = set()
    for part in parts_of(shown.root):
        if (part.slot, part.label) in seen:
            continue
        recorded = (route, "tap", part.slot) in targets
        if not part.node.flags & TOUCHABLE and not recorded:
            continue
        seen.add((part.slot, part.label))
        target = replayer.point(part.node.bounds)
        if target is None:
            continue
        if part.node.flags & EDITABLE:
            yield touch(Type(_text_for(part), target, clear=True), "type", part.slot)
        yield touch(Click(target), "tap", part.slot)
        if part.node.flags & LONG_CLICKABLE or (route, "hold", part.slot) in targets:
            yield touch(LongPress(target), "hold", part.slot)
    yield touch(PressButton(SystemButton.BACK), "back")
    yield touch(PressButton(SystemButton.ENTER), "enter")
    for direction in (Direction.DOWN, Direction.UP):
        yield touch(Scroll(direction), f"scroll {direction.value}")


def _text_for(part: Part) -> str:
    return part.node.text or ANYTHING
