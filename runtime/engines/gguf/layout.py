"""A prompt as the units a model evaluates: tokens and pictures, and where later prompts begin alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from runtime.engines.gguf.model import Model
from runtime.engines.gguf.vision import ImageChunk
from runtime.prompts.format import ChatMarkup, ImagePart, Rendered, TextPart


@dataclass(frozen=True, slots=True)
class PromptImage:
    """An encoded image of a prompt. Two of the same bytes are equal."""

    key: str
    chunk: ImageChunk = field(compare=False, repr=False)


Unit = int | PromptImage


def cells(units: Sequence[Unit]) -> int:
    """How many tokens units are: a picture is many."""
    return sum(unit.chunk.n_tokens if isinstance(unit, PromptImage) else 1 for unit in units)


@dataclass(frozen=True, slots=True)
class Layout:
    """A prompt in units. All prompts begin with the first `opening`, the session's with `stable`."""

    units: tuple[Unit, ...]
    opening: int
    stable: int


def lay_out(
    rendered: Rendered, chat: ChatMarkup, model: Model, encode: Callable[[bytes], ImageChunk]
) -> Layout:
    """Tokenize a prompt part by part: only the markup around it may hold special tokens."""
    units: list[Unit] = []
    before = model.tokens(chat.before_prompt, markup=True)
    opening = model.opening()
    if before[: len(opening)] != opening:
        units += opening
    units += before
    ends = [0]
    for part in rendered.parts:
        match part:
            case TextPart(text):
                units += model.tokens(text)
            case ImagePart(screenshot):
                chunk = encode(screenshot.data)
                units.append(PromptImage(chunk.key, chunk))
        ends.append(len(units))
    units += model.tokens(chat.before_reply, markup=True)
    # The last unit is always evaluated: what may follow the prompt is known from nothing else.
    last = max(0, len(units) - 1)
    return Layout(
        tuple(units),
        opening=min(ends[min(1, rendered.stable)], last),
        stable=min(ends[min(rendered.stable, len(rendered.parts))], last),
    )


def common(one: Sequence[Unit], other: Sequence[Unit]) -> int:
    """How many units two prompts begin alike with."""
    for index, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return index
    return min(len(one), len(other))
