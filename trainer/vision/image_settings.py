"""What a vision part reads of a picture: at which size, cut into which patches, in which numbers.

The rules are those of the Qwen models with vision. No processor of transformers' is used: theirs wants
torchvision, and its automatic loader falls back to a bare tokenizer without a word. The file in which a
model's folder keeps them is transformers' own.
"""

from __future__ import annotations

import io
import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from trainer.errors import ModelError

if TYPE_CHECKING:
    from PIL import Image

FILE = "preprocessor_config.json"
_WHITE = 255.0
_LARGEST_RATIO = 200
_HALF = (0.5, 0.5, 0.5)

Patches = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ImageSettings:
    """Pictures are scaled to whole cells of `patch * merge` pixels, one token each, `least_tokens` to
    `most_tokens` of them; a picture counts as `frames` equal frames.
    """

    patch: int = 16
    merge: int = 2
    frames: int = 2
    mean: tuple[float, ...] = _HALF
    deviation: tuple[float, ...] = _HALF
    least_tokens: int = 4
    most_tokens: int = 1024

    @property
    def cell_px(self) -> int:
        """The side of what becomes one token."""
        return self.patch * self.merge

    def at_most(self, tokens: int) -> ImageSettings:
        """The same with fewer tokens for a picture, if it had more."""
        most = min(tokens, self.most_tokens)
        return replace(self, most_tokens=most, least_tokens=min(self.least_tokens, most))

    def size_seen(self, width_px: int, height_px: int) -> tuple[int, int]:
        """Width and height at which a picture is read: whole cells, its shape kept as far as may be."""
        if max(width_px, height_px) > _LARGEST_RATIO * min(width_px, height_px):
            raise ModelError(
                f"a picture of {width_px} x {height_px} pixels is too narrow to be seen"
            )
        cell = self.cell_px
        width, height = (round(side / cell) * cell for side in (width_px, height_px))
        least, most = (count * cell * cell for count in (self.least_tokens, self.most_tokens))
        if width * height > most:
            scale = math.sqrt(width_px * height_px / most)
            width, height = (
                max(cell, math.floor(side / scale / cell) * cell) for side in (width_px, height_px)
            )
        elif width * height < least:
            scale = math.sqrt(least / (width_px * height_px))
            width, height = (
                math.ceil(side * scale / cell) * cell for side in (width_px, height_px)
            )
        return width, height

    def tokens(self, width_px: int, height_px: int) -> int:
        """How many tokens a picture of this size is."""
        width, height = self.size_seen(width_px, height_px)
        return (width // self.cell_px) * (height // self.cell_px)

    def look(self, data: bytes) -> tuple[Patches, tuple[int, int, int]]:
        """An encoded picture as patches, those that are merged side by side, and its grid of them."""
        from PIL import Image

        with Image.open(io.BytesIO(data)) as opened:
            image = opened.convert("RGB")
        size = self.size_seen(*image.size)
        if image.size != size:
            image = image.resize(size, Image.Resampling.BICUBIC)
        return self._cut(image), (1, size[1] // self.patch, size[0] // self.patch)

    def _cut(self, image: Image.Image) -> Patches:
        values = np.asarray(image, np.float32) / _WHITE
        values = (values - np.array(self.mean, np.float32)) / np.array(self.deviation, np.float32)
        rows, columns = image.height // self.cell_px, image.width // self.cell_px
        # height and width, each as cells, patches in a cell and pixels in a patch; then colours
        blocks = values.reshape(rows, self.merge, self.patch, columns, self.merge, self.patch, 3)
        blocks = blocks.transpose(0, 3, 1, 4, 6, 2, 5)[:, :, :, :, :, None]
        frames = np.repeat(blocks, self.frames, axis=5)
        return np.ascontiguousarray(frames.reshape(rows * columns * self.merge**2, -1))

    def save(self, folder: Path) -> None:
        """Put it beside a model, as transformers keeps it."""
        area = self.cell_px**2
        config = {
            "image_processor_type": "Qwen2VLImageProcessor",
            "patch_size": self.patch,
            "merge_size": self.merge,
            "temporal_patch_size": self.frames,
            "image_mean": list(self.mean),
            "image_std": list(self.deviation),
            "size": {
                "shortest_edge": self.least_tokens * area,
                "longest_edge": self.most_tokens * area,
            },
        }
        text = json.dumps(config, indent=2)
        (folder / FILE).write_text(f"{text}\n", encoding="utf-8")


def read_image_settings(folder: Path) -> ImageSettings:
    """What a model's folder says of its sight; `ModelError` where it has none that is known here."""
    vision = _read(folder / "config.json").get("vision_config")
    if vision is None:
        raise ModelError(
            f"the model in {folder} cannot see: its config.json has no vision_config; let "
            "prompt.observation be elements, or take a model with vision"
        )
    stored = _read(folder / FILE) if (folder / FILE).is_file() else {}
    of_model = {
        "patch_size": vision.get("patch_size"),
        "merge_size": vision.get("spatial_merge_size"),
        "temporal_patch_size": vision.get("temporal_patch_size"),
        "image_mean": _HALF,
        "image_std": _HALF,
    }
    known = of_model | stored
    size = stored.get("size") or {}
    try:
        patch, merge = int(known["patch_size"]), int(known["merge_size"])
        area = (patch * merge) ** 2
        image_settings = ImageSettings(
            patch=patch,
            merge=merge,
            frames=int(known["temporal_patch_size"]),
            mean=tuple(known["image_mean"]),
            deviation=tuple(known["image_std"]),
        )
        # Older files have other names for the same.
        least = (
            size.get("shortest_edge")
            or stored.get("min_pixels")
            or image_settings.least_tokens * area
        )
        most = (
            size.get("longest_edge")
            or stored.get("max_pixels")
            or image_settings.most_tokens * area
        )
        return replace(
            image_settings,
            least_tokens=max(1, math.ceil(least / area)),
            most_tokens=max(1, most // area),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{folder} does not say how its model sees: {error}") from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error}") from error
