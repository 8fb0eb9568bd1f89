"""The screens of Simple Draw Pro: the sheet, and the form with which a drawing is saved."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps.files import entries
from phoneworld.apps.files.pick import PickFolder
from phoneworld.packs.androidworld.draw_pro.data import (
    BRUSH_PX,
    COLORS,
    ENDINGS,
    FOLDER,
    PACKAGE,
    Line,
    encode,
)
from phoneworld.packs.androidworld.phone import STORAGE_NAME
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import Spot, TouchSurface
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Section, Tile, radio_tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Field


class DrawingSheet(Screen):
    """A white sheet. A finger that moves over it leaves a line."""

    @property
    def lines(self) -> list[Line]:
        return [tuple(line) for line in self.state.get("lines", [])]

    @property
    def color(self) -> str:
        return self.state.get("color", "Black")

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Simple Draw",
                actions=(
                    IconButton("undo", "Undo", self.undo),
                    IconButton("palette", f"Color: {self.color}", self.ask_color),
                    IconButton("save", "Save", self.save),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            TouchSurface(self.paint, self.stroke, height=300, description="Canvas").grow(),
        )

    def paint(self, canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        canvas.rect(x, y, w, h, (255, 255, 255, 255))
        thick = env.px(BRUSH_PX // 2)
        for x1, y1, x2, y2, color in self.lines:
            start = (x + round(x1 * w), y + round(y1 * h))
            end = (x + round(x2 * w), y + round(y2 * h))
            canvas.circle(*start, thick // 2, env.color(color))
            canvas.lines((start, end), env.color(color), width_px=thick)

    def stroke(self, start: Spot, end: Spot) -> None:
        line: Line = (*start, *end, COLORS[self.color])
        self.state["lines"] = [*self.lines, line]

    def undo(self) -> None:
        self.state["lines"] = self.lines[:-1]

    def ask_color(self) -> None:
        self.choose("Color", list(COLORS), self.color, then="set_color")

    def set_color(self, color: str) -> None:
        self.state["color"] = color

    def save(self) -> None:
        self.open("save", lines=[list(line) for line in self.lines])

    def offer(self) -> None:
        self.menu({"Save as": "save", "Clear": "ask_clear"})

    def ask_clear(self) -> None:
        self.confirm("Clear the sheet?", yes="Clear", then="clear")

    def clear(self) -> None:
        self.state["lines"] = []


class SaveDrawing(Screen):
    """What a drawing is called, of which kind it is, and where it goes."""

    def opened(self) -> None:
        self.state.update(ending=ENDINGS[0], folder=FOLDER)
        self.focus("name")

    def view(self) -> View:
        return Scaffold(
            TopBar("Save as", back=self.close),
            ScrollView(
                Tile(
                    "Folder",
                    entries.place_text(self.state["folder"], STORAGE_NAME),
                    icon="folder",
                    on_click=lambda: self.open("pick", paths=[], action="Save"),
                ),
                Column(Field("name", "Filename"), pad=(16, 8)),
                Section("Extension"),
                *(
                    radio_tile(
                        ending, on=ending == self.state["ending"], on_click=self.ends(ending)
                    )
                    for ending in ENDINGS
                ),
                Row(
                    Button("Cancel", self.close, kind="text").grow(),
                    Button("OK", self.save).grow(),
                    gap=12,
                    pad=16,
                ),
            ),
        )

    def ends(self, ending: str) -> Handler:
        return lambda: self.state.update(ending=ending)

    def returned(self, result: object) -> None:
        self.state["folder"] = str(result)

    def save(self) -> None:
        name = self.state.get("name", "").strip()
        ending = entries.ending_of(name)
        if ending not in ENDINGS:
            ending = self.state["ending"]
            name = f"{name}.{ending}" if name else ""
        path = f"{self.state['folder']}/{name}"
        problem = entries.problem_with(name)
        if not problem and entries.find(self.phone.files, path) is not None:
            problem = f"There is already something called {name} here"
        if problem:
            self.toast(problem)
            return
        lines: list[Line] = [tuple(line) for line in self.args.get("lines", [])]
        entries.put_file(self.phone.files, path, encode(lines, ending), date_ms=self.phone.now_ms)
        self.toast(f"Saved as {name}")
        self.close()


class DrawingFolder(PickFolder):
    """The folder to save a drawing in."""

    storage_name = STORAGE_NAME


APP = App(
    package=PACKAGE,
    label="Simple Draw Pro",
    icon="gesture",
    color="#8e24aa",
    activity=".activities.MainActivity",
    screens={"sheet": DrawingSheet, "save": SaveDrawing, "pick": DrawingFolder},
    start="sheet",
)
