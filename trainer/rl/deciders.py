"""Who decides in rollouts: the policy being trained, in one batch, or an engine of the runtime's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from runtime.engine import Decided, Engine, Prompt, TokenTrace
from runtime.episode import Decision
from runtime.errors import PromptTooLong
from runtime.turn.decider import Answer, EngineDecider
from trainer.rl.language import Language
from trainer.rl.policy import Policy
from trainer.rl.streams import generator

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

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        asked = [self.language.ask(prompt) for prompt in prompts]
        fit = [number for number, tokens in enumerate(asked) if len(tokens) <= self.longest_prompt]
        answers: list[Answer] = [too_long(len(tokens), self.longest_prompt) for tokens in asked]
        drawn = self.chance
        if isinstance(drawn, Draws):
            drawn = [drawn.of(sessions[number]) for number in fit]
        said = self.policy.sample([asked[number] for number in fit], drawn) if fit else []
        for number, reply in zip(fit, said, strict=True):
            decision = self.language.understand(reply.reply, prompts[number])
            trace = TokenTrace(asked[number], reply.reply, reply.log_probs)
            answers[number] = Decided(decision, trace=trace)
        return answers

    def end(self, session: str) -> None:
        if isinstance(self.chance, Draws):
            self.chance.end(session)


def engine_decider(engine: Engine, language: Language, *, threads: int = 4) -> EngineDecider:
    """An engine as who decides. It does not tell log-probabilities: training takes those of the policy
    that it began with, of which the engine's is an export.
    """

    def trace(prompt: Prompt, decision: Decision) -> TokenTrace:
        return TokenTrace(language.ask(prompt), language.write(decision))

    return EngineDecider(engine, threads=threads, trace=trace)


def too_long(tokens: int, most: int) -> PromptTooLong:
    """What comes of a prompt that is longer than a training takes."""
    return PromptTooLong(f"a prompt of {tokens} tokens, more than the {most} of this training")
