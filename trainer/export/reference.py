"""A checkpoint's own decisions, in torch: what every export is held against.

Prompts are tokenized and replies kept to their grammar by the runtime's own code, so that only the
model differs from what is compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.actions import Action
from runtime.engine import Prompt
from runtime.engines.constraint import Logits
from runtime.engines.reply import ReplyDecoder, ReplyRules
from runtime.engines.sampling import TokenSampling
from runtime.engines.tokens import PolicyTokens
from runtime.episode import Decision, Unparsed
from runtime.errors import Inexpressible
from runtime.prompts.format import PromptFormat, TextPart
from trainer.export.heldout import HeldOut
from trainer.models.checkpoint import ModelCheckpoint
from trainer.vision.encoder import VisionEncoder
from trainer.vision.image_settings import read_image_settings
from trainer.vision.pictures import ImageBuffer, SeenTokens
from trainer.vision.prompt_layout import lay_out


@dataclass(frozen=True, slots=True)
class EvaluatedSpan:
    """Tokens that were evaluated together, and the odds of what follows them."""

    tokens: tuple[int, ...]
    logits: Logits


@dataclass(frozen=True, slots=True)
class Trace:
    """One decision with everything that led to it: the first turn is the prompt."""

    turns: tuple[EvaluatedSpan, ...]
    decision: Decision


@dataclass(frozen=True, slots=True)
class _Memory:
    """What was read: the model's own, and the place of what comes next."""

    past: Any  # caches differ from model to model
    place: int


class Reference:
    """A checkpoint that is asked in torch."""

    def __init__(
        self,
        checkpoint: ModelCheckpoint,
        model: Any,  # noqa: ANN401  a transformers model
        prompt_format: PromptFormat,
    ) -> None:
        chat = checkpoint.chat()
        self.markup = (chat.before_prompt, chat.before_reply, chat.reply_end)
        self._model = model
        self._format = prompt_format
        self.tokens = PolicyTokens(checkpoint.tokenizer, chat)
        self._vocabulary = self.tokens.vocabulary(checkpoint.vocabulary_size)
        self._room = checkpoint.context_tokens - checkpoint.facts.max_reply_tokens
        self._rules = ReplyRules(
            TokenSampling(max_reply_tokens=checkpoint.facts.max_reply_tokens), chat
        )
        self._image_settings = (
            read_image_settings(checkpoint.folder) if _sees(prompt_format) else None
        )
        self._album = ImageBuffer()
        self._encoder = (
            None
            if self._image_settings is None
            else VisionEncoder(model, self._album, self._image_settings)
        )

    def prompt_tokens(self, prompt: Prompt) -> tuple[int, ...]:
        """The prompt as the model reads it, with its pictures."""
        return lay_out(self._format.render(prompt), self.tokens, self._image_settings)

    def fits(self, prompt: Prompt) -> bool:
        """Whether the context has room for a prompt and the longest reply."""
        return len(self.prompt_tokens(prompt)) <= self._room

    def texts(self, held: HeldOut) -> list[str]:
        """The parts of a prompt and the reply that was right there: what is tokenized as text."""
        parts = self._format.render(held.prompt).parts
        return [*(part.text for part in parts if isinstance(part, TextPart)), self._reply(held)]

    def said(self, held: HeldOut) -> Action | Unparsed:
        """The recorded action, as the policy's format would have said it."""
        reply = self._reply(held)
        if not reply:
            return held.decision.action
        return self._format.parse_reply(reply, held.prompt.observation).action

    def _reply(self, held: HeldOut) -> str:
        try:
            return self._format.write_reply(held.decision, held.prompt.observation)
        except Inexpressible:
            return ""

    def decide(self, prompt: Prompt) -> Trace:
        """The likeliest allowed reply, token by token."""
        reply = ReplyDecoder(
            self.tokens,
            self._rules,
            constraint=self._vocabulary.constrain(self._format.grammar(prompt.observation)),
            random=np.random.default_rng(0),
            on_text=lambda _piece: None,
        )
        asked = self.prompt_tokens(prompt)
        self._album.hold([asked])
        fed: Sequence[int] = _followed(asked, reply.begin())
        turns: list[EvaluatedSpan] = []
        memory: _Memory | None = None
        while fed:
            logits, memory = self._evaluate(fed, memory)
            turns.append(EvaluatedSpan(_followed(fed, ()), logits))
            fed = reply.advance(logits)
        return Trace(tuple(turns), self._format.parse_reply(reply.text, prompt.observation))

    def _evaluate(
        self, tokens: Sequence[int], memory: _Memory | None
    ) -> tuple[Logits, _Memory | None]:
        """Odds after the last token. The prompt at once, later tokens one by one: not every
        recurrent layer of transformers' goes on with several.
        """
        import torch

        pieces = [list(tokens)] if memory is None else [[token] for token in tokens]
        found: Any = None
        with torch.inference_mode():
            for piece in pieces:
                rows: dict[str, Any] = {"input_ids": torch.tensor([piece])}
                place = len(piece) if memory is None else memory.place + 1
                if self._encoder is not None and memory is None:
                    embeddings, places = self._encoder.read(rows["input_ids"])
                    rows = {"inputs_embeds": embeddings, "position_ids": places}
                    place = int(places.max()) + 1
                elif self._encoder is not None and memory is not None:
                    # A picture takes fewer places than tokens.
                    rows["position_ids"] = torch.tensor([[memory.place]])
                past = None if memory is None else memory.past
                found = self._model(**rows, past_key_values=past, use_cache=True, logits_to_keep=1)
                memory = _Memory(found.past_key_values, place)
        return found.logits[0, -1].float().numpy(), memory


def _sees(prompt_format: PromptFormat) -> bool:
    return prompt_format.observation.has_screenshot


def _followed(tokens: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    """Tokens and more of them; pictures stay with them."""
    if isinstance(tokens, SeenTokens):
        return SeenTokens((*tokens, *more), tokens.pictures)
    return (*tokens, *more)
