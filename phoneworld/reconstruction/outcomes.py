"""What is to be said of recorded outcomes: the most usual one, those that close a screen, several as one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from phoneworld.reconstruction.specification import OutcomeSpec, TransitionSpec


def leaving(outcomes: tuple[OutcomeSpec, ...]) -> tuple[OutcomeSpec, ...]:
    """The outcomes that close the screen, if there are any: staying open was the exception."""
    return tuple(one for one in outcomes if one.closes) or outcomes


def is_over_another(outcome: OutcomeSpec, below: str) -> bool:
    """Whether an outcome closed a screen that lay over another than the one below now."""
    return outcome.closes and bool(below) and outcome.screen != below and below not in outcome.over


def merged(transitions: Iterable[TransitionSpec]) -> tuple[OutcomeSpec, ...]:
    counts: Counter[str] = Counter()
    uncovers: Counter[str] = Counter()
    ways: dict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    over: dict[str, set[str]] = defaultdict(set)
    for transition in transitions:
        for outcome in transition.outcomes:
            counts[outcome.screen] += outcome.count
            uncovers[outcome.screen] += outcome.uncovers
            ways[outcome.screen] += outcome.ways
            over[outcome.screen].update(outcome.over)
    return tuple(
        OutcomeSpec(
            screen, count, tuple(ways[screen]), uncovers[screen], tuple(sorted(over[screen]))
        )
        for screen, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def usual(outcome: OutcomeSpec) -> int:
    """The content that followed most often."""
    after: Counter[int] = Counter()
    for _, state, count, _ in outcome.ways:
        after[state] += count
    return max(sorted(after), key=lambda state: after[state]) if after else -1
