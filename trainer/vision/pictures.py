"""Pictures among tokens: in a row of tokens a picture is a run of one negative number, its key.

A key is made from the picture's bytes, so that equal screens are equal tokens wherever they come from:
prompts can be compared, merged, kept and resumed as if they were text. The pictures themselves lie in an
album: in a file for training sets; in rollouts, every prompt brings its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, Self

import numpy as np

from runtime.observation import Screenshot
from trainer.errors import DataError
from trainer.vision.image_settings import ImageSettings

_KEY_BYTES = 7
VISION_START, VISION_END = "<|vision_start|>", "<|vision_end|>"


class ImageSource(Protocol):
    """Encoded pictures by key."""

    def data(self, key: int) -> bytes: ...


class Keeper(Protocol):
    """Takes pictures in; equal ones once."""

    def add(self, data: bytes) -> int: ...


def key_of(data: bytes) -> int:
    """A negative number that only this picture has."""
    return -1 - int.from_bytes(hashlib.sha256(data).digest()[:_KEY_BYTES])


class ImageBuffer:
    """Pictures in memory."""

    def __init__(self) -> None:
        self._held: dict[int, bytes] = {}

    def __len__(self) -> int:
        return len(self._held)

    @property
    def held(self) -> Mapping[int, bytes]:
        """All of them by key."""
        return self._held

    def add(self, data: bytes) -> int:
        key = key_of(data)
        self._held.setdefault(key, data)
        return key

    def data(self, key: int) -> bytes:
        if key not in self._held:
            raise DataError(f"picture {key} of a prompt did not come with it")
        return self._held[key]

    def hold(self, prompts: Iterable[Sequence[int]]) -> None:
        """Hold the pictures of these prompts, and no others."""
        self._held = {}
        for prompt in prompts:
            if isinstance(prompt, SeenTokens):
                self._held.update(prompt.pictures)


class SeenTokens(tuple[int, ...]):  # noqa: SLOT001  a tuple cannot have slots beside its items
    """The tokens of a prompt, with the pictures whose keys are among them.

    A tuple like any other: equal to those of the same tokens, and the keys see to it that equal tokens
    show equal pictures. It goes to other processes and into memories whole.
    """

    pictures: Mapping[int, bytes]

    def __new__(cls, tokens: Iterable[int], pictures: Mapping[int, bytes]) -> Self:
        made = super().__new__(cls, tokens)
        made.pictures = pictures
        return made

    def __getnewargs__(self) -> tuple[tuple[int, ...], Mapping[int, bytes]]:
        return tuple(self), self.pictures


class ImageFile:
    """Pictures in a file, one after the other; processes that map it share its memory."""

    def __init__(self, path: Path) -> None:
        try:
            index = np.load(_index_of(path))
            self._bytes = np.memmap(path, np.uint8, mode="r") if path.stat().st_size else b""
        except (OSError, ValueError) as error:
            raise DataError(f"the pictures in {path} cannot be read: {error}") from error
        self._places = {int(key): (int(start), int(end)) for key, start, end in index}

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: int) -> bool:
        return key in self._places

    def data(self, key: int) -> bytes:
        start, end = self._places[key]
        return bytes(self._bytes[start:end])


class PictureWriter:
    """Writes a `ImageFile`, which appears when it is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._file = self._part.open("wb")
        self._places: dict[int, tuple[int, int]] = {}
        self._end = 0

    def add(self, data: bytes) -> int:
        key = key_of(data)
        if key not in self._places:
            self._file.write(data)
            self._places[key] = (self._end, self._end + len(data))
            self._end += len(data)
        return key

    def close(self) -> ImageFile:
        self._file.close()
        rows = [(key, start, end) for key, (start, end) in self._places.items()]
        with _index_of(self._path).open("wb") as file:
            np.save(file, np.array(rows, np.int64).reshape(-1, 3))
        self._part.replace(self._path)
        return ImageFile(self._path)


class Shown:
    """Screenshots as the tokens that stand for them in a prompt: markup, a run of the key, markup."""

    def __init__(
        self, image_settings: ImageSettings, keeper: Keeper, *, start: int, end: int
    ) -> None:
        self._image_settings = image_settings
        self._keeper = keeper
        self._start = start
        self._end = end

    def __call__(self, screenshot: Screenshot) -> list[int]:
        count = self._image_settings.tokens(screenshot.width_px, screenshot.height_px)
        return [self._start, *[self._keeper.add(screenshot.data)] * count, self._end]


class Files:
    """The pictures of several files as one."""

    def __init__(self, files: Iterable[ImageFile]) -> None:
        self._files = list(files)

    def data(self, key: int) -> bytes:
        for file in self._files:
            if key in file:
                return file.data(key)
        raise DataError(f"picture {key} is in no file: the tokens are of another training")


def around_pictures(tokens: Sequence[int]) -> list[tuple[list[int], int]]:
    """The text before each picture with its key, without the markup that belongs to the picture; the
    last text has the key 0.
    """
    parts: list[tuple[list[int], int]] = []
    text: list[int] = []
    before = 0
    for token in tokens:
        if token >= 0:
            # What comes right after a run is the picture's.
            if before >= 0:
                text.append(token)
        elif token != before:
            parts.append((text[:-1], token))
            text = []
        before = token
    return [*parts, (text, 0)]


def _index_of(path: Path) -> Path:
    return path.with_suffix(".index.npy")
