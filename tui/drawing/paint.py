"""A drawing in colours: grounds, words, a dialog's frame, and marks of touches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tui.drawing.boxes import CellBox
from tui.drawing.canvas import PLAIN, CellCanvas, Colour, Ink
from tui.drawing.colours import LEGIBLE, STRONG, ScreenColours, blend, contrast, distance, legible
from tui.drawing.layout import Area, DrawnLabel, LayoutPart
from tui.drawing.pieces import DP_ACROSS, TOGGLES, DrawnPiece, PieceKind
from tui.drawing.places import Pixel, cell_of, target_of
from tui.drawing.windows import PhoneLayout

TOUCHED: Colour = (255, 0, 90)
AIMED: Colour = (255, 140, 0)
TOUCH = "◉"
AIM = "▶"
_ALIKE = 36
_SQUARE = "▐█▌"
_STRONG = frozenset({PieceKind.ITEM, PieceKind.BUTTON, PieceKind.CHIP})


@dataclass(frozen=True, slots=True)
class Marks:
    """In pixels: where the phone was touched last, and what the policy is about to touch."""

    touches: tuple[Pixel, ...] = ()
    aims: tuple[Pixel, ...] = ()


def paint(
    drawing: PhoneLayout, colours: ScreenColours | None, marks: Marks | None = None
) -> CellCanvas:
    """The drawing as cells; without colours, in those of the terminal."""
    canvas = CellCanvas(drawing.columns, drawing.rows)
    painter = _Painter(canvas, drawing, colours)
    painter.grounds()
    if drawing.behind is not None:
        painter.backdrop(drawing.behind)
    if drawing.frame is not None:
        painter.frame()
    painter.areas()
    for label in drawing.labels:
        painter.label(label)
    if marks is not None:
        painter.marks(marks)
    return canvas


class _Painter:
    def __init__(
        self, canvas: CellCanvas, drawing: PhoneLayout, colours: ScreenColours | None
    ) -> None:
        self._canvas = canvas
        self._drawing = drawing
        self._colours = colours
        self._known: dict[int, tuple[Colour, Colour]] = {}

    def grounds(self) -> None:
        """Every row in the colour of what it shows."""
        if self._colours is None:
            return
        screen, across = self._drawing.screen, self._drawing.across
        right = screen.right
        if self._drawing.frame is not None and across.left_px - screen.left > 0.02 * screen.width:
            # Beside a dialog is what it covers.
            right = across.left_px
        covered = self._covered()
        before: Colour | None = None
        for row, span in enumerate(self._drawing.spans):
            if before is not None and row in covered:
                self._canvas.fill(row, 0, self._drawing.columns, Ink(ground=before))
                continue
            ground = self._colours.ground(CellBox(screen.left, span.top, right, span.bottom))
            # Pictures are compressed: what is nearly alike is alike.
            if before is not None and distance(ground, before) < _ALIKE:
                ground = before
            before = ground
            self._canvas.fill(row, 0, self._drawing.columns, Ink(ground=ground))

    def _covered(self) -> set[int]:
        """Rows whose ground cannot be seen for all that stands on it."""
        widths: dict[int, int] = {}
        for area in self._drawing.areas:
            if area.piece.kind in {PieceKind.PICTURE, PieceKind.BUTTON}:
                for row in range(area.row - 1, area.row + area.rows + 1):
                    widths[row] = widths.get(row, 0) + area.piece.box.width
        half = self._drawing.screen.width / 2
        return {row for row, width in widths.items() if width > half}

    def backdrop(self, behind: PhoneLayout) -> None:
        """What a dialog covers: there to be recognised, not to be read."""
        for label in behind.labels:
            if label.part is not LayoutPart.KEYBOARD and 0 <= label.row < self._canvas.rows:
                there = self._canvas.ink(label.row, min(label.column, self._canvas.columns - 1))
                if there.ground is None:
                    ink = Ink(dim=True)
                else:
                    ink = Ink(fore=blend(there.ground, _far(there.ground), 0.3))
                self._canvas.put(label.row, label.column, label.text, ink)

    def frame(self) -> None:
        frame = self._drawing.frame
        if frame is None:
            return
        ink = PLAIN
        if self._colours is not None:
            middle = self._drawing.spans[frame.row + frame.rows // 2]
            across = self._drawing.across
            ground = self._colours.ground(
                CellBox(across.left_px, middle.top, across.right_px, middle.bottom)
            )
            ink = Ink(fore=blend(ground, _far(ground), 0.45), ground=ground)
        put = partial(self._canvas.put, column=frame.column, ink=ink)
        room = frame.columns - 2
        put(frame.row, text=f"╭{'─' * room}╮")
        for row in range(frame.row + 1, frame.row + frame.rows - 1):
            put(row, text=f"│{' ' * room}│")
        put(frame.row + frame.rows - 1, text=f"╰{'─' * room}╯")

    def areas(self) -> None:
        """Buttons, fields and pictures have a ground of their own."""
        if self._colours is None:
            return
        for area in self._drawing.areas:
            if area.piece.kind is PieceKind.TILE:
                self._icon(area)
                continue
            ground, _ = self._both(area.piece)
            for row in range(area.row, min(area.row + area.rows, self._canvas.rows)):
                there = self._canvas.ink(row, min(area.column, self._canvas.columns - 1)).ground
                if there is None or distance(ground, there) >= _ALIKE:
                    self._canvas.fill(row, area.column, area.columns, Ink(ground=ground))

    def _icon(self, area: Area) -> None:
        """An app's icon: a square in its colour above its name."""
        names = [label.row for label in self._drawing.labels if label.piece == area.piece]
        row = min(names, default=0) - 1
        if self._colours is None or row < area.row:
            return
        box = area.piece.box
        inner = CellBox(
            box.left + box.width * 3 // 8,
            box.top + box.height // 8,
            box.right - box.width * 3 // 8,
            box.top + box.height // 2,
        )
        column = area.column + (area.columns - len(_SQUARE)) // 2
        self._canvas.put(row, column, _SQUARE, Ink(fore=self._colours.ground(inner)))

    def label(self, label: DrawnLabel) -> None:
        self._canvas.put(label.row, label.column, label.text, self._ink(label))

    def _ink(self, label: DrawnLabel) -> Ink:
        piece = label.piece
        if piece is None:
            return self._bar_ink(label)
        selected = piece.selected or piece.focused
        strong = label.part is LayoutPart.WORDS and (
            piece.kind in _STRONG or self._is_heading(piece)
        )
        faint = piece.disabled or piece.hinted or label.part is LayoutPart.DETAIL
        if self._colours is None:
            return Ink(
                bold=(strong or selected) and not faint,
                dim=faint,
                underline=piece.kind is PieceKind.FIELD,
            )
        there = self._canvas.ink(label.row, min(label.column, self._canvas.columns - 1)).ground
        ground, ink = self._both(piece)
        ground = there or ground
        fore = legible(ink, ground, LEGIBLE if faint or piece.on else STRONG)
        return Ink(fore=fore, bold=strong or selected, underline=piece.kind is PieceKind.FIELD)

    def _bar_ink(self, label: DrawnLabel) -> Ink:
        if label.part is LayoutPart.NOTICE:
            return Ink(fore=(255, 255, 255), ground=(60, 60, 66))
        if self._colours is None:
            return Ink(dim=True, reverse=label.part is LayoutPart.KEYBOARD)
        there = self._canvas.ink(label.row, 0).ground or (0, 0, 0)
        return Ink(fore=legible(blend(there, _far(there), 0.6), there))

    def _both(self, piece: DrawnPiece) -> tuple[Colour, Colour]:
        known = self._known.get(piece.element)
        if known is None:
            if self._colours is None:
                return (0, 0, 0), (255, 255, 255)
            box = piece.box
            if piece.kind is PieceKind.ITEM:
                # Its words, not its icon.
                box = CellBox(box.left + box.width // 6, box.top, box.right, box.bottom)
            known = self._colours.both(box)
            if piece.kind in TOGGLES and piece.on:
                known = known[0], self._colours.accent(piece.box)
            self._known[piece.element] = known
        return known

    def _is_heading(self, piece: DrawnPiece) -> bool:
        """Larger letters than usual."""
        dp = self._drawing.screen.width / DP_ACROSS
        return piece.kind is PieceKind.TEXT and 25 * dp < piece.box.height < 60 * dp

    # Marks

    def marks(self, marks: Marks) -> None:
        for x, y in marks.aims:
            self._aim(x, y)
        for x, y in marks.touches[:1]:
            self._mark(cell_of(self._drawing, x, y), TOUCH, TOUCHED)
        if len(marks.touches) > 1:
            start, end = marks.touches[0], marks.touches[-1]
            self._mark(cell_of(self._drawing, *end), _arrow(start, end), TOUCHED)

    def _aim(self, x: int, y: int) -> None:
        """What is about to be touched stands out whole."""
        piece = target_of(self._drawing, x, y)
        own = [label for label in self._drawing.labels if piece and label.piece == piece]
        if not own:
            self._mark(cell_of(self._drawing, x, y), AIM, AIMED)
            return
        for label in own:
            ink = Ink(fore=(0, 0, 0), ground=AIMED, bold=True)
            self._canvas.tint(label.row, label.column, label.end - label.column, ink)
        self._canvas.put(own[0].row, own[0].column - 1, AIM, Ink(fore=AIMED, bold=True))

    def _mark(self, cell: tuple[int, int], sign: str, colour: Colour) -> None:
        """In an empty cell near the place: words stay readable."""
        column, row = cell
        for away in range(self._canvas.columns):
            for near in (column - away, column + away):
                if self._is_free(row, near):
                    self._canvas.put(row, near, sign, Ink(fore=colour, bold=True))
                    return

    def _is_free(self, row: int, column: int) -> bool:
        if not 0 <= column < self._canvas.columns or self._canvas.char(row, column) != " ":
            return False
        return not any(
            label.row == row and label.column <= column < label.end
            for label in self._drawing.labels
        )


def _far(colour: Colour) -> Colour:
    """Black or white, whichever is farther."""
    return max(((0, 0, 0), (255, 255, 255)), key=lambda end: contrast(end, colour))


def _arrow(start: Pixel, end: Pixel) -> str:
    across, down = end[0] - start[0], end[1] - start[1]
    if abs(across) > abs(down):
        return "→" if across > 0 else "←"
    return "↓" if down > 0 else "↑"
