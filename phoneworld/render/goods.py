"""Made-up pictures of goods, chosen by their names and colours: a hoodie has a hood, shoes have soles.

A name that says nothing known is a parcel; no name has one drawn at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from phoneworld.render.scenes import BLACK, WHITE
from phoneworld.render.sketch import Ink, Points, Sketch, mixed
from phoneworld.render.small_goods import SMALL_GOODS
from phoneworld.render.subjects import CLOTHES, PASTELS

COLORS: dict[str, Ink] = {
    "grey": (140, 144, 150), "navy": (38, 54, 96), "green": (64, 130, 96), "black": (44, 46, 52),
    "red": (186, 54, 54), "white": (218, 221, 226), "blue": (58, 96, 160), "sand": (214, 192, 154),
    "yellow": (232, 188, 60), "brown": (120, 80, 52), "beige": (220, 204, 178), "pink": (230, 150, 170),
    "orange": (226, 130, 50), "silver": (184, 188, 194), "purple": (116, 84, 156), "leather": (120, 80, 52), "copper": (190, 110, 70),
}  # fmt: skip


def product(sheet: Sketch, rnd: Random, name: str = "") -> None:
    """One thing before a plain wall."""
    back = rnd.choice(PASTELS)
    sheet.gradient(mixed(back, WHITE, 0.75), mixed(back, WHITE, 0.35))
    sheet.oval(0.5, 0.86, 0.3, 0.04, BLACK, 60)
    sheet.blur(0.015)
    words = name.casefold()
    known = next((tint for word, tint in COLORS.items() if word in words.split()), None)
    color = known or rnd.choice(CLOTHES)
    draw = next((draw for word, draw in GOODS.items() if word in words), None)
    if draw is None:
        draw = _carton if words else (_bottle, _carton, _shirt, _headphones)[rnd.randrange(4)]
    draw(sheet, color)


def _mirrored(sheet: Sketch, half: Points) -> list[tuple[float, float]]:
    """A closed outline from its right half, whose x counts from the middle."""
    wide = sheet.unit / sheet.w
    right = [(0.5 + x * wide, y) for x, y in half]
    return [*right, *((0.5 - x * wide, y) for x, y in reversed(half))]


def _shirt(sheet: Sketch, color: Ink) -> None:
    half = [(0.08, 0.22), (0.17, 0.24), (0.34, 0.38), (0.26, 0.48), (0.19, 0.43), (0.19, 0.84)]
    sheet.polygon(_mirrored(sheet, half), color)
    _neckline(sheet, color)


def _neckline(sheet: Sketch, color: Ink) -> None:
    """The hollow of a round neck, below the line of the shoulders."""
    turns = [k * math.pi / 16 for k in range(17)]
    wide = sheet.unit / sheet.w
    curve = [(0.5 + 0.085 * wide * math.cos(t), 0.22 + 0.065 * math.sin(t)) for t in turns]
    sheet.polygon(curve, mixed(color, BLACK, 0.3))


def _buttoned(sheet: Sketch, color: Ink) -> None:
    _shirt(sheet, color)
    wide = sheet.unit / sheet.w
    for side in (-1, 1):
        collar = [(0.5, 0.3), (0.5 + side * 0.1 * wide, 0.2), (0.5 + side * 0.12 * wide, 0.3)]
        sheet.polygon(collar, mixed(color, BLACK, 0.15))
    sheet.line([(0.5, 0.3), (0.5, 0.84)], mixed(color, BLACK, 0.25), 0.01)
    for y in (0.38, 0.5, 0.62, 0.74):
        sheet.disc(0.5, y, 0.012, mixed(color, BLACK, 0.45))


def _striped(sheet: Sketch, color: Ink) -> None:
    _shirt(sheet, mixed(color, (250, 248, 242), 0.86))
    wide = sheet.unit / sheet.w
    for index in range(9):
        y = 0.29 + 0.06 * index
        # Over the sleeves above, over the body alone below.
        half = 0.19 + 0.1 * (y < 0.42) * (y - 0.2) / 0.2 if y < 0.42 else 0.19
        sheet.box(0.5 - half * wide, y, 2 * half * wide, 0.026, color)


def _sleeved(sheet: Sketch, color: Ink) -> None:
    half = [(0.09, 0.22), (0.18, 0.25), (0.33, 0.72), (0.25, 0.75), (0.19, 0.52), (0.19, 0.84)]
    sheet.polygon(_mirrored(sheet, half), color)
    wide = sheet.unit / sheet.w
    for side in (-1, 1):
        cuff = [(0.5 + side * x * wide, y) for x, y in ((0.335, 0.72), (0.245, 0.75))]
        sheet.line(cuff, mixed(color, BLACK, 0.3), 0.03)
    hem = [(0.5 - 0.19 * wide, 0.83), (0.5 + 0.19 * wide, 0.83)]
    sheet.line(hem, mixed(color, BLACK, 0.3), 0.03)


def _sweater(sheet: Sketch, color: Ink) -> None:
    _sleeved(sheet, color)
    _neckline(sheet, color)
    wide = sheet.unit / sheet.w
    for index in range(5):
        y = 0.36 + 0.09 * index
        zigzag = [(0.5 + (k - 4) * 0.045 * wide, y + 0.02 * (k % 2)) for k in range(9)]
        sheet.line(zigzag, mixed(color, WHITE, 0.35), 0.008)


def _hoodie(sheet: Sketch, color: Ink) -> None:
    sheet.oval(0.5, 0.21, 0.15, 0.12, mixed(color, BLACK, 0.18))
    _sleeved(sheet, color)
    sheet.oval(0.5, 0.215, 0.1, 0.085, mixed(color, BLACK, 0.5))
    pocket = [(0.08, 0.6), (0.13, 0.74)]
    sheet.polygon(_mirrored(sheet, pocket), mixed(color, BLACK, 0.2))
    wide = sheet.unit / sheet.w
    for side in (-1, 1):
        x = 0.5 + side * 0.04 * wide
        sheet.line([(x, 0.29), (x, 0.42)], (244, 244, 240), 0.012)


def _zipped(sheet: Sketch, color: Ink) -> None:
    _hoodie(sheet, color)
    sheet.line([(0.5, 0.29), (0.5, 0.83)], (224, 226, 230), 0.016)


def _jacket(sheet: Sketch, color: Ink) -> None:
    _hoodie(sheet, color)
    sheet.line([(0.5, 0.28), (0.5, 0.83)], mixed(color, BLACK, 0.5), 0.03)
    for y in (0.36, 0.5, 0.64, 0.77):
        sheet.disc(0.5, y, 0.014, (236, 236, 232))


def _shoes(sheet: Sketch, color: Ink) -> None:
    for dx, dy in ((0.05, -0.2), (-0.02, 0.04)):
        sole = [
            (0.2 + dx, 0.73 + dy),
            (0.8 + dx, 0.73 + dy),
            (0.8 + dx, 0.78 + dy),
            (0.2 + dx, 0.78 + dy),
        ]
        upper = [
            (0.21, 0.73), (0.22, 0.5), (0.34, 0.5), (0.4, 0.56), (0.54, 0.62), (0.72, 0.66), (0.8, 0.73),
        ]  # fmt: skip
        sheet.polygon([(x + dx, y + dy) for x, y in upper], color)
        sheet.polygon(sole, (246, 246, 244))
        for index in range(4):
            x, y = 0.41 + 0.06 * index + dx, 0.57 + 0.022 * index + dy
            sheet.line([(x - 0.02, y + 0.03), (x + 0.03, y - 0.01)], (250, 250, 248), 0.014)


def _boots(sheet: Sketch, color: Ink) -> None:
    for dx, dy in ((0.06, -0.08), (-0.06, 0.02)):
        leg = [(0.3, 0.24), (0.48, 0.24), (0.5, 0.6), (0.72, 0.68), (0.74, 0.78), (0.3, 0.78)]
        sheet.polygon([(x + dx, y + dy) for x, y in leg], color)
        sheet.box(0.29 + dx, 0.78 + dy, 0.46, 0.04, mixed(color, BLACK, 0.6))
        sheet.line([(0.3 + dx, 0.28 + dy), (0.48 + dx, 0.28 + dy)], mixed(color, WHITE, 0.4), 0.02)


def _slippers(sheet: Sketch, color: Ink) -> None:
    for x in (0.38, 0.62):
        sheet.oval(x, 0.55, 0.105, 0.26, mixed(color, BLACK, 0.35))
        sheet.oval(x, 0.66, 0.075, 0.12, mixed(color, WHITE, 0.6))
        sheet.oval(x, 0.43, 0.105, 0.15, color)


def _trousers(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    for side in (-1, 1):
        leg = [(0, 0.18), (0.15, 0.18), (0.19, 0.84), (0.06, 0.84), (0, 0.42)]
        sheet.polygon([(0.5 + side * x * wide, y) for x, y in leg], color)
    sheet.box(0.5 - 0.15 * wide, 0.17, 0.3 * wide, 0.04, mixed(color, BLACK, 0.3))


def _headphones(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    arc = [
        (0.5 - 0.25 * wide * math.cos(a * math.pi / 24), 0.55 - 0.33 * math.sin(a * math.pi / 24))
        for a in range(25)
    ]
    sheet.line(arc, mixed(color, BLACK, 0.3), 0.05)
    for side in (-1, 1):
        x = 0.5 + side * 0.25 * wide
        sheet.oval(x, 0.62, 0.085, 0.13, color)
        sheet.oval(x - side * 0.035 * wide, 0.62, 0.05, 0.11, mixed(color, BLACK, 0.55))


def _speaker(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    sheet.box(0.5 - 0.18 * wide, 0.22, 0.36 * wide, 0.63, color)
    for y, size in ((0.37, 0.09), (0.64, 0.15)):
        sheet.disc(0.5, y, size, mixed(color, BLACK, 0.55))
        sheet.disc(0.5, y, size * 0.4, mixed(color, WHITE, 0.3))


def _lamp(sheet: Sketch, color: Ink) -> None:
    sheet.glow(0.5, 0.5, 0.3, (255, 240, 190), 0.7)
    sheet.line([(0.5, 0.42), (0.5, 0.82)], (90, 92, 98), 0.03)
    sheet.oval(0.5, 0.84, 0.15, 0.035, (90, 92, 98))
    sheet.polygon(_mirrored(sheet, [(0.1, 0.2), (0.23, 0.46)]), color)


def _towel(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    for index in range(4):
        y = 0.74 - 0.13 * index
        shade = mixed(color, WHITE, 0.12 * index)
        sheet.box(0.5 - 0.27 * wide, y, 0.54 * wide, 0.12, shade)
        sheet.oval(0.5 + 0.27 * wide, y + 0.06, 0.06, 0.06, mixed(shade, BLACK, 0.12))
        sheet.line([(0.5 - 0.27 * wide, y + 0.09), (0.5 + 0.27 * wide, y + 0.09)], WHITE, 0.01, 160)


def _mug(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    sheet.disc(0.5 + 0.2 * wide, 0.58, 0.12, color)
    sheet.disc(0.5 + 0.2 * wide, 0.58, 0.075, mixed(color, WHITE, 0.75))
    sheet.polygon(_mirrored(sheet, [(0.2, 0.38), (0.17, 0.85)]), color)
    sheet.oval(0.5, 0.38, 0.2, 0.05, mixed(color, BLACK, 0.45))


def _backpack(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    sheet.oval(0.5, 0.24, 0.09, 0.08, mixed(color, BLACK, 0.4))
    sheet.oval(0.5, 0.36, 0.23, 0.16, color)
    sheet.box(0.5 - 0.23 * wide, 0.36, 0.46 * wide, 0.5, color)
    sheet.box(0.5 - 0.16 * wide, 0.56, 0.32 * wide, 0.24, mixed(color, BLACK, 0.22))
    sheet.line([(0.5 - 0.2 * wide, 0.44), (0.5 + 0.2 * wide, 0.44)], (230, 214, 180), 0.016)


def _pot(sheet: Sketch, color: Ink) -> None:
    sheet.line([(0.62, 0.56), (0.92, 0.5)], (40, 40, 44), 0.045)
    sheet.polygon(_mirrored(sheet, [(0.27, 0.5), (0.22, 0.76)]), mixed(color, BLACK, 0.1))
    sheet.oval(0.5, 0.5, 0.27, 0.08, mixed(color, WHITE, 0.3))
    sheet.oval(0.5, 0.5, 0.22, 0.055, (50, 50, 54))


def _ball(sheet: Sketch, color: Ink) -> None:
    sheet.disc(0.5, 0.55, 0.28, mixed(color, BLACK, 0.2))
    sheet.disc(0.48, 0.53, 0.265, color)
    sheet.disc(0.42, 0.45, 0.07, WHITE, 90)
    sheet.line([(0.24, 0.58), (0.5, 0.5), (0.76, 0.58)], mixed(color, BLACK, 0.4), 0.014)


def _mat(sheet: Sketch, color: Ink) -> None:
    sheet.polygon([(0.2, 0.84), (0.3, 0.5), (0.86, 0.5), (0.86, 0.84)], color)
    sheet.oval(0.27, 0.66, 0.11, 0.19, mixed(color, BLACK, 0.25))
    for size in (0.08, 0.05, 0.02):
        sheet.oval(0.27, 0.66, size, size * 1.7, mixed(color, WHITE, 0.4 if size == 0.05 else 0.1))


def _watch(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    sheet.box(0.5 - 0.08 * wide, 0.14, 0.16 * wide, 0.72, mixed(color, BLACK, 0.2))
    sheet.disc(0.5, 0.5, 0.19, (196, 200, 206))
    sheet.disc(0.5, 0.5, 0.16, (30, 32, 38))
    sheet.line([(0.5, 0.5), (0.5, 0.39)], WHITE, 0.014)
    sheet.line([(0.5, 0.5), (0.58, 0.54)], WHITE, 0.014)


def _phone(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    sheet.box(0.5 - 0.17 * wide, 0.14, 0.34 * wide, 0.72, color)
    sheet.box(0.5 - 0.145 * wide, 0.18, 0.29 * wide, 0.62, mixed(color, WHITE, 0.75))
    sheet.disc(0.5, 0.83, 0.016, mixed(color, WHITE, 0.6))


def _bottle(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    left, right = 0.5 - 0.14 * wide, 0.5 + 0.14 * wide
    neck = 0.05 * wide
    half = [(0.05, 0.16), (0.05, 0.3), (0.14, 0.4), (0.14, 0.85)]
    sheet.polygon(_mirrored(sheet, half), color)
    sheet.box(0.5 - neck * 1.2, 0.11, neck * 2.4, 0.06, mixed(color, BLACK, 0.5))
    sheet.box(left, 0.5, right - left, 0.2, (250, 248, 240))
    sheet.box(left + 0.03 * wide, 0.55, 0.16 * wide, 0.02, mixed(color, BLACK, 0.3))
    sheet.box(left + 0.02 * wide, 0.42, 0.025 * wide, 0.4, WHITE, 80)


def _carton(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    x0, x1, x2 = 0.5 - 0.26 * wide, 0.5 + 0.08 * wide, 0.5 + 0.26 * wide
    sheet.polygon([(x0, 0.36), (x1, 0.4), (x1, 0.86), (x0, 0.8)], color)
    sheet.polygon([(x1, 0.4), (x2, 0.34), (x2, 0.78), (x1, 0.86)], mixed(color, BLACK, 0.25))
    top = [(x0, 0.36), (0.5 - 0.06 * wide, 0.3), (x2, 0.34), (x1, 0.4)]
    sheet.polygon(top, mixed(color, WHITE, 0.35))
    sheet.box(x0 + 0.06 * wide, 0.52, 0.2 * wide, 0.12, WHITE, 220)


GOODS: dict[str, Callable[[Sketch, Ink], None]] = {
    **SMALL_GOODS,
    "zip hoodie": _zipped,
    "hoodie": _hoodie,
    "jacket": _jacket,
    "coat": _jacket,
    "sweater": _sweater,
    "striped t-shirt": _striped,
    "t-shirt": _shirt,
    "shirt": _buttoned,
    "headphone": _headphones,
    "speaker": _speaker,
    "boots": _boots,
    "slipper": _slippers,
    "shoe": _shoes,
    "sneaker": _shoes,
    "jeans": _trousers,
    "trousers": _trousers,
    "leggings": _trousers,
    "lamp": _lamp,
    "towel": _towel,
    "bed linen": _towel,
    "blanket": _towel,
    "mug": _mug,
    "cup": _mug,
    "backpack": _backpack,
    "bag": _backpack,
    "stove": _pot,
    "pan": _pot,
    "pot": _pot,
    "ball": _ball,
    "yoga mat": _mat,
    "watch": _watch,
    "phone": _phone,
    "bottle": _bottle,
    "shampoo": _bottle,
    "oil": _bottle,
}
"""The first word that a name has says what is drawn."""
