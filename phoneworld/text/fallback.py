"""Which font draws a character, and how far each character moves the pen."""

from __future__ import annotations

from functools import cache, lru_cache

from phoneworld.text.fontfile import FontFile, read_font
from phoneworld.text.shaping import visual

ROBOTO = {400: "Roboto-Regular.ttf", 500: "Roboto-Medium.ttf", 700: "Roboto-Bold.ttf"}
MONO = "RobotoMono-Regular.ttf"
EMOJI = "NotoEmoji-Regular.ttf"
CJK = "DroidSansFallback-subset.ttf"
ICONS = "MaterialIcons-subset.ttf"


@cache
def font_chain(weight: int, *, mono: bool = False) -> tuple[str, ...]:
    """The fonts to try, in order. Weights between those there are take the nearest above."""
    heavy = "Bold" if weight > 400 else "Regular"
    base = ROBOTO[400 if weight <= 400 else 500 if weight <= 500 else 700]
    rest = (
        f"NotoSansHebrew-{heavy}.ttf",
        f"NotoSansArabic-{heavy}.ttf",
        "NotoSansMath-subset.ttf",
        "NotoSansSymbols2-subset.ttf",
        EMOJI,
        CJK,
    )
    return (MONO, base, *rest) if mono else (base, *rest)


@lru_cache(maxsize=65536)
def font_of(letter: str, weight: int, mono: bool) -> FontFile:  # noqa: FBT001 - cached by position
    """The first font that has the character; the first of all draws what no font has."""
    chain = font_chain(weight, mono=mono)
    code = ord(letter)
    for name in chain:
        font = read_font(name)
        if code in font.glyphs:
            return font
    return read_font(chain[0])


@cache
def _steps(weight: int, mono: bool) -> dict[str, tuple[float, float]]:  # noqa: FBT001
    """Kerning and advance by letter and the one before it; bounded in `step`."""
    del weight, mono  # one table for each: the cache tells them apart
    return {}


def step(before: str, letter: str, weight: int, *, mono: bool = False) -> tuple[float, float]:
    """How far the pen moves before a letter is drawn, and after; in shares of the font size.

    `before` is the letter to the left, empty at the start of the line.
    """
    table = _steps(weight, mono)
    found = table.get(before + letter)
    if found is None:
        if len(table) > 50_000:
            table.clear()
        font = font_of(letter, weight, mono)
        kern = 0.0
        if before and font.kerning and font_of(before, weight, mono) is font:
            kern = font.kern(before, letter)
        found = table[before + letter] = (kern, font.advance(letter))
    return found


@lru_cache(maxsize=65536)
def length_of(text: str, weight: int, mono: bool = False) -> float:  # noqa: FBT001, FBT002
    """The length of one line in shares of the font size."""
    total = 0.0
    before = ""
    table = _steps(weight, mono)
    for letter in visual(text):
        found = table.get(before + letter)
        if found is None:
            found = step(before, letter, weight, mono=mono)
        total += found[0] + found[1]
        before = letter
    return total
