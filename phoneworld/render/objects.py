"""Made-up pictures of things: papers, cars, records."""

from __future__ import annotations

from random import Random

from phoneworld.render.scenes import BLACK, PALETTES, SKIES, WHITE, clouds, swell
from phoneworld.render.sketch import Ink, Sketch, mixed


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
