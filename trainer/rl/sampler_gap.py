"""Whether replies were sampled from the policy that is trained: their log-probabilities tell.

A server that holds other weights, or tells the odds before the temperature, would teach nothing and say
nothing. So some replies of every iteration are scored again, also where none of them is learnt from.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from trainer.rl.policy import Policy
from trainer.rl.policy_update import batched
from trainer.rl.sampling_server import SamplerError
from trainer.rl.trajectories import TrajectoryGroup, WeightedReply

_MOST_REPLIES = 32


def sampler_gap(policy: Policy, groups: Sequence[TrajectoryGroup], *, batch_tokens: int) -> float:
    """How far, in nats and on average over tokens, the log-probabilities that replies came with are from
    the policy's own; 0 where no reply has any.
    """
    known = [
        turn
        for group in groups
        for each in group.tries
        for turn in each.turns
        if turn.log_probs is not None
    ]
    chosen = known[:: max(1, -(-len(known) // _MOST_REPLIES))]
    gap, tokens = 0.0, 0
    for batch in batched([WeightedReply(turn, 0.0, 1, 0) for turn in chosen], batch_tokens):
        turns = [sample.turn for sample in batch]
        with torch.no_grad():
            own = policy.score([each.prompt for each in turns], [each.reply for each in turns])
        told = torch.tensor([value for each in turns for value in each.log_probs or ()])
        gap += float((own.log_probs.cpu() - told).abs().sum())
        tokens += len(told)
    return gap / tokens if tokens else 0.0


def check_gap(gap: float, most: float) -> None:
    """Refuse to learn from replies that another policy gave."""
    if gap > most:
        raise SamplerError(
            f"the sampler's log-probabilities are {gap:.3f} nats from the policy's own, on average: it "
            "samples from other weights, or tells odds before the temperature; let it serve the folder "
            "of --init, with --logprobs-mode processed_logprobs and --generation-config vllm"
        )
