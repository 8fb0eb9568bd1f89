"""What a recorded step changed on a screen, carried over to another content of it.

A recorded way leads from one content to another. Where the app stands on a third one, the same change is
looked for there: what the way took away is taken away, what it added is added, and the recorded content
that is nearest to the result is shown. Where none is near enough, the content stays as it is: a picture that
contradicts what was there before would be worse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from phoneworld.reconstruction.screen_parts import Part, parts_of
from phoneworld.reconstruction.specification import ScreenSpec, StateSpec
from phoneworld.reconstruction.telling_features import (
    Features,
    Value,
    Way,
    telling_places,
    told_alike,
    values_of,
)
from phoneworld.reconstruction.trees import tree_of
from runtime.observation import CHECKABLE, CHECKED, SELECTED

_SHOWN = CHECKED | SELECTED

FIRST_GIVEN = -2
"""Contents that were given, not recorded, have numbers from here downwards; -1 is none."""


def content_of(screen: ScreenSpec, given: Sequence[StateSpec], state: int) -> StateSpec:
    """A recorded content of a screen, or one that was given."""
    return given[FIRST_GIVEN - state] if state <= FIRST_GIVEN else screen.states[state]


class ContentChanges:
    """Changes between the contents of an app's screens, cached: the screens never change. `given` are
    contents that were not recorded.
    """

    def __init__(self, screens: Iterable[ScreenSpec], given: Sequence[StateSpec]) -> None:
        self._given = given
        self._screens = {screen.name: screen for screen in screens}
        self._known: dict[tuple[str, int], Features] = {}
        self._carried: dict[tuple[str, int, int, int], int] = {}
        self._values: dict[tuple[str, int], dict[str, Value]] = {}
        self._telling: dict[tuple[str, str, tuple[Way, ...]], dict[str, float]] = {}

    def features(self, screen: str, state: int) -> Features:
        """Everything that is written or ticked on a content, with its place."""
        found = self._known.get((screen, state))
        if found is None:
            spec = self._screens[screen]
            views = content_of(spec, self._given, state).views
            parts = parts_of(tree_of(views, spec.package))
            found = self._known[screen, state] = features_of(parts)
        return found

    def forget_given(self) -> None:
        """Contents that were given are no more."""
        for known in (self._known, self._values):
            for key in [key for key in known if key[1] <= FIRST_GIVEN]:
                del known[key]
        for way in [way for way in self._carried if way[1] <= FIRST_GIVEN]:
            del self._carried[way]

    def likeness(self, screen: str, one: int, other: int) -> float:
        """1 for contents that read the same, 0 for contents that have nothing in common."""
        return _likeness(self.features(screen, one), self.features(screen, other))

    def values(self, screen: str, state: int) -> dict[str, Value]:
        """Everything that is written or ticked on a content, by its place."""
        found = self._values.get((screen, state))
        if found is None:
            found = self._values[screen, state] = values_of(self.features(screen, state))
        return found

    def likeness_for(
        self, screen: str, target: str, ways: tuple[Way, ...], one: int, other: int
    ) -> float:
        """How alike two contents are in what tells which content of `target` follows; in everything where nothing tells."""
        places = self._telling_places(screen, target, ways)
        if not places:
            return self.likeness(screen, one, other)
        return told_alike(places, self.values(screen, one), self.values(screen, other))

    def _telling_places(self, screen: str, target: str, ways: tuple[Way, ...]) -> dict[str, float]:
        key = (screen, target, ways)
        found = self._telling.get(key)
        if found is None:
            found = self._telling[key] = telling_places(
                ways,
                lambda state: self.values(screen, state),
                lambda one, other: self.likeness(target, one, other),
            )
        return found

    def reading(self, screen: str, text: str) -> int | None:
        """The first content of a screen that reads a text where not all of them do."""
        if not text or screen not in self._screens:
            return None
        count = len(self._screens[screen].states)
        found = [
            state
            for state in range(count)
            if any(text == words for _, words, _ in self.features(screen, state))
        ]
        return found[0] if 0 < len(found) < count else None

    def carried(self, screen: str, now: int, before: int, after: int) -> int:
        """The content that follows on `now` where `after` followed on `before`."""
        if before == after:
            return now
        if now == before:
            return after
        key = (screen, now, before, after)
        found = self._carried.get(key)
        if found is None:
            found = self._carried[key] = self._carry(screen, now, before, after)
        return found

    def taken_over(self, here: tuple[str, int], before: int, target: str, after: int) -> int:
        """The content of another screen that shows still what `here` shows, as `after` does of `before`."""
        was, then = self.features(here[0], before), self.features(target, after)
        now = self.features(*here)
        wanted = now - (was - then) + (then - was)
        best, nearest = _likeness(then, wanted), after
        for state in range(len(self._screens[target].states)):
            likeness = _likeness(self.features(target, state), wanted)
            if likeness > best:
                best, nearest = likeness, state
        return nearest

    def _carry(self, screen: str, now: int, before: int, after: int) -> int:
        here, was, then = (self.features(screen, state) for state in (now, before, after))
        wanted = here - (was - then) + (then - was)
        best, nearest = _likeness(here, wanted), now
        for state in range(len(self._screens[screen].states)):
            likeness = _likeness(self.features(screen, state), wanted)
            if likeness > best:
                best, nearest = likeness, state
        return nearest


def features_of(parts: list[Part]) -> Features:
    """What tells one content of a screen from another."""
    found: Features = Counter()
    for part in parts:
        node = part.node
        for text in (node.text, node.description):
            if text:
                found[part.slot, text, 0] += 1
        if node.flags & (CHECKABLE | SELECTED):
            found[part.slot, part.label, 1 + (node.flags & _SHOWN)] += 1
    return found


def _likeness(one: Features, other: Features) -> float:
    fewer, more = (one, other) if len(one) < len(other) else (other, one)
    shared = sum(min(count, more[what]) for what, count in fewer.items() if what in more)
    every = one.total() + other.total() - shared
    return shared / every if every else 1.0
