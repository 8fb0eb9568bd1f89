"""A data set in words, for the card of a policy that was trained on it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from phoneworld import Start
from trainer.data.manifest import ShardEntry, read_manifest, spans
from trainer.data.splits import parse_task, start_of_task


def tell_data(folder: Path) -> tuple[str, ...]:
    """A line for each source of episodes: who played, how many, on which seeds."""
    by_source: defaultdict[tuple[str, str, str], list[ShardEntry]] = defaultdict(list)
    for shard in read_manifest(folder).shards:
        by_source[shard.split, shard.source, shard.realism].append(shard)
    return tuple(_line(*key, by_source[key]) for key in sorted(by_source))


def _line(split: str, source: str, realism: str, shards: list[ShardEntry]) -> str:
    items = [item for shard in shards for item in shard.items]
    tasks = [parse_task(item.task) for item in items]
    seeds = {seed for _, seed in tasks if seed is not None}
    templates = {template for template, seed in tasks if seed is not None}
    starts = sorted({start_of_task(item.task) for item in items})
    told = [
        f"{len(items):,} episodes with {sum(item.steps for item in items):,} steps by {source}",
        f"split {split}" if split else "",
        f"realism {realism}" if realism else "",
        f"starts {', '.join(starts)}" if set(starts) - {Start.HOME} else "",
        f"{len(templates):,} templates, seeds {', '.join(spans(seeds))}" if seeds else "",
    ]
    return "; ".join(part for part in told if part)
