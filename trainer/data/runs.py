"""Episodes that the runtime exported: persons' runs, takeovers and policies' own, taken over as data.

Whole episodes are kept, because later steps rest on earlier ones. Which of their steps are to be
imitated is another question: `is_trainable`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from phoneworld import Catalogue, Split, parse_task_name
from runtime.episode import Actor, Episode, Step, Unparsed, Verdict
from runtime.errors import RecordError
from runtime.records import FILE as RECORD
from runtime.records import read_episode
from trainer.data.collection import item_of
from trainer.data.manifest import ShardEntry
from trainer.data.notes import annotate
from trainer.data.shards import PART, write_shard
from trainer.data.store import DatasetWriter
from trainer.errors import InvalidDataRequest

RUNS = "runs"
EPISODES_A_SHARD = 100


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import: how many episodes came in, and why others did not."""

    episodes: int
    trainable_steps: int
    refused: tuple[tuple[str, str], ...]


def is_trainable(step: Step, episode: Episode) -> bool:
    """Whether a step is to be imitated.

    What a person or an oracle did is; what a policy did is only where a verifier says that the
    task was solved, and not before somebody took over from it: that may be what was mended. A step that was not performed, refused or unreadable never is, nor what was
    only done again from another record, nor what the runtime did before a policy was asked.
    """
    if isinstance(step.decision.action, Unparsed) or step.error:
        return False
    if step.actor in {Actor.REPLAY, Actor.RUNTIME}:
        return False
    if step.guard is not None and (
        step.guard.verdict is Verdict.NEVER or step.guard.approved is False
    ):
        return False
    if step.actor is Actor.POLICY:
        solved = episode.outcome is not None and episode.outcome.success is True
        return solved and not _taken_over_after(step, episode)
    return True


def _taken_over_after(step: Step, episode: Episode) -> bool:
    """Whether a person or an oracle went on after a policy's step."""
    for later in reversed(episode.steps):
        if later is step:
            return False
        if later.actor in {Actor.PERSON, Actor.ORACLE}:
            return True
    return False


def import_runs(
    collection: DatasetWriter,
    folders: Sequence[Path],
    catalogue: Catalogue,
    *,
    screenshots: bool = False,
) -> Imported:
    """Add the episodes that lie in folders, however deep; those that are there already are not."""
    collection.add_catalogue(catalogue.facts())
    there = collection.manifest.ids()
    refused: list[tuple[str, str]] = []
    taken: list[Episode] = []
    count = trainable_steps = 0
    for path in _records_in(folders):
        try:
            episode = read_episode(path, screenshots=screenshots)
        except RecordError as error:
            refused.append((str(path), str(error)))
            continue
        why = _refusal(episode, there, catalogue)
        if why:
            refused.append((str(path), why))
            continue
        there.add(episode.id)
        taken.append(annotate(replace(episode, policy=episode.policy or RUNS)))
        count += 1
        trainable_steps += sum(is_trainable(step, episode) for step in episode.steps)
        if len(taken) == EPISODES_A_SHARD:
            _keep(collection, taken, catalogue)
            taken = []
    if taken:
        _keep(collection, taken, catalogue)
    return Imported(count, trainable_steps, tuple(refused))


def _refusal(episode: Episode, there: set[str], catalogue: Catalogue) -> str:
    if episode.id in there:
        return "is there already"
    if not any(is_trainable(step, episode) for step in episode.steps):
        return "has no step to learn from: nobody took over, and no verifier says it succeeded"
    named = parse_task_name(episode.task)
    if named is not None and named.template not in catalogue.templates:
        return f"is of {episode.task}, which is no task here: name the folder of its app (--with)"
    if episode.task and catalogue.split_of(episode.task) is not Split.TRAIN:
        return f"is of {episode.task}, which is not for training"
    return ""


def _records_in(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        if not folder.is_dir():
            raise InvalidDataRequest(f"there is no folder {folder}")
        found = sorted(path.parent for path in folder.rglob(RECORD))
        if not found:
            raise InvalidDataRequest(
                f"no episode lies below {folder}: export runs with `python -m runtime runs export`"
            )
        yield from found


def _keep(collection: DatasetWriter, episodes: Sequence[Episode], catalogue: Catalogue) -> None:
    part = write_shard(collection.shards, collection.next_name(), episodes)
    entry = ShardEntry(
        file=part.name.removesuffix(PART),
        source=RUNS,
        split=Split.TRAIN.value,
        realism="",
        items=tuple(item_of(episode, catalogue) for episode in episodes),
    )
    collection.add(part, entry)
