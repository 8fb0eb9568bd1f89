"""The contract of a prompt format: from a `Prompt` to the parts a model reads, and back from its reply.

A prompt is a sequence of parts, each tokenized for itself, so that what two prompts of a run share
as parts they share as tokens too. The parts that later prompts of the run begin with come first
(`stable`); the newest screen comes last. Markup of chat models is not a format's affair: engines put
`ChatMarkup` around the parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from runtime.engine import Prompt
from runtime.episode import Decision
from runtime.observation import Observation, Screenshot


class ObservationKind(StrEnum):
    """What of a screen a policy is shown."""

    ELEMENTS = "elements"
    SCREENSHOT = "screenshot"
    BOTH = "both"

    @property
    def has_screenshot(self) -> bool:
        return self is not ObservationKind.ELEMENTS

    @property
    def has_elements(self) -> bool:
        return self is not ObservationKind.SCREENSHOT


@dataclass(frozen=True, slots=True)
class TextPart:
    """Text; never markup of the model's: `<|im_end|>` in it is just these characters."""

    text: str


@dataclass(frozen=True, slots=True)
class ImagePart:
    """A picture, which the model's vision part reads."""

    screenshot: Screenshot


Part = TextPart | ImagePart


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt as the model gets it. The first `stable` parts begin the next prompts of the run too.

    The first `system` parts are the format's own rules, for servers that take them apart from the rest.
    """

    parts: tuple[Part, ...]
    stable: int
    system: int = 0


@dataclass(frozen=True, slots=True)
class ChatMarkup:
    """What a model's chat template puts before the user's message and between it and the reply.

    Unlike the parts, these are tokenized with the model's special tokens. Both are empty for a
    policy that was trained on bare text. `reply_end` ends a reply, besides the model's own end of
    generation. `reply_opening` is the part of `before_reply` that belongs to the reply when it is
    read, such as a `<think>` that the template has opened.
    """

    before_prompt: str = ""
    before_reply: str = ""
    reply_end: str = ""
    reply_opening: str = ""


CHATML = ChatMarkup("<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", "<|im_end|>")


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """What a bundle says about its format. `rules` replaces the format's own constant first part."""

    observation: ObservationKind = ObservationKind.ELEMENTS
    history_steps: int = 0
    """How many steps of history a prompt shows at most; 0 for all."""
    rules: str | None = None


class PromptFormat(Protocol):
    """One way to write prompts and read replies."""

    @property
    def name(self) -> str: ...

    @property
    def observation(self) -> ObservationKind: ...

    def render(self, prompt: Prompt) -> Rendered:
        """The prompt as parts."""
        ...

    def grammar(self, observation: Observation) -> str:
        """Every reply that is allowed on this screen, as a grammar in llguidance's Lark dialect.

        `start` is the whole reply without `ChatMarkup.reply_opening` and `reply_end`. Elements are
        named by the indices of this screen only; every reply it allows parses to an `Action`.
        """
        ...

    def write_reply(self, decision: Decision, observation: Observation) -> str:
        """The reply that means this decision: what a policy learns to say. Allowed by `grammar`."""
        ...

    def parse_reply(self, reply: str, observation: Observation) -> Decision:
        """What a reply means; never raises: what cannot be read is `Unparsed`."""
        ...


@runtime_checkable
class SchemaFormat(Protocol):
    """A format that can show the schema of an answer (`Prompt.answer_schema`); others leave it out."""

    @property
    def shows_schema(self) -> bool:
        """Whether it does, so that the answer is to be JSON."""
        ...


def shows_schema(prompt_format: PromptFormat) -> bool:
    """Whether policies of a format are shown what their answer must fit."""
    return isinstance(prompt_format, SchemaFormat) and prompt_format.shows_schema
