"""How an app opens: the steady screen it starts with, what it shows above that the first time (an
introduction, a question for a permission), and screens that pass by themselves (a splash, "Loading").

A launch is fresh when the app was closed before, or opened from the home screen. Where a fresh launch came
to a screen that passes, to a dialog, or to a screen of the system, the steady screen is the first of the
app's own that followed. Where most launches never came to one, the app rests on what they came to, however it
looks. Most launches decide; what only the first one showed is shown once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from phoneworld.reconstruction.actions import RecordedAction
from phoneworld.reconstruction.screen_types import is_launcher
from phoneworld.reconstruction.states import OUTSIDE, SortedScreens
from phoneworld.recording.model import RecordedEpisode, RecordedScreen, Recording
from runtime.actions import CloseApp, OpenApp
from runtime.observation import CLICKABLE, EDITABLE, SCROLLABLE

STEADY = ("screen", "page")
"""The kinds of windows that an app can rest on."""

SAME_LOOK = 0.95
"""How like screens of different activities are that are one screen."""

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class StepPlaces:
    """A recorded step as this file sees it: where it was done, what was done, where it led."""

    before: Place
    action: RecordedAction
    after: Place


@dataclass(frozen=True, slots=True)
class Openings:
    """Screen types by number. `first` is -1 where the app opens as always; `passes` lead to contents."""

    start: int
    first: int = -1
    passes: tuple[tuple[int, Place], ...] = ()


def find_openings(
    recording: Recording, found: SortedScreens, steps: Sequence[StepPlaces]
) -> Openings | None:
    """How the recorded app opens; None where none of its screens was recorded."""
    passes = _passing(found, steps)
    landings: list[int] = []
    settled: Counter[int] = Counter()
    for chain in _launches(recording, found):
        landing = next((kind for kind in chain if kind not in passes), OUTSIDE)
        steady = next((k for k in chain if _is_steady(k, recording, found, passes)), OUTSIDE)
        if landing != OUTSIDE:
            landings.append(landing)
        rest = landing if steady == OUTSIDE and _is_own(landing, recording, found) else steady
        if rest != OUTSIDE:
            settled[rest] += 1
    start = (
        max(sorted(settled), key=lambda kind: settled[kind])
        if settled
        else _most_seen(recording, found, passes)
    )
    if start == OUTSIDE:
        start = _any_own(recording, found)
    if start == OUTSIDE:
        return None
    start = _most_used_like(start, found, steps)
    first = landings[0] if landings and landings[0] != start else -1
    if first >= 0 and not _leads_to(first, start, steps):
        first = -1
    return Openings(start, first, tuple(sorted(passes.items())))


def _launches(recording: Recording, found: SortedScreens) -> Iterator[list[int]]:
    """The screen types that followed on each fresh launch, in their order; those of launches that only
    brought the app back where there is no fresh one; the beginnings of episodes where there is none at all.
    """
    fresh: list[list[int]] = []
    again: list[list[int]] = []
    begun: list[list[int]] = []
    for episode in recording.episodes:
        if episode.steps and not isinstance(episode.steps[0].action, OpenApp | CloseApp):
            begun.append(_chain(episode, 0, found, before=True))
        closed = False
        for number, step in enumerate(episode.steps):
            if isinstance(step.action, OpenApp) and _belongs(step.after, recording):
                # From another app it comes back as it was left, which is no start.
                is_fresh = closed or is_launcher(step.before.package)
                (fresh if is_fresh else again).append(_chain(episode, number, found))
            closed = isinstance(step.action, CloseApp)
    yield from fresh or again or begun


def _belongs(screen: RecordedScreen, recording: Recording) -> bool:
    """Whether a launch came to the app, or to a question of the system about it."""
    return screen.package == recording.package or not is_launcher(screen.package)


def _chain(
    episode: RecordedEpisode, number: int, found: SortedScreens, *, before: bool = False
) -> list[int]:
    steps = episode.steps[number:]
    seen = [steps[0].before, *(s.after for s in steps)] if before else [s.after for s in steps]
    chain: list[int] = []
    for screen in seen:
        kind = found.places[screen][0]
        if kind == OUTSIDE:
            break
        chain.append(kind)
    return chain


def _is_steady(
    kind: int, recording: Recording, found: SortedScreens, passes: Mapping[int, Place]
) -> bool:
    window = found.types.shapes[kind].group[2]
    return _is_own(kind, recording, found) and window in STEADY and kind not in passes


def _is_own(kind: int, recording: Recording, found: SortedScreens) -> bool:
    return kind != OUTSIDE and found.types.shapes[kind].group[0] == recording.package


def _most_seen(recording: Recording, found: SortedScreens, passes: Mapping[int, Place]) -> int:
    """The steady screen that was seen first."""
    for screen in recording.screens:
        kind = found.places[screen][0]
        if kind != OUTSIDE and _is_steady(kind, recording, found, passes):
            return kind
    return OUTSIDE


def _most_used_like(start: int, found: SortedScreens, steps: Sequence[StepPlaces]) -> int:
    """The screen type that looks like this one and was used most: while an app starts, a recorder may still
    name the activity before.
    """
    shapes = found.types.shapes
    group = shapes[start].group
    same = [
        kind
        for kind, shape in enumerate(shapes)
        if (shape.group[0], shape.group[2]) == (group[0], group[2])
        and replace(shape, group=group).likeness(shapes[start]) >= SAME_LOOK
    ]
    used = Counter(one.before[0] for one in steps)
    return max(same, key=lambda kind: (used[kind], kind == start))


def _any_own(recording: Recording, found: SortedScreens) -> int:
    for screen in recording.screens:
        if screen.package == recording.package:
            return found.places[screen][0]
    return OUTSIDE


def _leads_to(first: int, start: int, steps: Sequence[StepPlaces]) -> bool:
    """Whether a chain of recorded steps leads from one screen type to another."""
    ways: dict[int, set[int]] = defaultdict(set)
    for one in steps:
        ways[one.before[0]].add(one.after[0])
    reached, waiting = {first}, [first]
    while waiting:
        for kind in ways[waiting.pop()] - reached:
            reached.add(kind)
            waiting.append(kind)
    return start in reached


def _passing(found: SortedScreens, steps: Sequence[StepPlaces]) -> dict[int, Place]:
    """Screens with nothing to touch that every recorded step left, and what most of them came to. What "back" closed
    again, to where it was opened from, had not passed: it was waiting.
    """
    opened_from = {(one.after[0], one.before[0]) for one in steps}
    left: dict[int, Counter[Place]] = defaultdict(Counter)
    stayed: Counter[int] = Counter()
    for one in steps:
        kind = one.before[0]
        waited = one.action.kind == "back" and (kind, one.after[0]) in opened_from
        if waited or one.after[0] == kind:
            stayed[kind] += 1
        elif one.after[0] != OUTSIDE:
            left[kind][one.after] += 1
    passes: dict[int, Place] = {}
    for kind, after in left.items():
        if after.total() <= stayed[kind] or not _is_bare(kind, found):
            continue
        kinds: Counter[int] = Counter()
        for (target, _), count in after.items():
            kinds[target] += count
        target, count = min(kinds.items(), key=lambda item: (-item[1], item[0]))
        if count * 3 >= after.total() * 2:
            states = {place: n for place, n in after.items() if place[0] == target}
            passes[kind] = min(states, key=lambda place: (-states[place], place))
    return {kind: place for kind, place in passes.items() if place[0] not in passes}


def _is_bare(kind: int, found: SortedScreens) -> bool:
    """Whether nothing on a screen asks to be touched: no words on what can be tapped, nothing to fill in."""
    return not any(
        part.node.flags & (EDITABLE | SCROLLABLE) or (part.node.flags & CLICKABLE and part.label)
        for content in found.contents[kind]
        for part in content.parts
    )
