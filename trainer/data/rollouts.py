"""A trial carried out by whoever decides, and how many steps it may take."""

from __future__ import annotations

from runtime.episode import Episode
from runtime.turn.decider import Decider
from runtime.turn.driving import turns
from trainer.data.trial_turns import RolloutTerms, Trying, open_rollout
from trainer.data.trials import oracle_steps

LIMIT_IF_UNKNOWN = 50


def run_episode(
    trying: Trying,
    decider: Decider,
    *,
    limit: int | None = None,
    policy: str = "policy",
    terms: RolloutTerms | None = None,
) -> Episode:
    """One trial to its end: at most `limit` steps, `step_limit` by default."""
    name = trying.task.name
    rollout = open_rollout(trying, step_limit(name) if limit is None else limit, terms)
    for _ in turns(rollout.machine, decider, name):
        pass
    return rollout.episode(policy)


def step_limit(task: str) -> int:
    """How many steps a policy gets for a task (`contacts.add#7`): some more than the oracle takes."""
    steps = oracle_steps(task)
    return LIMIT_IF_UNKNOWN if steps is None else 2 * steps + 5
