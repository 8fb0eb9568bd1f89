"""llama.cpp's own quantizer, and which types a file's tensors really have afterwards.

K-quants have blocks of 256 numbers: rows that are no multiple of that get a larger type instead,
which is why the type that was asked for and the types of the result are two things.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from pathlib import Path

from trainer.errors import ExportError

FILE_TYPES = {
    "q8_0": "LLAMA_FTYPE_MOSTLY_Q8_0",
    "q4_k_m": "LLAMA_FTYPE_MOSTLY_Q4_K_M",
    "q4_0": "LLAMA_FTYPE_MOSTLY_Q4_0",
}
"""Names of formats, and of their numbers in llama.cpp."""


def quantize(source: Path, target: Path, kind: str, *, threads: int = 0) -> None:
    """Write a GGUF file in another type. 0 threads means one for each core."""
    from runtime.engines.gguf.native import complaints, llama, reason

    calls = llama()
    wanted = calls.llama_model_quantize_default_params()
    wanted.ftype = getattr(calls, FILE_TYPES[kind])
    wanted.nthread = threads
    with complaints() as lines:
        failed = calls.llama_model_quantize(
            str(source).encode(), str(target).encode(), ctypes.byref(wanted)
        )
    if failed:
        raise ExportError(
            f"llama.cpp cannot write {target.name} as {kind}: {reason(lines)}; see that the disk "
            "has room, or export another format"
        )


def tensor_types(path: Path) -> dict[str, int]:
    """How many tensors of a GGUF file have which type, the most frequent first."""
    import gguf

    counted = Counter(tensor.tensor_type.name for tensor in gguf.GGUFReader(path).tensors)
    return dict(counted.most_common())
