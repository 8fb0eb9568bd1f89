"""Finds out whether a reader can be loaded, in a process of its own that may crash."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from runtime.engines.confined import ChildAnswered, Died, TimedOut, answer_confined, run_confined
from runtime.engines.reader.about import read_facts
from runtime.errors import BadBundle, PolicyError, UnsupportedPolicy

_BASE_BYTES = 3 * 2**30
_REFUSALS = {"BadBundle": BadBundle, "UnsupportedPolicy": UnsupportedPolicy}


def verify_reads(about: Path, weights: Path, tokenizer: Path, *, timeout_s: float) -> None:
    """Load the files in a child and read a goal. `PolicyError` says what is wrong."""
    try:
        size = sum(path.stat().st_size for path in (about, weights, tokenizer))
    except OSError as error:
        raise BadBundle(f"a file of the reader {about.name} cannot be read: {error}") from error
    end = run_confined(
        "runtime.engines.reader.trial",
        [str(path.absolute()) for path in (about, weights, tokenizer)],
        timeout_s=timeout_s,
        memory_bytes=_BASE_BYTES + 3 * size,
    )
    match end:
        case ChildAnswered({"refused": kind, "why": why}):
            raise _REFUSALS.get(str(kind), BadBundle)(str(why))
        case ChildAnswered():
            return
        case Died(how, messages):
            raise BadBundle(
                f"{weights}: the process that tried to load this reader was ended {how}; do not trust the "
                f"files, fetch or export them again. Its last words: {' | '.join(messages) or 'none'}"
            )
        case TimedOut():
            raise BadBundle(
                f"{weights} could not be loaded within {timeout_s:g} s; it is hostile, or this "
                "machine is too slow for it: allow more time"
            )


def _answer(arguments: Sequence[str]) -> dict[str, Any]:
    from runtime.engines.reader.graph import ReaderGraph

    about, weights, tokenizer = (Path(name) for name in arguments)
    try:
        ReaderGraph(weights, tokenizer, read_facts(about), threads=1)
    except PolicyError as error:
        kind = "BadBundle" if isinstance(error, BadBundle) else "UnsupportedPolicy"
        return {"refused": kind, "why": str(error)}
    return {"reads": True}


if __name__ == "__main__":
    answer_confined(_answer)
