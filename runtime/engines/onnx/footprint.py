"""What the memory of a graph takes, and how long a context fits into what it may take."""

from __future__ import annotations

from math import prod

from runtime.engines.onnx.graph import Graph
from runtime.engines.onnx.settings import OnnxSettings
from runtime.errors import UnsupportedPolicy

_CONTEXT = 4096  # where neither the bundle nor the graph says


def token_bytes(graph: Graph) -> int:
    """What one evaluated token takes."""
    return sum(prod(tensor.shape) * tensor.dtype().itemsize for tensor in graph.keys_values)


def state_bytes(graph: Graph) -> int:
    """What the recurrent states of one session take: as they are, as they become, and two marks."""
    return 4 * sum(prod(tensor.shape) * tensor.dtype().itemsize for tensor in graph.states)


def token_budget(settings: OnnxSettings, graph: Graph) -> int:
    """How many tokens all sessions may have together, beside their states."""
    left = settings.kv_bytes - (settings.sessions + 1) * state_bytes(graph)
    return max(0, left) // max(1, token_bytes(graph))


def choose_context(settings: OnnxSettings, graph: Graph) -> int:
    """The context that a policy is served with. `UnsupportedPolicy` if it cannot be had."""
    own, budget = graph.context_tokens, token_budget(settings, graph)
    wanted = settings.context_tokens
    if own and wanted > own:
        raise UnsupportedPolicy(
            f"{settings.weights.name} has positions for {own} tokens and is to be served with "
            f"{wanted}: lower context_tokens"
        )
    context = wanted or min(own or _CONTEXT, budget)
    if context > budget:
        raise UnsupportedPolicy(
            f"{context} tokens of {settings.weights.name} take "
            f"{context * token_bytes(graph) / 2**20:.0f} MB, and there is room for {budget} tokens in "
            f"{settings.kv_bytes / 2**20:.0f} MB: lower context_tokens or raise kv_bytes"
        )
    if context <= settings.sampling.max_reply_tokens:
        raise UnsupportedPolicy(
            f"a context of {context} tokens leaves {settings.weights.name} no room for a prompt "
            f"beside {settings.sampling.max_reply_tokens} of the reply: lower max_reply_tokens, or "
            "raise context_tokens or kv_bytes"
        )
    return context
