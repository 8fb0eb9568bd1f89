"""The list of what a data set holds: `manifest.json`, the only word on which shards count.

Written anew as a whole after every shard, so that it is never half there. The counts in it are for
readers; everything is counted from the shards' own entries.
"""

from __future__ import annotations

import json
import os
import platform
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import cast

from phoneworld import parse_task_name
from phoneworld.catalogue import CatalogueFacts
from runtime.errors import RecordError
from runtime.record_codec import from_json, to_json
from runtime.record_lines import JsonObject
from trainer.data.trials import TrialFault
from trainer.errors import DataError

FILE = "manifest.json"
SHARDS = "shards"
FORMAT = "phonebuddy-episodes"
VERSION = 1


@dataclass(frozen=True, slots=True)
class EpisodeEntry:
    """One episode of a shard. `kind` is that of its template, `task` empty where it is no task."""

    id: str
    task: str
    kind: str
    steps: int
    success: bool | None


@dataclass(frozen=True, slots=True)
class ShardEntry:
    """One shard: where it lies below `shards/`, where it came from, and its episodes in order."""

    file: str
    source: str
    split: str
    realism: str
    items: tuple[EpisodeEntry, ...]


def versions() -> tuple[tuple[str, str], ...]:
    """What a data set was made with."""
    try:
        ours = version("phonebuddy")
    except PackageNotFoundError:
        ours = "unknown"
    return (("phonebuddy", ours), ("python", platform.python_version()))


@dataclass(frozen=True, slots=True)
class DatasetManifest:
    """What a data set holds, and what it took to make it.

    `catalogues` are those that its tasks were chosen from, with their splits.
    """

    shards: tuple[ShardEntry, ...] = ()
    faults: tuple[TrialFault, ...] = ()
    versions: tuple[tuple[str, str], ...] = field(default_factory=versions)
    catalogues: tuple[CatalogueFacts, ...] = ()

    @property
    def episodes(self) -> int:
        return sum(len(shard.items) for shard in self.shards)

    @property
    def steps(self) -> int:
        return sum(item.steps for item in self.items())

    def items(self) -> Iterator[EpisodeEntry]:
        for shard in self.shards:
            yield from shard.items

    def ids(self) -> set[str]:
        return {item.id for item in self.items()}

    def with_shard(self, entry: ShardEntry) -> DatasetManifest:
        """The manifest with one more shard; episodes that it has are no faults any more."""
        made = {item.id for item in entry.items}
        faults = tuple(fault for fault in self.faults if fault.id not in made)
        # In the order of their names, whichever process was quicker.
        shards = sorted((*self.shards, entry), key=lambda shard: shard.file)
        return replace(self, shards=tuple(shards), faults=faults)

    def with_catalogue(self, facts: CatalogueFacts) -> DatasetManifest:
        """The manifest with one more catalogue, unless it is there already."""
        return replace(self, catalogues=tuple(dict.fromkeys((*self.catalogues, facts))))

    def with_faults(self, faults: tuple[TrialFault, ...]) -> DatasetManifest:
        """The manifest with these faults, which take the place of older ones of the same tasks."""
        named = {fault.id for fault in faults}
        kept = tuple(fault for fault in self.faults if fault.id not in named)
        return replace(self, faults=(*kept, *faults))


def read_manifest(folder: Path) -> DatasetManifest:
    """The manifest of a data set; `DataError` if there is none that can be read."""
    path = folder / FILE
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(body, dict) or body.get("format") != FORMAT:
            raise DataError(f"{path} is no manifest of a data set")
        if body.get("version") != VERSION:
            raise DataError(
                f"{path} has version {body.get('version')}, this trainer reads {VERSION}: "
                "collect the data again"
            )
        return from_json(DatasetManifest, body["content"])
    except FileNotFoundError as error:
        raise DataError(
            f"{folder} holds no data set: make one with `trainer collect --out {folder}`"
        ) from error
    except (OSError, ValueError, KeyError, RecordError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error


def write_manifest(folder: Path, manifest: DatasetManifest) -> None:
    """Put the manifest in place, whole."""
    body = {
        "format": FORMAT,
        "version": VERSION,
        "counts": counts(manifest),
        "content": to_json(DatasetManifest, manifest),
    }
    path, part = folder / FILE, folder / f"{FILE}.part"
    try:
        with part.open("w", encoding="utf-8") as file:
            json.dump(body, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise DataError(f"cannot write {path}: {error}") from error


def counts(manifest: DatasetManifest) -> JsonObject:
    """How much there is, by split, kind, start and template, with the seeds."""
    splits: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    starts: Counter[str] = Counter()
    names: Counter[str] = Counter()
    wordings: Counter[str] = Counter()
    seeds: set[int] = set()
    for shard in manifest.shards:
        splits[shard.split] += len(shard.items)
        for item in shard.items:
            named = parse_task_name(item.task)
            kinds[item.kind or "none"] += 1
            names[(named.template if named is not None else item.task) or "none"] += 1
            if named is not None:
                seeds.add(named.seed)
                starts[named.start.value] += 1
                wordings[named.wording.value] += 1
    body = {
        "episodes": manifest.episodes,
        "steps": manifest.steps,
        "faults": len(manifest.faults),
        "seeds": spans(seeds),
        "splits": dict(sorted(splits.items())),
        "kinds": dict(sorted(kinds.items())),
        "starts": dict(sorted(starts.items())),
        "wordings": dict(sorted(wordings.items())),
        "templates": dict(sorted(names.items())),
    }
    return cast("JsonObject", body)


def spans(numbers: set[int]) -> list[str]:
    """Numbers as half-open ranges, `10:34`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number:
            found[-1][1] = number + 1
        else:
            found.append([number, number + 1])
    return [f"{start}:{end}" for start, end in found]
