"""Finds out whether GGUF files can be loaded, in a process of its own that may crash.

`verify_loads` looks at the headers first, then has a child load everything with llama.cpp and evaluate
one token: what makes llama.cpp abort, use all memory or never end is an error here, not the server's
end. Whether a policy is any good is not asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from runtime.engines.confined import (
    ChildAnswered,
    Died,
    TimedOut,
    answer_confined,
    run_confined,
)
from runtime.engines.gguf.header import GgufHeader, read_header
from runtime.errors import BadBundle, PolicyError, UnsupportedPolicy

_BASE_BYTES = 2 * 2**30
"""Python, libraries and their address space; what is left is for the files."""
_CELLS = 256
_REFUSALS = {"BadBundle": BadBundle, "UnsupportedPolicy": UnsupportedPolicy}


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What was found out about a model that loads.

    `hybrid` ones keep a state besides, or instead of, tokens: their memory cannot be cut back.
    `bos` and `eos` are the texts of the tokens that chat templates call so; often empty.
    """

    architecture: str
    parameters: int
    context_tokens: int
    vocabulary_size: int
    chat_template: str
    hybrid: bool
    bos: str = ""
    eos: str = ""


def verify_loads(
    weights: Path,
    *,
    projector: Path | None = None,
    adapter: Path | None = None,
    timeout_s: float,
) -> ModelFacts:
    """Load the files together in a child, and say what they are.

    Raises `BadBundle` when one is damaged or crashes llama.cpp, `UnsupportedPolicy` when they do not
    belong together or need something that is not there.
    """
    _check_kind(weights, read_header(weights), "model")
    if projector:
        _check_kind(projector, read_header(projector), "mmproj")
    if adapter:
        _check_kind(adapter, read_header(adapter), "adapter")
    files = [path for path in (weights, projector, adapter) if path]
    size = sum(path.stat().st_size for path in files)
    end = run_confined(
        "runtime.engines.gguf.trial",
        [str(path.absolute()) if path else "" for path in (weights, projector, adapter)],
        timeout_s=timeout_s,
        memory_bytes=_BASE_BYTES + 2 * size,
    )
    names = ", ".join(path.name for path in files)
    match end:
        case ChildAnswered({"refused": kind, "why": why}):
            raise _REFUSALS.get(str(kind), BadBundle)(str(why))
        case ChildAnswered(answer):
            return _facts(answer, names)
        case Died(how, messages):
            raise BadBundle(
                f"{names}: llama.cpp was ended {how} while it tried to load this; do not trust the "
                f"file, fetch or export it again. {_last_lines(messages)}"
            )
        case TimedOut(messages):
            raise BadBundle(
                f"{names} could not be loaded within {timeout_s:g} s; it is hostile, or this machine "
                f"is too slow for it: allow more time. {_last_lines(messages)}"
            )


def _check_kind(path: Path, header: GgufHeader, wanted: str) -> None:
    if header.kind != wanted:
        words = {"model": "model weights", "mmproj": "a projector", "adapter": "a LoRA adapter"}
        found = words.get(header.kind, f"of kind {header.kind!r}")
        raise BadBundle(f"{path.name} is {found}, not {words[wanted]}; name the right file")


def _last_lines(messages: tuple[str, ...]) -> str:
    return f"Its last words: {' | '.join(messages)}" if messages else "It said nothing."


def _facts(answer: dict[str, Any], names: str) -> ModelFacts:
    try:
        facts = ModelFacts(**answer)
    except TypeError as error:
        raise BadBundle(f"{names}: the trial gave no facts: {error}") from error
    defaults = ModelFacts("", 0, 0, 0, "", hybrid=False)
    for field in fields(ModelFacts):
        if type(getattr(facts, field.name)) is not type(getattr(defaults, field.name)):
            raise BadBundle(f"{names}: the trial gave {field.name} as no such value")
    return facts


def _answer(arguments: Sequence[str]) -> dict[str, Any]:
    weights, projector, adapter = (Path(name) if name else None for name in arguments)
    if not weights:
        raise ValueError("no weights named")
    try:
        return asdict(_try(weights, projector, adapter))
    except PolicyError as error:
        kind = "BadBundle" if isinstance(error, BadBundle) else "UnsupportedPolicy"
        return {"refused": kind, "why": str(error)}


def _try(weights: Path, projector: Path | None, adapter: Path | None) -> ModelFacts:
    """Load and evaluate; in the child."""
    import numpy as np

    from runtime.engines.gguf.context import Context, ContextSize, Stretch
    from runtime.engines.gguf.model import Model

    model = Model.load(weights)
    if adapter:
        model.add_adapter(adapter)
    context = Context(model, ContextSize(cells=_CELLS, sequences=1, batch=32))
    code = context.evaluate([Stretch(0, 0, [0], ask=True)])
    if code:
        raise BadBundle(f"{weights.name} loads, but llama.cpp cannot evaluate it (code {code})")
    if not np.isfinite(context.logits(-1)).all():
        raise BadBundle(
            f"{weights.name} loads, but evaluates to no numbers: its weights are damaged"
        )
    if projector:
        _try_seeing(projector, model.pointer)
    return _look(model, weights)


def _try_seeing(projector: Path, model: Any) -> None:  # noqa: ANN401  a pointer
    import numpy as np

    from runtime.engines.gguf.vision import Projector
    from runtime.errors import EngineError

    try:
        seen = Projector.load(projector, model, threads=1).encode(_blank_png())
    except EngineError as error:
        raise BadBundle(f"{projector.name} loads, but cannot encode an image: {error}") from error
    if not np.isfinite(seen.embeddings).all():
        raise BadBundle(f"{projector.name} loads, but sees no numbers: its weights are damaged")


def _blank_png() -> bytes:
    import io

    from PIL import Image

    held = io.BytesIO()
    Image.new("RGB", (64, 64), "gray").save(held, "PNG")
    return held.getvalue()


def _look(model: Any, weights: Path) -> ModelFacts:  # noqa: ANN401  imported late: gguf.model.Model
    from runtime.engines.gguf.native import llama

    calls, pointer = llama(), model.pointer
    vocabulary = calls.llama_model_get_vocab(pointer)

    header = read_header(weights)
    context_tokens: int = calls.llama_model_n_ctx_train(pointer)
    if context_tokens < 1:
        raise BadBundle(f"{weights.name} claims a context of {context_tokens} tokens")

    def text_of(which: str, token: int) -> str:
        # llama.cpp makes up a number where the file names none.
        if f"tokenizer.ggml.{which}_token_id" not in header.metadata or token < 0:
            return ""
        return calls.llama_vocab_get_text(vocabulary, token).decode(errors="replace")

    template: bytes | None = calls.llama_model_chat_template(pointer, None)
    return ModelFacts(
        architecture=header.architecture,
        parameters=calls.llama_model_n_params(pointer),
        context_tokens=context_tokens,
        vocabulary_size=model.size,
        chat_template=(template or b"").decode(errors="replace"),
        hybrid=bool(
            calls.llama_model_is_hybrid(pointer) or calls.llama_model_is_recurrent(pointer)
        ),
        bos=text_of("bos", calls.llama_vocab_bos(vocabulary)),
        eos=text_of("eos", calls.llama_vocab_eos(vocabulary)),
    )


if __name__ == "__main__":
    answer_confined(_answer)
