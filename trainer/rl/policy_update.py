"""One update of the policy from an iteration's weighted replies.

Every pass over them ends in one optimizer step: steps that won and lost tries share cancel only inside
one gradient. Batches only bound the memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from trainer.optimizers import Optimizer
from trainer.process_group import ProcessGroup
from trainer.rl.losses import Clip, clipped_loss, divergence, is_clipped, truncated_weights
from trainer.rl.policy import Policy, PolicyScores, ReplyScorer
from trainer.rl.trajectories import WeightedReply


class Rehearsal(Protocol):
    """Something else that is trained on beside rewards."""

    def add_gradients(self, step: int) -> float:
        """Add the gradients of the batch of a step (from 0); its mean loss."""
        ...


@dataclass(frozen=True, slots=True)
class Update:
    """`kl` is how strongly the policy is held to the one that training began with (0: not at all);
    `stale_cap` bounds the importance weights of replies that an older policy gave, an engine or a
    sampling server.
    """

    passes: int = 1
    kl: float = 0.01
    stale_cap: float = 1.0
    batch_tokens: int = 8192


@dataclass(frozen=True, slots=True)
class Updated:
    """What an update came to, as means over the tokens of replies; `steps` are the optimizer's, and
    `rehearsed` is the loss of what was trained on beside it.
    """

    samples: int = 0
    tokens: int = 0
    stale: int = 0
    entropy: float = 0.0
    clipped: float = 0.0
    kl: float = 0.0
    gradient: float = 0.0
    steps: int = 0
    rehearsed: float = 0.0


@dataclass(slots=True)
class _Batch:
    """Some weighted replies as tensors, a value for each of their tokens."""

    samples: list[WeightedReply]
    advantages: Tensor
    weights: Tensor
    old: Tensor
    importance: Tensor
    reference: Tensor | None


def update(
    policy: Policy,
    optimizer: Optimizer,
    samples: Sequence[WeightedReply],
    *,
    iteration: int,
    rate_share: float = 1.0,
    clip: Clip,
    config: Update,
    reference: ReplyScorer | None = None,
    process_group: ProcessGroup | None = None,
    rehearsal: Rehearsal | None = None,
    elsewhere: bool = False,
) -> Updated:
    """Train on the samples and report it. Without samples and rehearsal, nothing happens.

    Replies without log-probabilities are taken for the reference's; without one, for
    the policy's own. Where log-probabilities were computed `elsewhere`, replies of this iteration are
    weighed as stale ones are.
    All processes of a group are given the same samples, and share the batches.
    """
    if not samples and rehearsal is None:
        return Updated()
    process_group = process_group or ProcessGroup()
    batches = [
        _prepare(policy, some, iteration, config, reference, elsewhere=elsewhere)
        for some in process_group.share(list(batched(samples, config.batch_tokens)))
    ]
    total = float(sum(sample.weight * len(sample.turn.reply) for sample in samples))
    # Without samples there is nothing to make a mean of.
    total = total or 1.0
    seen, norm, rehearsed = torch.zeros(3, dtype=torch.float64), 0.0, 0.0
    for number in range(config.passes):
        entropy = clipped = kl = 0.0
        for batch in batches:
            scores = _score(policy, batch.samples)
            new = scores.log_probs
            losses = clipped_loss(new, batch.old, batch.advantages, clip) * batch.importance
            if batch.reference is not None:
                away = divergence(new, batch.reference)
                losses = losses + config.kl * away
                kl += float((away.detach() * batch.weights).sum())
            ((losses * batch.weights).sum() / total).backward()
            entropy += float((scores.entropies * batch.weights).sum())
            lost = is_clipped(new.detach(), batch.old, batch.advantages, clip)
            clipped += float((lost * batch.weights).sum())
        if rehearsal is not None:
            rehearsed += rehearsal.add_gradients((iteration - 1) * config.passes + number)
        figures = torch.tensor((entropy, clipped, kl), device=process_group.device)
        process_group.add_up_gradients(optimizer.weights, figures)
        seen += figures.cpu()
        norm = optimizer.step(rate_share)
    entropy, clipped, kl = (seen / (total * config.passes)).tolist()
    return Updated(
        samples=len(samples),
        tokens=sum(len(sample.turn.reply) for sample in samples),
        stale=sum(_is_stale(sample, iteration) for sample in samples),
        entropy=entropy,
        clipped=clipped,
        kl=kl,
        gradient=norm,
        steps=config.passes,
        rehearsed=rehearsed / config.passes,
    )


def batched(samples: Sequence[WeightedReply], most_tokens: int) -> Iterator[list[WeightedReply]]:
    """Lessons of like length together, at most so many tokens a batch, padding included."""
    batch: list[WeightedReply] = []
    for sample in sorted(samples, key=lambda sample: sample.size):
        # Sorted: the newest is the longest, and the others are padded to it.
        if batch and sample.size * (len(batch) + 1) > most_tokens:
            yield batch
            batch = []
        batch.append(sample)
    if batch:
        yield batch


def _prepare(
    policy: Policy,
    samples: list[WeightedReply],
    iteration: int,
    config: Update,
    reference: ReplyScorer | None,
    *,
    elsewhere: bool,
) -> _Batch:
    lengths = torch.tensor([len(sample.turn.reply) for sample in samples])
    advantages = torch.tensor([sample.advantage for sample in samples]).repeat_interleave(lengths)
    weights = torch.tensor([float(sample.weight) for sample in samples]).repeat_interleave(lengths)
    with torch.no_grad():
        stale = [elsewhere or _is_stale(sample, iteration) for sample in samples]
        now = _score(policy, samples).log_probs if any(stale) else None
        any_unknown = any(sample.turn.log_probs is None for sample in samples)
        known = None
        if reference is not None and (config.kl > 0 or any_unknown):
            known = _score(reference, samples).log_probs.cpu()
        old, importance = _old(samples, stale, now, known, config.stale_cap)
    device = next(policy.model.parameters()).device
    return _Batch(
        samples,
        advantages.to(device),
        weights.to(device),
        old.to(device),
        importance.to(device),
        known.to(device) if known is not None and config.kl > 0 else None,
    )


def _old(
    samples: Sequence[WeightedReply],
    stale: Sequence[bool],
    now: Tensor | None,
    known: Tensor | None,
    cap: float,
) -> tuple[Tensor, Tensor]:
    """The log-probabilities before the update, and the importance weights, for all tokens."""
    old: list[Tensor] = []
    importance: list[Tensor] = []
    start = 0
    for sample, is_stale in zip(samples, stale, strict=True):
        end = start + len(sample.turn.reply)
        said = sample.turn.log_probs
        behaviour = None if said is None else torch.tensor(said)
        if is_stale and now is not None:
            here = now[start:end].cpu()
            old.append(here)
            if behaviour is None:
                behaviour = here if known is None else known[start:end]
            importance.append(truncated_weights(here, behaviour, cap))
        elif behaviour is not None:
            old.append(behaviour)
            importance.append(torch.ones_like(behaviour))
        start = end
    return torch.cat(old), torch.cat(importance)


def _is_stale(sample: WeightedReply, iteration: int) -> bool:
    return sample.iteration < iteration or sample.turn.log_probs is None


def _score(policy: ReplyScorer, samples: Sequence[WeightedReply]) -> PolicyScores:
    return policy.score(
        [sample.turn.prompt for sample in samples], [sample.turn.reply for sample in samples]
    )
