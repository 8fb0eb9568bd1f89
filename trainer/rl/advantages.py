"""How much better a reply was than what the group did otherwise: pure functions of rewards.

Tries at one task share many steps. Where several tries of a group saw the same prompt, what counts is
how the tries that gave this reply ended against all that saw the prompt: Q(s, a) - V(s). A step that
won and lost tries share so gets what it deserves, in one lesson, instead of pulling both ways. Where
only one try saw a prompt, its whole advantage over the group stands in, scaled down: who knows which
of its steps did it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from runtime.engine import TokenTrace
from trainer.rl.trajectories import Tokens, Trajectory, WeightedReply

NOTHING = 1e-9
"""Advantages below this teach nothing."""


@dataclass(frozen=True, slots=True)
class Credit:
    """How advantages are made.

    `alone` scales those of steps that one try took alone, `negative` those below zero (less than 1
    spares a policy that is still weak). With `by_deviation`, rewards are divided by their standard
    deviation in the group.
    """

    alone: float = 0.5
    negative: float = 1.0
    by_deviation: bool = False


def trajectory_advantages(
    rewards: Sequence[float], *, by_deviation: bool = False
) -> tuple[float, ...]:
    """Each reward less the group's mean: they sum to zero. All zero where all rewards are equal."""
    if not rewards or max(rewards) - min(rewards) < NOTHING:
        return (0.0,) * len(rewards)
    mean = sum(rewards) / len(rewards)
    advantages = tuple(reward - mean for reward in rewards)
    if not by_deviation:
        return advantages
    deviation = sqrt(sum(advantage**2 for advantage in advantages) / len(advantages))
    return tuple(advantage / deviation for advantage in advantages)


def has_signal(rewards: Sequence[float]) -> bool:
    """Whether a group's tries differ, so that something can be learnt from them."""
    return any(trajectory_advantages(rewards))


def weighted_replies(
    tries: Sequence[Trajectory], credit: Credit | None = None
) -> list[WeightedReply]:
    """What a group teaches, equal (prompt, reply) steps merged; nothing where all ended alike.

    On a prompt that several tries saw, advantages weighted by `weight` sum to zero, unless
    `negative` says otherwise.
    """
    credit = credit or Credit()
    rewards = [trajectory.reward for trajectory in tries]
    advantages = trajectory_advantages(rewards, by_deviation=credit.by_deviation)
    samples: list[WeightedReply] = []
    for replies in _by_prompt(tries).values():
        voices = [number for said in replies.values() for number in said.tries]
        value = _mean([advantages[number] for number in voices])
        # A try that says two things to one prompt (it came round again) is still one try.
        shared = len(set(voices)) > 1
        for said in replies.values():
            quality = _mean([advantages[number] for number in said.tries])
            advantage = quality - value if shared else credit.alone * quality
            if advantage < 0:
                advantage *= credit.negative
            if abs(advantage) > NOTHING:
                iteration = tries[said.tries[0]].iteration
                samples.append(WeightedReply(said.turn, advantage, len(said.tries), iteration))
    return samples


@dataclass(slots=True)
class _Said:
    """A reply to a prompt, and the numbers of the tries that gave it."""

    turn: TokenTrace
    tries: list[int]


def _by_prompt(tries: Sequence[Trajectory]) -> dict[Tokens, dict[Tokens, _Said]]:
    prompts: dict[Tokens, dict[Tokens, _Said]] = {}
    for number, trajectory in enumerate(tries):
        for turn in trajectory.turns:
            replies = prompts.setdefault(turn.prompt, {})
            said = replies.setdefault(turn.reply, _Said(turn, []))
            if number not in said.tries:
                said.tries.append(number)
    return prompts


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
