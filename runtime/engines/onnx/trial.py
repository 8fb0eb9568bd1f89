"""Finds out whether an ONNX policy can be loaded, in a process of its own that may crash.

What makes onnxruntime or the tokenizer abort, use all memory or never end is an error here, not the
server's end. Whether a policy is any good is not asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from runtime.engines.confined import ChildAnswered, Died, TimedOut, answer_confined, run_confined
from runtime.engines.onnx.model_file import read_model_file
from runtime.errors import BadBundle, PolicyError, UnsupportedPolicy

_BASE_BYTES = 3 * 2**30
"""Python, libraries, their threads' stacks and address space; what is left is for the files."""
_REFUSALS = {"BadBundle": BadBundle, "UnsupportedPolicy": UnsupportedPolicy}


@dataclass(frozen=True, slots=True)
class OnnxFacts:
    """What was found out about a policy that loads. `context_tokens` 0: the graph does not say.

    `hybrid` ones keep a state besides tokens. `together`: several sessions are decoded at once.
    `external_files` hold the weights, beside the model: a bundle must list them.
    """

    vocabulary_size: int
    context_tokens: int
    hybrid: bool
    together: bool
    external_files: tuple[str, ...]


def verify_loads(weights: Path, tokenizer: Path, *, timeout_s: float) -> OnnxFacts:
    """Load both files in a child and evaluate one token. `PolicyError` says what is wrong."""
    external = read_model_file(weights).external_files
    files = [weights, tokenizer, *(weights.parent / name for name in external)]
    try:
        size = sum(path.stat().st_size for path in files)
    except OSError as error:
        raise BadBundle(f"a file of {weights.name} cannot be read: {error}") from error
    end = run_confined(
        "runtime.engines.onnx.trial",
        [str(weights.absolute()), str(tokenizer.absolute())],
        timeout_s=timeout_s,
        memory_bytes=_BASE_BYTES + 3 * size,
    )
    match end:
        case ChildAnswered({"refused": kind, "why": why}):
            raise _REFUSALS.get(str(kind), BadBundle)(str(why))
        case ChildAnswered(answer):
            return _facts(answer, external)
        case Died(how, messages):
            raise BadBundle(
                f"{weights}: the process that tried to load this was ended {how}; do not trust the "
                f"files, fetch or export them again. Its last words: {' | '.join(messages) or 'none'}"
            )
        case TimedOut():
            raise BadBundle(
                f"{weights} could not be loaded within {timeout_s:g} s; it is hostile, or this "
                "machine is too slow for it: allow more time"
            )


def _facts(answer: dict[str, Any], external: tuple[str, ...]) -> OnnxFacts:
    return OnnxFacts(
        vocabulary_size=int(answer["vocabulary_size"]),
        context_tokens=int(answer["context_tokens"]),
        hybrid=bool(answer["hybrid"]),
        together=bool(answer["together"]),
        external_files=external,
    )


def _answer(arguments: Sequence[str]) -> dict[str, Any]:
    weights, tokenizer = (Path(name) for name in arguments)
    try:
        return asdict(_try(weights, tokenizer))
    except PolicyError as error:
        kind = "BadBundle" if isinstance(error, BadBundle) else "UnsupportedPolicy"
        return {"refused": kind, "why": str(error)}


def _try(weights: Path, tokenizer: Path) -> OnnxFacts:
    """Load and evaluate; in the child."""
    from runtime.engines.onnx.graph import open_graph
    from runtime.engines.tokens import PolicyTokens
    from runtime.prompts.format import ChatMarkup

    tokens = PolicyTokens(tokenizer, ChatMarkup())
    graph = open_graph(weights, threads=1)
    tokens.vocabulary(graph.scores)
    return OnnxFacts(
        vocabulary_size=graph.scores,
        context_tokens=graph.context_tokens,
        hybrid=bool(graph.states),
        together=graph.in_place,
        external_files=(),
    )


if __name__ == "__main__":
    answer_confined(_answer)
