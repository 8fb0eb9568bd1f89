"""Who decides: one interface for engines, batches in torch, servers, oracles, people and scripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from runtime.engine import Decided, Engine, Prompt, TokenTrace
from runtime.episode import Decision
from runtime.errors import EngineError

Answer = Decided | EngineError
"""What comes of a prompt: a decision, or why there is none. `PromptTooLong` is the policy's own limit."""


class Decider(Protocol):
    """Answers prompts, one or many at once. `sessions` tell episodes apart."""

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> Sequence[Answer]:
        """An answer to each."""
        ...

    def end(self, session: str) -> None:
        """No more prompts of this episode will come."""
        ...


class EngineDecider:
    """Asks an engine, several prompts in as many threads. Any thread may ask.

    `trace` gives the tokens of an exchange, for an engine that does not return them.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        threads: int = 4,
        trace: Callable[[Prompt, Decision], TokenTrace] | None = None,
    ) -> None:
        self._engine = engine
        self._threads = threads
        self._trace = trace

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        if len(prompts) == 1:
            return [self._one(prompts[0], sessions[0])]
        with ThreadPoolExecutor(max_workers=self._threads) as pool:
            return list(pool.map(self._one, prompts, sessions))

    def end(self, session: str) -> None:
        self._engine.end_session(session)

    def _one(self, prompt: Prompt, session: str) -> Answer:
        try:
            decided = self._engine.decide(prompt, session=session)
        except EngineError as error:
            return error
        if self._trace is None:
            return decided
        return replace(decided, trace=self._trace(prompt, decided.decision))


class FunctionDecider:
    """A function of the prompt as who decides: for scripts, oracles and tests."""

    def __init__(self, choose: Callable[[Prompt], Decision]) -> None:
        self._choose = choose

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        del sessions
        return [Decided(self._choose(prompt)) for prompt in prompts]

    def end(self, session: str) -> None:
        """Nothing is kept for a session."""
