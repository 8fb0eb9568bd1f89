"""One update of the policy from an iteration's lessons.

Every pass over the lessons ends in one optimizer step: steps that won and lost tries share cancel
only inside one gradient. Batches only bound the memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from trainer.optimizers import Optimizer
from trainer.process_group import ProcessGroup
from trainer.rl.losses import Clip, clipped_loss, divergence, is_clipped, truncated_weights
from trainer.rl.policy import Policy, PolicyScores
from trainer.rl.trajectories import WeightedReply


@dataclass(frozen=True, slots=True)
class Update:
    """`kl` is how strongly the policy is held to the one that training began with (0: not at all);
    `stale_cap` bounds the importance weights of replies that an older policy gave, or an engine.
    """

    passes: int = 1
    kl: float = 0.01
    stale_cap: float = 1.0
    batch_tokens: int = 8192


@dataclass(frozen=True, slots=True)
class Updated:
    """What an update came to, as means over the tokens of replies."""

    lessons: int = 0
    tokens: int = 0
    stale: int = 0
    entropy: float = 0.0
    clipped: float = 0.0
    kl: float = 0.0
    gradient: float = 0.0


@dataclass(slots=True)
class _Batch:
    """Some lessons as tensors, a value for each token of the replies."""

    lessons: list[WeightedReply]
    advantages: Tensor
    weights: Tensor
    old: Tensor
    importance: Tensor
    reference: Tensor | None


def update(
    policy: Policy,
    optimizer: Optimizer,
    lessons: Sequence[WeightedReply],
    *,
    iteration: int,
    rate_share: float = 1.0,
    clip: Clip,
    config: Update,
    reference: Policy | None = None,
    team: ProcessGroup | None = None,
) -> Updated:
    """Train on the lessons; what it came to. Without lessons, nothing happens.

    Replies that nobody told the log-probabilities of are taken for the reference's; without one, for
    the policy's own.
    All processes of a team are given the same lessons, and share the batches.
    """
    if not lessons:
        return Updated()
    team = team or ProcessGroup()
    batches = [
        _prepare(policy, some, iteration, config, reference)
        for some in team.share(list(batched(lessons, config.batch_tokens)))
    ]
    total = float(sum(lesson.weight * len(lesson.turn.reply) for lesson in lessons))
    seen, norm = torch.zeros(3, dtype=torch.float64), 0.0
    for _ in range(config.passes):
        entropy = clipped = kl = 0.0
        for batch in batches:
            scores = _score(policy, batch.lessons)
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
        figures = torch.tensor((entropy, clipped, kl), device=team.device)
        team.add_up_gradients(optimizer.weights, figures)
        seen += figures.cpu()
        norm = optimizer.step(rate_share)
    entropy, clipped, kl = (seen / (total * config.passes)).tolist()
    return Updated(
        lessons=len(lessons),
        tokens=sum(len(lesson.turn.reply) for lesson in lessons),
        stale=sum(_is_stale(lesson, iteration) for lesson in lessons),
        entropy=entropy,
        clipped=clipped,
        kl=kl,
        gradient=norm,
    )


def batched(lessons: Sequence[WeightedReply], most_tokens: int) -> Iterator[list[WeightedReply]]:
    """Lessons of like length together, at most so many tokens a batch, padding included."""
    batch: list[WeightedReply] = []
    for lesson in sorted(lessons, key=lambda lesson: lesson.size):
        # Sorted: the newest is the longest, and the others are padded to it.
        if batch and lesson.size * (len(batch) + 1) > most_tokens:
            yield batch
            batch = []
        batch.append(lesson)
    if batch:
        yield batch


def _prepare(
    policy: Policy,
    lessons: list[WeightedReply],
    iteration: int,
    config: Update,
    reference: Policy | None,
) -> _Batch:
    lengths = torch.tensor([len(lesson.turn.reply) for lesson in lessons])
    advantages = torch.tensor([lesson.advantage for lesson in lessons]).repeat_interleave(lengths)
    weights = torch.tensor([float(lesson.weight) for lesson in lessons]).repeat_interleave(lengths)
    with torch.no_grad():
        stale = [_is_stale(lesson, iteration) for lesson in lessons]
        now = _score(policy, lessons).log_probs if any(stale) else None
        untold = any(lesson.turn.log_probs is None for lesson in lessons)
        known = None
        if reference is not None and (config.kl > 0 or untold):
            known = _score(reference, lessons).log_probs.cpu()
        old, importance = _old(lessons, stale, now, known, config.stale_cap)
    device = next(policy.model.parameters()).device
    return _Batch(
        lessons,
        advantages.to(device),
        weights.to(device),
        old.to(device),
        importance.to(device),
        known.to(device) if known is not None and config.kl > 0 else None,
    )


def _old(
    lessons: Sequence[WeightedReply],
    stale: Sequence[bool],
    now: Tensor | None,
    known: Tensor | None,
    cap: float,
) -> tuple[Tensor, Tensor]:
    """The log-probabilities before the update, and the importance weights, for all tokens."""
    old: list[Tensor] = []
    importance: list[Tensor] = []
    start = 0
    for lesson, is_stale in zip(lessons, stale, strict=True):
        end = start + len(lesson.turn.reply)
        said = lesson.turn.log_probs
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


def _is_stale(lesson: WeightedReply, iteration: int) -> bool:
    return lesson.iteration < iteration or lesson.turn.log_probs is None


def _score(policy: Policy, lessons: Sequence[WeightedReply]) -> PolicyScores:
    return policy.score(
        [lesson.turn.prompt for lesson in lessons], [lesson.turn.reply for lesson in lessons]
    )
