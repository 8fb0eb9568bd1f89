"""Policies as GGUF files: from a bundle to its engine."""

from __future__ import annotations

from runtime.engine import Engine
from runtime.engines.offer import EngineOffer, LoadRequest
from runtime.errors import BadBundle
from runtime.install_words import install_command
from runtime.prompts.format import ChatMarkup

TRIAL_S = 300.0


def load(request: LoadRequest) -> Engine:
    """The engine of a policy, after its files were tried."""
    from runtime.engines.gguf.chat_template import markup_of
    from runtime.engines.gguf.engine import GgufEngine
    from runtime.engines.gguf.settings import GgufSettings
    from runtime.engines.gguf.trial import verify_loads

    weights, projector, adapter = request.weights, request.projector, request.adapter
    if weights is None:
        raise BadBundle(f"the policy {request.name!r} has no weights")
    # In a child first: a hostile file ends that, not the server.
    facts = verify_loads(weights, projector=projector, adapter=adapter, timeout_s=TRIAL_S)
    chat = request.chat
    if chat is None:
        template = facts.chat_template
        chat = markup_of(template, bos=facts.bos, eos=facts.eos) if template else ChatMarkup()
    limits = request.limits
    return GgufEngine.load(
        GgufSettings(
            weights=weights,
            prompt_format=request.prompt_format,
            projector=projector,
            adapter=adapter,
            chat=chat,
            sampling=request.sampling,
            context_tokens=limits.context_of(request.context_tokens, facts.context_tokens),
            sessions=limits.sessions,
            parallel=limits.sessions,
            threads=limits.threads,
            threads_batch=limits.threads_batch,
            kv_bytes=limits.kv_bytes,
            queue=limits.queue,
        )
    )


OFFER = EngineOffer(
    load=load,
    libraries=("llama_cpp", "llguidance", "jinja2", "numpy"),
    install=install_command("gguf"),
    needs_projector=True,
)
