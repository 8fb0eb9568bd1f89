"""Who decides in rollouts: the policy being trained, in one batch, or an engine of the runtime's."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from runtime.engine import Engine, Prompt
from runtime.errors import PromptTooLong
from trainer.rl.language import Language
from trainer.rl.lockstep import Answer
from trainer.rl.policy import Policy
from trainer.rl.streams import generator
from trainer.rl.trajectories import Turn

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class Draws:
    """A stream of chance for each try, by its name.

    What a try draws then depends neither on the tries beside it nor on the process it runs in.
    """

    seed: int
    _open: dict[str, torch.Generator] = field(default_factory=dict)

    def of(self, session: str) -> torch.Generator:
        """Where a try draws from."""
        if session not in self._open:
            self._open[session] = generator(self.seed, "replies", session)
        return self._open[session]

    def end(self, session: str) -> None:
        """This try draws no more."""
        self._open.pop(session, None)


@dataclass(frozen=True, slots=True)
class SamplingDecider:
    """Samples from the policy being trained: one batch for all prompts that are not too long."""

    policy: Policy
    language: Language
    chance: torch.Generator | Draws
    longest_prompt: int

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer | None]:
        asked = [self.language.ask(prompt) for prompt in prompts]
        fit = [number for number, tokens in enumerate(asked) if len(tokens) <= self.longest_prompt]
        answers: list[Answer | None] = [None] * len(prompts)
        drawn = self.chance
        if isinstance(drawn, Draws):
            drawn = [drawn.of(sessions[number]) for number in fit]
        said = self.policy.sample([asked[number] for number in fit], drawn) if fit else []
        for number, reply in zip(fit, said, strict=True):
            decision = self.language.understand(reply.reply, prompts[number].observation)
            turn = Turn(asked[number], reply.reply, reply.log_probs)
            answers[number] = Answer(decision, turn)
        return answers

    def end(self, session: str) -> None:
        if isinstance(self.chance, Draws):
            self.chance.end(session)


@dataclass(frozen=True, slots=True)
class EngineDecider:
    """Asks an engine, in threads. It does not tell log-probabilities: training takes those of the
    policy that it began with, of which the engine's is an export.
    """

    engine: Engine
    language: Language
    threads: int = 4

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer | None]:
        with ThreadPoolExecutor(max_workers=self.threads) as pool:
            return list(pool.map(self._one, prompts, sessions))

    def end(self, session: str) -> None:
        self.engine.end_session(session)

    def _one(self, prompt: Prompt, session: str) -> Answer | None:
        try:
            decision = self.engine.decide(prompt, session=session).decision
        except PromptTooLong:
            return None
        return Answer(decision, Turn(self.language.ask(prompt), self.language.write(decision)))
