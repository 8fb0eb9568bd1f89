"""A data set in words, for the card of a policy that was trained on it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from phoneworld import Start, WordingSet, parse_task_name
from phoneworld.catalogue import CatalogueFacts
from trainer.data.manifest import ShardEntry, read_manifest, spans

_MOST_SPANS = 8


@dataclass(frozen=True, slots=True)
class DataDescription:
    """A line for each source of episodes: who played, how many, on which seeds; and what their tasks
    were chosen from.
    """

    lines: tuple[str, ...] = ()
    catalogues: tuple[CatalogueFacts, ...] = ()


NO_DESCRIPTION = DataDescription()


def describe_data(folder: Path) -> DataDescription:
    """A data set in words, by its manifest."""
    manifest = read_manifest(folder)
    by_source: defaultdict[tuple[str, str, str], list[ShardEntry]] = defaultdict(list)
    for shard in manifest.shards:
        by_source[shard.split, shard.source, shard.realism].append(shard)
    lines = tuple(_line(*key, by_source[key]) for key in sorted(by_source))
    return DataDescription(lines, manifest.catalogues)


def _seed_words(seeds: set[int]) -> str:
    """Which seeds; only how many and between which where there are too many gaps to read."""
    parts = spans(seeds)
    if len(parts) <= _MOST_SPANS:
        return f"seeds {', '.join(parts)}"
    return f"{len(seeds):,} seeds from {min(seeds)} to {max(seeds)}"


def _line(split: str, source: str, realism: str, shards: list[ShardEntry]) -> str:
    items = [item for shard in shards for item in shard.items]
    tasks = [named for item in items if (named := parse_task_name(item.task)) is not None]
    seeds = {task.seed for task in tasks}
    templates = {task.template for task in tasks}
    starts = sorted({task.start.value for task in tasks})
    worded = {task.wording for task in tasks} - {WordingSet.STANDARD}
    parts = [
        f"{len(items):,} episodes with {sum(item.steps for item in items):,} steps by {source}",
        f"split {split}" if split else "",
        f"realism {realism}" if realism else "",
        f"starts {', '.join(starts)}" if set(starts) - {Start.HOME} else "",
        f"{len(templates):,} templates, {_seed_words(seeds)}" if seeds else "",
        f"also in {' and '.join(sorted(worded))} wordings" if worded else "",
    ]
    return "; ".join(part for part in parts if part)
