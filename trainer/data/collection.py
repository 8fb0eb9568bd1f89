"""Episodes from oracles, in several processes: planned, made, counted in, and resumed.

A unit of work is a shard's worth of tasks. Workers write shards under a name that does not count;
only this process counts them in, so that whatever is killed, nothing half-made is ever read.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from phoneworld import Catalogue, Task, parse_task_name
from runtime.episode import Episode
from trainer.data.manifest import EpisodeEntry, ShardEntry
from trainer.data.shards import PART, write_shard
from trainer.data.store import DatasetWriter
from trainer.data.trials import ORACLE, TrialFault, Trials, episode_id, oracle_episode
from trainer.errors import DataError
from trainer.vision.screenshots import ScreenshotRenderer

TASKS_A_SHARD = 200


@dataclass(frozen=True, slots=True)
class Unit:
    """The tasks of one shard to be."""

    catalogue: Catalogue
    folder: Path
    name: str
    tasks: tuple[str, ...]
    split: str
    realism: str
    screenshots: bool | ScreenshotRenderer


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a unit: a shard that waits to be counted in (none if all were faults)."""

    part: Path | None
    entry: ShardEntry | None
    faults: tuple[TrialFault, ...]


def missing_tasks(collection: DatasetWriter, tasks: Sequence[Task], realism: str) -> list[Task]:
    """The tasks that a data set has no episode of yet."""
    there = collection.manifest.ids()
    return [task for task in tasks if episode_id(task.name, realism) not in there]


def collect(
    collection: DatasetWriter,
    tasks: Sequence[Task],
    trials: Trials,
    *,
    split: str,
    realism: str = "off",
    screenshots: bool | ScreenshotRenderer = False,
    workers: int = 1,
    tasks_a_shard: int = TASKS_A_SHARD,
    on_progress: Callable[[Made], None] | None = None,
) -> None:
    """Add the oracles' episodes of tasks; what is there already is not made again."""
    collection.add_catalogue(trials.catalogue.facts())
    todo = [task.name for task in missing_tasks(collection, tasks, realism)]
    units = (
        Unit(
            catalogue=trials.catalogue,
            folder=collection.shards,
            name=collection.next_name(),
            tasks=tuple(todo[start : start + tasks_a_shard]),
            split=split,
            realism=realism,
            screenshots=screenshots,
        )
        for start in range(0, len(todo), tasks_a_shard)
    )
    for made in _carry_out(units, trials, workers):
        if made.part is not None and made.entry is not None:
            collection.add(made.part, made.entry, made.faults)
        elif made.faults:
            collection.add_faults(made.faults)
        if on_progress is not None:
            on_progress(made)


def make_unit(trials: Trials, unit: Unit) -> Made:
    """Make the episodes of a unit and write them, not yet counted."""
    episodes: list[Episode] = []
    faults: list[TrialFault] = []
    for name in unit.tasks:
        task = trials.catalogue.task(name)
        made = oracle_episode(trials.workshop, task, unit.realism, screenshots=unit.screenshots)
        match made:
            case TrialFault():
                faults.append(made)
            case Episode():
                episodes.append(made)
    if not episodes:
        return Made(None, None, tuple(faults))
    part = write_shard(unit.folder, unit.name, episodes)
    entry = ShardEntry(
        file=part.name.removesuffix(PART),
        source=ORACLE,
        split=unit.split,
        realism=unit.realism,
        items=tuple(item_of(episode, trials.catalogue) for episode in episodes),
    )
    return Made(part, entry, tuple(faults))


def item_of(episode: Episode, catalogue: Catalogue) -> EpisodeEntry:
    """An episode's line in the manifest."""
    named = parse_task_name(episode.task)
    kind = catalogue.template(named.template).kind.value if named is not None else ""
    success = episode.outcome.success if episode.outcome is not None else None
    return EpisodeEntry(episode.id, episode.task, kind, len(episode.steps), success)


@lru_cache(maxsize=1)
def _trials_here(catalogue: Catalogue) -> Trials:
    """Of a worker process: read and populated once, for all its units."""
    return Trials(catalogue)


def make_unit_apart(unit: Unit) -> Made:
    """Make a unit in a worker process, which has to read the catalogue itself."""
    return make_unit(_trials_here(unit.catalogue), unit)


def _end_with_parent() -> None:
    """Workers of a process that was killed must not write into a folder that is another's by now."""
    parent = multiprocessing.parent_process()

    def wait_for_end() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait_for_end, name="parent watch", daemon=True).start()


def _carry_out(units: Iterator[Unit], trials: Trials, workers: int) -> Iterator[Made]:
    if workers <= 1:
        yield from (make_unit(trials, unit) for unit in units)
        return
    # Not forked: the phones' databases and the caller's threads would come along.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent) as pool:
        running: set[Future[Made]] = set()
        try:
            for unit in units:
                running.add(pool.submit(make_unit_apart, unit))
                if len(running) > workers:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BrokenProcessPool as error:
            raise DataError(
                "a collecting process was killed (out of memory?): what was counted is kept, "
                "start again to go on, perhaps with fewer --workers"
            ) from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
