"""A data set on disk, opened for reading or for adding to it."""

from __future__ import annotations

import fcntl
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from phoneworld.catalogue import CatalogueFacts
from runtime.episode import Episode
from trainer.data.manifest import (
    FILE,
    SHARDS,
    DatasetManifest,
    ShardEntry,
    read_manifest,
    write_manifest,
)
from trainer.data.shards import clear_parts, publish, read_shard
from trainer.data.trials import TrialFault
from trainer.errors import DataError, DataInUse

LOCK = ".lock"


def read_episodes(
    *folders: Path, shuffle: int | None = None, screenshots: bool = False
) -> Iterator[Episode]:
    """The episodes of data sets, one at a time; shards in an order drawn from `shuffle`, if given."""
    paths = [
        folder / SHARDS / shard.file for folder in folders for shard in read_manifest(folder).shards
    ]
    if shuffle is not None:
        random.Random(shuffle).shuffle(paths)
    for path in paths:
        if not path.exists():
            raise DataError(f"{path} is missing: its data set was not copied whole")
        yield from read_shard(path, screenshots=screenshots)


class DatasetWriter:
    """A data set that is being added to. Shards that are not in the manifest do not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = read_manifest(folder) if (folder / FILE).exists() else DatasetManifest()
        clear_parts(self.shards, keep=[shard.file for shard in self.manifest.shards])
        self._next = max((_number(shard.file) for shard in self.manifest.shards), default=-1) + 1

    @property
    def shards(self) -> Path:
        return self.folder / SHARDS

    def add_catalogue(self, facts: CatalogueFacts) -> None:
        """Say which catalogue the episodes come from that are added from now on."""
        self.manifest = self.manifest.with_catalogue(facts)

    def next_name(self) -> str:
        """A name for a new shard, given once."""
        self._next += 1
        return f"{self._next - 1:05}"

    def add(self, part: Path, entry: ShardEntry, faults: tuple[TrialFault, ...] = ()) -> None:
        """Count a written shard in."""
        final = publish(part)
        if final.name != entry.file:
            raise DataError(f"the shard {final.name} was announced as {entry.file}")
        self.manifest = self.manifest.with_faults(faults).with_shard(entry)
        write_manifest(self.folder, self.manifest)

    def add_faults(self, faults: tuple[TrialFault, ...]) -> None:
        """Count faults in that came without any episode."""
        self.manifest = self.manifest.with_faults(faults)
        write_manifest(self.folder, self.manifest)


@contextmanager
def open_collection(folder: Path) -> Iterator[DatasetWriter]:
    """The data set in a folder, made if need be, for this process alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("w")
    except OSError as error:
        raise DataError(f"cannot write to {folder}: {error}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DataInUse(
                f"another process collects into {folder}: wait for it, or choose another folder"
            ) from error
        yield DatasetWriter(folder)


def _number(file: str) -> int:
    return int(file.partition(".")[0])
