"""Phone screens as pictures: scaled, with outlines and touches drawn in, and as half-blocks.

Pure functions on encoded screenshots; nothing here knows of terminals or widgets.
"""

from __future__ import annotations

import io
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from phonebuddy.v1 import observation_pb2
from PIL import Image, ImageDraw, UnidentifiedImageError

from tui.errors import NotAPicture

MOST_PIXELS = 40_000_000
"""Larger than any phone's screen: a hostile image must not eat the memory."""

Colour = tuple[int, int, int]
OUTLINE: Colour = (255, 140, 0)
TOUCH: Colour = (255, 0, 90)
BLANK: Colour = (24, 24, 28)
HALF = "▀"


COARSE = 80
"""Below so many pixels in width, lines are as thick as letters."""


@dataclass(frozen=True, slots=True)
class ImageSize:
    """Of a picture, in whatever unit."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class CellRun:
    """Cells in a row that look alike: an upper half over a lower half."""

    length: int
    upper: Colour
    lower: Colour


def fit(screen: ImageSize, columns: int, rows: int, *, cell_ratio: float = 2.0) -> ImageSize:
    """The largest size in cells, at most `columns` x `rows`, that keeps the screen's proportions.

    `cell_ratio` is how much higher than wide a cell is.
    """
    if min(screen.width, screen.height, columns, rows) <= 0:
        return ImageSize(0, 0)
    # In widths of a cell.
    height = rows * cell_ratio
    scale = min(columns / screen.width, height / screen.height)
    wide = max(1, min(columns, round(screen.width * scale)))
    high = max(1, min(rows, round(screen.height * scale / cell_ratio)))
    return ImageSize(wide, high)


def picture(
    observation: observation_pb2.Observation,
    size: ImageSize,
    *,
    outlines: bool = False,
    touches: Sequence[tuple[int, int]] = (),
) -> Image.Image:
    """The screen of an observation in a size in pixels, as RGB.

    Where there is no screenshot, the elements are outlined on a blank ground.
    """
    if observation.HasField("screenshot") and observation.screenshot.data:
        image = _decoded(observation.screenshot.data, size)
    else:
        image = Image.new("RGB", (size.width, size.height), BLANK)
        outlines = True
    if outlines:
        outlined = image.copy()
        _draw_outlines(outlined, observation)
        # In few pixels, outlines are most of the picture: what lies below must shine through.
        image = Image.blend(image, outlined, 0.4) if size.width < COARSE else outlined
    _draw_touches(image, observation, touches)
    return image


def strip(screenshot: bytes, top: float, bottom: float) -> bytes:
    """What lies between two heights of a screenshot, which are shares of its own, as a picture."""
    with _opened(screenshot) as encoded:
        box = (0, round(encoded.height * top), encoded.width, round(encoded.height * bottom))
        cut = io.BytesIO()
        # Quick to write: it is looked at once.
        encoded.crop(box).convert("RGB").save(cut, "PNG", compress_level=1)
        return cut.getvalue()


def half_blocks(image: Image.Image) -> list[list[CellRun]]:
    """Rows of cells for an image twice as high as there are rows; equal neighbours are joined."""
    width, height = image.size
    data = image.tobytes()
    stride = width * 3
    rows: list[list[CellRun]] = []
    for y in range(0, height - 1, 2):
        upper, lower = (
            data[y * stride : (y + 1) * stride],
            data[(y + 1) * stride : (y + 2) * stride],
        )
        rows.append(_joined(upper, lower))
    return rows


def _joined(upper: bytes, lower: bytes) -> list[CellRun]:
    runs: list[CellRun] = []
    start = 0
    for x in range(3, len(upper) + 3, 3):
        at = slice(start, start + 3)
        if x < len(upper) and upper[x : x + 3] == upper[at] and lower[x : x + 3] == lower[at]:
            continue
        runs.append(CellRun((x - start) // 3, _colour(upper[at]), _colour(lower[at])))
        start = x
    return runs


def _colour(pixel: bytes) -> Colour:
    return pixel[0], pixel[1], pixel[2]


def _decoded(data: bytes, size: ImageSize) -> Image.Image:
    with _opened(data) as encoded:
        # A JPEG can be decoded at an eighth of its size, which is most of the work saved.
        encoded.draft("RGB", (size.width * 2, size.height * 2))
        rgb = encoded.convert("RGB")
        return rgb.resize((size.width, size.height), Image.Resampling.BOX, reducing_gap=2.0)


@contextmanager
def _opened(data: bytes) -> Generator[Image.Image]:
    """A screenshot to be decoded, or `NotAPicture`."""
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as encoded:
            if encoded.width * encoded.height > MOST_PIXELS:
                raise NotAPicture("the screenshot is too large to be shown")
            yield encoded
    # Damaged files raise any of these.
    except (
        UnidentifiedImageError,
        OSError,
        SyntaxError,
        ValueError,
        Image.DecompressionBombError,
    ) as error:
        raise NotAPicture(f"the screenshot cannot be read: {error}") from error


def _draw_outlines(image: Image.Image, observation: observation_pb2.Observation) -> None:
    draw = ImageDraw.Draw(image)
    across, down = _scale(image, observation)
    thickness = max(1, image.width // 240)
    for element in observation.elements:
        bounds = element.bounds
        left, top = round(bounds.left * across), round(bounds.top * down)
        right, bottom = round(bounds.right * across) - 1, round(bounds.bottom * down) - 1
        if right >= left and bottom >= top:
            draw.rectangle((left, top, right, bottom), outline=OUTLINE, width=thickness)


def _draw_touches(
    image: Image.Image,
    observation: observation_pb2.Observation,
    touches: Sequence[tuple[int, int]],
) -> None:
    if not touches:
        return
    draw = ImageDraw.Draw(image)
    across, down = _scale(image, observation)
    radius = max(1.0, image.width / 26)
    points = [(x * across, y * down) for x, y in touches]
    if len(points) > 1:
        draw.line(points, fill=TOUCH, width=max(1, image.width // 60))
    for x, y in points:
        draw.ellipse(
            (x - radius, y - radius, x + radius, y + radius),
            outline=TOUCH,
            width=max(1, round(radius / 2)),
        )


def _scale(image: Image.Image, observation: observation_pb2.Observation) -> tuple[float, float]:
    return image.width / max(1, observation.width_px), image.height / max(1, observation.height_px)
