"""A data set in figures: how much of what, how long prompts are, how much memory it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from runtime.prompts.format import PromptFormat
from trainer.data.explained import Origin, needs
from trainer.data.manifest import SHARDS, read_manifest
from trainer.data.notes import notes_of
from trainer.data.samples import Skipped, samples_of
from trainer.data.shards import read_shard


@dataclass(slots=True)
class KindStats:
    """One kind of task. Steps that need memory say something that only an earlier screen showed."""

    episodes: int = 0
    steps: int = 0
    notes: int = 0
    need_memory: int = 0
    noted: int = 0


@dataclass(slots=True)
class Stats:
    """All kinds together. Lengths are in characters."""

    kinds: dict[str, KindStats] = field(default_factory=dict)
    actions: Counter[str] = field(default_factory=Counter)
    prompts: list[int] = field(default_factory=list)
    replies: list[int] = field(default_factory=list)
    episodes: list[int] = field(default_factory=list)
    computed: Counter[str] = field(default_factory=Counter)
    """Steps with words that were on no screen, by template."""
    skipped: Skipped = field(default_factory=Skipped)


def measure(folder: Path, form: PromptFormat) -> Stats:
    """The figures of a data set."""
    stats = Stats()
    for shard in read_manifest(folder).shards:
        path = folder / SHARDS / shard.file
        episodes = read_shard(path, screenshots=form.observation.has_screenshot)
        for item, episode in zip(shard.items, episodes, strict=True):
            kind = stats.kinds.setdefault(item.kind or "none", KindStats())
            kind.episodes += 1
            kind.steps += len(episode.steps)
            stats.episodes.append(len(episode.steps))
            for step in episode.steps:
                kind.notes += bool(notes_of(step))
                stats.actions[type(step.decision.action).__name__] += 1
            origins: dict[int, set[Origin]] = {}
            for need in needs(episode):
                origins.setdefault(need.step, set()).add(need.origin)
            for found in origins.values():
                if found != {Origin.NOWHERE}:
                    kind.need_memory += 1
                    kind.noted += Origin.EARLIER_SCREEN not in found
                if Origin.NOWHERE in found:
                    stats.computed[item.task.partition("#")[0]] += 1
            for sample in samples_of(episode, form, stats.skipped):
                stats.prompts.append(len(sample.prompt))
                stats.replies.append(len(sample.reply))
    return stats


def quantiles(numbers: Sequence[int], shares: Sequence[float] = (0.5, 0.9, 0.99, 1.0)) -> list[int]:
    """The values that so many of the numbers do not exceed; nothing for no numbers."""
    ordered = sorted(numbers)
    return [
        ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in shares if ordered
    ]
