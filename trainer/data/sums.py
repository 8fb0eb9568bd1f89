"""Sums in hindsight: a number that a step says and nothing shows is written as what it was reckoned from.

The numbers to reckon with are those of a template's hidden parameters and of the goal; the ways are few
(`_ways`), and the first that gives the number is taken. All that goes into it has to stand in the prompt of
the step that says it. Times that are entered in two fields are reckoned for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from runtime.actions import Type
from runtime.episode import Episode, Step
from runtime.prompts.sums import WorkedOut, work_out
from trainer.data.looks import StepLook, looks_at
from trainer.data.notes import notes_of
from trainer.data.screen_text import folded

_NUMBER = re.compile(r"\d{1,2}:\d{2}|\$?\d[\d,]*(?:\.\d+)?(?: ?h(?=\b))?")
_MOST_NUMBERS = 6
_MOST_SHOWN = 12
_LEAST_DIGITS = 3


def with_sums(episode: Episode, values: Iterable[str]) -> Episode:
    """The episode with a line `Sum: ...` in the thought of each step that says something reckoned."""
    hidden = _numbers(values)
    if not hidden:
        return episode
    given = [one for one in _numbers([episode.goal]) if one not in hidden]
    looks = list(looks_at(episode))
    steps = list(episode.steps)
    known = [folded(episode.goal)]
    for at, look in enumerate(looks):
        here = " | ".join([*known, look.screen])
        reckoning = _Reckoning(hidden, given, here)
        for worked in _reckoned(at, steps, looks, reckoning):
            steps[at] = _telling(steps[at], worked)
        known += [look.in_history, *(folded(note) for note in notes_of(steps[at]))]
    return replace(episode, steps=tuple(steps))


@dataclass(frozen=True, slots=True)
class _Reckoning:
    """The numbers at hand in one step: hidden ones, those of the goal, and all that it can read."""

    hidden: Sequence[str]
    given: Sequence[str]
    readable: str

    def sum_for(self, wanted: str) -> str:
        """The first way that gives the number and can be read off; empty if none."""
        if self._shows(wanted):
            return ""
        currency = wanted.startswith("$")
        for way in _ways(self.hidden, self.given, self._shown(wanted)):
            written = [_priced(part, currency=currency) for part in way]
            expression = "".join(written)
            readable = all(self._shows(part) for part in way if part[0] not in "+-*/")
            if readable and work_out(expression) == wanted:
                return expression
        return ""

    def _shows(self, number: str) -> bool:
        plain = number.removesuffix("h").removeprefix("$")
        return (
            re.search(rf"(?<![\d.,:]){re.escape(plain)}(?![\d:]|[.,]\d)", self.readable) is not None
        )

    def _shown(self, wanted: str) -> list[str]:
        """Other amounts that can be read, for totals of more than what is hidden."""
        if "." not in wanted and len(wanted) < _LEAST_DIGITS:
            return []  # small numbers come about by chance
        shown = [
            one
            for one in _numbers([self.readable])
            if ("." in one) == ("." in wanted) and ":" not in one and one not in self.hidden
        ]
        return shown[:_MOST_SHOWN]


def _ways(hidden: Sequence[str], given: Sequence[str], shown: Sequence[str]) -> Iterator[list[str]]:
    """Sums that people ask for, the plainest first."""
    if len(hidden) > 1:
        yield _joined(hidden)
    for left, right in combinations(hidden, 2):
        yield from ([left, "-", right], [right, "-", left], [left, "/", right], [right, "/", left])
        yield [left, "+", right]
        for first, second in product(given, given):
            yield [first, "*", left, "+", second, "*", right]
    # With several hidden numbers, a product of one of them is a coincidence.
    signs = "+-*/" if len(hidden) == 1 else "+-"
    for one in hidden:
        for other in given:
            yield from ([one, sign, other] for sign in signs)
            yield from ([other, sign, one] for sign in "+-")
    if len(hidden) > 1:
        for size in (1, 2):
            for more in combinations(shown, size):
                yield _joined([*hidden, *more])


def _reckoned(
    at: int, steps: Sequence[Step], looks: Sequence[StepLook], reckoning: _Reckoning
) -> Iterator[WorkedOut]:
    """What a step says that has to be reckoned."""
    said = looks[at].said
    part = _time_part(at, steps)
    if part is not None:
        name, time = part
        expression = reckoning.sum_for(time)
        if expression:
            yield WorkedOut(said.strip(), f"{name} of {expression}")
        return
    for number in _NUMBER.findall(said):
        expression = reckoning.sum_for(number)
        if expression:
            yield WorkedOut(number, expression)


def _time_part(at: int, steps: Sequence[Step]) -> tuple[str, str] | None:
    """Whether a step types the hour or the minute of a time, and of which."""
    before, here = (_small(steps[at - 1]) if at else None), _small(steps[at])
    after = _small(steps[at + 1]) if at + 1 < len(steps) else None
    if here is None:
        return None
    if after is not None and before is None:
        return "hour", f"{here}:{after}"
    if before is not None:
        return "minute", f"{before}:{here}"
    return None


def _small(step: Step) -> str | None:
    match step.decision.action:
        case Type(text) if re.fullmatch(r"\d{2}", text):
            return text
        case _:
            return None


def _telling(step: Step, worked: WorkedOut) -> Step:
    lines = [step.decision.thought, worked.line]
    thought = "\n".join(line for line in lines if line)
    return replace(step, decision=replace(step.decision, thought=thought))


def _numbers(texts: Iterable[str]) -> list[str]:
    """The numbers of some texts, in their order, each once; hours as `2h`."""
    found = (
        match.replace(" ", "").rstrip(",") for text in texts for match in _NUMBER.findall(text)
    )
    return list(dict.fromkeys(found))[: _MOST_NUMBERS * 4]


def _joined(numbers: Sequence[str]) -> list[str]:
    return [part for number in numbers for part in ("+", number)][1:]


def _priced(part: str, *, currency: bool) -> str:
    """A number of money is written as the result is: with its sign, or without."""
    if part[0] in "+-*/" or "." not in part:
        return part
    plain = part.removeprefix("$")
    return f"${plain}" if currency else plain
