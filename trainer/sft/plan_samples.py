"""Lessons in planning: a goal and the steps that reached it, without the screens in between.

What is done next depends on the goal and on what was done before more than on the screen, and a whole
episode of such lines is shorter than one screen: so many more goals are read in the same time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trainer.sft.batches import BatchOrder
from trainer.sft.config import PlanningConfig
from trainer.sft.samples import TrainingSequence
from trainer.sft.tokens import DrawnSample, TokenSet


@dataclass(frozen=True, slots=True)
class _Plan:
    """The sample whose prompt tells of all steps of its episode, and where in it the goal ends."""

    sample: int
    goal_end: int


class PlanSamples:
    """One episode each: its goal, then its steps, which have the loss."""

    def __init__(self, tokens: TokenSet, config: PlanningConfig, *, seed: int) -> None:
        self._tokens = tokens
        self._seed = seed
        self._begin = config.begin
        self._counted_until = config.begin + config.steps
        self._plans = find_plans(tokens)
        lengths = [_stable_length(tokens, plan.sample) for plan in self._plans]
        self._order = BatchOrder(lengths, budget=config.batch_tokens, seed=seed)

    def rows(self, step: int) -> list[TrainingSequence]:
        """The batch of a step of the whole training."""
        epoch, chosen = self._order.batch(max(step - self._begin, 0))
        plans = [self._plans[index] for index in chosen]
        drawn = [self._tokens.draw(plan.sample, (self._seed, epoch)) for plan in plans]
        known = [
            np.arange(plan.goal_end + _longer(self._tokens, plan, shown) - 1, shown.stable - 1)
            for plan, shown in zip(plans, drawn, strict=True)
        ]
        share = 1 / max(sum(map(len, known)), 1)
        # Once decisions are learnt again, the loss that is logged is theirs.
        counts = step < self._counted_until
        return [
            TrainingSequence(
                shown.tokens[: shown.stable],
                places,
                np.full(len(places), share, np.float32),
                len(places) if counts else 0,
            )
            for shown, places in zip(drawn, known, strict=True)
        ]


def find_plans(tokens: TokenSet) -> list[_Plan]:
    """The last sample of every episode, if its prompt has a step in its history."""
    plans: list[_Plan] = []
    goal_end = 0
    for sample in range(len(tokens)):
        episode = tokens.episode(sample)
        if sample == 0 or tokens.episode(sample - 1) != episode:
            goal_end = _stable_length(tokens, sample)
        is_last = sample == len(tokens) - 1 or tokens.episode(sample + 1) != episode
        if is_last and _stable_length(tokens, sample) > goal_end:
            plans.append(_Plan(sample, goal_end))
    return plans


def _longer(tokens: TokenSet, plan: _Plan, shown: DrawnSample) -> int:
    """By how many tokens the goal that was drawn is longer than the episode's own."""
    return shown.stable - _stable_length(tokens, plan.sample)


def _stable_length(tokens: TokenSet, sample: int) -> int:
    return tokens.length(sample) - tokens.newest_length(sample)
