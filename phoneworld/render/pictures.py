"""Pictures at the size at which they are shown: made-up photographs, and image files."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from functools import cache
from random import Random

from PIL import Image, ImageOps

from phoneworld.render import dishes, goods, objects, scenes, subjects
from phoneworld.render.caches import ByteCache
from phoneworld.render.motifs import motif_of
from phoneworld.render.sketch import Sketch

LONGEST_PX = 1280
"""Larger photographs are drawn at this length and enlarged: they have no finer detail."""

MOST_PIXELS = 40_000_000
"""Image files with more are not opened."""

KINDS: dict[str, Callable[[Sketch, Random], None]] = {
    "abstract": scenes.abstract,
    "album": objects.album,
    "beach": scenes.beach,
    "car": objects.car,
    "city": scenes.city,
    "document": objects.document,
    "flower": subjects.flower,
    "forest": scenes.forest,
    "mountain": scenes.mountain,
    "night": scenes.night,
    "pet": subjects.pet,
    "portrait": subjects.portrait,
    "receipt": objects.receipt,
    "sunset": scenes.sunset,
}

NAMED: dict[str, Callable[[Sketch, Random, str], None]] = {
    "food": dishes.food,
    "product": goods.product,
}
"""Kinds that are always drawn by what they are called; others where the name has a motif."""


@cache
def _pictures() -> ByteCache[Image.Image]:
    return ByteCache(96 << 20)


def picture(art: str, w: int, h: int) -> Image.Image:
    """The photograph `kind:number` or `kind:number:name`; a kind that is not known is an abstract one."""
    key = (art, w, h)
    found = _pictures().get(key)
    if found is None:
        found = _pictures().put(key, _draw(art, w, h), w * h * 4)
    return found


def backdrop(art: str, w: int, h: int) -> Image.Image:
    """The photograph as a wallpaper: darker, so that white labels can be read on it."""
    key = ("backdrop", art, w, h)
    found = _pictures().get(key)
    if found is None:
        darker = _draw(art, w, h).point([level * 4 // 5 for level in range(256)] * 3)
        found = _pictures().put(key, darker, w * h * 4)
    return found


def _draw(art: str, w: int, h: int) -> Image.Image:
    kind, _, rest = art.partition(":")
    scale = min(1.0, LONGEST_PX / max(w, h))
    sheet = Sketch(max(8, round(w * scale)), max(8, round(h * scale)))
    number, _, name = rest.partition(":")
    rnd = Random(f"{kind}:{number}")
    if kind in NAMED:
        NAMED[kind](sheet, rnd, name)
    else:
        draw = motif_of(name) or KINDS.get(kind, scenes.abstract)
        draw(sheet, rnd)
    image = sheet.image
    if image.size != (w, h):
        image = image.resize((w, h), Image.Resampling.BICUBIC)
    return image


def decoded(data: bytes, w: int, h: int) -> Image.Image | None:
    """An image file, cut to fill the box; None if it cannot be read."""
    key = (hashlib.blake2b(data, digest_size=16).digest(), w, h)
    found = _pictures().get(key)
    if found is None:
        found = _decode(data, w, h)
        if found is not None:
            _pictures().put(key, found, w * h * 4)
    return found


def _decode(data: bytes, w: int, h: int) -> Image.Image | None:
    try:
        with Image.open(io.BytesIO(data)) as file:
            if file.width * file.height > MOST_PIXELS:
                return None
            file.draft("RGB", (w, h))  # JPEG files can be read at a fraction of their size
            upright = ImageOps.exif_transpose(file)
            if upright.mode in ("RGBA", "LA", "PA", "P"):
                upright = upright.convert("RGBA")
                paper = Image.new("RGB", upright.size, (255, 255, 255))
                paper.paste(upright, mask=upright)
                upright = paper
            fitted = ImageOps.fit(upright.convert("RGB"), (w, h), Image.Resampling.BICUBIC)
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return None  # Pillow's readers raise any of these on a broken file
    return fitted
