"""Made-up views: beach, mountain, forest, city, night, sunset, abstract."""

from __future__ import annotations

import math
from random import Random

from phoneworld.render.sketch import Ink, Sketch, mixed

WHITE: Ink = (255, 255, 255)
BLACK: Ink = (0, 0, 0)
SKIES: tuple[tuple[Ink, Ink], ...] = (
    ((70, 140, 220), (190, 222, 245)),
    ((92, 160, 232), (226, 238, 246)),
    ((54, 96, 170), (250, 190, 150)),
    ((88, 70, 140), (255, 168, 120)),
    ((110, 170, 210), (244, 224, 200)),
)
PALETTES: tuple[tuple[Ink, Ink, Ink, Ink], ...] = (
    ((24, 44, 108), (60, 110, 200), (140, 120, 220), (250, 170, 180)),
    ((12, 70, 84), (24, 130, 130), (120, 196, 160), (246, 220, 150)),
    ((70, 22, 84), (170, 50, 110), (240, 110, 90), (255, 200, 110)),
    ((30, 34, 54), (64, 78, 120), (120, 140, 180), (210, 214, 226)),
    ((16, 80, 140), (40, 150, 210), (120, 206, 220), (240, 246, 230)),
    ((96, 40, 30), (190, 90, 50), (236, 160, 90), (250, 226, 180)),
)


def ridge(rnd: Random, base: float, height: float, steps: int) -> list[tuple[float, float]]:
    """A rough line from left to right, closed along the bottom."""
    points = [(-0.02, 1.02), (-0.02, base)]
    level = rnd.uniform(-1, 1)
    for index in range(steps + 1):
        level = 0.55 * level + rnd.uniform(-1, 1) * 0.75
        points.append((index / steps, base - height * (0.5 + 0.5 * level)))
    return [*points, (1.02, base), (1.02, 1.02)]


def swell(rnd: Random, base: float, height: float, waves: float) -> list[tuple[float, float]]:
    """A smooth line from left to right, closed along the bottom."""
    phase, second = rnd.uniform(0, math.tau), rnd.uniform(0, math.tau)
    points = [(-0.02, 1.02)]
    for index in range(41):
        x = index / 40
        wave = math.sin(x * waves * math.tau + phase) + 0.4 * math.sin(x * 5 * waves + second)
        points.append((x * 1.04 - 0.02, base + height * wave / 1.4))
    return [*points, (1.02, 1.02)]


def clouds(sheet: Sketch, rnd: Random, count: int, color: Ink, lowest: float) -> None:
    for _ in range(count):
        x, y, size = rnd.random(), rnd.uniform(0.04, lowest), rnd.uniform(0.05, 0.12)
        for _ in range(5):
            dx, dy = rnd.uniform(-1.3, 1.3) * size, rnd.uniform(-0.2, 0.2) * size
            sheet.oval(x + dx, y + dy, size * rnd.uniform(0.5, 1), size * 0.3, color, 70)
    sheet.blur(0.008)


def beach(sheet: Sketch, rnd: Random) -> None:
    upper, lower = rnd.choice(SKIES)
    horizon = rnd.uniform(0.36, 0.48)
    sheet.gradient(upper, lower, 0, horizon)
    sun = rnd.uniform(0.15, 0.85)
    sheet.glow(sun, horizon * 0.5, 0.4, (255, 244, 214), 0.8)
    sheet.disc(sun, horizon * 0.5, 0.055, (255, 250, 232))
    clouds(sheet, rnd, 4, WHITE, horizon * 0.8)
    sea: Ink = rnd.choice(((28, 120, 150), (20, 96, 150), (46, 150, 160)))
    sheet.gradient(mixed(sea, lower, 0.35), mixed(sea, (150, 230, 220), 0.5), horizon, 0.74)
    for _ in range(26):
        y = rnd.uniform(horizon + 0.02, 0.68)
        x, length = rnd.random(), rnd.uniform(0.02, 0.14)
        sheet.line([(x, y), (x + length, y)], WHITE, 0.004, 90)
    sand: Ink = rnd.choice(((236, 212, 166), (228, 200, 150), (240, 222, 186)))
    shore = swell(rnd, 0.70, 0.03, 0.8)
    sheet.polygon([(x, y - 0.02) for x, y in shore], WHITE, 220)
    sheet.polygon(shore, mixed(sand, (150, 120, 80), 0.25))
    sheet.polygon([(x, y + 0.035) for x, y in shore], sand)
    if rnd.random() < 0.6:
        _parasol(sheet, rnd.uniform(0.2, 0.8), 0.86, rnd)


def _parasol(sheet: Sketch, x: float, y: float, rnd: Random) -> None:
    color: Ink = rnd.choice(((226, 74, 70), (240, 170, 50), (60, 130, 200)))
    sheet.oval(x + 0.03, y + 0.01, 0.12, 0.02, (120, 96, 60), 110)
    sheet.line([(x, y), (x, y - 0.2)], (120, 90, 60), 0.012)
    for index in range(6):
        left, right = x - 0.15 + index * 0.05, x - 0.1 + index * 0.05
        tint = color if index % 2 else WHITE
        sheet.polygon([(x, y - 0.29), (left, y - 0.17), (right, y - 0.17)], tint)


def mountain(sheet: Sketch, rnd: Random) -> None:
    upper, lower = rnd.choice(SKIES)
    sheet.gradient(upper, lower, 0, 0.75)
    x = rnd.uniform(0.2, 0.8)
    sheet.glow(x, 0.2, 0.45, (255, 246, 224), 0.6)
    clouds(sheet, rnd, 3, WHITE, 0.35)
    rock: Ink = rnd.choice(((70, 84, 116), (84, 76, 96), (62, 92, 110)))
    for layer in range(4):
        share = layer / 3
        base = 0.56 + 0.13 * layer
        color = mixed(mixed(rock, lower, 0.6), mixed(rock, (20, 36, 40), 0.55), share)
        points = ridge(rnd, base, 0.34 - 0.06 * layer, 9 + 4 * layer)
        sheet.polygon(points, color)
        if layer == 1:
            _snow(sheet, points[2:-2])
    lake: Ink = mixed(lower, (40, 80, 110), 0.55)
    if rnd.random() < 0.5:
        sheet.gradient(mixed(lake, WHITE, 0.2), lake, 0.88, 1)
    else:
        pines(sheet, rnd, 1.03, (20, 44, 40), 30)


def _snow(sheet: Sketch, points: list[tuple[float, float]]) -> None:
    for (x0, y0), (x1, y1), (x2, y2) in zip(points, points[1:], points[2:], strict=False):
        if y1 < y0 - 0.03 and y1 < y2 - 0.03:
            depth = 0.4 * min(y0 - y1, y2 - y1) + 0.01
            left = x1 - (x1 - x0) * depth / (y0 - y1)
            right = x1 + (x2 - x1) * depth / (y2 - y1)
            middle = [(right, y1 + depth), (x1 + 0.01, y1 + depth * 0.6), (x1 - 0.01, y1 + depth)]
            sheet.polygon([(left, y1 + depth), (x1, y1), *middle], (244, 248, 252), 235)


def pines(sheet: Sketch, rnd: Random, base: float, color: Ink, count: int) -> None:
    for _ in range(count):
        x, tall = rnd.uniform(-0.02, 1.02), rnd.uniform(0.08, 0.2)
        wide = tall * 0.2
        tint = mixed(color, (60, 110, 80), rnd.uniform(0, 0.4))
        for step in range(3):
            top = base - tall * (1 - step * 0.25)
            low = top + tall * 0.5
            spread = wide * (0.6 + 0.3 * step)
            sheet.polygon([(x, top), (x - spread, low), (x + spread, low)], tint)


def forest(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((196, 220, 200), (236, 240, 214), 0, 0.7)
    sheet.glow(rnd.uniform(0.3, 0.7), 0.2, 0.6, (255, 252, 220), 0.8)
    green: Ink = rnd.choice(((46, 110, 70), (70, 120, 50), (150, 110, 40)))
    for layer in range(4):
        color = mixed(mixed(green, (220, 234, 216), 0.6), mixed(green, BLACK, 0.45), layer / 3)
        base = 0.6 + 0.14 * layer
        sheet.polygon(swell(rnd, base, 0.03, 1.2), color)
        pines(sheet, rnd, base + 0.03, color, 16)


def city(sheet: Sketch, rnd: Random) -> None:
    upper, lower = rnd.choice(SKIES)
    _skyline(sheet, rnd, upper, lower, lit=0.25, glass=mixed(lower, (60, 70, 90), 0.55))


def night(sheet: Sketch, rnd: Random) -> None:
    upper, lower = (10, 12, 34), rnd.choice(((60, 44, 96), (30, 50, 100), (90, 50, 80)))
    _skyline(sheet, rnd, upper, lower, lit=0.6, glass=(24, 26, 48))


def _skyline(sheet: Sketch, rnd: Random, upper: Ink, lower: Ink, *, lit: float, glass: Ink) -> None:
    sheet.gradient(upper, lower, 0, 0.9)
    if lit > 0.5:
        for _ in range(50):
            sheet.disc(rnd.random(), rnd.uniform(0, 0.5), rnd.uniform(0.001, 0.004), WHITE, 180)
        sheet.glow(0.8, 0.16, 0.2, (250, 246, 220), 0.5)
        sheet.disc(0.8, 0.16, 0.05, (250, 246, 224))
    else:
        clouds(sheet, rnd, 4, WHITE, 0.4)
    window: Ink = (255, 224, 150) if lit > 0.5 else (236, 244, 250)
    for layer in range(3):
        wall = mixed(mixed(glass, lower, 0.55), mixed(glass, BLACK, 0.35), layer / 2)
        x = -0.05
        while x < 1:
            wide = rnd.uniform(0.07, 0.15)
            top = rnd.uniform(0.25, 0.55) + 0.12 * layer
            sheet.box(x, top, wide, 1 - top, mixed(wall, WHITE, rnd.uniform(0, 0.08)))
            if layer:
                _windows(sheet, rnd, x, top, wide, window, lit)
            x += wide + rnd.uniform(-0.01, 0.02)
    sheet.box(0, 0.94, 1, 0.06, mixed(glass, BLACK, 0.5))


def _windows(
    sheet: Sketch, rnd: Random, x: float, top: float, wide: float, color: Ink, lit: float
) -> None:
    columns = max(2, int(wide / 0.026))
    step = wide / (columns + 0.5)
    y = top + 0.025
    while y < 0.92:
        for column in range(columns):
            if rnd.random() < lit:
                left = x + step * (column + 0.4)
                sheet.box(left, y, step * 0.55, 0.014, color, rnd.randint(90, 230))
        y += 0.032


def sunset(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((60, 40, 110), (255, 130, 90), 0, 0.5)
    sheet.gradient((255, 130, 90), (255, 214, 140), 0.5, 0.64)
    x = rnd.uniform(0.3, 0.7)
    sheet.glow(x, 0.6, 0.6, (255, 230, 170), 0.8)
    sheet.disc(x, 0.6, 0.09, (255, 240, 200))
    sheet.gradient((200, 110, 100), (40, 30, 70), 0.64, 1)
    for index in range(18):
        y = 0.66 + index * 0.018
        half = rnd.uniform(0.02, 0.1) * (1 - index / 24)
        sheet.line([(x - half, y), (x + half, y)], (255, 224, 170), 0.006, 150)
    sheet.polygon(ridge(rnd, 0.66, 0.05, 14)[1:-1], (50, 30, 70))


def abstract(sheet: Sketch, rnd: Random) -> None:
    colors = rnd.choice(PALETTES)
    sheet.gradient(colors[0], colors[1])
    sheet.glow(rnd.random(), rnd.uniform(0, 0.5), 0.9, colors[2], 0.7)
    for index in range(5):
        share = index / 4
        color = mixed(mixed(colors[1], colors[2], share), colors[3], share * 0.7)
        base = 0.42 + 0.13 * index
        sheet.polygon(swell(rnd, base, 0.1, rnd.uniform(0.5, 0.9)), color, 200)
