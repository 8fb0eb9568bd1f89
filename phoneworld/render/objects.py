"""Made-up pictures of things: papers, cars, goods, records."""

from __future__ import annotations

import math
from random import Random

from phoneworld.render.scenes import BLACK, PALETTES, SKIES, WHITE, clouds, swell
from phoneworld.render.sketch import Ink, Sketch, mixed
from phoneworld.render.subjects import CLOTHES, PASTELS


def document(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((150, 152, 160), (110, 112, 120))
    sheet.box(0.1, 0.06, 0.82, 0.92, BLACK, 70)
    sheet.box(0.09, 0.045, 0.82, 0.92, (252, 252, 250))
    sheet.box(0.16, 0.1, rnd.uniform(0.3, 0.5), 0.03, (50, 54, 66))
    y = 0.18
    while y < 0.88:
        if rnd.random() < 0.12:
            y += 0.03
        end = 0.68 if rnd.random() < 0.8 else rnd.uniform(0.2, 0.6)
        sheet.box(0.16, y, end, 0.011, (150, 154, 164))
        y += 0.03


def receipt(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((126, 96, 70), (96, 72, 54))
    sheet.box(0.27, 0.03, 0.5, 1, BLACK, 70)
    sheet.box(0.25, 0.02, 0.5, 1, (250, 249, 244))
    ink: Ink = (84, 86, 92)
    sheet.box(0.38, 0.07, 0.24, 0.03, ink)
    sheet.box(0.42, 0.12, 0.16, 0.012, ink, 160)
    y = 0.2
    for _ in range(rnd.randint(8, 14)):
        sheet.box(0.3, y, rnd.uniform(0.1, 0.24), 0.012, ink, 190)
        sheet.box(0.63, y, 0.07, 0.012, ink, 190)
        y += 0.038
    sheet.line([(0.3, y), (0.7, y)], ink, 0.004)
    sheet.box(0.3, y + 0.025, 0.12, 0.022, ink)
    sheet.box(0.58, y + 0.025, 0.12, 0.022, ink)
    x = 0.32
    while x < 0.68 and y < 0.8:
        wide = rnd.choice((0.004, 0.008, 0.012))
        sheet.box(x, y + 0.09, wide, 0.07, ink)
        x += wide + rnd.choice((0.005, 0.009))


def car(sheet: Sketch, rnd: Random) -> None:
    upper, lower = rnd.choice(SKIES)
    sheet.gradient(upper, lower, 0, 0.6)
    clouds(sheet, rnd, 3, WHITE, 0.3)
    sheet.polygon(swell(rnd, 0.55, 0.04, 1), mixed((90, 130, 90), lower, 0.3))
    sheet.gradient((112, 114, 120), (76, 78, 84), 0.62, 1)
    sheet.line([(0, 0.94), (1, 0.94)], WHITE, 0.012, 170)
    paint: Ink = rnd.choice(
        ((196, 40, 44), (40, 90, 170), (232, 232, 234), (50, 52, 58), (226, 170, 40))
    )
    sheet.oval(0.5, 0.83, 0.44, 0.03, BLACK, 110)
    cabin = [(0.27, 0.58), (0.36, 0.44), (0.62, 0.44), (0.74, 0.58)]
    sheet.polygon(cabin, mixed(paint, BLACK, 0.15))
    sheet.polygon([(0.305, 0.57), (0.375, 0.465), (0.48, 0.465), (0.48, 0.57)], (180, 210, 226))
    sheet.polygon([(0.5, 0.57), (0.5, 0.465), (0.61, 0.465), (0.69, 0.57)], (164, 196, 216))
    body = [
        (0.1, 0.74),
        (0.11, 0.62),
        (0.26, 0.57),
        (0.76, 0.57),
        (0.88, 0.63),
        (0.9, 0.74),
        (0.88, 0.77),
        (0.12, 0.77),
    ]
    sheet.polygon(body, paint)
    sheet.polygon(
        [(0.11, 0.63), (0.26, 0.575), (0.76, 0.575), (0.88, 0.635)], mixed(paint, WHITE, 0.25)
    )
    sheet.oval(0.88, 0.67, 0.022, 0.018, (255, 246, 200))
    sheet.oval(0.115, 0.67, 0.016, 0.02, (230, 60, 50))
    for x in (0.28, 0.72):
        sheet.disc(x, 0.77, 0.085, (26, 26, 30))
        sheet.disc(x, 0.77, 0.05, (180, 184, 190))
        sheet.disc(x, 0.77, 0.018, (70, 72, 78))


def product(sheet: Sketch, rnd: Random) -> None:
    back = rnd.choice(PASTELS)
    sheet.gradient(mixed(back, WHITE, 0.75), mixed(back, WHITE, 0.35))
    sheet.oval(0.5, 0.86, 0.3, 0.04, BLACK, 60)
    sheet.blur(0.015)
    color = rnd.choice(CLOTHES)
    (_bottle, _carton, _shirt, _headphones)[rnd.randrange(4)](sheet, color)


def _bottle(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    left, right = 0.5 - 0.14 * wide, 0.5 + 0.14 * wide
    neck = 0.05 * wide
    outline = [
        (0.5 - neck, 0.16),
        (0.5 + neck, 0.16),
        (0.5 + neck, 0.3),
        (right, 0.4),
        (right, 0.85),
        (left, 0.85),
        (left, 0.4),
        (0.5 - neck, 0.3),
    ]
    sheet.polygon(outline, color)
    sheet.box(0.5 - neck * 1.2, 0.11, neck * 2.4, 0.06, mixed(color, BLACK, 0.5))
    sheet.box(left, 0.5, right - left, 0.2, (250, 248, 240))
    sheet.box(left + 0.03 * wide, 0.55, 0.16 * wide, 0.02, mixed(color, BLACK, 0.3))
    sheet.box(left + 0.02 * wide, 0.42, 0.025 * wide, 0.4, WHITE, 80)


def _carton(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    x0, x1, x2 = 0.5 - 0.26 * wide, 0.5 + 0.08 * wide, 0.5 + 0.26 * wide
    sheet.polygon([(x0, 0.36), (x1, 0.4), (x1, 0.86), (x0, 0.8)], color)
    sheet.polygon([(x1, 0.4), (x2, 0.34), (x2, 0.78), (x1, 0.86)], mixed(color, BLACK, 0.25))
    sheet.polygon(
        [(x0, 0.36), (0.5 - 0.06 * wide, 0.3), (x2, 0.34), (x1, 0.4)], mixed(color, WHITE, 0.35)
    )
    sheet.box(x0 + 0.06 * wide, 0.52, 0.2 * wide, 0.12, WHITE, 220)


def _shirt(sheet: Sketch, color: Ink) -> None:
    wide = sheet.unit / sheet.w
    half = [
        (0.08, 0.22),
        (0.17, 0.24),
        (0.34, 0.38),
        (0.26, 0.48),
        (0.19, 0.43),
        (0.19, 0.84),
        (0, 0.84),
    ]
    right = [(0.5 + x * wide, y) for x, y in half]
    left = [(0.5 - x * wide, y) for x, y in reversed(half)]
    sheet.polygon([*right, *left, (0.5, 0.28)], color)
    sheet.oval(0.5, 0.22, 0.085, 0.05, mixed(color, BLACK, 0.3))


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


def album(sheet: Sketch, rnd: Random) -> None:
    colors = rnd.choice(PALETTES)
    sheet.gradient(colors[0], colors[2])
    style = rnd.randrange(3)
    if style == 0:
        for index in range(6, 0, -1):
            tint = colors[index % 4]
            sheet.disc(0.5, 0.55, 0.07 * index, tint, 230)
    elif style == 1:
        for index in range(7):
            tint = mixed(colors[1], colors[3], index / 6)
            sheet.polygon(swell(rnd, 0.3 + 0.1 * index, 0.05, 1.1), tint, 220)
    else:
        for _ in range(12):
            x, y, size = rnd.random(), rnd.random(), rnd.uniform(0.1, 0.3)
            tint = rnd.choice(colors)
            sheet.polygon(
                [(x, y - size), (x + size, y + size * 0.7), (x - size, y + size * 0.7)], tint, 190
            )
    sheet.box(0.08, 0.07, rnd.uniform(0.3, 0.5), 0.04, WHITE, 230)
    sheet.box(0.08, 0.13, rnd.uniform(0.15, 0.28), 0.02, WHITE, 170)
