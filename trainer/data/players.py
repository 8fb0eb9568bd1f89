"""Episodes of whoever plays, on phones that are open at once: a policy's engine, or oracles over adb.

Judged by the tasks' own verifiers and kept with their outcome, solved or not. Where the phone or the
engine failed there is no episode, but a fault.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from typing import Protocol

from phoneworld import Catalogue
from runtime.episode import EnvironmentFault, Episode
from runtime.turn.decider import Decider
from runtime.turn.loop import turns
from trainer.data.collection import Made, item_of
from trainer.data.environments import Environment
from trainer.data.manifest import ShardEntry
from trainer.data.served import ServedTrial
from trainer.data.shards import PART, write_shard
from trainer.data.store import DatasetWriter
from trainer.data.trial_turns import RolloutTerms, TaskAttempt, open_rollout
from trainer.data.trials import FOREIGN, OFF, ORACLE, TrialFault, episode_id, solved_by_oracle
from trainer.errors import InvalidDataRequest

EPISODES_A_SHARD = 25
"""So many are kept at a time: playing is slow, and what is not kept is lost when it is interrupted."""
UNSOLVED = "not solved: "


class Player(Protocol):
    """Has trials carried out. Any thread may ask."""

    @property
    def name(self) -> str:
        """The name that its episodes carry."""
        ...

    def play(self, attempt: TaskAttempt, limit: int, label: str) -> Episode | TrialFault:
        """A whole episode of at most so many steps."""
        ...


@dataclass(frozen=True, slots=True)
class PolicyPlayer:
    """A policy, by whoever decides for it."""

    name: str
    decider: Decider
    stopped: threading.Event
    terms: RolloutTerms = field(default_factory=RolloutTerms)

    def play(self, attempt: TaskAttempt, limit: int, label: str) -> Episode | TrialFault:
        task = attempt.task.name
        session = episode_id(task, label)
        rollout = open_rollout(attempt, limit, self.terms)
        for _ in turns(rollout.machine, self.decider, session):
            if self.stopped.is_set():
                return TrialFault(task, label, "interrupted")
        if isinstance(rollout.machine.ending, EnvironmentFault):
            return TrialFault(task, label, rollout.machine.ending.error)
        return rollout.episode(self.name, session)


@dataclass(frozen=True, slots=True)
class OraclePlayer:
    """The tasks' oracles, on phones that are served over adb."""

    name: str = ORACLE

    def play(self, attempt: TaskAttempt, limit: int, label: str) -> Episode | TrialFault:
        del limit
        if not isinstance(attempt, ServedTrial):
            raise TypeError(
                "oracles look into PhoneWorld phones; in this process `collect` asks them"
            )
        return solved_by_oracle(attempt.inner, label, judge=attempt.judge)


def collect_played(
    collection: DatasetWriter,
    tasks: Sequence[str],
    environment: Environment,
    player: Player,
    *,
    catalogue: Catalogue,
    label: str,
    split: str,
    realism: str = OFF,
    jobs: int = 1,
    only_successes: bool = False,
    stopped: threading.Event | None = None,
    on_progress: Callable[[Made], None] | None = None,
) -> None:
    """Add the episodes of tasks that a data set has none of yet, a shard at a time; `label` tells them
    from others' episodes of the same tasks.

    What was played is kept also when playing is interrupted. With `only_successes`, an episode that
    was not solved is counted as a fault and not tried again.
    """
    collection.add_catalogue(catalogue.facts())
    waiting = unplayed(collection, tasks, label)
    episodes: list[Episode] = []
    faults: list[TrialFault] = []

    def keep() -> None:
        made = keep_shard(
            collection, episodes, faults, player.name, catalogue, split=split, realism=realism
        )
        episodes.clear()
        faults.clear()
        if on_progress is not None:
            on_progress(made)

    try:
        for played in play_all(waiting, environment, player, label, jobs=jobs, stopped=stopped):
            match played:
                case TrialFault():
                    faults.append(played)
                case Episode() if only_successes and not _solved(played):
                    faults.append(TrialFault(played.task, label, f"{UNSOLVED}{_reason(played)}"))
                case Episode():
                    episodes.append(played)
            if len(episodes) + len(faults) >= EPISODES_A_SHARD:
                keep()
    finally:
        if episodes or faults:
            keep()


def unplayed(collection: DatasetWriter, tasks: Sequence[str], label: str) -> list[str]:
    """The tasks that there is neither an episode of nor the word that it was not solved."""
    manifest = collection.manifest
    there = manifest.ids() | {
        fault.id for fault in manifest.faults if fault.error.startswith(UNSOLVED)
    }
    return [task for task in tasks if episode_id(task, label) not in there]


def play_all(
    tasks: Sequence[str],
    environment: Environment,
    player: Player,
    label: str,
    *,
    jobs: int,
    stopped: threading.Event | None = None,
) -> Iterator[Episode | TrialFault]:
    """What comes of each task, in the order in which they end; each phone has a thread of its own."""
    if jobs < 1:
        raise InvalidDataRequest(f"--workers is how many phones there are: 1 or more, not {jobs}")
    stopped = stopped or threading.Event()
    capacity = environment.capacity
    lock = threading.Lock()

    def play(task: str) -> Episode | TrialFault | None:
        if stopped.is_set():
            return None
        with lock:  # environments are not for several threads at once
            try:
                attempt, limit = environment.reset(task), environment.limit(task)
            except FOREIGN as error:
                return TrialFault(task, label, f"{type(error).__name__}: {error}")
        try:
            return player.play(attempt, limit, label)
        except FOREIGN as error:
            return TrialFault(task, label, f"{type(error).__name__}: {error}")
        finally:
            with lock:
                environment.release(attempt)

    at_once = jobs if capacity is None else min(jobs, capacity)
    with ThreadPoolExecutor(at_once, thread_name_prefix="phone") as pool:
        try:
            for future in as_completed([pool.submit(play, task) for task in tasks]):
                played = future.result()
                if played is not None and not (isinstance(played, TrialFault) and stopped.is_set()):
                    yield played
        finally:
            # Whoever has seen enough, or pressed Ctrl-C, waits for no more than a step.
            stopped.set()
            pool.shutdown(wait=True, cancel_futures=True)


def keep_shard(
    collection: DatasetWriter,
    episodes: Sequence[Episode],
    faults: Sequence[TrialFault],
    source: str,
    catalogue: Catalogue,
    *,
    split: str,
    realism: str,
) -> Made:
    """Add a shard of episodes by `source`, and what gave none."""
    if not episodes:
        collection.add_faults(tuple(faults))
        return Made(None, None, tuple(faults))
    named = [replace(episode, policy=source) for episode in episodes]
    part = write_shard(collection.shards, collection.next_name(), named)
    listed = tuple(item_of(episode, catalogue) for episode in named)
    entry = ShardEntry(part.name.removesuffix(PART), source, split, realism, listed)
    collection.add(part, entry, tuple(faults))
    return Made(part, entry, tuple(faults))


def _solved(episode: Episode) -> bool:
    return episode.outcome is not None and episode.outcome.success is True


def _reason(episode: Episode) -> str:
    judgement = None if episode.outcome is None else episode.outcome.judgement
    return "; ".join(judgement.reasons[:3]) if judgement is not None else "nobody judged it"
