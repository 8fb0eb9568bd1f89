"""A question while it is answered: what of its prompt and reply is evaluated, and the reply so far.

Prompt and reply are one list of units; what is not evaluated yet of it is pending: thousands of
tokens of a prompt, one of a reply, or several that the grammar forces.
"""

from __future__ import annotations

import codecs
import math
import time
from collections.abc import Sequence

import numpy as np

from runtime.engine import Usage
from runtime.engines.constraint import Logits, log_odds
from runtime.engines.gguf.completion import Completion, PendingCompletion
from runtime.engines.gguf.layout import PromptImage, Unit, cells


class InFlightQuestion:
    """A question's place in the batches. `pieces` are the texts of all tokens, `ends` those that end
    a reply, of which grammars know the first only.
    """

    def __init__(
        self, question: PendingCompletion, *, pieces: Sequence[bytes], ends: Sequence[int]
    ) -> None:
        layout = question.asking.layout
        self.question = question
        self.units: list[Unit] = list(layout.units)
        self.starts = [0]
        """The position of each unit, and of the one to come: pictures take other numbers of them."""
        self.sequence: int | None = None
        self.done = 0
        self.parked = False
        """Put back for want of memory, until another question is answered."""
        self.unproven = False
        """Was part of a batch that failed: to be evaluated alone."""
        self.logits: Logits | None = None
        """What follows all units, while the grammar is still to come."""
        self._prompt = len(self.units)
        for unit in self.units:
            self._advance(unit.chunk.n_pos if isinstance(unit, PromptImage) else 1)
        self._pieces = pieces
        self._ends = np.array(ends)
        self._begun = False
        self._emitted = self._prompt
        self._text: list[str] = []
        self._read = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._reply_tokens = 0
        self._forced_tokens = 0
        self._log_prob = 0.0
        self._cached: int | None = None
        self._started_s = time.perf_counter()
        self._first_s = 0.0

    @property
    def session(self) -> str:
        return self.question.asking.session

    @property
    def opening(self) -> tuple[Unit, ...]:
        """The units that all prompts begin with."""
        layout = self.question.asking.layout
        return layout.units[: layout.opening]

    @property
    def in_sequence(self) -> int:
        """The sequence it is evaluated in. It must have been placed."""
        assert self.sequence is not None  # noqa: S101  the caller's part
        return self.sequence

    @property
    def replying(self) -> bool:
        return self.done >= self._prompt

    @property
    def pending(self) -> int:
        return len(self.units) - self.done

    def place(self, sequence: int, done: int) -> None:
        """Begin, or begin again, in a sequence that holds the first units already."""
        self.sequence, self.done = sequence, done
        if self._cached is None:
            self._cached = cells(self.units[:done])

    def next_tokens(self, most: int, *, stops: Sequence[int] = ()) -> list[int]:
        """The next pending tokens up to a picture or a stop; none if a picture comes first."""
        end = min([self.done + most, *(stop for stop in stops if stop > self.done)])
        found: list[int] = []
        for unit in self.units[self.done : end]:
            if isinstance(unit, PromptImage):
                break
            found.append(unit)
        return found

    def next_picture(self) -> PromptImage | None:
        unit = self.units[self.done] if self.pending else None
        return unit if isinstance(unit, PromptImage) else None

    def begin_reply(self) -> None:
        """Append what the reply must begin with, as soon as the grammar is there."""
        constraint = self.question.constraint
        if constraint is not None and not self._begun:
            self._begun = True
            self._take_forced()

    def choose(self, logits: Logits) -> Completion | None:
        """Choose what follows all units; an answer if that ends the reply. Needs the grammar."""
        asking, constraint = self.question.asking, self.question.constraint
        assert constraint is not None  # noqa: S101  the caller's part
        self.logits = None
        if not self._first_s:
            self._first_s = time.perf_counter()
            self._emit_all()
        if not constraint.complete and self._reply_tokens < asking.most_tokens:
            logits[self._ends[0]] = logits[self._ends].max()
            token = constraint.sample(
                logits,
                temperature=asking.temperature,
                top_p=asking.top_p,
                random=asking.random,
            )
            self._log_prob += log_odds(logits, token)
            constraint.take([token])
            if token == self._ends[0]:
                return self._answer()
            self._append([token])
            self._take_forced()
            self._emit_all()
        if constraint.complete or self._reply_tokens >= asking.most_tokens:
            return self._answer()
        return None

    def _take_forced(self) -> None:
        constraint, room = self.question.constraint, self.question.asking.most_tokens
        assert constraint is not None  # noqa: S101  as above
        forced = constraint.forced()[: room - self._reply_tokens]
        if forced:
            constraint.take(forced)
            kept = [token for token in forced if token != self._ends[0]]
            self._append(kept)
            self.logits = None
            self._forced_tokens += len(kept)

    def _append(self, tokens: Sequence[int]) -> None:
        self.units += tokens
        for _ in tokens:
            self._advance(1)
        self._reply_tokens += len(tokens)

    def _advance(self, positions: int) -> None:
        self.starts.append(self.starts[-1] + positions)

    def _emit_all(self) -> None:
        new = self.units[self._emitted :]
        self._emitted = len(self.units)
        data = b"".join(self._pieces[unit] for unit in new if isinstance(unit, int))
        piece = self._read.decode(data)
        self._text.append(piece)
        self.question.emit(piece)

    def _answer(self) -> Completion:
        rest = self._read.decode(b"", final=True)
        self.question.emit(rest)
        now = time.perf_counter()
        constraint = self.question.constraint
        return Completion(
            "".join(self._text) + rest,
            Usage(
                prompt_tokens=cells(self.units[: self._prompt]),
                cached_tokens=self._cached or 0,
                reply_tokens=self._reply_tokens,
                forced_tokens=self._forced_tokens,
                queue_ms=(self._started_s - self.question.asked_s) * 1e3,
                first_token_ms=(self._first_s - self._started_s) * 1e3,
                decode_ms=(now - self._first_s) * 1e3,
                grammar_ms=constraint.spent_s * 1e3 if constraint is not None else 0.0,
            ),
            math.exp(self._log_prob),
        )
