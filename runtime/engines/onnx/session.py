"""The one place where onnxruntime is opened, and the part of it that is used, as types."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from numpy.typing import NDArray

from runtime.engines.onnx.telemetry import forbid_telemetry
from runtime.errors import UnsupportedPolicy

Array = NDArray[Any]
"""Of whichever type the graph has: floats of 32 or 16 bits, whole numbers of 64 or 32."""

_FATAL = 4


class GraphValue(Protocol):
    """An input or an output of a graph."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def shape(self) -> list[int | str | None]: ...


class OrtValue(Protocol):
    """A tensor in onnxruntime's hands."""

    def numpy(self) -> Array: ...


class Binding(Protocol):
    """Where a run finds its inputs and leaves its outputs."""

    def bind_cpu_input(self, name: str, array: Array) -> None: ...
    def bind_input(
        self,
        name: str,
        device: str,
        number: int,
        dtype: object,
        shape: tuple[int, ...],
        pointer: int,
    ) -> None: ...
    def bind_output(
        self,
        name: str,
        device: str = "cpu",
        number: int = 0,
        dtype: object = None,
        shape: tuple[int, ...] | None = None,
        pointer: int | None = None,
    ) -> None: ...
    def get_outputs(self) -> list[OrtValue]: ...


class RunOptions(Protocol):
    """How one run is made."""

    log_severity_level: int


class OnnxSession(Protocol):
    """A loaded graph."""

    def get_inputs(self) -> Sequence[GraphValue]: ...
    def get_outputs(self) -> Sequence[GraphValue]: ...
    def io_binding(self) -> Binding: ...
    def run(
        self, names: Sequence[str], fed: Mapping[str, Array], options: RunOptions
    ) -> list[Array]: ...
    def run_with_iobinding(self, binding: Binding, options: RunOptions) -> None: ...


def open_session(path: Path, *, threads: int) -> tuple[OnnxSession, RunOptions]:
    """Load a graph for the CPU; 0 threads means one for each core."""
    forbid_telemetry()
    library = cast("Any", import_module("onnxruntime"))  # it comes without types
    options = library.SessionOptions()
    options.intra_op_num_threads = threads or _cores()
    options.inter_op_num_threads = 1
    options.log_severity_level = _FATAL
    # Spinning threads take the cores that others, or a second engine, would work on.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Another format would bypass what was checked of the file.
    options.add_session_config_entry("session.load_model_format", "ONNX")
    run_options = library.RunOptions()
    run_options.log_severity_level = _FATAL
    try:
        session = library.InferenceSession(
            os.fspath(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime's errors have no public base of their own
        raise UnsupportedPolicy(
            f"onnxruntime {library.__version__} cannot load {path}: {short(error)}; export it "
            "again for the CPU, or update onnxruntime"
        ) from error
    return session, run_options


def _cores() -> int:
    """Those this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def short(error: Exception | None) -> str:
    """What onnxruntime says, on one line and not too long."""
    text = " ".join(str(error).split())
    return text if len(text) <= 300 else f"{text[:300]}..."
