"""Writes the tiny models' GGUF files, as the trainer's export writes those of checkpoints."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
from tiny_tokenizer import END, SPECIAL, TinyTokenizer

from trainer.export.gguf.architectures import Config
from trainer.export.gguf.projector import write_projector
from trainer.export.gguf.vocabulary import GgufVocabulary
from trainer.export.gguf.writer import write_model
from trainer.models.tensors import Array, HeldWeights

Arrays = dict[str, Array]


def write_text_part(
    path: Path, config: Config, arrays: Arrays, tokenizer: TinyTokenizer, template: str
) -> None:
    """A model that reads and writes; `config` is the `text_config` of one that sees."""
    control, normal = int(gguf.TokenType.CONTROL), int(gguf.TokenType.NORMAL)
    vocabulary = GgufVocabulary(
        tokens=tuple(tokenizer.tokens),
        kinds=tuple(control if token in SPECIAL else normal for token in tokenizer.tokens),
        merges=tuple(tokenizer.merges),
        splitting="gpt-2",
        end=tokenizer.id_of(END),
        padding=tokenizer.id_of(END),
    )
    name = f"tiny {config['model_type']}"
    write_model(path, config, HeldWeights(arrays), vocabulary, name=name, template=template)


def write_qwen35_projector(path: Path, config: Config, arrays: Arrays) -> None:
    """The vision part (mmproj) of a Qwen3.5; `config` is the whole config.json."""
    write_projector(path, config, HeldWeights(arrays))


def write_lora(
    path: Path, architecture: str, alpha: float, pairs: dict[str, tuple[Array, Array]]
) -> None:
    """A LoRA adapter: by the base's GGUF tensor name, A (rank x in) and B (out x rank)."""
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, alpha)
    for name, (down, up) in pairs.items():
        writer.add_tensor(f"{name}.lora_a", np.ascontiguousarray(down, dtype=np.float32))
        writer.add_tensor(f"{name}.lora_b", np.ascontiguousarray(up, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
