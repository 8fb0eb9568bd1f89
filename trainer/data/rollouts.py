"""A trial carried out by whoever decides, and how many steps it may take."""

from __future__ import annotations

from runtime.episode import Episode
from runtime.turn.decider import Decider
from runtime.turn.loop import turns
from trainer.data.trial_turns import RolloutTerms, TaskAttempt, open_rollout


def run_episode(
    attempt: TaskAttempt,
    decider: Decider,
    *,
    limit: int,
    policy: str = "policy",
    terms: RolloutTerms | None = None,
) -> Episode:
    """One trial to its end: at most `limit` steps."""
    rollout = open_rollout(attempt, limit, terms)
    for _ in turns(rollout.machine, decider, attempt.task.name):
        pass
    return rollout.episode(policy)
