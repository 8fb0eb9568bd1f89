"""What a model's evaluated tokens take, found by evaluating two, and how many of them may be kept.

Asking the model itself holds for every architecture: attention takes memory for each token, recurrent
layers for each sequence, hybrids for both; and only some memories can be cut back.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from runtime.engines.gguf.context import Context, ContextSize, Stretch
from runtime.engines.gguf.model import Model
from runtime.errors import UnsupportedPolicy

_log = logging.getLogger(__name__)
_GRAIN = 256
"""llama.cpp rounds the number of cells up to a multiple of this."""
_MOST_SEQUENCES = 256


@dataclass(frozen=True, slots=True)
class Footprint:
    """What tokens and sequences take, and whether a sequence can be cut back to an earlier token."""

    token_bytes: int
    sequence_bytes: int
    trims: bool


def measure(model: Model) -> Footprint:
    """Evaluate two tokens and look."""
    context = Context(model, ContextSize(cells=_GRAIN, sequences=1, batch=8))
    try:
        sizes = [_measured_size(context, position) for position in (0, 1)]
        trims = context.trim(0, 1)
    finally:
        context.close()
    token = max(0, sizes[1] - sizes[0])
    return Footprint(token, max(0, sizes[0] - token), trims)


def _measured_size(context: Context, position: int) -> int:
    code = context.evaluate([Stretch(0, position, [0], ask=True)])
    if code:
        raise UnsupportedPolicy(
            f"llama.cpp loads this policy but cannot evaluate a token with it (code {code}): "
            "its file is damaged, or of a kind that does not generate text"
        )
    return context.sequence_bytes(0)


@dataclass(frozen=True, slots=True)
class Room:
    """What fits: `cells` for tokens in all, `sessions` kept, `parallel` answered together."""

    cells: int
    sessions: int
    parallel: int

    @property
    def sequences(self) -> int:
        """One for what all prompts begin with, one for each session kept and each question asked."""
        return 1 + self.sessions + self.parallel


def divide(
    footprint: Footprint, *, kv_bytes: int, context_tokens: int, sessions: int, parallel: int
) -> Room:
    """As many sessions as wanted if they fit, fewer if they do not; `UnsupportedPolicy` for none."""
    parallel = max(1, min(parallel, sessions, _MOST_SEQUENCES // 2 - 1))
    sessions = asked = max(1, min(sessions, _MOST_SEQUENCES - 1 - parallel))
    least = min(context_tokens, _GRAIN)
    while True:
        room = Room(0, sessions, parallel)
        left = kv_bytes - room.sequences * footprint.sequence_bytes
        # Half of it at least for tokens: sequences without any are of no use.
        enough = left >= least * footprint.token_bytes and left * 2 >= kv_bytes
        if enough or sessions == 1:
            break
        sessions -= 1
        parallel = min(parallel, sessions)
    wanted = context_tokens * (sessions + 1)
    cells = min(wanted, max(0, left) // footprint.token_bytes) if footprint.token_bytes else wanted
    cells = cells // _GRAIN * _GRAIN if cells >= _GRAIN else 0
    if left < 0 or not cells:
        needs = 3 * footprint.sequence_bytes + _GRAIN * footprint.token_bytes
        raise UnsupportedPolicy(
            f"the memory allowed for evaluated tokens, {kv_bytes:,} bytes, is too little for this "
            f"policy: one session of {_GRAIN} tokens takes {needs:,}; allow more"
        )
    if sessions < asked:
        _log.info("%d sessions are kept, not %d: more do not fit", sessions, asked)
    return Room(cells, sessions, parallel)
