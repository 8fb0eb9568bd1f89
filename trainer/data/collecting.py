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
from pathlib import Path

from phoneworld import Task, find_task, find_template
from runtime.episode import Episode
from trainer.data.manifest import Item, ShardEntry
from trainer.data.shards import PART, write_shard
from trainer.data.splits import parse_task
from trainer.data.store import Collection
from trainer.data.trials import ORACLE, Fault, episode_id, oracle_episode, workshop
from trainer.errors import DataError
from trainer.vision.camera import Camera

TASKS_A_SHARD = 200


@dataclass(frozen=True, slots=True)
class Unit:
    """The tasks of one shard to be."""

    folder: Path
    name: str
    tasks: tuple[str, ...]
    split: str
    realism: str
    screenshots: bool | Camera


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a unit: a shard that waits to be counted in (none if all were faults)."""

    part: Path | None
    entry: ShardEntry | None
    faults: tuple[Fault, ...]


def missing_tasks(collection: Collection, tasks: Sequence[Task], realism: str) -> list[Task]:
    """The tasks that a data set has no episode of yet."""
    there = collection.manifest.ids()
    return [task for task in tasks if episode_id(task.name, realism) not in there]


def collect(
    collection: Collection,
    tasks: Sequence[Task],
    *,
    split: str,
    realism: str = "off",
    screenshots: bool | Camera = False,
    workers: int = 1,
    tasks_a_shard: int = TASKS_A_SHARD,
    on_progress: Callable[[Made], None] | None = None,
) -> None:
    """Add the oracles' episodes of tasks; what is there already is not made again."""
    todo = [task.name for task in missing_tasks(collection, tasks, realism)]
    units = (
        Unit(
            folder=collection.shards,
            name=collection.next_name(),
            tasks=tuple(todo[start : start + tasks_a_shard]),
            split=split,
            realism=realism,
            screenshots=screenshots,
        )
        for start in range(0, len(todo), tasks_a_shard)
    )
    for made in _carry_out(units, workers):
        if made.part is not None and made.entry is not None:
            collection.add(made.part, made.entry, made.faults)
        elif made.faults:
            collection.add_faults(made.faults)
        if on_progress is not None:
            on_progress(made)


def make_unit(unit: Unit) -> Made:
    """Make the episodes of a unit and write them, not yet counted."""
    episodes: list[Episode] = []
    faults: list[Fault] = []
    for name in unit.tasks:
        made = oracle_episode(
            workshop(), find_task(name), unit.realism, screenshots=unit.screenshots
        )
        match made:
            case Fault():
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
        items=tuple(item_of(episode) for episode in episodes),
    )
    return Made(part, entry, tuple(faults))


def item_of(episode: Episode) -> Item:
    """An episode's line in the manifest."""
    template, seed = parse_task(episode.task)
    kind = find_template(template).kind.value if seed is not None else ""
    success = episode.outcome.success if episode.outcome is not None else None
    return Item(episode.id, episode.task, kind, len(episode.steps), success)


def _end_with_parent() -> None:
    """Workers of a process that was killed must not write into a folder that is another's by now."""
    parent = multiprocessing.parent_process()

    def wait_for_end() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait_for_end, name="parent watch", daemon=True).start()


def _carry_out(units: Iterator[Unit], workers: int) -> Iterator[Made]:
    if workers <= 1:
        yield from map(make_unit, units)
        return
    # Not forked: the phones' databases and the caller's threads would come along.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent) as pool:
        running: set[Future[Made]] = set()
        try:
            for unit in units:
                running.add(pool.submit(make_unit, unit))
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
