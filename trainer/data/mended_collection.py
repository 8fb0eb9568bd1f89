"""Collects what a policy's own slips teach: it plays many tasks at once, and oracles mend what fails."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from runtime.episode import EnvironmentFault, Episode
from runtime.turn.decider import Decider
from trainer.data.collection import Made
from trainer.data.lockstep import RolloutMember, play_in_lockstep
from trainer.data.mending import FailedTry, lessons_of
from trainer.data.players import keep_shard
from trainer.data.store import DatasetWriter
from trainer.data.trial_turns import TrialRollout, open_rollout
from trainer.data.trials import FOREIGN, OFF, TrialFault, Trials, episode_id

TASKS_A_SHARD = 50
_PolicyTry = RolloutMember[TrialRollout | TrialFault]
SOLVED = "solved: "
"""How the word on a task begins that needed no mending: it is not played again."""


@dataclass(frozen=True, slots=True)
class SlipTerms:
    """Whose slips, at which level of realism, and how many phones are under way at once."""

    player: str
    realism: str = OFF
    jobs: int = 32

    @property
    def label(self) -> str:
        """What tells these episodes from others' of the same tasks."""
        return f"{self.realism} slips of {self.player}"


def collect_mended(
    collection: DatasetWriter,
    tasks: Sequence[str],
    trials: Trials,
    decider: Decider,
    terms: SlipTerms,
    *,
    split: str,
    on_progress: Callable[[Made], None] | None = None,
) -> None:
    """Add what is learnt from the slips in these tasks; a task that was played is not played again."""
    collection.add_catalogue(trials.catalogue.facts())
    waiting = unmended(collection, tasks, terms)
    for start in range(0, len(waiting), TASKS_A_SHARD):
        episodes: list[Episode] = []
        faults: list[TrialFault] = []
        shard = waiting[start : start + TASKS_A_SHARD]
        for played in play_by_policy(shard, trials, decider, terms):
            found = _lessons(played, trials, terms)
            episodes += found
            if not found:
                faults.append(_nothing_learnt(played, terms))
        made = keep_shard(
            collection,
            episodes,
            faults,
            f"oracles mending {terms.player}",
            trials.catalogue,
            split=split,
            realism=terms.realism,
        )
        if on_progress is not None:
            on_progress(made)


def unmended(collection: DatasetWriter, tasks: Sequence[str], terms: SlipTerms) -> list[str]:
    """The tasks that were not played yet."""
    there = {episode.rpartition("+")[0] for episode in collection.manifest.ids()}
    there |= {fault.id for fault in collection.manifest.faults}
    return [task for task in tasks if episode_id(task, terms.label) not in there]


def play_by_policy(
    tasks: Sequence[str], trials: Trials, decider: Decider, terms: SlipTerms
) -> Iterator[Episode | TrialFault]:
    """The policy's episodes, in the order in which they end."""
    waiting = deque(tasks)

    def open_next(live: Sequence[_PolicyTry]) -> _PolicyTry | None:
        if not waiting or len(live) >= terms.jobs:
            return None
        task = waiting.popleft()
        opened = _open(task, trials, terms)
        return RolloutMember(task, opened, None if isinstance(opened, TrialFault) else opened)

    for one in play_in_lockstep(decider, open_next):
        yield one.opened if isinstance(one.opened, TrialFault) else _ended(one.opened, terms)


def _open(task: str, trials: Trials, terms: SlipTerms) -> TrialRollout | TrialFault:
    try:
        rollout = open_rollout(trials.open(task, terms.realism), trials.step_limit(task))
        rollout.machine.advance()
    except FOREIGN as error:
        return TrialFault(task, terms.label, f"{type(error).__name__}: {error}")
    return rollout


def _ended(rollout: TrialRollout, terms: SlipTerms) -> Episode | TrialFault:
    task, ending = rollout.attempt.task.name, rollout.machine.ending
    try:
        if isinstance(ending, EnvironmentFault):
            return TrialFault(task, terms.label, ending.error)
        return rollout.episode(terms.player)
    finally:
        rollout.attempt.device.close()


def _lessons(played: Episode | TrialFault, trials: Trials, terms: SlipTerms) -> list[Episode]:
    failed = FailedTry.of(played, terms.realism) if isinstance(played, Episode) else None
    if failed is None:
        return []
    # Named after the player, so that another's slips in the same task are other episodes.
    return [
        replace(lesson, id=f"{episode_id(failed.task, terms.label)}+{lesson.id.rpartition('+')[2]}")
        for lesson in lessons_of(failed, trials)
    ]


def _nothing_learnt(played: Episode | TrialFault, terms: SlipTerms) -> TrialFault:
    if isinstance(played, TrialFault):
        return played
    solved = played.outcome is not None and played.outcome.success
    why = f"{SOLVED}nothing to mend" if solved else "not mended: the oracle found no way"
    return TrialFault(played.task, terms.label, why)
