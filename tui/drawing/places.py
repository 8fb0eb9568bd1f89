"""Where a cell of a drawing is on the phone, and where a point of the phone is in the drawing."""

from __future__ import annotations

from tui.drawing.layout import DrawnLabel
from tui.drawing.pieces import DrawnPiece, PieceKind
from tui.drawing.windows import PhoneLayout

Pixel = tuple[int, int]


def label_at(drawing: PhoneLayout, column: int, row: int) -> DrawnLabel | None:
    """The words at a cell."""
    for label in drawing.labels:
        if label.row == row and label.column <= column < label.end:
            return label
    return None


def piece_at(drawing: PhoneLayout, column: int, row: int) -> DrawnPiece | None:
    """The piece whose words or ground is at a cell."""
    label = label_at(drawing, column, row)
    if label is not None:
        return label.piece
    for area in drawing.areas:
        if (
            area.row <= row < area.row + area.rows
            and area.column <= column < area.column + area.columns
        ):
            return area.piece
    return None


def raw_pixel(drawing: PhoneLayout, column: int, row: int) -> Pixel:
    """Where a cell is on the phone, whatever stands there."""
    span = drawing.spans[min(max(row, 0), drawing.rows - 1)]
    across = drawing.across
    share = (column - across.column + 0.5) / max(across.columns, 1)
    x = across.left_px + share * (across.right_px - across.left_px)
    y = (span.top + span.bottom) // 2
    screen = drawing.screen
    return (
        min(max(round(x), screen.left), screen.right - 1),
        min(max(y, screen.top), screen.bottom - 1),
    )


def touch_pixel(drawing: PhoneLayout, column: int, row: int) -> Pixel:
    """Where to touch the phone for a cell: in what is drawn there, and not in what lies on it."""
    x, y = raw_pixel(drawing, column, row)
    piece = piece_at(drawing, column, row)
    if piece is None:
        return x, y
    if piece.kind is PieceKind.SLIDER:
        return _on_slider(drawing, piece, column, row)
    box = piece.box
    _, middle = box.middle
    others = [
        other.box
        for other in drawing.pieces
        if other.element > piece.element and not other.box.clipped(box).is_empty
    ]
    tries = [
        box.nearest(x, middle),
        box.middle,
        *(
            (box.left + box.width * across // 8, box.top + box.height * down // 8)
            for down in (4, 2, 6, 1, 7)
            for across in (4, 2, 6, 1, 7)
        ),
    ]
    for at in tries:
        if box.holds(*at) and not any(other.holds(*at) for other in others):
            return at
    return tries[0]


def _on_slider(drawing: PhoneLayout, piece: DrawnPiece, column: int, row: int) -> Pixel:
    label = label_at(drawing, column, row)
    _, y = piece.box.middle
    if label is None:
        return piece.box.middle
    start = label.column + max(label.text.rfind(" ") + 1, 0)
    share = min(max((column - start + 0.5) / max(label.end - start, 1), 0.0), 1.0)
    return piece.box.nearest(round(piece.box.left + share * piece.box.width), y)


def target_of(drawing: PhoneLayout, x: int, y: int) -> DrawnPiece | None:
    """The piece that a touch of a pixel reaches: the smallest one there."""
    there = [piece for piece in drawing.pieces if piece.box.holds(x, y)]
    return min(there, key=lambda piece: (piece.box.area, -piece.element), default=None)


def cell_of(drawing: PhoneLayout, x: int, y: int) -> tuple[int, int]:
    """Column and row of a pixel: beside the words of what is there, else where it is on the screen."""
    piece = target_of(drawing, x, y)
    across = drawing.across
    width = max(across.right_px - across.left_px, 1)
    column = across.column + (x - across.left_px) * across.columns // width
    column = min(max(column, 0), drawing.columns - 1)
    if piece is not None:
        own = [label for label in drawing.labels if label.piece == piece]
        if own:
            nearest = min(own, key=lambda label: abs(_row_middle(drawing, label.row) - y))
            return column, nearest.row
    row = min(range(drawing.rows), key=lambda row: (abs(_row_middle(drawing, row) - y), row))
    return column, row


def _row_middle(drawing: PhoneLayout, row: int) -> float:
    span = drawing.spans[row]
    return (span.top + span.bottom) / 2
