"""Cells with characters and inks: what is put later covers what was there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

Colour = tuple[int, int, int]


class Ink(NamedTuple):
    """How a cell is coloured; None leaves it to the terminal."""

    fore: Colour | None = None
    ground: Colour | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


PLAIN = Ink()


@dataclass(frozen=True, slots=True)
class InkRun:
    """Cells in a row that are alike."""

    text: str
    ink: Ink


class CellCanvas:
    """Rows of cells. A wide character takes its cell and an empty one behind it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self._chars = [[" "] * columns for _ in range(rows)]
        self._inks = [[PLAIN] * columns for _ in range(rows)]

    def fill(self, row: int, column: int, columns: int, ink: Ink) -> None:
        """Empty cells of an ink."""
        self.put(row, column, " " * max(columns, 0), ink)

    def put(self, row: int, column: int, text: str, ink: Ink) -> None:
        """A text; what does not fit into the row is left out. Without a ground, it keeps the one there."""
        if not 0 <= row < self.rows:
            return
        chars, inks = self._chars[row], self._inks[row]
        if text.isascii() and column >= 0 and column + len(text) <= self.columns:
            self._put_narrow(row, column, text, ink)
            return
        for char in text:
            width = 1 if " " <= char <= "~" else cell_len(char)
            if width == 0:
                continue
            if column >= 0 and column + width <= self.columns:
                self._clear(chars, column, width)
                chars[column] = char
                there = inks[column].ground
                shown = ink if ink.ground is not None else ink._replace(ground=there)
                for cell in range(column, column + width):
                    inks[cell] = shown
                if width == 2:
                    chars[column + 1] = ""
            column += width

    def _put_narrow(self, row: int, column: int, text: str, ink: Ink) -> None:
        """All at once what has one cell for each character."""
        if not text:
            return
        chars, inks = self._chars[row], self._inks[row]
        end = column + len(text)
        self._clear(chars, column, len(text))
        chars[column:end] = text
        if ink.ground is not None:
            inks[column:end] = [ink] * len(text)
        else:
            shown = ink._replace(ground=inks[column].ground)
            for cell in range(column, end):
                if inks[cell].ground != shown.ground:
                    shown = ink._replace(ground=inks[cell].ground)
                inks[cell] = shown

    def _clear(self, chars: list[str], column: int, width: int) -> None:
        """No half of a wide character is left."""
        if chars[column] == "" and column > 0:
            chars[column - 1] = " "
        after = column + width
        if after < self.columns and chars[after] == "":
            chars[after] = " "

    def ink(self, row: int, column: int) -> Ink:
        return self._inks[row][column]

    def char(self, row: int, column: int) -> str:
        return self._chars[row][column]

    def tint(self, row: int, column: int, columns: int, ink: Ink) -> None:
        """Give cells another ink; their characters stay."""
        if 0 <= row < self.rows:
            for cell in range(max(column, 0), min(column + columns, self.columns)):
                self._inks[row][cell] = ink

    def runs(self, row: int) -> list[InkRun]:
        """A row as texts of one ink each."""
        runs: list[InkRun] = []
        chars, inks = self._chars[row], self._inks[row]
        start = 0
        for column in range(1, self.columns + 1):
            if column == self.columns or inks[column] != inks[start]:
                runs.append(InkRun("".join(chars[start:column]), inks[start]))
                start = column
        return runs

    def text(self) -> str:
        """All rows, without their inks."""
        return "\n".join("".join(row).rstrip() for row in self._chars)
