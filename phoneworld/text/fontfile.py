"""The tables of a TrueType file that measuring needs: characters, widths, kerning.

Read here rather than asked of a font engine: whole pixels are all that an engine without shaping
gives, and kerning not at all; and text is measured far more often than it is drawn.
"""

from __future__ import annotations

import struct
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parent.parent / "assets"


@dataclass(frozen=True, slots=True)
class FontFile:
    """What one font knows. Lengths are in shares of the font size."""

    name: str
    glyphs: dict[int, int]
    advances: array[float]
    kerning: dict[int, float]
    ascent: float
    descent: float

    def advance(self, letter: str) -> float:
        """How far the pen moves on; a letter that is missing is as wide as the box drawn for it."""
        glyph = self.glyphs.get(ord(letter), 0)
        return self.advances[min(glyph, len(self.advances) - 1)]

    def kern(self, left: str, right: str) -> float:
        """How much closer the second letter stands (negative)."""
        pair = self.glyphs.get(ord(left), 0) << 16 | self.glyphs.get(ord(right), 0)
        return self.kerning.get(pair, 0.0)


@cache
def read_font(name: str) -> FontFile:
    """Read a font of the assets folder."""
    data = (ASSETS / name).read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    tables: dict[str, int] = {}
    for index in range(count):
        tag, _, start, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        tables[tag.decode()] = start
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    ascent, descent = struct.unpack_from(">hh", data, tables["hhea"] + 4)
    (metrics,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    widths = struct.unpack_from(">" + "Hh" * metrics, data, tables["hmtx"])[::2]
    return FontFile(
        name=name,
        glyphs=_read_cmap(data, tables["cmap"]),
        advances=array("d", (width / units for width in widths)),
        kerning=_read_kern(data, tables["kern"], units) if "kern" in tables else {},
        ascent=ascent / units,
        descent=-descent / units,
    )


def _read_cmap(data: bytes, start: int) -> dict[int, int]:
    """Code point -> glyph, of the formats 4 (two bytes) and 12 (four bytes)."""
    glyphs: dict[int, int] = {}
    (count,) = struct.unpack_from(">H", data, start + 2)
    for index in range(count):
        (offset,) = struct.unpack_from(">I", data, start + 8 + 8 * index)
        at = start + offset
        (form,) = struct.unpack_from(">H", data, at)
        if form == 4:
            _read_cmap_4(data, at, glyphs)
        elif form == 12:
            (groups,) = struct.unpack_from(">I", data, at + 12)
            for group in range(groups):
                first, last, glyph = struct.unpack_from(">III", data, at + 16 + 12 * group)
                for code in range(first, last + 1):
                    glyphs[code] = glyph + code - first
    return glyphs


def _read_cmap_4(data: bytes, at: int, glyphs: dict[int, int]) -> None:
    (doubled,) = struct.unpack_from(">H", data, at + 6)
    count = doubled // 2
    form = f">{count}H"
    ends = struct.unpack_from(form, data, at + 14)
    starts = struct.unpack_from(form, data, at + 16 + doubled)
    deltas = struct.unpack_from(form, data, at + 16 + 2 * doubled)
    ranges_at = at + 16 + 3 * doubled
    ranges = struct.unpack_from(form, data, ranges_at)
    for index in range(count):
        for code in range(starts[index], min(ends[index], 0xFFFE) + 1):
            if ranges[index]:
                where = ranges_at + 2 * index + ranges[index] + 2 * (code - starts[index])
                (glyph,) = struct.unpack_from(">H", data, where)
                glyph = (glyph + deltas[index]) & 0xFFFF if glyph else 0
            else:
                glyph = (code + deltas[index]) & 0xFFFF
            if glyph:
                glyphs[code] = glyph


def _read_kern(data: bytes, start: int, units: int) -> dict[int, float]:
    """Pairs of glyphs -> distance, of a `kern` table of format 0."""
    (pairs,) = struct.unpack_from(">H", data, start + 10)
    table = data[start + 18 : start + 18 + 6 * pairs]
    return {pair: value / units for pair, value in struct.iter_unpack(">Ih", table)}
