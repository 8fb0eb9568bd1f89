"""From recordings to a specification: the same recordings give the same specification, to the byte."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.actions import RecordedAction, goes_back, recorded_action
from phoneworld.reconstruction.openings import StepPlaces, find_openings
from phoneworld.reconstruction.screen_names import Namer, app_label, screen_name, title_of
from phoneworld.reconstruction.specification import (
    AppSpec,
    OutcomeSpec,
    PassSpec,
    ScreenSpec,
    StateSpec,
    TransitionSpec,
)
from phoneworld.reconstruction.states import (
    OUTSIDE,
    SortedScreens,
    content_area,
    resized,
    sort_screens,
    usual_size,
)
from phoneworld.reconstruction.trees import views_of
from phoneworld.recording.model import (
    RecordedEpisode,
    RecordedScreen,
    RecordedStep,
    Recording,
)

UNSEEN = -1
OVER = ("dialog", "drawer")
"""The kinds of windows that lie over others."""
_PIECES = re.compile(r"(\D*)(\d*)")


class CannotRebuild(PhoneWorldError):
    """The recordings do not show an app."""


@dataclass(frozen=True, slots=True)
class RecordedTransition:
    """A recorded step in terms of the app: from (type, content) by an action to (type, content).

    `under` is the content that the screen it led to had when it was last seen; -1 if it was not.
    `uncovers`: that screen lay right below. `below` is the screen type that did, or -1.
    """

    before: tuple[int, int]
    action: RecordedAction
    after: tuple[int, int]
    episode: int
    under: int = UNSEEN
    uncovers: bool = False
    below: int = UNSEEN


@dataclass(frozen=True, slots=True)
class Draft:
    """A specification with what it was made from, for the parts that are worked out from it."""

    spec: AppSpec
    screens: SortedScreens
    names: tuple[str, ...]
    evidence: tuple[RecordedTransition, ...]


def _texts(found: SortedScreens, package: str = "") -> Iterator[str]:
    """What the contents of a package's screens read, or of all, each text of a content once."""
    for shape, contents in zip(found.types.shapes, found.contents, strict=True):
        if package in ("", shape.group[0]):
            for content in contents:
                yield from {part.node.text for part in content.parts if part.node.text}


def draft_app(
    recording: Recording,
    *,
    package: str = "",
    label: str = "",
    namer: Namer | None = None,
    others: Collection[str] = (),
) -> Draft:
    """The screens and transitions of an app, before its data."""
    recording = in_order(_one_size(recording))
    package = package or recording.package
    recording = replace(recording, package=package)
    if not any(screen.package == package for screen in recording.screens):
        others = sorted({screen.package for screen in recording.screens})
        raise CannotRebuild(f"no screen of {package} was recorded; there are {', '.join(others)}")
    found = sort_screens(recording, others)
    names, screens = _screens(found, namer)
    evidence = tuple(evidence_of(recording, found))
    steps = [StepPlaces(one.before, one.action, one.after) for one in evidence]
    opens = find_openings(recording, found, steps)
    if opens is None:
        raise CannotRebuild(f"no screen of {package} was recorded")
    width, height = usual_size(recording)
    spec = AppSpec(
        package=package,
        label=label or app_label(package, _texts(found, package), _texts(found)),
        width_px=width,
        height_px=height,
        content=content_area(found, width, height),
        start=names[opens.start],
        first="" if opens.first < 0 else names[opens.first],
        passes=tuple(
            PassSpec(names[kind], names[target], state) for kind, (target, state) in opens.passes
        ),
        screens=tuple(
            # What an app rests on lies on nothing, so it is no dialog, however it looks.
            replace(one, kind="screen") if place == opens.start and one.kind in OVER else one
            for place, one in enumerate(screens)
        ),
        transitions=_transitions(evidence, names),
        recordings=tuple(
            sorted({episode.name.partition("#")[0] for episode in recording.episodes})
        ),
        steps=len(evidence),
        contained=True,
    )
    return Draft(spec, found, tuple(names), evidence)


def in_order(recording: Recording) -> Recording:
    """A recording in an order that only the names in it decide, not the order in which it was read."""
    return replace(
        recording,
        episodes=tuple(sorted(recording.episodes, key=lambda one: _counted(one.name))),
        screens=tuple(sorted(recording.screens, key=lambda one: _counted(one.name))),
    )


def _counted(name: str) -> tuple[tuple[str, int], ...]:
    """A name in pieces that sort as a person counts: step 9 before step 10."""
    return tuple(
        (word, int(number[:18] or 0)) for word, number in _PIECES.findall(name.replace("\\", "/"))
    )


def _one_size(recording: Recording) -> Recording:
    width, height = usual_size(recording)
    if all((s.width_px, s.height_px) == (width, height) for s in recording.screens):
        return recording
    now: dict[RecordedScreen, RecordedScreen] = {
        screen: resized(screen, width, height) for screen in recording.screens
    }
    return replace(
        recording,
        screens=tuple(now[screen] for screen in recording.screens),
        episodes=tuple(
            RecordedEpisode(
                episode.name,
                tuple(
                    RecordedStep(now[step.before], step.action, now[step.after])
                    for step in episode.steps
                ),
                episode.goal,
                episode.whole,
            )
            for episode in recording.episodes
        ),
    )


def _screens(found: SortedScreens, namer: Namer | None) -> tuple[list[str], tuple[ScreenSpec, ...]]:
    taken: set[str] = set()
    names: list[str] = []
    screens: list[ScreenSpec] = []
    for kind, contents in enumerate(found.contents):
        package, activity, window = found.types.shapes[kind].group
        first = contents[0]
        title = title_of(first.screen, first.parts)
        better = ""
        if namer is not None:
            better = namer(title or activity, [part.label for part in first.parts if part.label])
        names.append(screen_name(better or title, activity, window, taken))
        screens.append(
            ScreenSpec(
                name=names[-1],
                title=title,
                kind=window,
                package=package,
                activity=activity,
                states=tuple(
                    StateSpec(
                        views=views_of(content.screen.root),
                        keyboard=content.screen.keyboard_shown,
                        seen=found.seen[kind, state],
                    )
                    for state, content in enumerate(contents)
                ),
            )
        )
    return names, tuple(screens)


def evidence_of(recording: Recording, found: SortedScreens) -> list[RecordedTransition]:
    """Every recorded step that was done to the app, in order."""
    evidence: list[RecordedTransition] = []
    for number, episode in enumerate(recording.episodes):
        last: dict[int, int] = {}
        stack: list[int] = []
        backwards = False
        for step in episode.steps:
            before, after = found.places[step.before], found.places[step.after]
            if before[0] == OUTSIDE:
                last.clear()
                stack = []
                continue
            last[before[0]] = before[1]
            # What lies behind a screen that was come back to is not known, unless it was seen before.
            fresh = backwards and before[0] not in stack
            stack = [before[0]] if fresh else _above(stack, before[0], found)
            parts = found.contents[before[0]][before[1]].parts
            recorded = recorded_action(
                step.action, parts, step.before.width_px, step.before.height_px
            )
            backwards = recorded is not None and goes_back(recorded)
            if recorded is not None:
                under = last.get(after[0], UNSEEN)
                uncovers = stack[-2:-1] == [after[0]] and not _is_tab(
                    recorded, before, after, found
                )
                below = stack[-2] if len(stack) > 1 else UNSEEN
                evidence.append(
                    RecordedTransition(before, recorded, after, number, under, uncovers, below)
                )
    return evidence


def _above(stack: list[int], kind: int, found: SortedScreens) -> list[int]:
    """The screens that lie on each other once this one is in front; a dialog makes way."""
    if kind in stack:
        return stack[: stack.index(kind) + 1]
    if stack and found.types.shapes[stack[-1]].group[2] in OVER:
        stack = stack[:-1]
    return [*stack, kind]


def _is_tab(
    recorded: RecordedAction, before: tuple[int, int], after: tuple[int, int], found: SortedScreens
) -> bool:
    """Whether an action was on a tab, which closes nothing: its part, or two beside it, are also there after."""
    if goes_back(recorded) or not recorded.slot:
        return False
    here, there = (
        {part.label for part in found.contents[kind][state].parts if part.slot == recorded.slot}
        for kind, state in (before, after)
    )
    return recorded.label in there or len(here & there - {""}) >= 2


_Key = tuple[int, str, str, str, int]


def _transitions(
    evidence: tuple[RecordedTransition, ...], names: list[str]
) -> tuple[TransitionSpec, ...]:
    ways: dict[_Key, dict[int, Counter[tuple[int, int, int]]]] = defaultdict(
        lambda: defaultdict(Counter)
    )
    closings: Counter[tuple[_Key, int]] = Counter()
    over: dict[tuple[_Key, int], set[str]] = defaultdict(set)
    for one in evidence:
        recorded = one.action
        key = (one.before[0], recorded.kind, recorded.slot, recorded.label, recorded.nth)
        ways[key][one.after[0]][one.before[1], one.after[1], one.under] += 1
        closings[key, one.after[0]] += one.uncovers
        if one.below >= 0 and not one.uncovers:
            over[key, one.after[0]].add(names[one.below])
    found: list[TransitionSpec] = []
    for key in sorted(ways):
        outcomes = [
            OutcomeSpec(
                screen="" if kind == OUTSIDE else names[kind],
                count=sum(pairs.values()),
                ways=tuple(
                    (before, after, count, under)
                    for (before, after, under), count in sorted(pairs.items())
                ),
                uncovers=closings[key, kind],
                over=tuple(sorted(over[key, kind])),
            )
            for kind, pairs in ways[key].items()
        ]
        outcomes.sort(key=lambda outcome: (-outcome.count, outcome.screen))
        kind, action, slot, label, nth = key
        found.append(TransitionSpec(names[kind], action, tuple(outcomes), slot, label, nth))
    return tuple(found)
