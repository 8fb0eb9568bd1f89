"""The files of one format: weights, and what has to lie beside them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from runtime.policies.bundle import EngineKind
from trainer.errors import ExportError
from trainer.export.formats import ExportFormat
from trainer.export.gguf.architectures import find_architecture
from trainer.export.gguf.projector import write_projector
from trainer.export.gguf.quantizer import FILE_TYPES, quantize, tensor_types
from trainer.export.gguf.vocabulary import GgufVocabulary, read_vocabulary
from trainer.export.gguf.writer import write_model
from trainer.export.onnx.exporter import FILE as GRAPH
from trainer.export.onnx.exporter import Exporter, export_graph
from trainer.models.checkpoint import TOKENIZER, ModelCheckpoint
from trainer.vision.image_settings import read_image_settings

_SEEING = ("qwen3_5_text",)


@dataclass(frozen=True, slots=True)
class FilesOf:
    """Paths inside the bundle. `types` tells which types the weights really have."""

    weights: str
    projector: str = ""
    tokenizer: str = ""
    beside: tuple[str, ...] = ()
    types: str = ""

    @property
    def all(self) -> tuple[str, ...]:
        named = (self.weights, self.projector, self.tokenizer, *self.beside)
        return tuple(path for path in named if path)


def check_formats(checkpoint: ModelCheckpoint, formats: Iterable[ExportFormat]) -> None:
    """Refuse what can be refused before anything is loaded: architectures, tokenizers, vision encoders."""
    formats = tuple(formats)
    if checkpoint.facts.observation.has_screenshot:
        _check_eyes(checkpoint, formats)
    if any(known.engine is EngineKind.GGUF for known in formats):
        find_architecture(checkpoint.text_config)
        _vocabulary(checkpoint)


def write_files(
    checkpoint: ModelCheckpoint,
    known: ExportFormat,
    folder: Path,
    work: Path,
    *,
    exporter: Exporter,
) -> FilesOf:
    """Write the files of a format into the folder of its bundle."""
    if known.engine is EngineKind.GGUF:
        return _write_gguf(checkpoint, known.name, folder, work)
    return _write_onnx(checkpoint, known.name, folder, work, exporter)


def _write_gguf(checkpoint: ModelCheckpoint, kind: str, folder: Path, work: Path) -> FilesOf:
    path = folder / f"model-{kind}.gguf"
    if kind in FILE_TYPES:
        # Kept for the next format: all are quantized from the same 16 bits.
        whole = work / "f16.gguf"
        if not whole.exists():
            _write_whole(checkpoint, whole, half=True)
        quantize(whole, path, kind)
    else:
        _write_whole(checkpoint, path, half=kind == "f16")
    types = ", ".join(f"{count} x {name}" for name, count in tensor_types(path).items())
    projector = ""
    if checkpoint.facts.observation.has_screenshot:
        half = kind != "f32"
        projector = f"mmproj-{'f16' if half else 'f32'}.gguf"
        write_projector(
            folder / projector,
            checkpoint.config,
            checkpoint.weights(),
            image_settings=read_image_settings(checkpoint.folder),
            half=half,
        )
    return FilesOf(path.name, projector, types=f"tensors: {types}")


def _check_eyes(checkpoint: ModelCheckpoint, formats: Iterable[ExportFormat]) -> None:
    kind = checkpoint.text_config.get("model_type", "")
    if kind not in _SEEING or "vision_config" not in checkpoint.config:
        raise ExportError(
            f"the policy is shown screenshots, and of {checkpoint.config.get('model_type')} models no "
            f"vision part can be written (only of {', '.join(_SEEING)}): serve the checkpoint with a "
            "server of your own and the remote engine, or export it with --observation elements"
        )
    others = [known.name for known in formats if known.engine is not EngineKind.GGUF]
    if others:
        raise ExportError(
            f"{', '.join(others)}: the ONNX engine reads no pictures, and this policy is shown "
            "screenshots: export it with --gguf alone"
        )


def _write_whole(checkpoint: ModelCheckpoint, path: Path, *, half: bool) -> None:
    config = checkpoint.text_config
    write_model(
        path,
        config,
        checkpoint.weights(),
        _vocabulary(checkpoint),
        name=str(config.get("model_type")),
        template=checkpoint.template,
        half=half,
    )


def _vocabulary(checkpoint: ModelCheckpoint) -> GgufVocabulary:
    return read_vocabulary(
        checkpoint.tokenizer, size=checkpoint.vocabulary_size, ends=checkpoint.ends
    )


def _write_onnx(
    checkpoint: ModelCheckpoint, kind: str, folder: Path, work: Path, exporter: Exporter
) -> FilesOf:
    made = work / f"onnx-{kind}"
    export_graph(checkpoint, made, kind, exporter=exporter)
    for path in made.iterdir():
        path.rename(folder / path.name)
    shutil.copyfile(checkpoint.tokenizer, folder / TOKENIZER)
    beside = tuple(sorted(path.name for path in folder.glob(f"{GRAPH}*") if path.name != GRAPH))
    return FilesOf(GRAPH, tokenizer=TOKENIZER, beside=beside)
