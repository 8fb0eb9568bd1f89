"""Which lines of a screen the task speaks of: a mark before each of them, found by comparing words.

    Task: Move my [Lunch with Oscar] to [Tue 19 May], same time.

    *Lunch with Oscar, Tue 12:00 #4     has at least half of a value, and no line shares more with them
    +Lunch with Oscar, Mon 12:00 #5     has at least half of a value, but another line shares more
    ~Move #6                            its name stands among the other words of the task

A small policy loses the line that is meant among those beside it; a mark is a hint for it, no more:
what the task does not say in these words has none. Values stand in brackets; in a task without brackets every word may be part
of a value. Words are compared without case and endings, and days and months by their first letters. No
text of the screen can pass for a mark: see `escaped`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from runtime.prompts.plain_sentences import outside_brackets, values_in

BEST, ALSO, NAMED = "*", "+", "~"
_LONGEST_TEXT = 2_000
_ENOUGH = 0.5
_NOTED = 0.5
"""How much a word of a note counts, beside a value of the task."""
_WORD = re.compile(r"[^\W_]+")
_PART_END = re.compile(r", | · |\\n| \(|: ")
_DAYS_AND_MONTHS = re.compile(
    r"(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?"
    r"|(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?"
)
_FILLERS = frozenset(
    "a an and are as at be by do for from have i in is it its me my of on off or please s so that the their them "
    "there this to want was what which with you your".split()
)
_SHORTEST_PLURAL = 4


class GoalWords:
    """The values of a task, what was noted on the way, and the other words of the task."""

    def __init__(self, goal: str, notes: Iterable[str] = ()) -> None:
        goal = goal[:_LONGEST_TEXT]
        values = [_telling(value) for value in values_in(goal)]
        self._said = _words(outside_brackets(goal))
        if not values:
            values = [frozenset({word}) for word in _telling(goal)]
        self._values = [(value, 1.0) for value in values if value]
        noted = {word for note in notes for word in _telling(note[:_LONGEST_TEXT])}
        self._values += [(frozenset({word}), _NOTED) for word in sorted(noted)]

    def marks(self, labels: Sequence[str]) -> list[str]:
        """A mark for each label of a screen; empty for those that the task does not speak of."""
        words = [frozenset(_words(label[:_LONGEST_TEXT])) for label in labels]
        scores, shares = [0.0] * len(labels), [0.0] * len(labels)
        for value, weight in self._values:
            there = [len(value & each) / len(value) for each in words]
            total = sum(there)
            for line, share in enumerate(there):
                if share:
                    scores[line] += weight * share / total
                    shares[line] = max(shares[line], share)
        best = max(scores, default=0.0)
        return [
            self._mark(label, share, is_best=score >= best - 1e-9 and score > 0)
            for label, share, score in zip(labels, shares, scores, strict=True)
        ]

    def _mark(self, label: str, share: float, *, is_best: bool) -> str:
        if share >= _ENOUGH:
            return BEST if is_best else ALSO
        return NAMED if self._names(label) else ""

    def _names(self, label: str) -> bool:
        """Whether the task says the label, or what stands before its first detail, word for word."""
        name = _words(_PART_END.split(label[:_LONGEST_TEXT], 1)[0])
        if not _FILLERS.issuperset(name):
            return any(
                self._said[at : at + len(name)] == name
                for at in range(len(self._said) - len(name) + 1)
            )
        return False


def escaped(label: str) -> str:
    """A label that begins like a mark, so that it does not pass for one."""
    return f"\\{label}" if label.startswith((BEST, ALSO, NAMED)) else label


def _telling(text: str) -> frozenset[str]:
    return frozenset(_words(text)) - _FILLERS


def _words(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text.lower())]


def _stem(word: str) -> str:
    if word.isdigit():
        return word.lstrip("0") or "0"
    if found := _DAYS_AND_MONTHS.fullmatch(word):
        return found[1] or found[2]
    if len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word
