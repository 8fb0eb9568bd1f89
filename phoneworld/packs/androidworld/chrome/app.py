"""Chrome's screens: a new tab, and a page."""

from __future__ import annotations

from math import prod

from phoneworld.app import App, Screen
from phoneworld.apps import browser
from phoneworld.packs.androidworld.chrome import data, maze, memory, painting
from phoneworld.packs.androidworld.chrome.data import LocalPage, page_at
from phoneworld.packs.androidworld.chrome.painting import Line
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import Spot, TouchSurface
from phoneworld.ui.env import Env
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Center, Column, Handler, Row, View
from phoneworld.ui.widgets import Field, Text
from runtime.observation import CLICKABLE, FOCUSABLE

DONE = "Success!"


class Swatch(View):
    """A square of one color; one to tap if it has something to do."""

    def __init__(self, color: str, description: str, on_click: Handler | None = None) -> None:
        self.color = color
        self.description = description
        self.width = self.height = 36 if on_click is not None else 50
        if on_click is not None:
            self.class_name = "android.widget.Button"
            self.on_click = on_click
            self.flags = CLICKABLE | FOCUSABLE

    def draw(self, canvas: Canvas, env: Env) -> None:
        canvas.rect(self.x, self.y, self.w, self.h, env.color(self.color))


class NewTab(Screen):
    """An empty tab with a place for an address."""

    def view(self) -> View:
        field = Field(
            "address", "Search or type URL", kind="search", icon="search", on_submit=self.go
        )
        return Scaffold(
            TopBar(field.sized(height=48)),
            empty_note("public", "Type the address of a page"),
        )

    def go(self) -> None:
        self.open("page", url=self.state.get("address", "").strip())


class ChromePage(Screen):
    """A page. What its script does is done here; `state` holds how far it is."""

    def opened(self) -> None:
        self.state["url"] = self.args.get("url") or self.args.get("text", "")
        self.state["address"] = self.state["url"]

    def view(self) -> View:
        page = page_at(self.phone, self.state["url"])
        field = Field("address", "Search or type URL", kind="search", on_submit=self.go)
        return Scaffold(
            TopBar(
                field.sized(height=48),
                back=self.close,
                actions=(IconButton("refresh", "Reload", self.reload),),
            ),
            ScrollView(
                Column(*self.body(page), pad=16, gap=16, align="center"),
                key=self.state["url"],
            ),
        )

    def go(self) -> None:
        url = self.state.get("address", "").strip()
        self.state.clear()
        self.state.update(url=url, address=url)

    def reload(self) -> None:
        self.state["address"] = self.state["url"]
        self.go()

    def body(self, page: LocalPage | None) -> list[View]:
        if page is None:
            return [
                Text("This site can't be reached", "headline"),
                Text("There is no network, or no such file.", "body", color="muted"),
            ]
        if page.seed is not None:
            match page.title:
                case data.MAZE:
                    return self.maze(page.seed)
                case data.MEMORY:
                    return self.memory(page.seed)
                case data.COLORS:
                    return self.colors(page.seed)
                case _:
                    pass
        return [Text(page.words, selectable=True)]

    # The maze

    def maze(self, seed: int) -> list[View]:
        free = maze.free_cells(seed)
        row, column = self.state.get("at", maze.START)
        if (row, column) == maze.GOAL:
            return [Text(DONE, "headline")]
        cells = [
            self.cell((down, right), free, here=(down, right) == (row, column))
            for down in range(maze.SIDE)
            for right in range(maze.SIDE)
        ]
        buttons = [Button(move, self.mover(free, move)) for move in maze.MOVES]
        return [
            Grid(cells, columns=maze.SIDE, row_height=90).sized(width=360),
            Row(*buttons, gap=6),
        ]

    def cell(self, at: maze.Cell, free: frozenset[maze.Cell], *, here: bool) -> View:
        kind = "wall" if at not in free else "goal" if at == maze.GOAL else "free"
        ground = {"wall": "#000000", "goal": "#008000", "free": "#ffffff"}[kind]
        where = f"Row {at[0] + 1}, column {at[1] + 1}: {kind}"
        content = Text("X", "display", color="#000000", align="center") if here else Text("")
        box = Column(Center(content).grow(), bg=ground, border="outline")
        return box if here else box.described(where)

    def mover(self, free: frozenset[maze.Cell], move: str) -> Handler:
        def go() -> None:
            row, column = self.state.get("at", maze.START)
            self.state["at"] = list(maze.step(free, (row, column), move))

        return go

    # The numbers

    def memory(self, seed: int) -> list[View]:
        clicks: int = self.state.get("clicks", 0)
        numbers = memory.shown_numbers(seed)
        if clicks < memory.COUNT:
            return [
                Text(str(numbers[clicks]), "hero").named("number"),
                Button("Click Me", lambda: self.state.update(clicks=clicks + 1)),
            ]
        return [
            Field("answer", "Enter the product", kind="number", on_submit=self.answer),
            Button("Submit", self.answer),
            Text(DONE, "headline") if self.state.get("given") == str(prod(numbers)) else Text(""),
        ]

    def answer(self) -> None:
        self.state["given"] = self.state.get("answer", "").strip().lstrip("0+")

    # The colors

    def colors(self, seed: int) -> list[View]:
        wanted = painting.wanted_colors(seed)
        palette: list[View] = [
            Swatch(color, f"Paint with {color}", self.chooser(color)) for color in painting.PALETTE
        ]
        return [
            Row(*(Swatch(color, f"Wanted color {color}") for color in wanted), gap=10),
            TouchSurface(
                self.paint, self.stroke, height=painting.SIDE_PX, description="Canvas"
            ).sized(width=painting.SIDE_PX),
            Text("Available Colors:", "small"),
            Grid(palette, columns=8, row_height=36, gap=4).sized(width=320),
            Row(
                Button("Clear", self.clear, kind="outlined"),
                Button("Submit", lambda: self.submit(wanted)),
                gap=12,
            ),
            Text(DONE if self.state.get("done") else "", "headline"),
        ]

    @property
    def lines(self) -> list[Line]:
        return [tuple(line) for line in self.state.get("lines", [])]

    def paint(self, canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        edge = env.px(1)
        canvas.rect(x, y, w, h, env.color("outline"))
        canvas.rect(x + edge, y + edge, w - 2 * edge, h - 2 * edge, (255, 255, 255, 255))
        for x1, y1, x2, y2, color in self.lines:
            ends = (
                (x + round(x1 * w), y + round(y1 * h)),
                (x + round(x2 * w), y + round(y2 * h)),
            )
            canvas.lines(ends, env.color(color), width_px=max(2, env.px(1)))

    def chooser(self, color: str) -> Handler:
        return lambda: self.state.update(color=color)

    def stroke(self, start: Spot, end: Spot) -> None:
        line: Line = (*start, *end, self.state.get("color", painting.INK))
        self.state["lines"] = [*self.lines, line]

    def clear(self) -> None:
        self.state["lines"] = []

    def submit(self, wanted: tuple[str, ...]) -> None:
        self.state["done"] = set(wanted) <= painting.colors_seen(self.lines)


APP = App(
    package=data.PACKAGE,
    label="Chrome",
    icon="public",
    color="#1e88e5",
    activity="com.google.android.apps.chrome.Main",
    screens={"tab": NewTab, "page": ChromePage},
    start="tab",
    permissions=("android.permission.POST_NOTIFICATIONS",),
    stands_in_for=browser.APP,
)
