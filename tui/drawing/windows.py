"""The whole screen: what lies above what, between the phone's status bar and its keyboard.

Of a dialog, a phone tells the elements of the dialog alone. That it is one is seen from where they are;
what lies behind it is known only from the look before.
"""

from __future__ import annotations

from dataclasses import dataclass

from phonebuddy.v1 import observation_pb2
from rich.cells import cell_len

from tui.drawing.bands import bands_of
from tui.drawing.boxes import CellBox, around
from tui.drawing.layout import Area, DrawnLabel, LayoutContent, LayoutPart, RowSpan, lay_out
from tui.drawing.pieces import DP_ACROSS, DrawnPiece, PieceKind, Screenful, pieces_of
from tui.drawing.widths import cut
from tui.plain_text import one_line

LEAST_COLUMNS = 12
_STATUS_ROWS = 10
"""Below so many rows, there is no room for the status bar."""
_LEAST_DIALOG = 26


@dataclass(frozen=True, slots=True)
class PhoneFrame:
    """The border of a dialog, in cells, inclusive of it."""

    row: int
    column: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Across:
    """Which columns show what of the phone's width."""

    column: int
    columns: int
    left_px: int
    right_px: int


@dataclass(frozen=True, slots=True)
class PhoneLayout:
    """A look at a phone in cells. Rows of `spans` are all rows, from the first."""

    columns: int
    screen: CellBox
    spans: tuple[RowSpan, ...]
    labels: tuple[DrawnLabel, ...]
    areas: tuple[Area, ...]
    across: Across
    pieces: tuple[DrawnPiece, ...]
    cut: tuple[int, ...]
    above: int = 0
    below: int = 0
    frame: PhoneFrame | None = None
    behind: PhoneLayout | None = None

    @property
    def rows(self) -> int:
        return len(self.spans)


def draw(
    observation: observation_pb2.Observation,
    columns: int,
    rows: int,
    *,
    behind: observation_pb2.Observation | None = None,
    follow_px: int | None = None,
    first: int | None = None,
) -> PhoneLayout:
    """A look in so many cells; `behind` is what was seen before a dialog came.

    Where not all of it has room, what is around `follow_px` is shown, or what comes from a band on.
    """
    columns, rows = max(columns, LEAST_COLUMNS), max(rows, 3)
    screenful = pieces_of(observation)
    screen = screenful.screen
    edges = _edges(observation, columns, rows)
    room = rows - len(edges.top) - len(edges.bottom)
    dialog = dialog_of(screenful)
    if dialog is None:
        content = lay_out(
            screenful.pieces, screen, columns - 1, room, follow_px=follow_px, first=first
        )
        across = Across(1, columns - 1, screen.left, screen.right)
        drawn = _Drawn(content.moved(len(edges.top), 1), content.spans, across)
    else:
        drawn = _dialog(screenful, dialog, columns, room, len(edges.top), follow_px, first)
    spans = [*drawn.spans[:room]]
    end = spans[-1].bottom if spans else screen.top
    while len(spans) < room:
        spans.append(RowSpan(min(end, screen.bottom - 1), screen.bottom))
    first = spans[0].top if spans else screen.top
    spans = [
        *(RowSpan(screen.top, max(first, screen.top + 1)) for _ in edges.top),
        *spans,
        *(RowSpan(min(end, screen.bottom - 1), screen.bottom) for _ in edges.bottom),
    ]
    below = None
    if dialog is not None and behind is not None and behind.package == observation.package:
        past = draw(behind, columns, rows)
        below = past if past.frame is None else None
    bars = [
        *(_bar(0, columns, label) for label in edges.top),
        *(_bar(rows - len(edges.bottom) + n, columns, bar) for n, bar in enumerate(edges.bottom)),
    ]
    return PhoneLayout(
        columns=columns,
        screen=screen,
        spans=tuple(spans),
        labels=(*drawn.content.labels, *bars),
        areas=drawn.content.areas,
        across=drawn.across,
        pieces=screenful.pieces,
        cut=tuple(sorted({*drawn.content.cut, *screenful.slivers})),
        above=drawn.content.above,
        below=drawn.content.below,
        frame=drawn.frame,
        behind=below,
    )


def dialog_of(screenful: Screenful) -> CellBox | None:
    """Where a window lies that does not fill the screen; None if there is none."""
    if not screenful.pieces:
        return None
    screen = screenful.screen
    dp = screen.width / DP_ACROSS
    box = around([piece.box for piece in screenful.pieces])
    below_top = box.top - screen.top > 0.15 * screen.height
    menu = box.left - screen.left > 0.2 * screen.width and box.height < 0.6 * screen.height
    if not (below_top or menu):
        return None
    # Texts alone in the middle of a screen are no dialog: there is nothing to leave it by.
    if all(
        piece.kind in {PieceKind.TEXT, PieceKind.PICTURE, PieceKind.PROGRESS}
        for piece in screenful.pieces
    ):
        return None
    pad = round(16 * dp)
    return CellBox(box.left - pad, box.top - pad, box.right + pad, box.bottom + pad).clipped(screen)


@dataclass(frozen=True, slots=True)
class _Drawn:
    content: LayoutContent
    spans: tuple[RowSpan, ...]
    across: Across
    frame: PhoneFrame | None = None


def _dialog(
    screenful: Screenful,
    box: CellBox,
    columns: int,
    room: int,
    row: int,
    follow_px: int | None,
    first: int | None,
) -> _Drawn:
    """A frame near the dialog's place, as high as what is in it."""
    screen = screenful.screen
    share = box.width / screen.width
    wide = min(columns, max(round(columns * share), min(_LEAST_DIALOG, columns)))
    inner = max(1, wide - 3)
    dp = screen.width / DP_ACROSS
    bands = len(bands_of(screenful.pieces))
    high = min(room - 2, max(bands + 4, round(room * box.height / screen.height)))
    content = lay_out(
        screenful.pieces,
        box,
        inner,
        max(high, 1),
        dp=dp,
        follow_px=follow_px,
        first=first,
        pins=False,
    )
    rows = min(len(content.spans), room - 2)
    middle = (box.left + box.right) / 2 / screen.width * columns
    left = max(0, min(round(middle - wide / 2), columns - wide))
    centre = (box.top + box.bottom) / 2 / screen.height * room
    top = max(0, min(round(centre - (rows + 2) / 2), room - rows - 2))
    frame = PhoneFrame(row + top, left, rows + 2, wide)
    above, under = box.top, box.bottom
    spans = (
        *_even(screen.top, above, top + 1),
        *content.spans[:rows],
        *_even(under, screen.bottom, room - top - 1 - rows),
    )
    moved = content.moved(row + top + 1, left + 2)
    return _Drawn(moved, spans, Across(left + 2, inner, box.left, box.right), frame)


def _even(top: int, bottom: int, rows: int) -> list[RowSpan]:
    bottom = max(bottom, top + 1)
    return [
        RowSpan(
            top + (bottom - top) * n // rows, max(top + (bottom - top) * (n + 1) // rows, top + 1)
        )
        for n in range(rows)
    ]


@dataclass(frozen=True, slots=True)
class _Bar:
    text: str
    part: LayoutPart


@dataclass(frozen=True, slots=True)
class _Edges:
    top: tuple[_Bar, ...]
    bottom: tuple[_Bar, ...]


def _edges(observation: observation_pb2.Observation, columns: int, rows: int) -> _Edges:
    """Status bar, messages that are shown for a short time, and the keyboard."""
    if rows < _STATUS_ROWS:
        return _Edges((), ())
    bottom: list[_Bar] = []
    if observation.notices:
        told = one_line(observation.notices[-1])
        bottom.append(_Bar(f"( {cut(told, columns - 6)} )", LayoutPart.NOTICE))
    if observation.keyboard_shown:
        bottom.append(_Bar(_keyboard(columns), LayoutPart.KEYBOARD))
    return _Edges((_Bar(_status(observation, columns), LayoutPart.STATUS),), tuple(bottom))


def _status(observation: observation_pb2.Observation, columns: int) -> str:
    name = one_line(observation.package).rpartition(".")[2] or "unknown app"
    note = "protected" if observation.secure else ""
    room = columns - 2 - len(note)
    name = cut(name, room)
    return f" {name}{' ' * (room - cell_len(name))}{note} "


def _keyboard(columns: int) -> str:
    name = " keyboard "
    left = (columns - len(name)) // 2
    return f"{'⌨'.center(left, '·')}{name}{'·' * (columns - left - len(name))}"


def _bar(row: int, columns: int, bar: _Bar) -> DrawnLabel:
    text = cut(bar.text, columns)
    column = (columns - cell_len(text)) // 2 if bar.part is LayoutPart.NOTICE else 0
    return DrawnLabel(row, column, text, None, bar.part)
