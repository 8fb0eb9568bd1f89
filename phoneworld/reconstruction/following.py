"""Which content a recorded outcome leads to from a content on which it was not recorded.

There are three ways to tell. A screen that is uncovered changes as it did in the recording. A screen that is opened
shows what followed most on contents like the present one. A screen that takes over what the one before it shows, as
one with a field to search in does, shows that still. Which way is right for an outcome is measured: every recorded way is
foretold from the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from math import exp

from phoneworld.reconstruction.content_changes import ContentChanges
from phoneworld.reconstruction.outcomes import usual
from phoneworld.reconstruction.specification import OutcomeSpec
from phoneworld.reconstruction.telling_features import Way

SHARPNESS = 12
"""How much more a content counts that is more like the present one: a tenth more counts for three others."""
MOST_TRIED = 24
"""So many recorded ways are foretold from the others, at most."""
BETTER = 0.05
"""So much better must a rule foretell than the one before it."""

UNCOVERED, OPENED, KEPT = "uncovered", "opened", "kept"


class FollowingContent:
    """Caches which rule is right for an outcome: the specification never changes."""

    def __init__(self, changes: ContentChanges) -> None:
        self._changes = changes
        self._rules: dict[tuple[str, str, tuple[Way, ...], bool], str] = {}

    def after(self, screen: str, outcome: OutcomeSpec, state: int, stack: Mapping[str, int]) -> int:
        """The content after an outcome, on the content `state` of a screen; -1 where nothing tells it."""
        target = outcome.screen
        if not outcome.ways or not target:
            return -1
        if state == -1:
            return usual(outcome)
        if target == screen:
            before, after, _, _ = self.nearest_way(screen, outcome, state)
            return self._changes.carried(screen, state, before, after)
        known = outcome
        if target in stack:
            under_known = tuple(way for way in outcome.ways if way[3] >= 0)
            known = replace(outcome, ways=under_known) if under_known else outcome
        under = stack[target] if target in stack and known is not outcome else -1
        rule = self._rule(screen, known, is_open=under != -1)
        return self._by(rule, screen, known, state, under)

    def nearest_way(self, screen: str, outcome: OutcomeSpec, state: int) -> Way:
        """The recorded way that started on the content nearest to this one; of equals the most usual."""
        most = usual(outcome)
        return max(
            outcome.ways,
            key=lambda way: (
                round(self._changes.likeness(screen, state, way[0]), 3),
                way[1] == most,
                way[2],
            ),
        )

    def _rule(self, screen: str, outcome: OutcomeSpec, *, is_open: bool) -> str:
        """The rule that foretells the recorded ways of an outcome best, each from those on other contents."""
        first = UNCOVERED if is_open else OPENED
        key = (screen, outcome.screen, outcome.ways, is_open)
        found = self._rules.get(key)
        if found is not None:
            return found
        tried = sorted(outcome.ways)[:: max(1, len(outcome.ways) // MOST_TRIED)]
        scores: dict[str, float] = defaultdict(float)
        count = 0
        for one in tried:
            others = tuple(way for way in outcome.ways if way[0] != one[0])
            if not others:
                continue
            count += 1
            known = replace(outcome, ways=others)
            for rule in (UNCOVERED, OPENED, KEPT) if is_open else (OPENED, KEPT):
                guess = self._by(rule, screen, known, one[0], one[3])
                scores[rule] += self._changes.likeness(outcome.screen, guess, one[1])
        best = first
        for rule in (OPENED, KEPT):
            if count > 1 and scores[rule] > scores[best] + BETTER * count:
                best = rule
        self._rules[key] = best
        return best

    def _by(self, rule: str, screen: str, outcome: OutcomeSpec, state: int, under: int) -> int:
        if rule == OPENED:
            return self._expected(screen, outcome, state)
        before, after, _, uncovered = self.nearest_way(screen, outcome, state)
        if rule == UNCOVERED:
            return self._changes.carried(outcome.screen, under, uncovered, after)
        return self._changes.taken_over((screen, state), before, outcome.screen, after)

    def _expected(self, screen: str, outcome: OutcomeSpec, state: int) -> int:
        """The content that followed most on contents like this one: those that are more like it count for more.

        Where all are about as far away, what they have by chance in common decides nothing.
        """
        votes: dict[int, float] = defaultdict(float)
        for before, after, count, _ in outcome.ways:
            alike = self._changes.likeness_for(screen, outcome.screen, outcome.ways, state, before)
            votes[after] += count * exp(SHARPNESS * alike)
        return max(sorted(votes), key=lambda after: votes[after])
