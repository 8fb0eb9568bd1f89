"""Emoji in colour, from a font of outlines: what an outline encloses is filled."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from phoneworld.render.fonts import glyph
from phoneworld.text.fallback import EMOJI

Ink = tuple[int, int, int]

SKIN: Ink = (255, 203, 66)
RED: Ink = (235, 64, 72)
BROWN: Ink = (222, 160, 88)
COLORS: tuple[tuple[str, Ink], ...] = (
    ("SMILING|FACE WITH", SKIN),
    ("GREEN|TREE|HERB|LEAF|CACTUS|SEEDLING|FROG|CHECK MARK", (86, 176, 76)),
    ("BLUE|WATER|WAVE|DROPLET|FISH|WHALE|GLOBE|SNOW", (84, 168, 240)),
    ("PURPLE|GRAPES|CRYSTAL", (160, 96, 220)),
    ("YELLOW|WARNING", SKIN),
    ("HEART|ROSE|APPLE|CHERR|STRAWBERRY|LIPS|KISS MARK|TOMATO|POUTING", RED),
    ("CROSS MARK|BALLOON|HUNDRED|ANGER|RED CIRCLE|RED SQUARE", RED),
    ("FIRE|ORANGE|PUMPKIN|BASKETBALL|PARTY|TANGERINE|CARROT|FOX", (255, 140, 48)),
    ("FACE|HAND|THUMBS|SMIL|GRIN|FINGER|PERSON|BICEPS|RAISED|FIST", SKIN),
    ("STAR|SUN|SPARKLES|TROPHY|BANANA|LEMON|CROWN|BELL|KEY", SKIN),
    ("CLOUD|MOON|GHOST|SKULL|BONE|RICE|EGG|AIRPLANE|SPEECH", (226, 232, 240)),
    ("FLOWER|BLOSSOM|PIG|CAKE|CANDY|BRAIN|UNICORN|TULIP", (250, 150, 190)),
    ("DOG|CAT|BEAR|MONKEY|HORSE|MOUSE|POO|WOOD", BROWN),
    ("COFFEE|HOT BEVERAGE|CHOCOLATE|BREAD|COOKIE|BURGER|PIZZA|TACO|BEER", BROWN),
    ("CAR|AUTOMOBILE|BUS|TRAIN|ROCKET|BICYCLE", (226, 88, 80)),
)
"""Words in the name of an emoji and the colour that goes with them; the first that fits."""

OTHER: tuple[Ink, ...] = (
    (110, 172, 224),
    (244, 186, 84),
    (150, 196, 120),
    (214, 130, 150),
    (160, 170, 190),
)
GRID = 40
"""The side of the raster on which it is found out what is enclosed."""


def emoji_color(letter: str) -> Ink:
    """The colour of an emoji, by its name."""
    name = unicodedata.name(letter, "")
    for words, color in COLORS:
        if re.search(words, name):
            return color
    return OTHER[ord(letter) % len(OTHER)]


@lru_cache(maxsize=1024)
def emoji_stamp(letter: str, size_px: int) -> tuple[Image.Image, int, int]:
    """A picture with transparency, and where it lies from the pen on the baseline."""
    shape = glyph(EMOJI, letter, size_px, 0)
    if shape.mask is None:
        return Image.new("RGBA", (1, 1), (0, 0, 0, 0)), 0, 0
    outline = shape.mask
    fill = emoji_color(letter)
    stamp = Image.new("RGBA", outline.size, (*fill, 0))
    stamp.putalpha(_enclosed(outline))
    red, green, blue = fill if _is_hatched(letter) else (part * 2 // 5 for part in fill)
    ink = Image.new("RGBA", outline.size, (red, green, blue, 0))
    ink.putalpha(outline)
    stamp.alpha_composite(ink)
    return stamp, shape.left, shape.top


def _is_hatched(letter: str) -> bool:
    """Whether the font shows the colour by hatching, which a filled shape does not need."""
    name = unicodedata.name(letter, "")
    return name.endswith((" HEART", " CIRCLE", " SQUARE")) or "BLACK HEART" in name


def _enclosed(outline: Image.Image) -> Image.Image:
    """The outline and all that cannot be reached from outside without crossing it."""
    raster = outline.resize((GRID, GRID), Image.Resampling.BOX)
    walls = Image.new("L", (GRID + 2, GRID + 2), 0)
    walls.paste(raster.point([0] * 70 + [255] * 186), (1, 1))
    ImageDraw.floodfill(walls, (0, 0), 128)
    inside = walls.point([255] * 128 + [0] + [255] * 127).crop((1, 1, GRID + 1, GRID + 1))
    # A little smaller, so that the fill stays under the outline.
    inside = inside.filter(ImageFilter.MinFilter(3))
    return inside.resize(outline.size, Image.Resampling.BILINEAR)
