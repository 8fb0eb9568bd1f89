"""How learning rates go over a training: up, level, then down in a straight line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScheduleConfig:
    """Learning rates rise over so many steps, and fall to zero over the last share of all steps.

    From step `lower_from` on they are only `lower_share` of what they were: few tokens of a decision
    have a loss, and what they ask for differs more from step to step.
    """

    warmup_steps: int = 60
    decay_share: float = 0.4
    lower_from: int = 0
    lower_share: float = 1.0


def rate_share(step: int, steps: int, schedule: ScheduleConfig) -> float:
    """Which share of the learning rates a step (from 0) of so many has."""
    rising = min(1.0, (step + 1) / max(schedule.warmup_steps, 1))
    falling = (steps - step) / max(schedule.decay_share * steps, 1.0)
    level = schedule.lower_share if step >= schedule.lower_from else 1.0
    return level * min(rising, falling, 1.0)
