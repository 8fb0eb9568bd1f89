"""An engine that answers what a goal means, and nothing else: a reader beside the weights that decide.

It reads the goal once. The request is the one that is likeliest together with its values, and the
confidence is the probability of both.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

import numpy as np

from runtime.actions import Finish, FinishStatus, Output
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener, Usage
from runtime.engines.reader.about import Capitals, ReaderFacts, ValueSlot
from runtime.engines.reader.graph import ReadGoal
from runtime.engines.reader.spans import likeliest_spans
from runtime.episode import Decision
from runtime.errors import EngineClosed, EngineError
from runtime.prompts.line_text import whole_characters
from runtime.prompts.restating import DECLINED, NONE
from runtime.prompts.said_values import as_written
from runtime.prompts.sentences import fill_in

_TRIED = 4
"""So many requests are tried with the values that they would have."""
_NEAR = 12
"""So many are told, for whoever asked for none of them."""
_VALUES_COUNT = 0.5
_QUOTES = "\"'“”‘’«»„"
_AROUND = " \t\n,;:"


@dataclass(frozen=True, slots=True)
class GoalReading:
    """A goal as a request: the sentence with its values, and how likely that is."""

    sentence: str
    request: float
    values: float

    @property
    def weight(self) -> float:
        """What readings are compared by."""
        return self.request + _VALUES_COUNT * self.values

    @property
    def confidence(self) -> float:
        return math.exp(self.request + self.values)


class GoalReader(Protocol):
    """A reader's graph, or what stands for it."""

    def read(self, goal: str) -> ReadGoal: ...


class ReaderEngine:
    """One loaded reader. Its graph may be run by several threads at once."""

    def __init__(
        self, facts: ReaderFacts, graph: GoalReader, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._facts = facts
        self._graph: GoalReader | None = graph
        self._now = now
        counts = (len(request.slots) for request in facts.requests)
        self._first_slot = list(accumulate(counts, initial=0))

    @property
    def wants_screenshot(self) -> bool:
        return False

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        del session, on_text
        if self._graph is None:
            raise EngineClosed("the reader was unloaded: load it again")
        if not prompt.restating:
            raise EngineError("a reader says what goals mean, and decides nothing")
        if cancel is not None:
            cancel.check()
        begun_s = self._now()
        goal = whole_characters(prompt.goal)
        read = self._graph.read(goal)
        decision, confidence = self._decision(goal, read)
        near = self._likeliest(read, _NEAR)
        usage = Usage(prompt_tokens=len(read.places), prompt_ms=(self._now() - begun_s) * 1e3)
        return Decided(
            decision,
            usage,
            confidence=confidence,
            near=tuple(self._facts.requests[number].sentence for number in near),
        )

    def end_session(self, session: str) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        self._graph = None

    def _decision(self, goal: str, read: ReadGoal) -> tuple[Decision, float]:
        none = len(self._facts.requests)
        likeliest = self._likeliest(read, _TRIED)
        readings = [self._reading(goal, read, number) for number in likeliest]
        able = [reading for reading in readings if reading is not None]
        if int(read.requests.argmax()) == none or not able:
            declined = Decision(Finish(DECLINED, FinishStatus.IMPOSSIBLE), reply=NONE)
            return declined, math.exp(float(read.requests[none]))
        chosen = max(able, key=lambda reading: reading.weight)
        said = chosen.sentence
        return Decision(Output(said), reply=said), chosen.confidence

    def _likeliest(self, read: ReadGoal, most: int) -> list[int]:
        """The likeliest requests by number, the likeliest first."""
        known = len(self._facts.requests)
        return np.argsort(-read.requests[:known], kind="stable")[:most].tolist()

    def _reading(self, goal: str, read: ReadGoal, number: int) -> GoalReading | None:
        """The goal as one of the requests; None if its values are nowhere in it."""
        request = self._facts.requests[number]
        rows = range(self._first_slot[number], self._first_slot[number + 1])
        found = likeliest_spans(
            [read.begins[row] for row in rows], [read.ends[row] for row in rows]
        )
        if found is None:
            return None
        likelihood, spans = found
        values: dict[str, str] = {}
        for slot, (first, last) in zip(request.slots, spans, strict=True):
            begin, end = whole_words(goal, read.places[first][0], read.places[last][1])
            values[slot.name] = written(goal[begin:end], slot)
        if not all(values.values()):
            return None
        sentence = fill_in(request.sentence, lambda name: values[name])
        return GoalReading(sentence, float(read.requests[number]), likelihood)


def whole_words(goal: str, begin: int, end: int) -> tuple[int, int]:
    """A place in a goal, grown to the words that it begins and ends in; but for a plural's s."""
    while begin > 0 and goal[begin].isalnum() and goal[begin - 1].isalnum():
        begin -= 1
    last = end
    while 0 < last < len(goal) and goal[last - 1].isalnum() and goal[last].isalnum():
        last += 1
    return begin, end if goal[end:last] == "s" else last


def written(said: str, slot: ValueSlot) -> str:
    """The words of a goal as the value of a slot."""
    value = _bare(" ".join(said.split()))
    value = as_written(value, slot.examples)
    if value != value.lower():
        return value
    match slot.capitals:
        case Capitals.WORDS:
            return " ".join(word[:1].upper() + word[1:] for word in value.split(" "))
        case Capitals.FIRST:
            return value[:1].upper() + value[1:]
        case Capitals.AS_SAID:
            return value


def _bare(value: str) -> str:
    """Without quotes around it, or of which it has only one."""
    value = value.strip(_AROUND)
    if len(value) > 1 and value[0] in _QUOTES and value[-1] in _QUOTES:
        return value[1:-1].strip(_AROUND)
    for quote in '"“”«»„':
        if value.count(quote) == 1 and (value.startswith(quote) or value.endswith(quote)):
            value = value.strip(quote)
    return value.strip(_AROUND)
