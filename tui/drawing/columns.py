"""Where in the line the pieces of a band stand: near their place on the phone, and never on one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tui.drawing.boxes import CellBox
from tui.drawing.faces import Align, Face, face_of
from tui.drawing.pieces import DrawnPiece, PieceKind

GAP = 1
_ALONE = 0.85
"""How much of a line a bubble or a card may take where nothing stands beside it."""
_WRAPS = 2.2
"""Texts of more lines than this are paragraphs."""


@dataclass(frozen=True, slots=True)
class ColumnSlot:
    """The place of a piece in its band, in cells."""

    number: int
    column: int
    width: int
    align: Align


@dataclass(frozen=True, slots=True)
class Line:
    """A band in cells: its slots from left to right, and the pieces for which there is no room."""

    slots: tuple[ColumnSlot, ...]
    dropped: tuple[int, ...]
    dense: bool


@dataclass(slots=True)
class _Wish:
    number: int
    face: Face
    first: int
    last: int
    width: int = 0


def place(
    members: Sequence[int],
    pieces: Sequence[DrawnPiece],
    window: CellBox,
    columns: int,
    line_px: float,
    *,
    dense: bool = False,
) -> Line:
    """The members of a band in a line of so many cells; in a dense one, buttons have no brackets.

    Where not even the least of all has room, those at the right are dropped.
    """
    wishes = [_wish(n, members, pieces, window, columns, line_px, dense=dense) for n in members]
    if _least(wishes) > columns and not dense:
        return place(members, pieces, window, columns, line_px, dense=True)
    wishes.sort(key=lambda wish: (wish.first, wish.last))
    dropped: list[int] = []
    while len(wishes) > 1 and _least(wishes) > columns:
        dropped.append(wishes.pop().number)
    _share_out(wishes, columns)
    starts = _starts(wishes, columns)
    slots = [
        ColumnSlot(wish.number, start, wish.width, wish.face.align)
        for wish, start in zip(wishes, starts, strict=True)
        if wish.width > 0
    ]
    return Line(tuple(slots), tuple(dropped), dense)


def _least(wishes: Sequence[_Wish]) -> int:
    return sum(wish.face.least for wish in wishes) + GAP * (len(wishes) - 1)


def _wish(
    number: int,
    members: Sequence[int],
    pieces: Sequence[DrawnPiece],
    window: CellBox,
    columns: int,
    line_px: float,
    *,
    dense: bool,
) -> _Wish:
    piece = pieces[number]
    face = face_of(piece, dense=dense)
    left, right = piece.box.left, piece.box.right
    others = [pieces[n].box for n in members if n != number]
    inner = [box for box in others if box.left < right and box.right > left and box != piece.box]
    if inner and all(box.width < piece.box.width for box in inner):
        left, right = _widest_gap(left, right, inner)
    scale = columns / max(window.width, 1)
    first = max(0, min(round((left - window.left) * scale), columns - 1))
    last = max(first + 1, min(round((right - window.left) * scale), columns))
    wish = _Wish(number, face, first, last)
    if face.fills:
        wish.width = max(last - first, face.least)
        if not others:
            wish.width = max(wish.width, min(face.wanted, round(_ALONE * columns)))
    elif piece.kind is PieceKind.TEXT and piece.box.height > _WRAPS * line_px:
        wish.width = max(last - first, face.least)
    elif piece.kind is PieceKind.TILE:
        wish.width = max(last - first, face.wanted)
    else:
        wish.width = face.wanted
    wish.width = min(wish.width, columns)
    return wish


def _widest_gap(left: int, right: int, inner: Sequence[CellBox]) -> tuple[int, int]:
    """The widest part of a row that nothing lies on."""
    best, start = (left, left), left
    for box in sorted(inner, key=lambda box: box.left):
        if box.left - start > best[1] - best[0]:
            best = (start, box.left)
        start = max(start, box.right)
    if right - start > best[1] - best[0]:
        best = (start, right)
    return best if best[1] > best[0] else (left, right)


def _share_out(wishes: Sequence[_Wish], columns: int) -> None:
    """Make the widths fit: first what fills its place, then icons' words, then all alike."""
    room = columns - GAP * (len(wishes) - 1)
    for ready in (
        [w for w in wishes if w.face.fills],
        sorted((w for w in wishes if not w.face.fills), key=lambda w: -w.width),
    ):
        for wish in ready:
            over = sum(w.width for w in wishes) - room
            if over <= 0:
                return
            wish.width = max(min(wish.width, wish.face.needed), wish.width - over)
    while (over := sum(w.width for w in wishes) - room) > 0:
        able = [w for w in wishes if w.width > w.face.least]
        if not able:
            return
        widest = max(w.width for w in able)
        tied = [w for w in able if w.width == widest]
        second = max((w.width for w in able if w.width < widest), default=0)
        for wish in tied:
            wish.width = max(
                wish.face.least, second, widest - -(-over // len(tied)), wish.width - over
            )


def _starts(wishes: Sequence[_Wish], columns: int) -> list[int]:
    starts: list[int] = []
    end = 0
    for wish in wishes:
        start = wish.first
        if wish.face.align is Align.CENTRE and not wish.face.fills:
            start = (wish.first + wish.last - wish.width + 1) // 2
        elif wish.face.fills and wish.first + wish.last > columns:
            # From the right half of the phone, it grows to the left.
            start = min(start, wish.last - wish.width)
        start = max(start, end)
        starts.append(start)
        end = start + wish.width + GAP
    limit = columns
    for place in range(len(starts) - 1, -1, -1):
        starts[place] = max(0, min(starts[place], limit - wishes[place].width))
        limit = starts[place] - GAP
    return starts
