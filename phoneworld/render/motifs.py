"""Made-up pictures of what a title names: a lighthouse, a tram, penguins. For posters and news.

A title that names nothing known has no motif, and is drawn as a view of its kind.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from random import Random

from phoneworld.render.dishes import food
from phoneworld.render.scenes import BLACK, WHITE, clouds, forest, night, pines, ridge, swell
from phoneworld.render.sketch import Ink, Sketch, mixed

Motif = Callable[[Sketch, Random], None]
STEEL: Ink = (150, 158, 170)
DUSK: tuple[Ink, Ink] = ((44, 54, 104), (244, 160, 120))


def motif_of(name: str) -> Motif | None:
    """What to draw for a title; None where it names nothing known."""
    words = f" {' '.join(re.findall(r'[a-z]+', name.casefold()))} "
    return next((draw for word, draw in MOTIFS.items() if f" {word} " in words), None)


def lighthouse(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient(*DUSK, 0, 0.72)
    clouds(sheet, rnd, 3, (250, 210, 190), 0.4)
    wide, x = sheet.unit / sheet.w, 0.52
    sheet.glow(x, 0.22, 0.45, (255, 240, 180), 0.9)
    for side in (-1, 1):
        beam = [(x, 0.22), (x + side * 0.9, 0.08), (x + side * 0.9, 0.34)]
        sheet.polygon(beam, (255, 246, 200), 90)
    sheet.gradient((52, 84, 120), (24, 44, 78), 0.72, 1)
    sheet.polygon(
        [(-0.02, 1.02), (0.1, 0.86), (0.32, 0.75), (0.74, 0.74), (1.02, 1.02)], (50, 48, 60)
    )
    lower, upper = 0.12 * wide, 0.075 * wide
    tower = [(x - upper, 0.28), (x + upper, 0.28), (x + lower, 0.78), (x - lower, 0.78)]
    sheet.polygon(tower, (246, 244, 238))
    for y in (0.34, 0.5, 0.66):
        half = [upper + (lower - upper) * (y + dy - 0.28) / 0.5 for dy in (0, 0.08)]
        band = [
            (x - half[0], y),
            (x + half[0], y),
            (x + half[1], y + 0.08),
            (x - half[1], y + 0.08),
        ]
        sheet.polygon(band, (200, 62, 56))
    sheet.box(x - upper * 1.3, 0.265, upper * 2.6, 0.02, (60, 62, 70))
    sheet.box(x - upper * 0.7, 0.18, upper * 1.4, 0.085, (255, 236, 150))
    sheet.polygon([(x - upper, 0.18), (x, 0.11), (x + upper, 0.18)], (180, 50, 46))


def paper_planes(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((80, 160, 226), (214, 236, 246))
    clouds(sheet, rnd, 6, WHITE, 0.9)
    wide = sheet.unit / sheet.w
    for x, y, size in ((0.34, 0.3, 0.2), (0.62, 0.62, 0.28)):
        track = [(x - 0.5 * wide * k / 6, y + 0.05 * k + 0.03 * math.sin(2 * k)) for k in range(7)]
        sheet.line(track, WHITE, 0.006, 150)
        nose = (x + size * wide, y - size * 0.5)
        left, fold = (x - size * wide, y - size * 0.2), (x - size * 0.2 * wide, y + size * 0.15)
        keel, right = (
            (x - size * 0.1 * wide, y + size * 0.55),
            (x + size * 0.25 * wide, y + size * 0.5),
        )
        sheet.polygon([nose, left, fold], (250, 250, 248))
        sheet.polygon([nose, fold, keel], (176, 186, 200))
        sheet.polygon([nose, fold, right], (228, 232, 238))


def tram(sheet: Sketch, rnd: Random) -> None:
    night(sheet, rnd)
    sheet.box(0, 0.84, 1, 0.16, (40, 42, 54))
    for y in (0.89, 0.95):
        sheet.line([(0, y), (1, y)], (120, 124, 136), 0.01)
    sheet.line([(0, 0.3), (1, 0.27)], (20, 20, 28), 0.008)
    sheet.line([(0.44, 0.44), (0.5, 0.36), (0.44, 0.285)], (30, 30, 38), 0.014)
    sheet.box(0.1, 0.44, 0.8, 0.42, (196, 52, 48))
    sheet.box(0.1, 0.66, 0.8, 0.05, (240, 228, 196))
    for place in range(5):
        sheet.box(0.15 + 0.145 * place, 0.5, 0.11, 0.14, (255, 232, 160))
    for x in (0.26, 0.74):
        sheet.disc(x, 0.87, 0.05, (24, 24, 30))
    sheet.glow(0.88, 0.76, 0.12, (255, 246, 210), 0.9)


def orbit(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((8, 10, 30), (44, 26, 76))
    for _ in range(70):
        sheet.disc(rnd.random(), rnd.random(), rnd.uniform(0.002, 0.006), WHITE, 190)
    sheet.glow(0.42, 0.58, 0.5, (255, 170, 110), 0.6)
    sheet.disc(0.42, 0.58, 0.26, (232, 140, 90))
    sheet.disc(0.36, 0.52, 0.16, (248, 184, 130), 120)
    wide = sheet.unit / sheet.w
    ring = [
        (0.42 + 0.44 * wide * math.cos(k * math.tau / 48), 0.58 + 0.13 * math.sin(k * math.tau / 48) - 0.1 * math.cos(k * math.tau / 48))
        for k in range(49)
    ]  # fmt: skip
    sheet.line(ring, (240, 224, 200), 0.012, 210)
    sheet.disc(0.76, 0.24, 0.075, (120, 180, 220))
    sheet.disc(0.74, 0.22, 0.04, (190, 226, 244), 150)


def orchard(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((150, 200, 226), (246, 232, 196), 0, 0.62)
    sheet.polygon(swell(rnd, 0.6, 0.03, 0.8), (140, 178, 92))
    sheet.polygon(swell(rnd, 0.74, 0.03, 0.6), (110, 156, 74))
    wide = sheet.unit / sheet.w
    for x, y, size in ((0.2, 0.62, 0.13), (0.72, 0.64, 0.15), (0.46, 0.8, 0.21)):
        sheet.box(x - 0.02 * wide, y, 0.04 * wide, size, (110, 78, 50))
        for dx, dy in ((-0.7, 0), (0.7, 0), (0, -0.6), (0, 0.1)):
            sheet.disc(x + dx * size * wide, y + dy * size - size * 0.4, size * 0.8, (74, 130, 62))
        for _ in range(9):
            dx, dy = rnd.uniform(-1.1, 1.1) * size, rnd.uniform(-1.3, 0.3) * size
            sheet.disc(x + dx * wide, y + dy, size * 0.11, (206, 50, 44))


def winter(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((28, 40, 84), (150, 176, 214), 0, 0.8)
    sheet.polygon(ridge(rnd, 0.72, 0.26, 9), (92, 112, 150))
    sheet.polygon(swell(rnd, 0.76, 0.03, 0.7), (232, 240, 248))
    wide, x = sheet.unit / sheet.w, 0.6
    for side in (-1, 1):
        sheet.line([(x, 0.2), (x + side * 0.11 * wide, 0.86)], (40, 44, 58), 0.014)
    for step in range(5):
        y = 0.32 + 0.12 * step
        half = 0.11 * wide * (y - 0.2) / 0.66
        sheet.line([(x - half, y), (x + half, y)], (40, 44, 58), 0.01)
    for ring in (0.06, 0.11, 0.16):
        for turn in (0, math.pi):
            arc = [
                (x + ring * wide * math.cos(turn + a / 10), 0.2 + ring * math.sin(turn + a / 10))
                for a in range(-7, 8)
            ]
            sheet.line(arc, (255, 120, 100), 0.012, 220)
    for _ in range(60):
        sheet.disc(rnd.random(), rnd.random(), rnd.uniform(0.004, 0.011), WHITE, 220)


def robots(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((250, 206, 120), (236, 132, 92))
    sheet.oval(0.5, 0.93, 0.46, 0.05, BLACK, 60)
    wide = sheet.unit / sheet.w
    for x, size, lean in ((0.3, 0.8, 0.06), (0.68, 1.0, -0.06)):
        tin = mixed(STEEL, rnd.choice(((110, 150, 190), (190, 150, 110))), 0.35)
        dark = mixed(tin, BLACK, 0.35)
        half, top = 0.13 * size * wide, 0.9 - 0.34 * size
        for side in (-1, 1):
            sheet.line(
                [(x + side * half * 0.5, top + 0.2 * size), (x + side * half * 0.7, 0.92)],
                dark,
                0.05,
            )
            hand = (x + side * half * 2.1, top - 0.06 * side * size - 0.02)
            sheet.line([(x + side * half, top + 0.05), hand], dark, 0.04)
        sheet.box(x - half, top - 0.02, half * 2, 0.26 * size, tin)
        head = x + lean * wide
        sheet.box(head - half * 0.75, top - 0.22 * size, half * 1.5, 0.18 * size, tin)
        for side in (-1, 1):
            sheet.disc(head + side * half * 0.35, top - 0.14 * size, 0.03 * size, (255, 246, 190))
        sheet.line([(head, top - 0.22 * size), (head, top - 0.29 * size)], dark, 0.014)
        sheet.disc(head, top - 0.3 * size, 0.02, (220, 60, 50))


def waltz(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((90, 24, 54), (210, 92, 96))
    sheet.glow(0.5, 0.4, 0.7, (255, 206, 150), 0.6)
    wide = sheet.unit / sheet.w
    sheet.oval(0.5, 0.93, 0.36, 0.035, BLACK, 70)
    sheet.line([(0.42, 0.42), (0.4, 0.68), (0.38, 0.92)], (28, 26, 36), 0.1)
    sheet.disc(0.43, 0.3, 0.06, (236, 190, 152))
    sheet.oval(0.43, 0.265, 0.06, 0.035, (40, 30, 26))
    gown = [
        (0.56, 0.42),
        (0.62, 0.46),
        (0.66, 0.6),
        (0.66 + 0.2 * wide, 0.93),
        (0.5, 0.93),
        (0.54, 0.6),
    ]
    sheet.polygon(gown, (250, 226, 214))
    sheet.disc(0.57, 0.33, 0.055, (250, 218, 190))
    sheet.oval(0.6, 0.31, 0.05, 0.05, (86, 56, 36))
    sheet.line([(0.44, 0.46), (0.32, 0.38), (0.57, 0.46)], (28, 26, 36), 0.03)
    for _ in range(4):
        x, y = rnd.uniform(0.06, 0.94), rnd.uniform(0.08, 0.26)
        sheet.oval(x, y, 0.03, 0.022, (255, 236, 200))
        sheet.line([(x + 0.025 * wide, y), (x + 0.025 * wide, y - 0.1)], (255, 236, 200), 0.008)


def bridge(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((96, 160, 220), (250, 222, 190), 0, 0.66)
    clouds(sheet, rnd, 4, WHITE, 0.4)
    sheet.polygon(ridge(rnd, 0.66, 0.1, 12), (120, 140, 160))
    sheet.gradient((70, 130, 160), (30, 74, 110), 0.66, 1)
    red: Ink = rnd.choice(((176, 56, 46), (70, 90, 120)))
    for x in (0.25, 0.75):
        sheet.box(x - 0.018, 0.2, 0.036, 0.6, red)
    for left, right in ((-0.25, 0.25), (0.25, 0.75), (0.75, 1.25)):
        cable = [
            (left + (right - left) * k / 16, 0.22 + 0.3 * math.sin(math.pi * k / 16))
            for k in range(17)
        ]
        sheet.line(cable, red, 0.012)
        for x, y in cable[1:-1]:
            sheet.line([(x, y), (x, 0.6)], mixed(red, WHITE, 0.3), 0.004)
    sheet.box(-0.02, 0.59, 1.04, 0.035, mixed(red, BLACK, 0.3))


def penguins(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((170, 214, 240), (236, 246, 250), 0, 0.7)
    sheet.polygon(ridge(rnd, 0.56, 0.22, 7), (210, 230, 242))
    sheet.polygon(swell(rnd, 0.72, 0.02, 0.7), (244, 248, 252))
    wide = sheet.unit / sheet.w
    for x, base, size, young in (
        (0.34, 0.9, 0.3, False),
        (0.6, 0.92, 0.17, True),
        (0.78, 0.9, 0.14, True),
    ):
        coat: Ink = (130, 136, 146) if young else (30, 34, 44)
        sheet.oval(x, base, size * 0.5, size * 0.1, BLACK, 40)
        sheet.oval(x, base - size * 0.85, size * 0.46, size * 0.85, coat)
        sheet.oval(x, base - size * 0.7, size * 0.32, size * 0.62, (250, 250, 248))
        sheet.disc(x, base - size * 1.65, size * 0.32, coat)
        for side in (-1, 1):
            eye = x + side * size * 0.12 * wide
            sheet.disc(eye, base - size * 1.68, size * 0.09, (250, 250, 248))
            sheet.disc(eye, base - size * 1.68, size * 0.045, (16, 16, 20))
            sheet.oval(x + side * size * 0.2 * wide, base, size * 0.17, size * 0.07, (236, 150, 50))
        beak = [
            (x - size * 0.1 * wide, base - size * 1.58),
            (x + size * 0.1 * wide, base - size * 1.58),
            (x, base - size * 1.44),
        ]
        sheet.polygon(beak, (236, 150, 50))


def football(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((120, 170, 220), (220, 232, 240), 0, 0.3)
    for row in range(4):
        for seat in range(26):
            tint = rnd.choice(((200, 60, 56), (240, 240, 236), (60, 80, 130), (230, 190, 80)))
            sheet.disc((seat + 0.5 * (row % 2)) / 25, 0.29 + 0.045 * row, 0.02, tint)
    for band in range(6):
        shade: Ink = (76, 150, 70) if band % 2 else (88, 166, 80)
        sheet.box(0, 0.46 + 0.09 * band, 1, 0.09, shade)
    sheet.line([(0.2, 0.46), (0.08, 0.8), (0.92, 0.8), (0.8, 0.46)], WHITE, 0.01)
    sheet.line([(0.36, 0.5), (0.36, 0.32), (0.64, 0.32), (0.64, 0.5)], WHITE, 0.018)
    x, y = rnd.uniform(0.35, 0.65), 0.76
    sheet.oval(x, y + 0.1, 0.1, 0.02, BLACK, 80)
    sheet.disc(x, y, 0.1, (250, 250, 250))
    for turn in range(5):
        angle = turn * math.tau / 5 - math.pi / 2
        spot = (
            x + 0.078 * math.cos(angle) * sheet.unit / sheet.w,
            y + 0.078 * math.sin(angle) * sheet.unit / sheet.h,
        )
        sheet.disc(*spot, 0.022, (30, 30, 34))
    sheet.disc(x, y, 0.034, (30, 30, 34))


def lanterns(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((14, 16, 48), (96, 48, 84), 0, 0.7)
    sheet.gradient((60, 32, 70), (16, 14, 40), 0.7, 1)
    wide = sheet.unit / sheet.w
    for place in range(13):
        size = rnd.uniform(0.035, 0.08)
        x, y = (place + rnd.random()) / 13, rnd.uniform(0.12, 0.66)
        sheet.glow(x, y, size * 3, (255, 190, 90), 0.8)
        half = size * wide
        sheet.polygon(
            [
                (x - half * 0.7, y - size),
                (x + half * 0.7, y - size),
                (x + half, y + size),
                (x - half, y + size),
            ],
            (255, 196, 104),
        )
        sheet.oval(x, y + size * 0.6, size * 0.5, size * 0.4, (255, 240, 190))
        sheet.line(
            [(x - half, 1.4 - y * 0.85), (x + half, 1.4 - y * 0.85)], (255, 190, 100), 0.012, 120
        )


def museum(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((110, 170, 220), (232, 238, 240), 0, 0.7)
    clouds(sheet, rnd, 4, WHITE, 0.4)
    stone: Ink = (226, 214, 190)
    sheet.polygon([(0.16, 0.4), (0.5, 0.2), (0.84, 0.4)], stone)
    sheet.box(0.16, 0.4, 0.68, 0.05, mixed(stone, BLACK, 0.15))
    sheet.box(0.2, 0.45, 0.6, 0.33, mixed(stone, BLACK, 0.45))
    for column in range(6):
        sheet.box(0.21 + 0.105 * column, 0.45, 0.05, 0.33, stone)
    sheet.box(0.13, 0.78, 0.74, 0.05, stone)
    sheet.gradient((80, 140, 170), (40, 90, 130), 0.83, 1)
    for _ in range(12):
        x, y = rnd.random(), rnd.uniform(0.86, 0.98)
        sheet.line([(x, y), (x + 0.08, y)], WHITE, 0.004, 120)


def comet(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((6, 8, 26), (28, 36, 78))
    for _ in range(90):
        sheet.disc(rnd.random(), rnd.random(), rnd.uniform(0.002, 0.005), WHITE, 190)
    for spread, alpha in ((0.16, 40), (0.09, 70), (0.04, 110)):
        tail = [(0.34, 0.62), (0.95, 0.12 - spread), (0.98, 0.12 + spread)]
        sheet.polygon(tail, (190, 220, 255), alpha)
    sheet.glow(0.34, 0.62, 0.16, (230, 244, 255))
    sheet.disc(0.34, 0.62, 0.035, WHITE)
    pines(sheet, rnd, 1.02, (8, 14, 20), 30)


def bakery(sheet: Sketch, rnd: Random) -> None:
    food(sheet, rnd, "rye bread")


MOTIFS: dict[str, Motif] = {
    "lighthouse": lighthouse,
    "planes": paper_planes,
    "tram": tram,
    "cinnamon": bakery,
    "orbit": orbit,
    "orchard": orchard,
    "winter": winter,
    "giants of tin": robots,
    "robots": robots,
    "waltz": waltz,
    "deep green": forest,
    "bridge": bridge,
    "bridges": bridge,
    "penguin": penguins,
    "penguins": penguins,
    "derby": football,
    "football": football,
    "lantern": lanterns,
    "lanterns": lanterns,
    "museum": museum,
    "comet": comet,
}
