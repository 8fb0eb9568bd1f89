"""Tasks on three pages: a maze, numbers to remember, colors to paint with."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import ClassVar, Self

from phoneworld.author import (
    HOME,
    Also,
    Enter,
    Expectation,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    Way,
    Without,
)
from phoneworld.packs.androidworld.chrome.data import COLORS, MAZE, MEMORY
from phoneworld.packs.androidworld.chrome.maze import MOVES, free_cells, way_through
from phoneworld.packs.androidworld.chrome.memory import COUNT, shown_numbers
from phoneworld.packs.androidworld.chrome.painting import wanted_colors
from phoneworld.packs.androidworld.chrome.tasks.setup import (
    LABEL,
    OPENING,
    SUCCESS,
    put_page,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from runtime.actions import Scroll, Stroke


@dataclass(frozen=True)
class PageTask(SuiteTask):
    """A page is opened from the downloads, and does not say that it was done before it was."""

    complexity = 2
    level = Level.HARD
    apps = ("Files", LABEL)
    title: ClassVar[str]

    browser_task_seed: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(put_page(scene, cls.title))

    def expect(self) -> list[Expectation]:
        return SUCCESS


@dataclass(frozen=True)
class WalkThroughMaze(PageTask):
    """The X goes to the last cell."""

    template = "androidworld.browser_maze"
    suite = "BrowserMaze"
    title = MAZE
    goals = (
        (
            "In the file manager, open task.html from Downloads with Chrome. Bring the X to the cell at the "
            "bottom right with the buttons on the page."
        ),
        (
            "There is a maze in task.html (Downloads, in Files; open it with Chrome). Walk the X to the "
            "lower right corner with its buttons."
        ),
        (
            "Open Downloads/task.html from the file manager in Chrome and use its direction buttons until "
            "the X is in the bottom-right cell."
        ),
    )

    def script(self) -> Script:
        return (*OPENING, *map(Tap, way_through(free_cells(self.browser_task_seed))))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only opened": Way(*OPENING),
            "every button once": Way(*OPENING, *map(Tap, MOVES)),
            "left for home": Also(HOME),
        }


@dataclass(frozen=True)
class MultiplyNumbers(PageTask):
    """Five numbers are seen, and their product is entered."""

    template = "androidworld.browser_multiply"
    suite = "BrowserMultiply"
    complexity = 2.2
    title = MEMORY
    goals = (
        (
            "In the file manager, open task.html from Downloads with Chrome. Press its button five times, "
            "keep in mind the numbers that you see, and enter what they multiply to."
        ),
        (
            "Open Downloads/task.html from Files in Chrome; the page shows numbers, another one at each of "
            "five clicks. Submit their product."
        ),
        (
            "task.html is in Downloads: open it from the file manager with Chrome, click through the numbers "
            "(five clicks) and give their product in the form."
        ),
    )

    @property
    def product(self) -> str:
        return str(prod(shown_numbers(self.browser_task_seed)))

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(OPENING)
        product = 1
        for _ in range(COUNT):
            product *= int(pilot.read("number"))
            pilot.tap("Click Me")
        pilot.type(str(product), into="Enter the product")
        pilot.tap("Submit")

    def mistakes(self) -> dict[str, Mistake]:
        wrong = Enter(str(int(self.product) + 1), into="Enter the product")
        return {
            "one too many": Swap(Enter, wrong),
            "not submitted": Without(Tap("Submit")),
        }


@dataclass(frozen=True)
class PaintColors(PageTask):
    """Something is painted with the three colors that the page shows."""

    template = "androidworld.browser_draw"
    suite = "BrowserDraw"
    title = COLORS
    goals = (
        (
            "In the file manager, open task.html from Downloads with Chrome. Draw something with the three "
            "colors at the top, and submit it."
        ),
        (
            "Open Downloads/task.html from Files in Chrome; paint on its canvas with each of the three "
            "colors shown above it, then press Submit."
        ),
        (
            "task.html in Downloads asks for a drawing: open it from the file manager with Chrome, use the "
            "three colors at its top, and submit."
        ),
    )
    hidden = ("first", "second", "third")

    @property
    def first(self) -> str:
        return wanted_colors(self.browser_task_seed)[0]

    @property
    def second(self) -> str:
        return wanted_colors(self.browser_task_seed)[1]

    @property
    def third(self) -> str:
        return wanted_colors(self.browser_task_seed)[2]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(OPENING)
        box = pilot.reach("Canvas").bounds
        for number, color in enumerate((self.first, self.second, self.third), 1):
            pilot.tap(f"Paint with {color}")
            down = box.top + (box.bottom - box.top) * number // 4
            left, right = (box.left + (box.right - box.left) * part // 5 for part in (1, 4))
            screen = pilot.screen
            pilot.act(Scroll(Stroke(screen.point(left, down), screen.point(right, down))))
        pilot.tap("Submit")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "two colors": Without(Tap(f"Paint with {self.third}")),
            "not submitted": Without(Tap("Submit")),
            "cleared before": Swap(Tap("Submit"), Tap("Clear"), Tap("Submit")),
        }
