"""How a piece reads in a place of so many cells: its words with brackets, marks and controls."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rich.cells import cell_len

from tui.drawing.pieces import DrawnPiece, PieceKind
from tui.drawing.widths import cut, wrap

CURSOR = "▏"
_LEAST_FIELD = 8
_MANY = 40
_TILE = 22
_SIGNS = (
    ("backspace", "⌫"),
    ("navigate up", "‹"),
    ("back", "‹"),
    ("navigation drawer", "≡"),
    ("menu", "≡"),
    ("more options", "⋮"),
    ("more", "⋮"),
    ("search", "⌕"),
    ("remove star", "★"),
    ("add star", "☆"),
    ("close", "×"),
    ("clear", "×"),
    ("next", "›"),
    ("previous", "‹"),
    ("add", "+"),
    ("new", "+"),
    ("create", "+"),
    ("compose", "+"),
)
"""Signs for icons that everybody knows, by how their description begins or ends."""


class Align(StrEnum):
    """Where words stand in their place."""

    LEFT = "left"
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class Face:
    """What a piece asks for, in cells: to say all, to be understood, to be there at all."""

    wanted: int
    needed: int
    least: int
    align: Align
    fills: bool
    """Takes the whole of its place."""


def face_of(piece: DrawnPiece, *, dense: bool) -> Face:
    """What a piece asks for; in a dense row, buttons go without brackets."""
    match piece.kind:
        case PieceKind.TEXT:
            long = max(map(cell_len, piece.text.split("\n")))
            return Face(long, min(long, _MANY), min(long, 10), Align.LEFT, fills=False)
        case PieceKind.ITEM:
            need = max(cell_len(_first(piece)), min(cell_len(piece.detail), _MANY))
            return Face(need, min(need, _MANY), min(need, 6), Align.LEFT, fills=True)
        case PieceKind.SWITCH | PieceKind.CHECK | PieceKind.RADIO:
            return _toggle_face(piece)
        case PieceKind.FIELD:
            need = max(_LEAST_FIELD, cell_len(piece.text) + 3)
            return Face(need, min(need, 24), _LEAST_FIELD, Align.LEFT, fills=True)
        case PieceKind.SLIDER | PieceKind.PROGRESS:
            need = cell_len(piece.text) + 10
            return Face(need, min(need, 24), 8, Align.LEFT, fills=True)
        case PieceKind.PICTURE:
            need = cell_len(piece.text) + 2
            return Face(need, min(need, 8), 4, Align.CENTRE, fills=True)
        case PieceKind.ICON:
            words = cell_len(_words(piece, dense=dense))
            short = cell_len(_short(piece))
            return Face(words, short, min(short, 4), Align.CENTRE, fills=False)
        case PieceKind.CHIP:
            words = cell_len(_words(piece, dense=dense))
            return Face(words, words, min(words, 7), Align.CENTRE, fills=False)
        case _:
            words = cell_len(_words(piece, dense=dense))
            return Face(words, words, min(words, 4), Align.CENTRE, fills=False)


def _toggle_face(piece: DrawnPiece) -> Face:
    control = cell_len(_control(piece))
    if _is_bare(piece):
        return Face(control, control, control, Align.CENTRE, fills=False)
    need = max(cell_len(_first(piece)), min(cell_len(piece.detail), _MANY)) + control + 1
    return Face(need, min(need, _MANY), control + 1, Align.LEFT, fills=True)


def _is_bare(piece: DrawnPiece) -> bool:
    """A control in a row that has its words."""
    return not piece.text or piece.within is not None


def lines_wanted(piece: DrawnPiece, width: int, text_rows: float) -> int:
    """How many lines say all; `text_rows` is how many lines of text it has on the phone."""
    match piece.kind:
        case PieceKind.TEXT:
            return len(wrap(piece.text, width, 200))
        case PieceKind.ITEM | PieceKind.SWITCH | PieceKind.CHECK | PieceKind.RADIO:
            if _is_stacked(piece, width):
                return min(3, len(wrap(piece.text, width, 2)) + 1)
            if text_rows < 1.9:
                return 1
            if not piece.detail:
                most = max(1, round(1.3 * text_rows) - 1)
                return (
                    min(len(wrap(piece.text, width, 20)), most)
                    if piece.kind is PieceKind.ITEM
                    else 1
                )
            rest = len(wrap(piece.detail, _detail_width(piece, width), 20))
            return 1 + min(rest, max(1, round(text_rows) - 2))
        case PieceKind.FIELD:
            return min(len(wrap(piece.text, max(width - 3, 1), 20)), max(1, round(text_rows) - 1))
        case PieceKind.TILE:
            return len(wrap(_words(piece, dense=False), width, 2))
        case _:
            return 1


def lines_of(piece: DrawnPiece, width: int, height: int, *, dense: bool) -> list[str]:
    """The piece in at most `height` lines of at most `width` cells."""
    match piece.kind:
        case PieceKind.TEXT:
            return wrap(piece.text, width, height)
        case PieceKind.ITEM:
            return _item(piece, width, height)
        case PieceKind.SWITCH | PieceKind.CHECK | PieceKind.RADIO:
            return _toggle(piece, width, height)
        case PieceKind.FIELD:
            return _field(piece, width, height)
        case PieceKind.TILE:
            return wrap(_words(piece, dense=dense), width, height)
        case PieceKind.PICTURE:
            return _picture(piece, width, height)
        case PieceKind.SLIDER | PieceKind.PROGRESS:
            return [_bar(piece, width)]
        case PieceKind.ICON:
            words = _words(piece, dense=dense)
            return [words if cell_len(words) <= width else _squeezed(piece, width, dense=dense)]
        case _:
            return [_squeezed(piece, width, dense=dense)]


def _title(piece: DrawnPiece) -> str:
    return f"•{piece.text}" if piece.selected else piece.text


def _first(piece: DrawnPiece) -> str:
    return f"{_title(piece)}  {piece.aside}" if piece.aside else _title(piece)


def _at_ends(left: str, right: str, width: int) -> str:
    """Two texts at the ends of a line; the left is cut."""
    room = width - cell_len(right) - 1
    if not right or room < 4:
        return cut(f"{left} {right}".strip(), width)
    left = cut(left, room)
    return f"{left}{' ' * (width - cell_len(left) - cell_len(right))}{right}"


def _item(piece: DrawnPiece, width: int, height: int) -> list[str]:
    if not piece.detail and not piece.aside and height > 1:
        return wrap(_title(piece), width, height)
    if height == 1 or not piece.detail:
        told = f"{_title(piece)} · {piece.detail}" if piece.detail else _title(piece)
        return [_at_ends(told, piece.aside, width)]
    return [_at_ends(_title(piece), piece.aside, width), *wrap(piece.detail, width, height - 1)]


def _control(piece: DrawnPiece) -> str:
    match piece.kind:
        case PieceKind.SWITCH:
            return "on ━●" if piece.on else "off ●━"
        case PieceKind.RADIO:
            return "(•)" if piece.on else "( )"
        case _:
            return "[x]" if piece.on else "[ ]"


def _detail_width(piece: DrawnPiece, width: int) -> int:
    return width if piece.kind is PieceKind.ITEM else max(1, width - cell_len(_control(piece)) - 1)


def _is_stacked(piece: DrawnPiece, width: int) -> bool:
    """A switch in a tile has its words above it."""
    if piece.kind is not PieceKind.SWITCH or _is_bare(piece):
        return False
    return width < cell_len(piece.text) + cell_len(_control(piece)) + 1 and width < _TILE


def _toggle(piece: DrawnPiece, width: int, height: int) -> list[str]:
    control = _control(piece)
    if _is_bare(piece):
        return [cut(control, width)]
    if height > 1 and width < _TILE and piece.kind is PieceKind.SWITCH:
        return [*wrap(piece.text, width, height - 1), cut(control, width)]
    indent = cell_len(control) + 1
    if piece.kind is PieceKind.SWITCH:
        first = _at_ends(piece.text, control, width)
        if height == 1 and piece.detail:
            first = _at_ends(f"{piece.text} · {piece.detail}", control, width)
        rest = wrap(piece.detail, width - indent, height - 1)
        return [first, *rest]
    told = f"{piece.text} · {piece.detail}" if height == 1 and piece.detail else piece.text
    rest = wrap(piece.detail, width - indent, height - 1)
    first = f"{control} {_at_ends(told, piece.aside, max(width - indent, 0))}"
    return [cut(first, width), *(f"{' ' * indent}{line}" for line in rest)]


def _field(piece: DrawnPiece, width: int, height: int) -> list[str]:
    room = width - 2
    if room < 1:
        return [cut(piece.text, width)]
    cursor = CURSOR if piece.focused else ""
    if piece.hinted:
        text = f"{cursor}{cut(piece.text, room - len(cursor))}"
        return [f"[{_padded(text, room)}]"]
    lines = wrap(piece.text, room - len(cursor), 200) or [""]
    # What was typed last is what is looked at.
    shown = lines[-height:] if piece.focused else lines[:height]
    if len(shown) < len(lines) and not piece.focused:
        shown[-1] = cut(f"{shown[-1]} {lines[len(shown)]}", room)
    shown[-1] += cursor
    return [f"[{_padded(line, room)}]" for line in shown]


def _padded(text: str, width: int) -> str:
    return text + " " * max(0, width - cell_len(text))


def _picture(piece: DrawnPiece, width: int, height: int) -> list[str]:
    if height < 3 or width < 6:
        name = cut(piece.text, max(width - 2, 1))
        return [f"▒{_padded(name, width - 2)}▒" if width > 2 else name]
    room = width - 2
    names = wrap(piece.text, room, height - 2, breaks=True)
    above = (height - 2 - len(names)) // 2
    lines = [""] * above + names + [""] * (height - 2 - above - len(names))
    inside: list[str] = []
    for line in lines:
        left = (room - cell_len(line)) // 2
        inside.append(f"│{' ' * left}{_padded(line, room - left)}│")
    return [f"┌{'─' * room}┐", *inside, f"└{'─' * room}┘"]


def _bar(piece: DrawnPiece, width: int) -> str:
    name = cut(piece.text, max(0, width - 9))
    room = width - cell_len(name) - (1 if name else 0)
    if piece.kind is PieceKind.PROGRESS:
        full = round(room * (piece.share or 0.0))
        bar = "▰" * full + "▱" * (room - full)
    elif piece.share is None:
        bar = f"◂{'─' * (room - 2)}▸" if room > 1 else "─" * room
    else:
        at = round((room - 1) * piece.share)
        bar = f"{'━' * at}●{'─' * (room - 1 - at)}"
    return f"{name} {bar}" if name else bar


def _words(piece: DrawnPiece, *, dense: bool) -> str:
    match piece.kind:
        case PieceKind.BUTTON:
            if dense and not piece.selected:
                return piece.text
            return f"[{piece.text}]"
        case PieceKind.ICON:
            # Well-known signs need no words, but those say what is added or searched for.
            sign = _sign(piece)
            if sign in {"‹", "≡", "⋮", "×", "☆", "★", "⌫"}:
                return f"[{sign}]"
            return f"[{piece.text}]" if piece.text else "[·]"
        case PieceKind.CHIP:
            words = f"•{piece.text}" if piece.selected else piece.text
            return words if dense else f"({words})"
        case PieceKind.TAB:
            return f"•{piece.text}" if piece.selected else piece.text
        case PieceKind.TILE:
            return f"•{piece.text}" if piece.selected else piece.text
        case PieceKind.CHOICE:
            return f"{piece.text} ▾"
        case _:
            return piece.text


def _squeezed(piece: DrawnPiece, width: int, *, dense: bool) -> str:
    """As many of the words as there is room for, within their brackets."""
    words = _words(piece, dense=dense)
    if cell_len(words) <= width:
        return words
    if piece.kind is PieceKind.ICON and _sign(piece):
        return cut(_short(piece), width)
    if words[0] in "([" and width > 3:
        return f"{words[0]}{cut(words[1:-1], width - 2)}{words[-1]}"
    return cut(words, width)


def _short(piece: DrawnPiece) -> str:
    if sign := _sign(piece):
        return f"[{sign}]"
    return f"[{cut(piece.text, 5)}]" if piece.text else "[·]"


def _sign(piece: DrawnPiece) -> str:
    said = piece.text.lower()
    for words, sign in _SIGNS:
        if said == words or said.startswith(f"{words} ") or said.endswith(f" {words}"):
            return sign
    return ""
