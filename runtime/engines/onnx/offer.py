"""Policies as ONNX graphs: from a bundle to its engine."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

from runtime.engine import Engine
from runtime.engines.offer import EngineOffer, LoadRequest
from runtime.engines.onnx.telemetry import forbid_telemetry
from runtime.errors import BadBundle, UnsupportedPolicy
from runtime.install_words import install_command

TRIAL_S = 300.0
LIBRARIES = ("onnxruntime", "llguidance", "tokenizers", "numpy")


def load(request: LoadRequest) -> Engine:
    """The engine of a policy, after its files were tried."""
    from runtime.engines.onnx.trial import verify_loads

    forbid_telemetry()
    name, weights, tokenizer = request.name, request.weights, request.tokenizer
    if tokenizer is None:
        raise BadBundle(f"the policy {name!r} has no tokenizer, which onnx policies need")
    if weights is None:
        raise BadBundle(f"the policy {name!r} has no weights")
    if request.chat is None:
        raise UnsupportedPolicy(
            f"the policy {name!r} does not say how its model is spoken to, and an ONNX file "
            "holds no chat template: add `chat` to its policy.json"
        )
    for field in ("projector", "adapter"):
        if getattr(request, field) is not None:
            raise UnsupportedPolicy(f"onnx policies cannot have the {field} of {name!r}")
    with ThreadPoolExecutor(1, thread_name_prefix="trial") as beside:
        trial = beside.submit(verify_loads, weights, tokenizer, timeout_s=TRIAL_S)
        # The trial is a process of its own; the libraries come in meanwhile.
        for library in LIBRARIES:
            import_module(library)

        from runtime.engines.onnx.engine import OnnxEngine
        from runtime.engines.onnx.settings import OnnxSettings

        facts = trial.result()
    _check_listed(request, weights, facts.external_files)
    limits = request.limits
    return OnnxEngine(
        OnnxSettings(
            weights=weights,
            tokenizer=tokenizer,
            prompt_format=request.prompt_format,
            chat=request.chat,
            sampling=request.sampling,
            context_tokens=limits.context_of(request.context_tokens, facts.context_tokens),
            sessions=limits.sessions,
            threads=limits.threads_batch,
            kv_bytes=limits.kv_bytes,
            queue=limits.queue,
        )
    )


def _check_listed(request: LoadRequest, weights: Path, names: Iterable[str]) -> None:
    """A graph may read its weights from other files: only from those that were verified."""
    for name in names:
        if (weights.parent / name).resolve() not in request.files:
            raise BadBundle(
                f"{weights.name!r} of the policy {request.name!r} reads {name!r}, which its "
                "policy.json does not list: export it again"
            )


OFFER = EngineOffer(
    load=load,
    libraries=LIBRARIES,
    install=install_command("onnx"),
)
