"""Prompts to tokens and replies back, exactly as the runtime's engines do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from runtime.engine import Prompt
from runtime.episode import Decision
from runtime.errors import UnsupportedPolicy
from runtime.prompts.format import PromptFormat, TextPart
from runtime.prompts.restating import format_of
from trainer.rl.trajectories import Tokens
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer
from trainer.vision.image_settings import ImageSettings
from trainer.vision.picture_prompts import ask_seeing


class Language(Protocol):
    """How a policy is asked and understood."""

    def ask(self, prompt: Prompt) -> Tokens:
        """The prompt as the model reads it."""
        ...

    def understand(self, reply: Tokens, prompt: Prompt) -> Decision:
        """What a reply to a prompt means; `Unparsed` where it means nothing."""
        ...

    def write(self, decision: Decision) -> Tokens:
        """The tokens of a reply that came as text."""
        ...


class FormatLanguage:
    """A prompt format of the runtime's with a policy's tokenizer; with `image_settings`, of one that sees."""

    def __init__(
        self,
        form: PromptFormat,
        tokenizer: PolicyTokenizer,
        image_settings: ImageSettings | None = None,
    ) -> None:
        self._form = form
        self._tokenizer = tokenizer
        self._image_settings = image_settings
        if image_settings is None and form.observation.has_screenshot:
            raise UnsupportedPolicy(
                f"{form.name} shows pictures, and the policy reads text only: let the format show "
                "elements"
            )

    def ask(self, prompt: Prompt) -> Tokens:
        if self._image_settings is not None and not prompt.restating:
            return ask_seeing(prompt, self._form, self._tokenizer, self._image_settings)
        parts = format_of(prompt, self._form).render(prompt).parts
        texts = (part.text for part in parts if isinstance(part, TextPart))
        return tuple(self._tokenizer.encode_prompt(texts))

    def understand(self, reply: Tokens, prompt: Prompt) -> Decision:
        form = format_of(prompt, self._form)
        return form.parse_reply(self._tokenizer.decode(self._bare(reply)), prompt.observation)

    def write(self, decision: Decision) -> Tokens:
        return tuple(self._tokenizer.encode_reply(decision.reply))

    def _bare(self, reply: Sequence[int]) -> Sequence[int]:
        return reply[:-1] if reply and reply[-1] in self._tokenizer.ends else reply
