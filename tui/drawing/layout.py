"""Pieces in a window of the terminal: bands below one another, cropped where there are too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rich.cells import cell_len

from tui.drawing.bands import Band, bands_of
from tui.drawing.boxes import CellBox
from tui.drawing.columns import ColumnSlot, Line, place
from tui.drawing.faces import Align, lines_of, lines_wanted
from tui.drawing.heights import Given, Need, share_out
from tui.drawing.pieces import DP_ACROSS, DrawnPiece, PieceKind
from tui.drawing.widths import ELLIPSIS

LINE_DP = 20
"""How high a line of text is on a phone."""
_SOLID = frozenset(
    {
        PieceKind.BUTTON,
        PieceKind.CHIP,
        PieceKind.ICON,
        PieceKind.FIELD,
        PieceKind.TILE,
        PieceKind.PICTURE,
        PieceKind.TAB,
    }
)
_HIGH = frozenset(
    {PieceKind.PICTURE, PieceKind.TILE, PieceKind.ITEM, PieceKind.BUTTON, PieceKind.SWITCH}
)
_DENSE = 5
_PROSE = frozenset({PieceKind.TEXT, PieceKind.FIELD})


class LayoutPart(StrEnum):
    """What a text of the drawing is."""

    WORDS = "words"
    DETAIL = "detail"
    STATUS = "status"
    KEYBOARD = "keyboard"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class DrawnLabel:
    """A text in a row. `piece` is whose it is; None for what the phone's own bars say."""

    row: int
    column: int
    text: str
    piece: DrawnPiece | None = None
    part: LayoutPart = LayoutPart.WORDS

    @property
    def end(self) -> int:
        return self.column + cell_len(self.text)


@dataclass(frozen=True, slots=True)
class Area:
    """Cells that have a piece's own ground, as a button's."""

    row: int
    column: int
    rows: int
    columns: int
    piece: DrawnPiece


@dataclass(frozen=True, slots=True)
class RowSpan:
    """What of the phone's height a row shows, in pixels."""

    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class LayoutContent:
    """A window's content in cells. `cut` are the elements that there was no room for."""

    columns: int
    spans: tuple[RowSpan, ...]
    labels: tuple[DrawnLabel, ...]
    areas: tuple[Area, ...]
    cut: tuple[int, ...]
    above: int = 0
    below: int = 0
    """Bands that are cropped."""

    def moved(self, down: int, right: int) -> LayoutContent:
        """The same elsewhere; what the rows show stays apart."""
        return replace(
            self,
            labels=tuple(
                replace(label, row=label.row + down, column=label.column + right)
                for label in self.labels
            ),
            areas=tuple(
                replace(area, row=area.row + down, column=area.column + right)
                for area in self.areas
            ),
        )


def lay_out(
    pieces: Sequence[DrawnPiece],
    window: CellBox,
    columns: int,
    rows: int,
    *,
    dp: float = 0.0,
    follow_px: int | None = None,
    first: int | None = None,
    pins: bool = True,
) -> LayoutContent:
    """Pieces in so many cells; where they are too many, those around `follow_px`, or from a band on.

    `pins` has what stands at the window's lower edge stand there too, however many rows are left.
    """
    dp = dp or window.width / DP_ACROSS
    line_px = max(1.0, LINE_DP * dp)
    bands = bands_of(pieces)
    start, end = _seen(bands, rows, follow_px, first)
    cut = [pieces[n].element for band in (*bands[:start], *bands[end:]) for n in band.members]
    shown = bands[start:end]
    dense_px = _dense_widths(bands, pieces)
    lines = [
        place(
            band.members,
            pieces,
            window,
            columns,
            line_px,
            dense=any(pieces[n].box.width in dense_px for n in band.members),
        )
        for band in shown
    ]
    # Cells are twice as high as wide.
    row_px = max(1.0, 2 * window.width / max(columns, 1))
    heights = _whole_heights(pieces)
    needs = [
        _need(band, line, pieces, heights, line_px, row_px, following)
        for band, line, following in zip(shown, lines, [*shown[1:], None], strict=False)
    ]
    given = share_out(needs, rows, pinned=pins and _is_pinned(shown, pieces, window))
    spans: list[RowSpan] = []
    labels: list[DrawnLabel] = []
    areas: list[Area] = []
    for number, (band, line, height) in enumerate(zip(shown, lines, given, strict=True)):
        cut += [pieces[n].element for n in line.dropped]
        _draw_band(line, height, pieces, len(spans), labels, areas)
        if line.dropped and max(slot.column + slot.width for slot in line.slots) < columns:
            labels.append(DrawnLabel(len(spans), columns - 1, ELLIPSIS))
        until = shown[number + 1].top if number + 1 < len(shown) else window.bottom
        spans += _spans(band.top, max(band.bottom, band.top + 1), height.rows)
        spans += _spans(band.bottom, max(until, band.bottom + 1), height.gap)
    return LayoutContent(
        columns,
        tuple(spans),
        tuple(labels),
        tuple(areas),
        tuple(sorted(cut)),
        start,
        len(bands) - end,
    )


def _seen(
    bands: Sequence[Band], rows: int, follow_px: int | None, first: int | None
) -> tuple[int, int]:
    """From which band to which there is room."""
    if len(bands) <= rows:
        return 0, len(bands)
    if first is None:
        at = 0
        if follow_px is not None:
            below = (n for n, band in enumerate(bands) if band.bottom > follow_px)
            at = next(below, len(bands) - 1)
        first = at - rows // 2
    start = max(0, min(first, len(bands) - rows))
    return start, start + max(rows, 0)


def _dense_widths(bands: Sequence[Band], pieces: Sequence[DrawnPiece]) -> set[int]:
    """How wide buttons are that stand many to a row, as a calendar's days: they go without brackets."""
    widths: set[int] = set()
    for band in bands:
        buttons = [pieces[n].box.width for n in band.members if pieces[n].kind is PieceKind.BUTTON]
        if len(buttons) >= _DENSE:
            widths.update(buttons)
    return widths


def _is_pinned(bands: Sequence[Band], pieces: Sequence[DrawnPiece], window: CellBox) -> bool:
    """Whether the last band stands at the lower edge, as navigation and a line to type in do."""
    if not bands or window.bottom - bands[-1].bottom > 0.09 * window.height:
        return False
    return all(pieces[number].kind in _SOLID for number in bands[-1].members)


def _whole_heights(pieces: Sequence[DrawnPiece]) -> list[int]:
    """Of each piece: one that a list's edge cuts off is as high as those above it."""
    highest: dict[tuple[PieceKind, int, int], int] = {}
    for piece in pieces:
        key = (piece.kind, piece.box.left, piece.box.right)
        highest[key] = max(piece.box.height, highest.get(key, 0))
    lists = frozenset({PieceKind.ITEM, PieceKind.TILE, PieceKind.PICTURE})
    held = {piece.within for piece in pieces}
    return [
        0
        if piece.kind is PieceKind.PICTURE and number in held
        else highest[piece.kind, piece.box.left, piece.box.right]
        if piece.kind in lists
        else piece.box.height
        for number, piece in enumerate(pieces)
    ]


def _need(
    band: Band,
    line: Line,
    pieces: Sequence[DrawnPiece],
    heights: Sequence[int],
    line_px: float,
    row_px: float,
    following: Band | None,
) -> Need:
    kinds = {pieces[slot.number].kind for slot in line.slots}
    wanted = [
        lines_wanted(pieces[slot.number], slot.width, heights[slot.number] / line_px)
        for slot in line.slots
    ]
    high = max((heights[slot.number] for slot in line.slots), default=0)
    gap = 0.0 if following is None else max(0, following.top - band.bottom) / row_px
    return Need(
        lines=max(wanted, default=1),
        natural=high / row_px if kinds & _HIGH else 1.0,
        gap=gap,
        grows=bool(kinds & _HIGH),
        alone=bool(kinds & _PROSE) and not kinds & _HIGH,
    )


def _draw_band(
    line: Line,
    given: Given,
    pieces: Sequence[DrawnPiece],
    row: int,
    labels: list[DrawnLabel],
    areas: list[Area],
) -> None:
    kinds = {pieces[slot.number].kind for slot in line.slots}
    from_top = not kinds <= _SOLID
    for slot in line.slots:
        piece = pieces[slot.number]
        texts = lines_of(piece, slot.width, given.rows, dense=line.dense)
        down = 0 if from_top else max(0, (given.rows - len(texts)) // 2)
        if piece.kind is PieceKind.TILE and not from_top:
            # Names stand below icons.
            down = max(0, min(given.rows - len(texts), 1 + (given.rows - len(texts)) // 2))
        made = [
            DrawnLabel(
                row + down + number,
                _column(slot, text, piece),
                text,
                piece,
                LayoutPart.DETAIL
                if number and piece.kind not in _SOLID | _PROSE
                else LayoutPart.WORDS,
            )
            for number, text in enumerate(texts)
            if text.strip()
        ]
        labels += made
        if piece.kind in _SOLID:
            areas.append(_area(slot, piece, made, row, given, from_top=from_top))


def _column(slot: ColumnSlot, text: str, piece: DrawnPiece) -> int:
    if slot.align is Align.CENTRE and piece.kind is not PieceKind.PICTURE:
        return slot.column + max(0, slot.width - cell_len(text)) // 2
    return slot.column


def _area(
    slot: ColumnSlot,
    piece: DrawnPiece,
    made: Sequence[DrawnLabel],
    row: int,
    given: Given,
    *,
    from_top: bool,
) -> Area:
    """What of a button's ground is coloured: its words where others have rows beside it, else all."""
    if from_top or piece.kind in {PieceKind.ICON, PieceKind.CHIP, PieceKind.TAB, PieceKind.BUTTON}:
        first = min((label.row for label in made), default=row)
        last = max((label.row for label in made), default=row)
        column = min((label.column for label in made), default=slot.column)
        end = max((label.end for label in made), default=slot.column)
        return Area(first, column, last - first + 1, end - column, piece)
    return Area(row, slot.column, given.rows, slot.width, piece)


def _spans(top: int, bottom: int, rows: int) -> list[RowSpan]:
    return [
        RowSpan(
            top + (bottom - top) * number // rows,
            max(top + (bottom - top) * (number + 1) // rows, top + 1),
        )
        for number in range(rows)
    ]
