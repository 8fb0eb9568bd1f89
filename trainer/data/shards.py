"""Shards: files of whole episodes, one record after the other, in the runtime's own line format.

A shard without screenshots is one gzip file of record lines (`00007.jsonl.gz`). One with screenshots
is a folder of episode folders (`00007/0003/episode.jsonl`, `.../screens/`), as runs are exported.
Shards appear whole or not at all: they are written under another name and renamed at the end.
"""

from __future__ import annotations

import gzip
import os
import shutil
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from runtime.episode import Episode
from runtime.errors import RecordError
from runtime.record_lines import JsonObject, body_of
from runtime.records import episode_lines, episode_of, read_episode, write_episode
from trainer.errors import DataError

PART = ".part"
SUFFIX = ".jsonl.gz"

_COMPRESSION = 3


def write_shard(folder: Path, name: str, episodes: Sequence[Episode]) -> Path:
    """Write episodes as a shard called `name`; where it lies, by a name that does not count yet."""
    filmed = any(step.observation.screenshot for e in episodes for step in e.steps)
    part = folder / f"{name}{'' if filmed else SUFFIX}{PART}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove(part)
        if filmed:
            for number, episode in enumerate(episodes):
                write_episode(part / f"{number:04}", episode, durable=False)
        else:
            _write_file(part, episodes)
    except OSError as error:
        raise DataError(f"cannot write the shard {part}: {error}; free some space") from error
    return part


def publish(part: Path) -> Path:
    """Give a written shard its real name; from now on it counts."""
    final = part.with_name(part.name.removesuffix(PART))
    try:
        _remove(final)
        part.replace(final)
    except OSError as error:
        raise DataError(f"cannot rename {part} to {final.name}: {error}") from error
    return final


def read_shard(path: Path, *, screenshots: bool = False) -> Iterator[Episode]:
    """The episodes of a shard, one at a time."""
    if path.is_dir():
        for folder in sorted(path.iterdir()):
            try:
                episode = read_episode(folder, screenshots=screenshots)
            except RecordError as error:
                raise DataError(f"{folder} cannot be read: {error}; collect it again") from error
            yield episode
        return
    for number, bodies in enumerate(_records(path)):
        try:
            yield episode_of(bodies)
        except RecordError as error:
            raise DataError(f"episode {number} of {path} cannot be read: {error}") from error


def clear_parts(folder: Path, *, keep: Sequence[str]) -> None:
    """Remove what interrupted collections left in a folder: all shards that are not to be kept."""
    if folder.is_dir():
        for path in folder.iterdir():
            if path.name not in keep and (path.name.endswith((PART, SUFFIX)) or path.is_dir()):
                _remove(path)


def _write_file(part: Path, episodes: Sequence[Episode]) -> None:
    with part.open("wb") as file:
        # No name and no time in the header: the same episodes are the same bytes.
        with gzip.GzipFile(
            filename="", fileobj=file, mode="wb", compresslevel=_COMPRESSION, mtime=0
        ) as packed:
            for episode in episodes:
                for line in episode_lines(episode):
                    packed.write(line)
        file.flush()
        os.fsync(file.fileno())


def _records(path: Path) -> Iterator[list[JsonObject]]:
    """The lines of each episode of a shard."""
    record: list[JsonObject] = []
    try:
        with gzip.open(path, "rb") as file:
            for number, line in enumerate(cast("BinaryIO", file), 1):
                body = body_of(line.rstrip(b"\n"))
                if body is None:
                    raise DataError(f"line {number} of {path} is damaged: collect this shard again")
                if body.get("kind") == "header" and record:
                    yield record
                    record = []
                record.append(body)
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"the shard {path} cannot be read: {error}; collect it again") from error
    if record:
        yield record


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
