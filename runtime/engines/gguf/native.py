"""llama.cpp in this process: loaded once, quiet, its messages in Python's logging.

Imported when the first policy is loaded, never before.
"""

from __future__ import annotations

import ctypes
import logging
import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from runtime.errors import UnsupportedPolicy

_log = logging.getLogger(__name__)
_LEVELS = {1: logging.DEBUG, 2: logging.DEBUG, 3: logging.INFO, 4: logging.WARNING}
"""ggml's levels. Its INFO is pages for each model and its WARN often harmless: one level lower."""

_ABORTED = ("failed with error 1", "compute status: 1", "ret = 2")
"""How errors end that are no errors: an evaluation was aborted on purpose."""


@dataclass(frozen=True, slots=True)
class _Library:
    calls: Any
    listener: Any
    """llama.cpp holds its bare address: it must live as long as the process."""


def llama() -> Any:  # noqa: ANN401  ctypes functions; their pointers are integers or None
    """The functions of llama.cpp, or `UnsupportedPolicy` when they are not installed."""
    return _library().calls


@cache
def _library() -> _Library:
    # Read by OpenMP when it is loaded: waiting threads that spin cost the others most of their speed
    # as soon as a machine is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import llama_cpp
    except (ImportError, OSError, RuntimeError) as error:
        raise UnsupportedPolicy(
            f"GGUF policies need llama-cpp-python, which cannot be loaded ({error}): "
            "install PhoneBuddy with its `gguf` extra"
        ) from error
    listener = llama_cpp.llama_log_callback(_listen)
    llama_cpp.llama_log_set(listener, ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    return _Library(llama_cpp, listener)


def _listen(level: int, text: bytes, _data: object) -> None:
    message = text.decode(errors="replace").strip(" .\n")
    if message.endswith(_ABORTED):
        _log.debug("%s", message)
    elif message:
        _log.log(_LEVELS.get(level, logging.DEBUG), "%s", message)


class _Complaints(logging.Handler):
    """Collects what is said in one thread."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []
        self._thread = threading.get_ident()

    def emit(self, record: logging.LogRecord) -> None:
        if record.thread == self._thread:
            self.lines.append(record.getMessage())


@contextmanager
def complaints() -> Generator[list[str]]:
    """The errors that llama.cpp reports in this thread meanwhile: its calls only say that they failed."""
    handler = _Complaints()
    _log.addHandler(handler)
    try:
        yield handler.lines
    finally:
        _log.removeHandler(handler)


def reason(lines: list[str]) -> str:
    """The complaint that says most: the first, without the names of functions before it."""
    if not lines:
        return "llama.cpp does not say why"
    return lines[0].rpartition("error loading model: ")[2].removeprefix("llama_model_load: ")
