"""What an episode is worth. The verifier's word decides; what the policy says of itself only costs."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.episode import EnvironmentFault, Outcome


@dataclass(frozen=True, slots=True)
class Rewards:
    """`false_done` is taken from a try that claims to be done and is not. `efficiency` is how much of
    a success is lost to a try that takes all the steps it may: 0 pays every success alike.
    """

    success: float = 1.0
    failure: float = 0.0
    false_done: float = 0.1
    efficiency: float = 0.0


def reward_of(outcome: Outcome | None, *, steps: int, limit: int, rewards: Rewards) -> float | None:
    """The reward of an episode of so many steps; None where the environment spoiled it."""
    if outcome is None or isinstance(outcome.ending, EnvironmentFault) or outcome.success is None:
        return None
    if outcome.success:
        return rewards.success * (1 - rewards.efficiency * min(1.0, steps / max(1, limit)))
    return rewards.failure - (rewards.false_done if outcome.false_done else 0.0)
