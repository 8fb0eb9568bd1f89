"""Rollouts whose replies are known beforehand: the model computes every token, the oracle chooses it.

So every way of rolling out does the same work to the last token, with replies as long and phones as
busy as those of a policy that has learnt, and no policy need be trained first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from runtime.engine import Decided, Prompt, TokenTrace
from runtime.episode import Episode
from runtime.turn.decider import Answer
from trainer.bench.material import Material
from trainer.bench.resource_usage import ResourceUsage
from trainer.rl.language import FormatLanguage
from trainer.rl.trajectories import Tokens
from trainer.sampler import Sampler


class ForcedReply:
    """Keeps a reply to given tokens. Has what the sampler asks of a constraint."""

    complete = False

    def __init__(self, tokens: Sequence[int], size: int) -> None:
        self._left = list(reversed(tokens))
        self._size = size

    def likeliest(self, scores: NDArray[np.float32]) -> int:
        del scores
        return self._left[-1]

    def allowed(self) -> NDArray[np.bool_]:
        allowed = np.zeros(self._size, np.bool_)
        allowed[self._left[-1]] = True
        return allowed

    def take(self, tokens: Sequence[int]) -> None:
        del self._left[len(self._left) - len(tokens) :]


@dataclass(slots=True)
class ForcedDecider:
    """Decides as oracles did. `asking` is what writing and tokenizing prompts took."""

    sampler: Sampler
    language: FormatLanguage
    replies: Mapping[str, Sequence[Tokens]]
    """By goal, a reply for each step."""
    size: int
    asking: ResourceUsage
    generator: torch.Generator

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        del sessions
        with self.asking.counting():
            asked = [self.language.ask(prompt) for prompt in prompts]
        wanted = [self.replies[prompt.goal][len(prompt.history)] for prompt in prompts]
        said = self.sampler.sample(
            asked,
            most_tokens=max(map(len, wanted)),
            temperature=1.0,
            random=self.generator,
            constrain=lambda row: ForcedReply(wanted[row], self.size),  # pyright: ignore[reportArgumentType]  the sampler asks for no more than this
        )
        return [
            Decided(
                self.language.understand(reply.tokens, prompt),
                trace=TokenTrace(tokens, reply.tokens, reply.log_probs),
            )
            for prompt, tokens, reply in zip(prompts, asked, said, strict=True)
        ]

    def end(self, session: str) -> None: ...


def forced_decider(material: Material, *, lean: bool = True) -> ForcedDecider:
    """One that knows the replies of the material's episodes; not `lean`: by the model's own pass."""
    tokenizer = material.tokenizer
    model = material.model()
    return ForcedDecider(
        Sampler(model, ends=tokenizer.ends, pad=tokenizer.pad, lean=lean),
        FormatLanguage(material.form, tokenizer),
        {episode.goal: _replies(episode, material) for episode in material.episodes},
        model.config.vocab_size,
        ResourceUsage(),
        torch.Generator().manual_seed(0),
    )


def _replies(episode: Episode, material: Material) -> list[Tokens]:
    return [
        tuple(
            material.tokenizer.encode_reply(
                material.form.write_reply(step.decision, step.observation)
            )
        )
        for step in episode.steps
    ]
