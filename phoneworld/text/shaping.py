"""From what is written to what is drawn: cleaned, joined, and put in visual order.

The bidirectional algorithm of Unicode (UAX 9) with implicit levels only: explicit embeddings and
isolates are dropped. The result is drawn from left to right, one character after the other.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from phoneworld.text.arabic import NON_JOINER, join

FIRST_RTL = "\u0590"
"""No character below this is written from right to left."""

MIRRORED = str.maketrans("()[]{}<>«»‹›≤≥", ")(][}{><»«›‹≥≤")
OPENING, CLOSING = "([{", ")]}"
DROPPED_CATEGORIES = frozenset(("Cc", "Cf", "Cn", "Zl", "Zp"))
SKIN_TONES = range(0x1F3FB, 0x1F400)
VARIATION_SELECTORS = range(0xFE00, 0xFE10)
STRONG = ("L", "R", "EN", "AN")


def visual(text: str) -> str:
    """The characters of one line, in the order in which they are drawn."""
    if text.isascii() and text.isprintable():
        return text
    return _visual(text)


@lru_cache(maxsize=4096)
def _visual(text: str) -> str:
    cleaned = clean(text)
    if not has_rtl(cleaned):
        return cleaned.replace("\u200d", "").replace(NON_JOINER, "")
    bare = "".join(letter for letter in cleaned if not _is_vowel_mark(letter))
    return reorder(join(bare)).replace(NON_JOINER, "")


def clean(text: str) -> str:
    """Text without what has no shape: control characters, selectors, skin tones, half surrogates."""
    kept: list[str] = []
    for letter in unicodedata.normalize("NFC", text):
        code = ord(letter)
        if 0xD800 <= code <= 0xDFFF:
            kept.append("\ufffd")
        elif letter in "\t\n\r":
            kept.append(" ")
        elif letter in "\u200c\u200d" or not (
            code in VARIATION_SELECTORS
            or code in SKIN_TONES
            or unicodedata.category(letter) in DROPPED_CATEGORIES
        ):
            kept.append(letter)
    return "".join(kept)


def has_rtl(text: str) -> bool:
    """Whether any letter is written from right to left."""
    return any(
        letter >= FIRST_RTL and unicodedata.bidirectional(letter) in ("R", "AL") for letter in text
    )


def starts_rtl(text: str) -> bool:
    """Whether the first letter with a direction is written from right to left."""
    for letter in text:
        direction = unicodedata.bidirectional(letter)
        if direction in ("R", "AL"):
            return True
        if direction == "L":
            return False
    return False


def _is_vowel_mark(letter: str) -> bool:
    return (
        "\u064b" <= letter <= "\u0652"
        or letter == "\u0670"
        or ("\u0591" <= letter <= "\u05c7" and unicodedata.category(letter) == "Mn")
    )


def reorder(text: str) -> str:
    """One paragraph from logical to visual order."""
    base = "R" if starts_rtl(text) else "L"
    kinds = [unicodedata.bidirectional(letter) or "L" for letter in text]
    _resolve_weak(kinds, base)
    _resolve_brackets(text, kinds, base)
    _resolve_neutral(kinds, base)
    levels = [_level(kind, base) for kind in kinds]
    order = list(range(len(text)))
    for level in range(max(levels, default=0), 0, -1):
        _reverse_runs(order, levels, level)
    return _assemble(text, levels, order)


def _resolve_weak(kinds: list[str], base: str) -> None:
    """Rules W1-W7: marks, Arabic numbers, separators and signs beside numbers."""
    strong = base
    for index, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[index] = kinds[index - 1] if index else base
        elif kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[index] = "AN"
    for index, kind in enumerate(kinds):
        if kind == "AL":
            kinds[index] = "R"
        elif kind in ("CS", "ES") and 0 < index < len(kinds) - 1:
            before, after = kinds[index - 1], kinds[index + 1]
            if before == after and (before == "EN" or (before == "AN" and kind == "CS")):
                kinds[index] = before
    _spread_signs(kinds)
    strong = base
    for index, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[index] = "L"


def _spread_signs(kinds: list[str]) -> None:
    """Rule W5: a run of signs (per cent, currency) beside a number belongs to it."""
    start = 0
    while start < len(kinds):
        if kinds[start] != "ET":
            start += 1
            continue
        end = start
        while end < len(kinds) and kinds[end] == "ET":
            end += 1
        beside = (start and kinds[start - 1] == "EN") or (end < len(kinds) and kinds[end] == "EN")
        if beside:
            kinds[start:end] = ["EN"] * (end - start)
        start = end


def _side(kind: str) -> str:
    """The direction that a resolved kind counts as; empty for neutrals."""
    if kind == "L":
        return "L"
    return "R" if kind in STRONG else ""


def _resolve_brackets(text: str, kinds: list[str], base: str) -> None:
    """Rule N0: a pair of brackets takes one direction."""
    for start, end in _bracket_pairs(text):
        inside = {_side(kind) for kind in kinds[start + 1 : end]} - {""}
        if not inside:
            continue
        direction = base
        if base not in inside:
            before = next((_side(k) for k in reversed(kinds[:start]) if _side(k)), base)
            direction = before
        kinds[start] = kinds[end] = direction


def _bracket_pairs(text: str) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for index, letter in enumerate(text):
        if letter in OPENING:
            opened.append((letter, index))
        elif letter in CLOSING:
            wanted = OPENING[CLOSING.index(letter)]
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == wanted:
                    pairs.append((opened[depth][1], index))
                    del opened[depth:]
                    break
    return sorted(pairs)


def _resolve_neutral(kinds: list[str], base: str) -> None:
    """Rules N1 and N2: what has no direction takes that of its surroundings."""
    start = 0
    while start < len(kinds):
        if kinds[start] in STRONG:
            start += 1
            continue
        end = start
        while end < len(kinds) and kinds[end] not in STRONG:
            end += 1
        before = _side(kinds[start - 1]) if start else base
        after = _side(kinds[end]) if end < len(kinds) else base
        kinds[start:end] = [before if before == after else base] * (end - start)
        start = end


def _level(kind: str, base: str) -> int:
    """Rules I1 and I2."""
    if base == "R":
        return 1 if kind == "R" else 2
    return {"L": 0, "R": 1}.get(kind, 2)


def _reverse_runs(order: list[int], levels: list[int], level: int) -> None:
    """Rule L2 for one level."""
    start = 0
    while start < len(order):
        if levels[order[start]] < level:
            start += 1
            continue
        end = start
        while end < len(order) and levels[order[end]] >= level:
            end += 1
        order[start:end] = order[start:end][::-1]
        start = end


def _assemble(text: str, levels: list[int], order: list[int]) -> str:
    """The characters in order, mirrored where needed, marks again after their letter."""
    drawn: list[str] = []
    marks: list[str] = []
    for index in order:
        letter = text[index]
        if not levels[index] & 1:
            drawn.append(letter)
        elif unicodedata.category(letter) == "Mn":
            marks.append(letter)
        else:
            drawn.append(letter.translate(MIRRORED))
            drawn.extend(reversed(marks))
            marks.clear()
    return "".join(drawn + marks)
