"""The weights of a checkpoint, read one at a time so that any model fits the memory.

Reads safetensors only, in one file or in shards: other formats can hold code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from trainer.errors import ExportError

Array = NDArray[np.float32]

FILE = "model.safetensors"
INDEX = "model.safetensors.index.json"


class Weights(Protocol):
    """Tensors under their transformers names."""

    def names(self) -> Iterable[str]: ...
    def shape(self, name: str) -> tuple[int, ...]: ...
    def array(self, name: str) -> Array:
        """The tensor as 32-bit floats."""
        ...


@dataclass(frozen=True, slots=True)
class HeldWeights:
    """Weights that are in memory already."""

    arrays: Mapping[str, Array]

    def names(self) -> Iterable[str]:
        return self.arrays

    def shape(self, name: str) -> tuple[int, ...]:
        return self.arrays[name].shape

    def array(self, name: str) -> Array:
        return self.arrays[name]


class StoredWeights:
    """Weights in the safetensors files of a folder."""

    def __init__(self, folder: Path) -> None:
        """`ExportError` when a file is missing, cut off or no safetensors."""
        self._folder = folder
        self._files = _files(folder)
        self._opened: dict[str, Any] = {}  # safetensors has no types

    def names(self) -> Iterable[str]:
        return self._places.keys()

    def shape(self, name: str) -> tuple[int, ...]:
        return tuple(self._places[name].get_slice(name).get_shape())

    def array(self, name: str) -> Array:
        return self._places[name].get_tensor(name).float().numpy()

    @cached_property
    def _places(self) -> dict[str, Any]:
        from safetensors import SafetensorError, safe_open

        places: dict[str, Any] = {}
        for file in self._files:
            try:
                # torch's view of them: numpy has no bfloat16.
                opened = safe_open(self._folder / file, framework="pt")
                places.update(dict.fromkeys(opened.keys(), opened))
            except (SafetensorError, OSError) as error:
                raise ExportError(
                    f"{self._folder / file} cannot be read ({error}): it is missing, cut off or no "
                    "safetensors file; copy the checkpoint again"
                ) from error
        return places


def _files(folder: Path) -> list[str]:
    if (folder / FILE).is_file():
        return [FILE]
    try:
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        files = sorted({str(file) for file in index["weight_map"].values()})
    except FileNotFoundError as error:
        raise ExportError(
            f"{folder} holds no {FILE}: name the folder of a checkpoint that `trainer sft` or "
            "transformers' save_pretrained has written"
        ) from error
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise ExportError(f"{folder / INDEX} cannot be read: {error}") from error
    if any(Path(file).name != file for file in files):
        raise ExportError(f"{folder / INDEX} names files outside its folder")
    return files
