"""Which of the things that a content shows tell what follows on an action.

A dialog is in the language of the screen that opened it; a page is that of the chosen tab. Of everything that
a content shows, most says nothing of what follows. How well the value in one place foretells the next
content is measured on the recorded ways: each is foretold from the others. Places that do better than what followed most count
by how much better; places whose values never come twice foretell nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

Feature = tuple[str, str, int]
"""Something written or ticked: its place, the words, and whether it is ticked."""
Features = Counter[Feature]

Way = tuple[int, int, int, int]
"""The content before, the one after, how often, and the content that was uncovered, if any."""

FEWEST_WAYS = 3
LEAST_GAIN = 0.02

Value = tuple[tuple[str, int], ...]


def values_of(features: Features) -> dict[str, Value]:
    """What a content shows, by place."""
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for (slot, text, flag), count in features.items():
        found[f"{slot}|{min(flag, 1)}"] += [(text, flag)] * count
    return {slot: tuple(sorted(values)) for slot, values in found.items()}


def telling_places(
    ways: Sequence[Way],
    values: Callable[[int], Mapping[str, Value]],
    alike: Callable[[int, int], float],
) -> dict[str, float]:
    """The places whose values foretell the content after, each with how much better than what followed most.

    `alike` is how much of two contents that may follow is the same.
    """
    if len(ways) < FEWEST_WAYS or len({after for _, after, _, _ in ways}) < 2:
        return {}
    every = Counter[int]()
    for _, after, count, _ in ways:
        every[after] += count
    usual = _foretold_by_others(ways, [()] * len(ways), every, alike)
    shown = [values(before) for before, _, _, _ in ways]
    places = sorted({place for one in shown for place in one})
    found: dict[str, float] = {}
    for place in places:
        column = [one.get(place, ()) for one in shown]
        if len(set(column)) < 2:
            continue
        gain = _foretold_by_others(ways, column, every, alike) - usual
        if gain >= LEAST_GAIN:
            found[place] = gain
    return found


def _foretold_by_others(
    ways: Sequence[Way],
    column: Sequence[Value],
    every: Mapping[int, int],
    alike: Callable[[int, int], float],
) -> float:
    """How much of what followed each content is foretold by what followed others with its value."""
    with_value: dict[Value, Counter[int]] = defaultdict(Counter)
    own: dict[tuple[Value, int], Counter[int]] = defaultdict(Counter)
    all_own: dict[int, Counter[int]] = defaultdict(Counter)
    for (before, after, count, _), value in zip(ways, column, strict=True):
        with_value[value][after] += count
        own[value, before][after] += count
        all_own[before][after] += count
    total, right = 0, 0.0
    for (before, after, count, _), value in zip(ways, column, strict=True):
        guess = _most(with_value[value], own[value, before])
        if guess is None:
            guess = _most(every, all_own[before])
        total += count
        right += count * (alike(guess, after) if guess is not None else 0.0)
    return right / total if total else 0.0


def _most(counts: Mapping[int, int], without: Mapping[int, int]) -> int | None:
    """What is counted most once some are taken away; None where nothing is left."""
    best, most = None, 0
    for after, count in counts.items():
        left = count - without.get(after, 0)
        if left > most or (left == most and best is not None and left > 0 and after < best):
            best, most = after, left
    return best


def told_alike(
    places: Mapping[str, float], one: Mapping[str, Value], other: Mapping[str, Value]
) -> float:
    """How much of what tells is the same on two contents."""
    total = sum(places.values())
    shared = sum(w for place, w in places.items() if one.get(place) == other.get(place))
    return shared / total if total else 1.0
