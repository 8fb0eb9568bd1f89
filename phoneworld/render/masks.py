"""Shapes as masks: rounded corners, soft shadows, strokes and polygons. Made once, stamped often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import aggdraw  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from phoneworld.render.caches import ByteCache

Mask = Image.Image
Piece = tuple[Mask, int, int]
"""A mask and where its upper left corner lies."""

_agg: Any = aggdraw  # a C extension without types

FINE = 8
TILE = 48


@dataclass(frozen=True, slots=True)
class MaskShape:
    """A large shape: boxes that it fills (left, top, right, bottom), and masks for its edges."""

    solid: tuple[tuple[int, int, int, int], ...]
    edges: tuple[Piece, ...]


@cache
def _shadows() -> ByteCache[tuple[Piece, ...]]:
    return ByteCache(8 << 20)


@cache
def _rounded() -> ByteCache[Mask]:
    return ByteCache(8 << 20)


@cache
def _shapes() -> ByteCache[MaskShape]:
    return ByteCache(16 << 20)


@lru_cache(maxsize=512)
def corners(radius: int, hollow: int = 0) -> tuple[Mask, Mask, Mask, Mask]:
    """The corners of a rounded rectangle: upper left, upper right, lower left, lower right.

    `hollow` leaves only a border of so many pixels.
    """
    fine = FINE if radius < 200 else 4
    disc = Image.new("L", (radius * fine, radius * fine), 0)
    draw = ImageDraw.Draw(disc)
    side = 2 * radius * fine - 1
    draw.ellipse((0, 0, side, side), fill=255)
    if hollow:
        inset = hollow * fine
        draw.ellipse((inset, inset, side - inset, side - inset), fill=0)
    upper_left = disc.reduce(fine)
    upper_right = upper_left.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return (
        upper_left,
        upper_right,
        upper_left.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
        upper_right.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
    )


@lru_cache(maxsize=128)
def outer_corners(radius: int) -> tuple[Mask, ...]:
    """What rounded corners leave out, in the order of `corners`."""
    return tuple(ImageChops.invert(corner) for corner in corners(radius))


def rounded(w: int, h: int, radius: int) -> Mask:
    """A whole rounded rectangle."""
    mask = Image.new("L", (w, h), 255)
    upper_left, upper_right, lower_left, lower_right = corners(radius)
    mask.paste(upper_left, (0, 0))
    mask.paste(upper_right, (w - radius, 0))
    mask.paste(lower_left, (0, h - radius))
    mask.paste(lower_right, (w - radius, h - radius))
    return mask


def whole(w: int, h: int, radius: int) -> Mask:
    """A whole rounded rectangle, made once."""
    key = (w, h, radius)
    found = _rounded().get(key)
    return _rounded().put(key, rounded(w, h, radius), w * h) if found is None else found


def shadow_pieces(w: int, h: int, radius: int, elevation_px: int) -> tuple[Piece, ...]:
    """The ring around a raised rectangle, from its upper left corner; the middle is left out.

    Two lights, as in Material: a wide one from above and a faint one from all around.
    """
    key = (w, h, radius, elevation_px)
    found = _shadows().get(key)
    if found is None:
        pieces = tuple(_shadow(w, h, radius, elevation_px))
        found = _shadows().put(key, pieces, sum(m.width * m.height for m, _, _ in pieces))
    return found


@lru_cache(maxsize=64)
def _shadow_tile(radius: int, elevation_px: int, side: int) -> tuple[Mask, int]:
    """The shadow of a square, large enough to be cut in nine, and its margin."""
    margin = 3 * elevation_px
    size = side + 2 * margin
    drop = max(1, elevation_px * 2 // 3)
    body = Image.new("L", (side, side), 255) if not radius else rounded(side, side, radius)
    key = Image.new("L", (size, size), 0)
    key.paste(62, (margin, margin + drop), body)
    key = key.filter(ImageFilter.GaussianBlur(elevation_px * 0.9))
    ambient = Image.new("L", (size, size), 0)
    ambient.paste(28, (margin, margin), body)
    ambient = ambient.filter(ImageFilter.GaussianBlur(max(1, elevation_px * 0.5)))
    return ImageChops.add(key, ambient), margin


def _shadow(w: int, h: int, radius: int, elevation_px: int) -> list[Piece]:
    elevation_px = max(1, elevation_px)
    radius = min(radius, w // 2, h // 2)
    side = min(2 * (radius + 3 * elevation_px) + 2, w, h)
    side -= side % 2
    if side < 2:
        return []
    radius = min(radius, side // 2)
    tile, margin = _shadow_tile(radius, elevation_px, side)
    full_w, full_h = w + 2 * margin, h + 2 * margin
    half = tile.width // 2
    end = tile.width
    edge = min(margin + elevation_px, half)
    stretch = Image.Resampling.NEAREST
    pieces: list[Piece] = [
        (tile.crop((0, 0, half, half)), 0, 0),
        (tile.crop((half, 0, end, half)), full_w - half, 0),
        (tile.crop((0, half, half, end)), 0, full_h - half),
        (tile.crop((half, half, end, end)), full_w - half, full_h - half),
    ]
    if full_w > end:
        long = full_w - end
        column = tile.crop((half, 0, half + 1, end))
        pieces.append((column.crop((0, 0, 1, edge)).resize((long, edge), stretch), half, 0))
        lower = column.crop((0, end - edge, 1, end)).resize((long, edge), stretch)
        pieces.append((lower, half, full_h - edge))
    if full_h > end:
        long = full_h - end
        row = tile.crop((0, half, end, half + 1))
        pieces.append((row.crop((0, 0, edge, 1)).resize((edge, long), stretch), 0, half))
        right = row.crop((end - edge, 0, end, 1)).resize((edge, long), stretch)
        pieces.append((right, full_w - edge, half))
    return [(mask, x - margin, y - margin) for mask, x, y in pieces]


Points = Sequence[tuple[float, float]]


def stroke(points: Points, width_px: int, w: int, h: int) -> MaskShape:
    """A polyline with round joins and ends, in a box of `w` x `h`."""
    key = ("stroke", tuple(points), width_px, w, h)
    found = _shapes().get(key)
    if found is not None:
        return found
    plate = _agg.Draw("L", (w, h), 0)
    flat = [part for x, y in points for part in (x + 0.5, y + 0.5)]
    plate.line(flat, _agg.Pen(255, width_px))
    if width_px > 2:
        brush, radius = _agg.Brush(255), width_px / 2
        for x, y in points:
            x, y = x + 0.5, y + 0.5  # noqa: PLW2901 - the middle of the pixel
            plate.ellipse((x - radius, y - radius, x + radius, y + radius), None, brush)
    return _keep(key, Image.frombytes("L", (w, h), plate.tobytes()))


def polygon(points: Points, w: int, h: int) -> MaskShape:
    """A filled polygon in a box of `w` x `h`."""
    key = ("polygon", tuple(points), w, h)
    found = _shapes().get(key)
    if found is not None:
        return found
    plate = _agg.Draw("L", (w, h), 0)
    plate.polygon([part for point in points for part in point], None, _agg.Brush(255))
    return _keep(key, Image.frombytes("L", (w, h), plate.tobytes()))


def _keep(key: tuple[object, ...], whole: Mask) -> MaskShape:
    """Cut a mask into tiles: blank ones are dropped, and full ones need no mask."""
    w, h = whole.size
    solid: list[tuple[int, int, int, int]] = []
    edges: list[Piece] = []
    for top in range(0, h, TILE):
        band = whole.crop((0, top, w, min(h, top + TILE)))
        bounds = band.getbbox()
        if bounds is None:
            continue
        for left in range(bounds[0], bounds[2], TILE):
            tile = band.crop((left, 0, min(left + TILE, bounds[2]), band.height))
            ink = tile.getbbox()
            if ink is None:
                continue
            if tile.getextrema() == (255, 255):
                solid.append((left, top, left + tile.width, top + tile.height))
            else:
                edges.append((tile.crop(ink), left + ink[0], top + ink[1]))
    cost = sum(mask.width * mask.height for mask, _, _ in edges)
    return _shapes().put(key, MaskShape(tuple(solid), tuple(edges)), cost + 100 * len(edges))
