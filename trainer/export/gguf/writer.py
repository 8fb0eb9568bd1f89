"""Writes GGUF files: the header, then one tensor after the other, never all of them in memory."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from trainer.errors import ExportError
from trainer.export.gguf.architectures import Config, describe, find_architecture
from trainer.export.gguf.vocabulary import GgufVocabulary
from trainer.models.tensors import Array, HeldWeights, Weights

if TYPE_CHECKING:
    import gguf

Tensors = Callable[[Weights], Iterator[tuple[str, Array]]]
"""From a checkpoint's weights to tensors under llama.cpp's names."""

# llama.cpp evaluates these in 32 bits, whatever the rest is in.
_ALWAYS_WHOLE = ("shortconv.conv.weight", "ssm_conv1d.weight", "v.position_embd.weight")


def write_model(
    path: Path,
    config: Config,
    weights: Weights,
    vocabulary: GgufVocabulary,
    *,
    name: str,
    template: str = "",
    half: bool = False,
) -> None:
    """Write the text part of a model, in 16 bits where that is `half`.

    `config` is its config.json, or the `text_config` of a model that sees. Raises `ExportError` for
    what cannot be written; a file that was begun is then left to the caller.
    """
    import gguf

    architecture = find_architecture(config)
    writer = gguf.GGUFWriter(path, architecture.name)
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_name(name)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16 if half else gguf.LlamaFileType.ALL_F32)
    describe(writer, architecture, config, weights)
    vocabulary.describe(writer)
    if template:
        writer.add_chat_template(template)
    arch = next(one for one, known in gguf.MODEL_ARCH_NAMES.items() if known == architecture.name)
    names = gguf.get_tensor_name_map(arch, config["num_hidden_layers"])
    rows = architecture.rows(config)

    def tensors(source: Weights) -> Iterator[tuple[str, Array]]:
        for stored in source.names():
            if not _skipped(stored, config):
                renamed, array = rows(stored, source.array(stored))
                yield tensor_name(names, renamed), array

    write_tensors(writer, weights, tensors, half=half)


def _skipped(name: str, config: Config) -> bool:
    """Seen elsewhere (tied embeddings, the vision part) or not used (multi-token prediction)."""
    tied = config.get("tie_word_embeddings", True) and name == "lm_head.weight"
    return tied or ".visual." in name or name.startswith("mtp.") or name.endswith(".inv_freq")


def tensor_name(names: gguf.TensorNameMap, name: str) -> str:
    """llama.cpp's name of a tensor."""
    found = names.get_name(name, try_suffixes=(".weight", ".bias"))
    if found is None:
        raise ExportError(
            f"llama.cpp's models of this architecture have no tensor like {name}: the checkpoint is "
            "of another kind than its config.json says, or newer than the `gguf` package"
        )
    return found


def write_tensors(
    writer: gguf.GGUFWriter,
    weights: Weights,
    tensors: Tensors,
    *,
    half: bool = False,
) -> None:
    """End a file with its tensors. They are asked for twice, first only for their shapes."""
    # Arrays that have a shape and take no memory.
    hollow = {name: np.broadcast_to(np.float32(0), weights.shape(name)) for name in weights.names()}
    kinds: dict[str, np.dtype[np.floating[Any]]] = {}
    for name, array in tensors(HeldWeights(hollow)):
        kind = np.dtype(np.float16 if half and _halved(name, array.shape) else np.float32)
        kinds[name] = kind
        writer.add_tensor_info(name, array.shape, kind, array.size * kind.itemsize)
    with closing(writer):
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_ti_data_to_file()
        for name, array in tensors(weights):
            try:
                writer.write_tensor_data(np.ascontiguousarray(array, dtype=kinds[name]))
            except OSError as error:
                # numpy tells how much it wrote, and not why that was not all.
                raise OSError(error.errno or errno.ENOSPC, f"{name}: {error}") from error


def _halved(name: str, shape: tuple[int, ...]) -> bool:
    return len(shape) > 1 and not name.endswith(_ALWAYS_WHOLE)
