"""The formats that a checkpoint is exported to, and how faithful each has to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from runtime.policies.bundle import EngineKind
from trainer.errors import ExportError


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """One format. `least_equal` is the share of decisions that must be the checkpoint's own."""

    name: str
    engine: EngineKind
    least_equal: float
    says: str


_GGUF, _ONNX = EngineKind.GGUF, EngineKind.ONNX
FORMATS = {
    known.name: known
    for known in (
        ExportFormat("f32", _GGUF, 0.995, "GGUF, 32-bit floats"),
        ExportFormat("f16", _GGUF, 0.995, "GGUF, 16-bit floats"),
        ExportFormat("q8_0", _GGUF, 0.99, "GGUF, 8 bits"),
        ExportFormat("q4_k_m", _GGUF, 0.95, "GGUF, 4 bits with larger blocks where it matters"),
        ExportFormat("q4_0", _GGUF, 0.95, "GGUF, plain 4 bits"),
        ExportFormat("fp32", _ONNX, 0.995, "ONNX, 32-bit floats"),
        ExportFormat("int8", _ONNX, 0.95, "ONNX, weights in 8 bits by blocks of 32"),
        ExportFormat(
            "int8_dynamic", _ONNX, 0.95, "ONNX, weights and inputs in 8 bits: quickest prompts"
        ),
    )
}
DEFAULTS = {_GGUF: "q8_0", _ONNX: "int8"}


def choose_formats(names: Sequence[str], engines: Iterable[EngineKind]) -> tuple[ExportFormat, ...]:
    """The formats of these names; for an engine that none of them is for, its default. Without engines, names
    say which.
    """
    asked = tuple(engines) or tuple(FORMATS[name].engine for name in names if name in FORMATS)
    chosen: list[ExportFormat] = []
    for name in names:
        known = FORMATS.get(name)
        if known is None:
            raise ExportError(f"there is no format {name!r}; there are {', '.join(FORMATS)}")
        if known.engine not in asked:
            raise ExportError(f"{name} is a format of {known.engine}: add --{known.engine}")
        if known not in chosen:
            chosen.append(known)
    for engine in asked:
        if all(known.engine is not engine for known in chosen):
            chosen.append(FORMATS[DEFAULTS[engine]])
    if not chosen:
        raise ExportError("nothing to export to: ask for --gguf, --onnx or both")
    return tuple(chosen)
