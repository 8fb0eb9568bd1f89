"""Prompts with pictures as plain values and back: for checkpoints, which hold tensors and no code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from trainer.vision.pictures import SeenTokens

if TYPE_CHECKING:
    from torch import Tensor


def packed(prompts: Iterable[Sequence[int]]) -> dict[int, Tensor]:
    """The pictures of prompts by key, each once; none for prompts of text."""
    found = {
        key: data
        for prompt in prompts
        if isinstance(prompt, SeenTokens)
        for key, data in prompt.pictures.items()
    }
    if not found:
        return {}
    import torch

    return {
        key: torch.frombuffer(bytearray(data), dtype=torch.uint8) for key, data in found.items()
    }


def unpacked(tokens: Sequence[int], pictures: Mapping[int, Tensor]) -> tuple[int, ...]:
    """A prompt with those of the pictures that it shows."""
    keys = {token for token in tokens if token < 0}
    if not keys:
        return tuple(tokens)
    return SeenTokens(tokens, {key: pictures[key].numpy().tobytes() for key in keys})
