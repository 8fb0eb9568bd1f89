"""A checkpoint that is asked in torch as it is, before any export: kept to the grammar, and greedy
unless a temperature is given.

Prompts are tokenized and replies constrained by the runtime's own code; all prompts of a step are
one batch of the sampler that training uses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import torch

from runtime.engine import Decided, Prompt
from runtime.engines.tokens import PolicyTokens
from runtime.errors import PromptTooLong
from runtime.prompts.format import FormatOptions, PromptFormat
from runtime.prompts.registry import find_format
from runtime.prompts.restating import format_of
from runtime.turn.decider import Answer
from trainer.errors import EvaluationError
from trainer.evaluation.bundle import is_checkpoint
from trainer.models.checkpoint import ModelCheckpoint, open_checkpoint
from trainer.models.torch_checkpoint import load_model
from trainer.models.trainable_model import Model
from trainer.sampler import Sampled, Sampler
from trainer.vision.prompt_layout import lay_out


class TorchPolicy:
    """Decides for all prompts at once. One that leaves no room for a reply is too long."""

    def __init__(
        self,
        checkpoint: ModelCheckpoint,
        model: Model,
        form: PromptFormat,
        *,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> None:
        chat = checkpoint.chat()
        config = checkpoint.text_config
        self._form = form
        self._temperature = temperature
        self._random = torch.Generator().manual_seed(seed)
        self._opening = chat.reply_opening
        self._tokens = PolicyTokens(checkpoint.tokenizer, chat)
        self._vocabulary = self._tokens.vocabulary(config["vocab_size"])
        ends = self._tokens.ends
        self._sampler = Sampler(model, ends=ends, pad=ends[0])
        self._most_reply = checkpoint.facts.max_reply_tokens
        self._longest = int(config.get("max_position_embeddings", 1 << 20)) - self._most_reply

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        del sessions
        laid = [
            lay_out(format_of(prompt, self._form).render(prompt), self._tokens)
            for prompt in prompts
        ]
        fit = [number for number, tokens in enumerate(laid) if len(tokens) <= self._longest]
        said = self._sampler.sample(
            [laid[number] for number in fit],
            most_tokens=self._most_reply,
            temperature=self._temperature,
            random=self._random if self._temperature else None,
            constrain=lambda row: self._vocabulary.constrain(
                format_of(prompts[fit[row]], self._form).grammar(prompts[fit[row]].observation)
            ),
        )
        answers: list[Answer] = [
            PromptTooLong(f"a prompt of {len(tokens)} tokens, more than {self._longest}")
            for tokens in laid
        ]
        for number, reply in zip(fit, said, strict=True):
            text = self._opening + self._text(reply)
            prompt = prompts[number]
            decision = format_of(prompt, self._form).parse_reply(text, prompt.observation)
            # As engines tell it: what a reply is kept to says nothing of how sure it is.
            chosen = reply.log_probs[1:] if prompt.reading else reply.log_probs
            answers[number] = Decided(decision, confidence=math.exp(sum(chosen)))
        return answers

    def end(self, session: str) -> None:
        """Nothing is kept for a session."""

    def _text(self, reply: Sampled) -> str:
        data = b"".join(self._tokens.bytes_of(token) for token in reply.tokens)
        return data.decode(errors="replace")


def load_torch_policy(folder: Path, *, temperature: float = 0.0, seed: int = 0) -> TorchPolicy:
    """The policy of a checkpoint folder; with a temperature it draws its replies by a seed."""
    if not is_checkpoint(folder):
        raise EvaluationError(
            f"{folder} is no checkpoint (config.json beside weights): `--through torch` measures one; "
            "a bundle is measured with `--through engine`"
        )
    return torch_policy(folder, load_model(folder), temperature=temperature, seed=seed)


def torch_policy(
    folder: Path, model: Model, *, temperature: float = 0.0, seed: int = 0
) -> TorchPolicy:
    """A model that is asked as the policy of a checkpoint folder is."""
    checkpoint = open_checkpoint(folder)
    facts = checkpoint.facts
    if facts.observation.has_screenshot:
        raise EvaluationError(
            f"{folder} wants screenshots: export it, and measure with --through engine"
        )
    options = FormatOptions(
        observation=facts.observation, history_steps=facts.history_steps, rules=facts.rules
    )
    form = find_format(facts.prompt_format, options)
    return TorchPolicy(checkpoint, model, form, temperature=temperature, seed=seed)
