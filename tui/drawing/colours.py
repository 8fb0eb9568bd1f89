"""What a screenshot tells of colours: the ground that something stands on, and its ink."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, UnidentifiedImageError

from tui.drawing.boxes import CellBox
from tui.drawing.canvas import Colour

MOST_PIXELS = 40_000_000
_ACROSS = 90
"""So many pixels in width are enough to tell colours."""
_COLOURS = 48
_LEAST_SHARE = 0.012
LEGIBLE = 4.5
STRONG = 9.0
"""The least contrast of text, as the Web Content Accessibility Guidelines have it, and that of a phone's.

Letters are blurred with their ground where a screenshot is made small: what is left of their colour is paler.
"""


class ScreenColours:
    """The colours of one screenshot, asked for by place."""

    def __init__(self, image: Image.Image, screen: CellBox) -> None:
        reduced = image.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE)
        palette = reduced.getpalette() or []
        # The numbers alone: every part cut out of a picture with a palette would copy that.
        self._image = Image.frombytes("L", reduced.size, reduced.tobytes())
        self._palette = [
            (palette[at], palette[at + 1], palette[at + 2]) for at in range(0, len(palette) - 2, 3)
        ]
        self._across = reduced.width / max(screen.width, 1)
        self._down = reduced.height / max(screen.height, 1)

    def ground(self, box: CellBox) -> Colour:
        """The colour that most of a place has."""
        return self._palette[max(self._numbers(box))[1]]

    def both(self, box: CellBox) -> tuple[Colour, Colour]:
        """Ground and ink: the ink is what stands out most."""
        counts = self._counts(box)
        whole = sum(count for count, _ in counts)
        ground = max(counts)[1]
        marked = [colour for count, colour in counts if count >= _LEAST_SHARE * whole]
        ink = max(marked, key=lambda colour: contrast(colour, ground), default=ground)
        return ground, ink

    def accent(self, box: CellBox) -> Colour:
        """The most colourful of a place's colours: what a switch has that is on."""
        counts = self._counts(box)
        whole = sum(count for count, _ in counts)
        marked = [colour for count, colour in counts if count >= _LEAST_SHARE * whole]
        return max(marked, key=_colourfulness, default=counts[0][1])

    def _counts(self, box: CellBox) -> list[tuple[int, Colour]]:
        palette = self._palette
        return [(count, palette[number]) for count, number in self._numbers(box)]

    def _numbers(self, box: CellBox) -> list[tuple[int, int]]:
        """How often each colour is found in a place, by its number in the palette."""
        image = self._image
        left = min(max(int(box.left * self._across), 0), image.width - 1)
        top = min(max(int(box.top * self._down), 0), image.height - 1)
        right = max(left + 1, min(round(box.right * self._across), image.width))
        bottom = max(top + 1, min(round(box.bottom * self._down), image.height))
        # The numbers of a picture in greys are single: Pillow's types allow for pictures in colours too.
        return image.crop((left, top, right, bottom)).getcolors()  # pyright: ignore[reportReturnType]


def read_colours(data: bytes, screen: CellBox) -> ScreenColours | None:
    """The colours of an encoded screenshot; None if it cannot be read."""
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as encoded:
            if encoded.width * encoded.height > MOST_PIXELS:
                return None
            height = max(1, round(encoded.height * _ACROSS / max(encoded.width, 1)))
            # A JPEG is decoded at an eighth of its size.
            encoded.draft("RGB", (_ACROSS, height))
            image = encoded.convert("RGB")
            if image.width > _ACROSS:
                # Not blended: what is left of a letter is of its colour.
                image = image.resize((_ACROSS, height), Image.Resampling.NEAREST)
            return ScreenColours(image, screen)
    # Damaged files raise any of these.
    except (
        UnidentifiedImageError,
        OSError,
        SyntaxError,
        ValueError,
        Image.DecompressionBombError,
    ):
        return None


@lru_cache(maxsize=8192)
def contrast(one: Colour, other: Colour) -> float:
    """From 1, the same, to 21, black on white."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def legible(ink: Colour, ground: Colour, least: float = LEGIBLE) -> Colour:
    """The ink, or as much darker or lighter as it takes to be read."""
    end = (0, 0, 0) if _luminance(ground) > 0.18 else (255, 255, 255)
    for step in range(6):
        moved = blend(ink, end, step / 5)
        if contrast(moved, ground) >= least:
            return moved
    return end


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two."""
    return (
        round(one[0] + (other[0] - one[0]) * share),
        round(one[1] + (other[1] - one[1]) * share),
        round(one[2] + (other[2] - one[2]) * share),
    )


def _colourfulness(colour: Colour) -> int:
    return max(colour) - min(colour)


def distance(one: Colour, other: Colour) -> int:
    """How unlike two colours are."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@lru_cache(maxsize=4096)
def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
