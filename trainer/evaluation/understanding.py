"""How well a policy understands what is asked: restatements of validation seeds, and how sure it is.

A policy whose confidence can be trusted is right as often as it says. What is reported: how often it is
right, by how sure it is; and, for a least confidence, how much it would still try, and how much of
that wrongly.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from phoneworld import Split, open_catalogue
from runtime.actions import Finish, Output
from runtime.engine import Decided, Prompt
from runtime.episode import Unparsed
from runtime.prompts.known_requests import KnownRequests
from runtime.prompts.restating import SHOWN
from runtime.turn.decider import Decider
from runtime.turn.readings import Readings
from trainer.data.restatements import NO_SCREEN, Restatement, Restatements
from trainer.evaluation.svg import line_chart

BATCH = 64
BINS = 10
LEVELS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True, slots=True)
class Understood:
    """One request: whether it was said again as it was meant, tried at all, and how sure it was."""

    request: Restatement
    said: str
    confidence: float

    @property
    def is_served(self) -> bool:
        return bool(self.request.meant)

    @property
    def is_tried(self) -> bool:
        """Whether it would be acted on in the policy's own words."""
        return bool(self.said)

    def acted_on(self, least_confidence: float) -> str:
        """What a run would go on with; nothing if it declines."""
        return self.said if self.confidence >= least_confidence else ""

    @property
    def is_right(self) -> bool:
        return self.said == self.request.meant


def validation_requests(order: str) -> list[Restatement]:
    """Requests of a validation seed in wordings that are kept from training, in an order of that name."""
    catalogue = open_catalogue()
    seeds = catalogue.splits.seeds(Split.VALIDATION, 1)
    requests = list(Restatements(catalogue).draw(seeds, Split.VALIDATION))
    random.Random(order).shuffle(requests)
    return requests


def ask_all(
    decider: Decider, known: KnownRequests, requests: Sequence[Restatement]
) -> list[Understood]:
    """Ask what each means, as a run does."""
    found: list[Understood] = []
    for start in range(0, len(requests), BATCH):
        some = requests[start : start + BATCH]
        readings = [Readings(known.ranked(one.asked, SHOWN)) for one in some]
        open_ones = list(range(len(some)))
        while open_ones:
            prompts = [_question(some[number], readings[number]) for number in open_ones]
            answers = decider.decide(prompts, [""] * len(prompts))
            for number, answer in zip(open_ones, answers, strict=True):
                if not isinstance(answer, Decided):
                    raise answer
                readings[number].take(answer)
            open_ones = [number for number in open_ones if readings[number].following]
        found += [
            _understood(one, read.likeliest()) for one, read in zip(some, readings, strict=True)
        ]
    return found


def _question(request: Restatement, readings: Readings) -> Prompt:
    return Prompt(
        request.asked,
        NO_SCREEN,
        restating=True,
        known=readings.known,
        reading=readings.following,
    )


def _understood(request: Restatement, answer: Decided) -> Understood:
    match answer.decision.action:
        case Output(text):
            said = text
        case Unparsed():
            said = request.asked  # the goal stays as it is
        case Finish() | _:
            said = ""
    return Understood(request, said, answer.confidence or 0.0)


@dataclass(frozen=True, slots=True)
class ConfidenceLevel:
    """What a least confidence would do: shares of served requests, and of those that no app serves."""

    least: float
    tried: float
    right_of_tried: float
    unserved_tried: float


def levels(answers: Sequence[Understood]) -> list[ConfidenceLevel]:
    """For each level, from none up."""
    served = [one for one in answers if one.is_served]
    others = [one for one in answers if not one.is_served]
    found: list[ConfidenceLevel] = []
    for least in LEVELS:
        tried = [one for one in served if one.is_tried and one.confidence >= least]
        wrongly = [one for one in others if one.is_tried and one.confidence >= least]
        found.append(
            ConfidenceLevel(
                least,
                _share(len(tried), len(served)),
                _share(sum(one.is_right for one in tried), len(tried)),
                _share(len(wrongly), len(others)),
            )
        )
    return found


def reliability(answers: Sequence[Understood]) -> list[tuple[float, float, int]]:
    """For each tenth of confidence: the mean of it, how often it was right, and how many they are."""
    found: list[tuple[float, float, int]] = []
    for number in range(BINS):
        there = [one for one in answers if min(int(one.confidence * BINS), BINS - 1) == number]
        if there:
            mean = sum(one.confidence for one in there) / len(there)
            found.append((mean, _share(sum(one.is_right for one in there), len(there)), len(there)))
    return found


def reliability_chart(answers: Sequence[Understood]) -> str:
    """Being right against being sure, as SVG."""
    points = [(100 * mean, right) for mean, right, _ in reliability(answers)]
    title = f"How often it is right, by how sure it is (%), {len(answers)} requests"
    return line_chart(title, {"right": points, "as sure as right": [(0, 0.0), (100, 1.0)]})


def describe(answers: Sequence[Understood]) -> str:
    """All of it as text."""
    served = [one for one in answers if one.is_served]
    others = [one for one in answers if not one.is_served]
    right = _share(sum(one.is_right for one in served), len(served))
    declined = _share(sum(not one.is_tried for one in others), len(others))
    lines = [
        f"said again as meant   {right:.1%} of {len(served):,}",
        f"declined rightly      {declined:.1%} of {len(others):,} that no app serves",
        "",
        "least confidence   tried   right of these   tried that no app serves",
    ]
    lines += [
        f"{one.least:16.2f}  {one.tried:6.1%}  {one.right_of_tried:15.1%}  {one.unserved_tried:25.1%}"
        for one in levels(answers)
    ]
    lines += ["", "confidence   right    requests"]
    lines += [
        f"{mean:10.2f}  {right:6.1%}  {count:10,}" for mean, right, count in reliability(answers)
    ]
    return "\n".join(lines)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
