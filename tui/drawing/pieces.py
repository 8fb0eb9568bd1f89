"""What each element is and which words it has.

An element's text is that of all its views, joined by commas: a row of a list reads "Felix Park, asks for
money, $27.00". Here it is taken apart again into what stands first, what follows, and an amount or a date
that belongs at the right edge.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from phonebuddy.v1 import observation_pb2
from rich.cells import cell_len

from tui.drawing.boxes import CellBox, box_of, screen_box
from tui.plain_text import one_line, plain

DP_ACROSS = 411
"""How wide a usual phone is in Android's dp: tells sizes apart where the density is not known."""
SLIVER_DP = 12
"""Less than this of an element at a list's edge is too little to be read."""
_ROW_DP = 330
_KEY_DP = 72


class PieceKind(StrEnum):
    """How a piece is drawn."""

    TEXT = "text"
    ITEM = "item"
    TILE = "tile"
    BUTTON = "button"
    ICON = "icon"
    CHIP = "chip"
    TAB = "tab"
    FIELD = "field"
    SWITCH = "switch"
    CHECK = "check box"
    RADIO = "radio button"
    CHOICE = "choice"
    SLIDER = "slider"
    PROGRESS = "progress"
    PICTURE = "picture"


TOGGLES = frozenset({PieceKind.SWITCH, PieceKind.CHECK, PieceKind.RADIO})
_BARS = frozenset({PieceKind.SLIDER, PieceKind.PROGRESS})


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """One element as it is drawn. `box` is what is seen of it; `within` is the piece that it lies in."""

    element: int
    kind: PieceKind
    box: CellBox
    text: str
    detail: str = ""
    aside: str = ""
    on: bool = False
    selected: bool = False
    disabled: bool = False
    focused: bool = False
    hinted: bool = False
    """The words are a field's hint: nothing was typed yet."""
    share: float | None = None
    """Of a slider or a progress, from 0 to 1."""
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Screenful:
    """All pieces of a look, and the labelled elements that are too little of to be drawn."""

    screen: CellBox
    pieces: tuple[DrawnPiece, ...]
    slivers: tuple[int, ...]


def pieces_of(observation: observation_pb2.Observation) -> Screenful:
    """The pieces in the phone's order."""
    screen = screen_box(observation)
    dp = screen.width / DP_ACROSS
    found: list[DrawnPiece] = []
    slivers: list[int] = []
    edges = [screen, *(box_of(e.bounds) for e in observation.elements if e.scrollable)]
    for number, element in enumerate(observation.elements):
        box = box_of(element.bounds).clipped(screen)
        if box.is_empty or _is_container(element, number, observation):
            continue
        piece = _piece(element, number, box, dp)
        if piece is None:
            continue
        if _is_sliver(box, edges, SLIVER_DP * dp):
            if piece.text:
                slivers.append(number)
            continue
        if piece.kind is PieceKind.SLIDER and found and found[-1].text == piece.text:
            # Its name stands above it already.
            piece = replace(piece, text="")
        if observation.HasField("focused") and element.index == observation.focused:
            piece = replace(piece, focused=True)
        found.append(piece)
    return Screenful(screen, tuple(_nested(found)), tuple(slivers))


def _is_sliver(box: CellBox, edges: list[CellBox], least_px: float) -> bool:
    """What is left of an element where a list or the screen ends."""
    if min(box.width, box.height) >= least_px:
        return False
    return any(
        (box.height < least_px and (box.top == edge.top or box.bottom == edge.bottom))
        or (box.width < least_px and (box.left == edge.left or box.right == edge.right))
        for edge in edges
    )


def _is_container(
    element: observation_pb2.Element, number: int, observation: observation_pb2.Observation
) -> bool:
    """A list, whose elements follow it."""
    if not element.scrollable or element.text or element.editable:
        return False
    following = observation.elements[number + 1 : number + 2]
    box = box_of(element.bounds)
    return not element.description or any(box.contains(box_of(e.bounds)) for e in following)


def _piece(
    element: observation_pb2.Element, number: int, box: CellBox, dp: float
) -> DrawnPiece | None:
    kind = _kind(element, box, dp)
    said = plain(element.text).strip()
    if element.password and said:
        said = "•" * len(said)
    told = (said, one_line(element.description), one_line(element.hint))
    # An accent alone takes no cell.
    text = next((words for words in told if cell_len(words)), "")
    if not text and kind in {
        PieceKind.TEXT,
        PieceKind.ITEM,
        PieceKind.TILE,
        PieceKind.PICTURE,
        PieceKind.TAB,
    }:
        return None
    piece = DrawnPiece(
        element=number,
        kind=kind,
        box=box,
        text=text if kind in {PieceKind.TEXT, PieceKind.FIELD} else one_line(text),
        on=element.checked,
        selected=element.selected,
        disabled=element.disabled,
        focused=element.focused,
        hinted=kind is PieceKind.FIELD and not said,
    )
    if kind in _BARS:
        return replace(piece, share=_share(text), text=one_line(element.description) or piece.text)
    if kind is PieceKind.ITEM or kind in TOGGLES:
        note = one_line(element.description) if said else ""
        # What is narrower than a row is a bubble or a card, whose commas are those of a sentence.
        return _taken_apart(piece, note) if box.width > _ROW_DP * dp else piece
    if kind is PieceKind.CHIP and element.role == "switch":
        return replace(piece, selected=element.checked)
    return piece


_ROLES = {
    "switch": PieceKind.SWITCH,
    "checkbox": PieceKind.CHECK,
    "radio": PieceKind.RADIO,
    "slider": PieceKind.SLIDER,
    "progress": PieceKind.PROGRESS,
    "tab": PieceKind.TAB,
    "choice": PieceKind.CHOICE,
}


def _kind(element: observation_pb2.Element, box: CellBox, dp: float) -> PieceKind:
    if element.editable:
        return PieceKind.FIELD
    if (kind := _ROLES.get(element.role)) is not None:
        # A letter that is switched on and off, as a weekday's.
        is_key = kind is PieceKind.SWITCH and element.text and box.width < _KEY_DP * dp
        return PieceKind.CHIP if is_key else kind
    if element.checkable:
        return PieceKind.CHECK
    if element.role == "button":
        if not element.text:
            return PieceKind.ICON
        return PieceKind.CHIP if box.height < 37 * dp and element.clickable else PieceKind.BUTTON
    if element.role in {"image", "page"} and not element.text:
        small = max(box.width, box.height) < 56 * dp
        return PieceKind.ICON if small and element.clickable else PieceKind.PICTURE
    if element.clickable or (element.long_clickable and element.role != "text"):
        is_tile = box.width < 200 * dp and box.height > 0.45 * box.width
        return PieceKind.TILE if is_tile else PieceKind.ITEM
    return PieceKind.TEXT


_AMOUNT = re.compile(r"[+\-−]?\s?[$€£¥]?\s?\d[\d.,:]*\s?(?:[$€£¥%]|[A-Za-z]{1,2})?")
_WEEKDAY = re.compile(r"[^\W\d]{2,4}\.?")
_DAY = re.compile(r"\d{1,2}\.? [^\W\d]{3,9}\.?")


def _taken_apart(piece: DrawnPiece, note: str) -> DrawnPiece:
    """First words, the rest, and an amount or a date at the end."""
    parts = piece.text.split(", ")
    aside = ""
    if len(parts) > 2 and _WEEKDAY.fullmatch(parts[-2]) and _DAY.fullmatch(parts[-1]):
        aside, parts = ", ".join(parts[-2:]), parts[:-2]
    elif len(parts) > 1 and (_AMOUNT.fullmatch(parts[-1]) or _DAY.fullmatch(parts[-1])):
        aside, parts = parts[-1], parts[:-1]
    rest = ", ".join(parts[1:])
    if note and note not in piece.text:
        rest = f"{rest} · {note}" if rest else note
    return replace(piece, text=parts[0], detail=rest, aside=aside)


def _share(text: str) -> float | None:
    """How far a slider is, where its words tell: "40 %", "40.0" of a hundred, "3 of 7"."""
    if of := re.search(r"(\d+(?:\.\d+)?)\s*(?:of|/)\s*(\d+(?:\.\d+)?)", text):
        whole = float(of[2])
        return min(max(float(of[1]) / whole, 0.0), 1.0) if whole else None
    if percent := re.search(r"(\d+(?:\.\d+)?)\s*%", text):
        return min(float(percent[1]) / 100, 1.0)
    return None


def _nested(pieces: list[DrawnPiece]) -> list[DrawnPiece]:
    """Each with the smallest piece before it that it lies in, and without the words of that."""
    nested: list[DrawnPiece] = []
    areas = [piece.box.area for piece in pieces]
    for place, piece in enumerate(pieces):
        holder: int | None = None
        area = areas[place]
        for before in range(place):
            is_larger = areas[before] > area
            is_nearer = holder is None or areas[before] <= areas[holder]
            if is_larger and is_nearer and pieces[before].box.contains(piece.box):
                holder = before
        if holder is None:
            nested.append(piece)
            continue
        text = _without(piece.text, pieces[holder].text)
        nested.append(replace(piece, within=holder, text=text))
    return nested


def _without(text: str, said: str) -> str:
    """What a button in a row is called there: "Call Alan Tanaka" is "Call" in Alan Tanaka's row."""
    if not said or said not in text or text == said:
        return text
    rest = " ".join(text.replace(said, "").split()).strip(" :,·-")
    rest = re.sub(r"\s+(?:for|of|to)$", "", rest)
    return rest or text
