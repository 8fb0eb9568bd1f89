"""Made-up pictures of dishes, chosen by their names: an apple pie is a pie, a tomato soup a red bowl.

A name that says nothing known, or no name, has one drawn at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from phoneworld.render.scenes import BLACK, WHITE
from phoneworld.render.sketch import Ink, Sketch, mixed

WOODS: tuple[Ink, ...] = ((150, 110, 76), (196, 168, 136), (70, 66, 66), (228, 222, 214))
TINTS: dict[str, Ink] = {
    "tomato": (200, 62, 38), "lentil": (206, 112, 48), "pumpkin": (232, 140, 40),
    "noodle": (228, 196, 110), "chickpea": (220, 160, 70), "curry": (222, 150, 48),
    "beef": (120, 66, 40), "shakshuka": (196, 58, 40), "oats": (226, 206, 172),
    "mushroom": (150, 112, 82), "carbonara": (244, 226, 170), "arrabbiata": (206, 66, 44),
    "macaroni": (240, 186, 70), "chocolate": (84, 50, 36), "lemon": (248, 230, 120),
    "panna": (250, 244, 232), "rice": (246, 238, 214), "berry": (110, 60, 130),
    "apple": (214, 150, 70), "banana": (206, 158, 84), "cinnamon": (176, 112, 62),
    "paella": (236, 178, 60), "pepper": (204, 54, 40), "salmon": (238, 138, 106),
}  # fmt: skip
"""What a word of a name does to the colour."""


def food(sheet: Sketch, rnd: Random, name: str = "") -> None:
    """A dish on a table."""
    wood = rnd.choice(WOODS)
    sheet.gradient(mixed(wood, WHITE, 0.12), mixed(wood, BLACK, 0.12))
    for index in range(7):
        sheet.line([(0, index / 7), (1, index / 7)], mixed(wood, BLACK, 0.2), 0.004, 120)
    sheet.disc(0.52, 0.535, 0.42, BLACK, 60)
    sheet.disc(0.5, 0.5, 0.41, (246, 246, 244))
    sheet.disc(0.5, 0.5, 0.33, (232, 232, 228))
    sheet.disc(0.5, 0.5, 0.32, (250, 250, 248))
    words = name.casefold()
    draw = next((draw for word, draw in DISHES.items() if word in words), None)
    (draw or (_pizza, _salad, _soup)[rnd.randrange(3)])(sheet, rnd, _tint(words, rnd))


def _tint(words: str, rnd: Random) -> Ink:
    known = next((tint for word, tint in TINTS.items() if word in words), None)
    return known or rnd.choice(((220, 130, 50), (196, 70, 40), (230, 200, 120)))


def _around(rnd: Random, sheet: Sketch, reach: float) -> tuple[float, float]:
    angle, far = rnd.uniform(0, math.tau), reach * math.sqrt(rnd.random())
    unit = sheet.unit
    return (
        0.5 + far * math.cos(angle) * unit / sheet.w,
        0.5 + far * math.sin(angle) * unit / sheet.h,
    )


def _pizza(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    del tint
    sheet.disc(0.5, 0.5, 0.31, (206, 144, 74))
    sheet.disc(0.5, 0.5, 0.275, (196, 58, 36))
    sheet.disc(0.5, 0.5, 0.265, (244, 206, 110))
    for _ in range(26):
        x, y = _around(rnd, sheet, 0.24)
        sheet.disc(x, y, rnd.uniform(0.015, 0.035), (252, 230, 160), 180)
    for _ in range(9):
        x, y = _around(rnd, sheet, 0.22)
        sheet.disc(x, y, 0.042, (150, 36, 30))
        sheet.disc(x, y, 0.036, (190, 58, 46))
    for _ in range(10):
        x, y = _around(rnd, sheet, 0.23)
        sheet.petal(x, y, rnd.uniform(0, 6), 0.06, 0.016, (60, 120, 50))


def _salad(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    del tint
    for _ in range(60):
        x, y = _around(rnd, sheet, 0.24)
        green = mixed((60, 130, 50), (170, 210, 90), rnd.random())
        sheet.petal(x, y, rnd.uniform(0, 6.3), rnd.uniform(0.08, 0.14), 0.03, green)
    for _ in range(8):
        x, y = _around(rnd, sheet, 0.22)
        sheet.disc(x, y, 0.034, (206, 50, 40))
        sheet.disc(x - 0.008, y - 0.008, 0.012, (240, 120, 100), 160)
    for _ in range(6):
        x, y = _around(rnd, sheet, 0.22)
        sheet.disc(x, y, 0.03, (250, 236, 190))


def _bowl(sheet: Sketch, tint: Ink) -> None:
    sheet.disc(0.5, 0.5, 0.31, (60, 76, 96))
    sheet.disc(0.5, 0.5, 0.28, mixed(tint, BLACK, 0.15))
    sheet.disc(0.49, 0.49, 0.265, tint)


def _sprinkled(
    sheet: Sketch, rnd: Random, color: Ink, count: int = 14, size: float = 0.012
) -> None:
    for _ in range(count):
        x, y = _around(rnd, sheet, 0.21)
        sheet.disc(x, y, size, color)


def _soup(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    _bowl(sheet, tint)
    swirl = [
        (0.5 + a * 0.006 * math.cos(a / 3), 0.5 + a * 0.006 * math.sin(a / 3)) for a in range(28)
    ]
    sheet.line(swirl, mixed(tint, WHITE, 0.75), 0.018, 220)
    _sprinkled(sheet, rnd, (70, 140, 60))


def _porridge(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    _bowl(sheet, tint)
    _sprinkled(sheet, rnd, mixed(tint, BLACK, 0.18), 30, 0.01)
    _sprinkled(sheet, rnd, (150, 50, 90), 8, 0.026)


def _noodles(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    sheet.disc(0.5, 0.5, 0.3, mixed(tint, WHITE, 0.2))
    for _ in range(40):
        x, y = _around(rnd, sheet, 0.2)
        angle = rnd.uniform(0, math.tau)
        bend = [
            (x + 0.02 * k * math.cos(angle + k / 3), y + 0.02 * k * math.sin(angle + k / 3))
            for k in range(6)
        ]
        sheet.line(bend, mixed((250, 222, 150), tint, rnd.uniform(0, 0.35)), 0.016)
    _sprinkled(sheet, rnd, (60, 130, 54), 12)


def _curry(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    sheet.oval(0.38, 0.5, 0.17, 0.24, (248, 244, 232))
    for _ in range(50):
        x, y = 0.38 + rnd.gauss(0, 0.06), 0.5 + rnd.gauss(0, 0.09)
        sheet.petal(x, y, rnd.uniform(0, 6), 0.03, 0.008, (232, 226, 208))
    sheet.oval(0.62, 0.5, 0.17, 0.25, tint)
    for _ in range(11):
        x, y = 0.62 + rnd.gauss(0, 0.06), 0.5 + rnd.gauss(0, 0.09)
        sheet.disc(x, y, rnd.uniform(0.025, 0.04), mixed(tint, BLACK, 0.25))
        sheet.disc(x - 0.006, y - 0.006, 0.012, mixed(tint, WHITE, 0.4), 160)
    _sprinkled(sheet, rnd, (70, 140, 60), 10)


def _pie(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    del rnd
    crust: Ink = (214, 158, 88)
    for index in range(28):
        angle = math.tau * index / 28
        wide, high = sheet.unit / sheet.w, sheet.unit / sheet.h
        at = (0.5 + 0.29 * math.cos(angle) * wide, 0.5 + 0.29 * math.sin(angle) * high)
        sheet.disc(*at, 0.04, mixed(crust, BLACK, 0.12))
    sheet.disc(0.5, 0.5, 0.29, crust)
    sheet.disc(0.5, 0.5, 0.25, mixed(tint, BLACK, 0.1))
    for index in range(-3, 4):
        reach = math.sqrt(max(0.0, 0.25**2 - (index * 0.075) ** 2))
        wide, high = sheet.unit / sheet.w, sheet.unit / sheet.h
        at = 0.075 * index
        for ends in (
            [(0.5 + at * wide, 0.5 - reach * high), (0.5 + at * wide, 0.5 + reach * high)],
            [(0.5 - reach * wide, 0.5 + at * high), (0.5 + reach * wide, 0.5 + at * high)],
        ):
            sheet.line(ends, mixed(crust, BLACK, 0.2), 0.038)
            sheet.line(ends, mixed(crust, WHITE, 0.15), 0.028)


def _loaf(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    crust = mixed(tint, (150, 92, 46), 0.6)
    sheet.oval(0.5, 0.5, 0.31, 0.19, mixed(crust, BLACK, 0.25))
    sheet.oval(0.5, 0.485, 0.3, 0.18, crust)
    for index in range(4):
        x = 0.36 + 0.09 * index
        sheet.line([(x, 0.4), (x + 0.05, 0.56)], mixed(crust, WHITE, 0.5), 0.022)
    for _ in range(20):
        x, y = _around(rnd, sheet, 0.15)
        sheet.disc(x, y, 0.006, (250, 244, 230), 160)


def _rolls(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    del rnd
    for x, y in ((0.38, 0.4), (0.62, 0.4), (0.38, 0.62), (0.62, 0.62), (0.5, 0.51)):
        sheet.disc(x, y, 0.125, mixed(tint, BLACK, 0.15))
        sheet.disc(x, y, 0.118, (228, 178, 116))
        spiral = [
            (x + 0.0052 * a * math.cos(a / 2.4), y + 0.0052 * a * math.sin(a / 2.4))
            for a in range(20)
        ]
        sheet.line(spiral, mixed(tint, BLACK, 0.3), 0.02)
        sheet.line([(x - 0.08, y - 0.03), (x + 0.07, y + 0.02)], (255, 250, 240), 0.022, 230)


def _pancakes(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    for index in range(5):
        y = 0.62 - 0.045 * index
        sheet.oval(0.5, y + 0.02, 0.25, 0.13, (160, 100, 50))
        sheet.oval(0.5, y, 0.25, 0.13, (224, 166, 90))
    sheet.oval(0.5, 0.44, 0.2, 0.1, (196, 124, 54), 130)
    sheet.box(0.46, 0.39, 0.09, 0.06, (252, 232, 140))
    for _ in range(9):
        x, y = 0.5 + rnd.uniform(-0.18, 0.18), 0.44 + rnd.uniform(-0.07, 0.07)
        sheet.disc(x, y, 0.024, mixed(tint, BLACK, 0.1))


def _eggs(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    sheet.disc(0.5, 0.5, 0.31, (44, 44, 48))
    sheet.disc(0.5, 0.5, 0.28, tint)
    for x, y in ((0.42, 0.42), (0.6, 0.46), (0.48, 0.61)):
        sheet.oval(x, y, 0.085, 0.07, (252, 250, 244))
        sheet.disc(x, y, 0.035, (250, 180, 40))
    _sprinkled(sheet, rnd, (60, 130, 54), 22)


def _fish(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    sheet.polygon([(0.26, 0.46), (0.56, 0.34), (0.62, 0.44), (0.34, 0.6)], tint)
    for index in range(4):
        x = 0.33 + 0.07 * index
        sheet.line([(x, 0.55 - 0.03 * index), (x + 0.02, 0.43 - 0.02 * index)], WHITE, 0.008, 150)
    for _ in range(9):
        x, y = 0.6 + rnd.uniform(-0.1, 0.08), 0.6 + rnd.uniform(-0.07, 0.07)
        sheet.oval(x, y, 0.05, 0.038, (240, 206, 120))
    sheet.disc(0.34, 0.67, 0.05, (250, 232, 110))
    sheet.disc(0.34, 0.67, 0.036, (254, 246, 180))


def _stew(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    _bowl(sheet, tint)
    for color, count in ((mixed(tint, BLACK, 0.4), 9), ((226, 120, 40), 8), ((238, 210, 140), 7)):
        _sprinkled(sheet, rnd, color, count, 0.036)
    _sprinkled(sheet, rnd, (70, 140, 60), 10)


def _peppers(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    for x, color in ((0.36, tint), (0.5, (236, 180, 40)), (0.64, (80, 150, 60))):
        sheet.oval(x, 0.54, 0.085, 0.15, color)
        sheet.oval(x, 0.42, 0.075, 0.05, mixed(color, BLACK, 0.3))
        for _ in range(9):
            at = (x + rnd.gauss(0, 0.025), 0.42 + rnd.gauss(0, 0.012))
            sheet.disc(*at, 0.016, (246, 236, 210))


def _glass(sheet: Sketch, rnd: Random, tint: Ink) -> None:
    sheet.polygon([(0.34, 0.3), (0.66, 0.3), (0.6, 0.72), (0.4, 0.72)], (214, 226, 232))
    sheet.polygon([(0.355, 0.38), (0.645, 0.38), (0.595, 0.7), (0.405, 0.7)], tint)
    sheet.oval(0.5, 0.38, 0.145, 0.05, mixed(tint, WHITE, 0.3))
    for _ in range(4):
        sheet.disc(
            0.5 + rnd.uniform(-0.08, 0.08), 0.37 + rnd.uniform(-0.02, 0.02), 0.024, (190, 40, 70)
        )
    sheet.petal(0.55, 0.36, -0.8, 0.1, 0.03, (90, 160, 80))


DISHES: dict[str, Callable[[Sketch, Random, Ink], None]] = {
    "pizza": _pizza,
    "salad": _salad,
    "soup": _soup,
    "stew": _stew,
    "curry": _curry,
    "paella": _stew,
    "pie": _pie,
    "tart": _pie,
    "pancake": _pancakes,
    "cake": _pie,
    "crumble": _pie,
    "risotto": _curry,
    "lasagne": _stew,
    "bakery": _loaf,
    "table": _salad,
    "bread": _loaf,
    "loaf": _loaf,
    "roll": _rolls,
    "shakshuka": _eggs,
    "egg": _eggs,
    "omelette": _eggs,
    "salmon": _fish,
    "fish": _fish,
    "pepper": _peppers,
    "mousse": _glass,
    "panna cotta": _glass,
    "sorbet": _glass,
    "oats": _porridge,
    "pudding": _porridge,
    "spaghetti": _noodles,
    "penne": _noodles,
    "tagliatelle": _noodles,
    "macaroni": _noodles,
    "pasta": _noodles,
    "noodle": _noodles,
    "rice": _curry,
}
"""The first word that a name has says what is drawn."""
