"""Which pieces stand side by side: rows of a screen, from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tui.drawing.pieces import DrawnPiece, PieceKind

_OFF_CENTRE = 0.25
_CROWDED = 3
_FLOATING = frozenset(
    {PieceKind.ICON, PieceKind.BUTTON, PieceKind.SWITCH, PieceKind.CHECK, PieceKind.RADIO}
)


@dataclass(frozen=True, slots=True)
class Band:
    """Pieces side by side, by their numbers, from left to right; where they are in pixels."""

    members: tuple[int, ...]
    top: int
    bottom: int


@dataclass(slots=True)
class _Growing:
    members: list[int]
    top: int
    bottom: int
    core_top: int
    core_bottom: int


def bands_of(pieces: Sequence[DrawnPiece]) -> list[Band]:
    """All pieces, each in one band; bands keep the order from top to bottom."""
    extents = _extents(pieces)
    order = sorted(range(len(pieces)), key=lambda n: (sum(extents[n]), pieces[n].box.left, n))
    bands: list[_Growing] = []
    for number in order:
        top, bottom = extents[number]
        for band in reversed(bands[-2:]):
            if _is_level(band, top, bottom) and all(
                _apart(pieces, member, number) for member in band.members
            ):
                band.members.append(number)
                band.top, band.bottom = min(band.top, top), max(band.bottom, bottom)
                band.core_top = max(band.core_top, top)
                band.core_bottom = min(band.core_bottom, bottom)
                break
        else:
            bands.append(_Growing([number], top, bottom, top, bottom))
    return [
        Band(
            tuple(sorted(band.members, key=lambda n: (pieces[n].box.left, n))),
            band.top,
            band.bottom,
        )
        for band in bands
    ]


def _is_level(band: _Growing, top: int, bottom: int) -> bool:
    shared = min(band.core_bottom, bottom) - max(band.core_top, top)
    return 2 * shared >= min(band.core_bottom - band.core_top, bottom - top) > 0


def _apart(pieces: Sequence[DrawnPiece], one: int, other: int) -> bool:
    """Whether two may stand in one line: beside each other, or one in the other's free space."""
    a, b = pieces[one], pieces[other]
    if a.box.right <= b.box.left or b.box.right <= a.box.left:
        return True
    if a.within == other or b.within == one:
        holder = b if a.within == other else a
        return holder.kind is not PieceKind.PICTURE
    small, large = (a, b) if a.box.area < b.box.area else (b, a)
    # A floating button above a list.
    return small.kind in _FLOATING and 3 * small.box.width < large.box.width


def _extents(pieces: Sequence[DrawnPiece]) -> list[tuple[int, int]]:
    """From where to where each has its own words: a card's are not where its buttons are."""
    extents = [(piece.box.top, piece.box.bottom) for piece in pieces]
    inner: dict[int, list[DrawnPiece]] = {}
    for piece in pieces:
        if piece.within is not None:
            inner.setdefault(piece.within, []).append(piece)
    for number, children in inner.items():
        box = pieces[number].box
        if pieces[number].kind is PieceKind.PICTURE or len(children) > _CROWDED:
            # What lies on a picture is told below its name.
            extents[number] = (box.top, box.top + 1)
            continue
        top, bottom = box.top, box.bottom
        middle = (top + bottom) / 2
        for child in children:
            centre = (child.box.top + child.box.bottom) / 2
            if centre - middle > _OFF_CENTRE * box.height:
                bottom = min(bottom, child.box.top)
            elif middle - centre > _OFF_CENTRE * box.height:
                top = max(top, child.box.bottom)
        if bottom - top > box.height // 6:
            extents[number] = (top, bottom)
    return extents
