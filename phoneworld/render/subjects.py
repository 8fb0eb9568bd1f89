"""Made-up pictures of what lives: people, pets, flowers."""

from __future__ import annotations

import math
from random import Random

from phoneworld.render.scenes import BLACK, WHITE
from phoneworld.render.sketch import Ink, Sketch, mixed

SKINS: tuple[Ink, ...] = (
    (250, 218, 190),
    (236, 190, 152),
    (206, 150, 108),
    (150, 98, 66),
    (104, 68, 48),
)
HAIRS: tuple[Ink, ...] = (
    (40, 30, 26),
    (86, 56, 36),
    (150, 104, 56),
    (214, 176, 110),
    (120, 120, 124),
)
CLOTHES: tuple[Ink, ...] = (
    (58, 96, 160),
    (176, 62, 62),
    (64, 130, 96),
    (90, 80, 120),
    (222, 170, 70),
    (60, 66, 76),
)
PASTELS: tuple[Ink, ...] = (
    (214, 228, 240),
    (240, 222, 210),
    (222, 236, 218),
    (236, 224, 240),
    (246, 236, 206),
)


def portrait(sheet: Sketch, rnd: Random) -> None:
    back = rnd.choice(PASTELS)
    sheet.gradient(mixed(back, WHITE, 0.2), mixed(back, (90, 100, 120), 0.4))
    for _ in range(5):
        sheet.disc(rnd.random(), rnd.random(), rnd.uniform(0.05, 0.16), WHITE, 40)
    sheet.blur(0.03)
    skin, hair, cloth = rnd.choice(SKINS), rnd.choice(HAIRS), rnd.choice(CLOTHES)
    shade = mixed(skin, (110, 50, 30), 0.18)
    long = rnd.random() < 0.5
    if long:
        sheet.oval(0.5, 0.47, 0.245, 0.32, hair)
        sheet.box(0.5 - 0.245 * sheet.unit / sheet.w, 0.47, 0.49 * sheet.unit / sheet.w, 0.3, hair)
    sheet.oval(0.5, 1.06, 0.43, 0.36, cloth)
    sheet.oval(0.5, 1.02, 0.13, 0.3, shade)
    sheet.oval(0.5, 0.72, 0.1, 0.09, shade)
    sheet.oval(0.5, 0.42, 0.185, 0.235, hair)
    sheet.oval(0.5, 0.46, 0.17, 0.22, skin)
    sheet.oval(0.5, 0.285, 0.165, 0.085 if long else 0.1, hair)
    wide = sheet.unit / sheet.w
    for side in (-1, 1):
        x = 0.5 + side * 0.068 * wide
        sheet.oval(x, 0.455, 0.028, 0.018, WHITE)
        sheet.disc(x, 0.455, 0.016, mixed(hair, (40, 60, 70), 0.4))
        sheet.line([(x - 0.03 * wide, 0.42), (x + 0.03 * wide, 0.418)], hair, 0.012)
        sheet.oval(0.5 + side * 0.1 * wide, 0.54, 0.035, 0.022, (236, 120, 110), 50)
    sheet.line([(0.5, 0.47), (0.494, 0.53), (0.506, 0.535)], shade, 0.01)
    smile = [(0.5 + x * 0.06 * wide, 0.578 + 0.022 * (1 - x * x)) for x in (-1, -0.5, 0, 0.5, 1)]
    sheet.line(smile, (176, 70, 70), 0.014)


def pet(sheet: Sketch, rnd: Random) -> None:
    back = rnd.choice(PASTELS)
    sheet.gradient(mixed(back, (120, 160, 120), 0.3), mixed(back, (90, 110, 80), 0.5))
    for _ in range(9):
        sheet.disc(rnd.random(), rnd.random(), rnd.uniform(0.06, 0.2), WHITE, 36)
    sheet.blur(0.04)
    fur: Ink = rnd.choice(
        ((226, 170, 100), (120, 90, 70), (236, 228, 216), (96, 98, 106), (190, 120, 60))
    )
    dark, light = mixed(fur, BLACK, 0.25), mixed(fur, WHITE, 0.55)
    is_cat = rnd.random() < 0.5
    wide = sheet.unit / sheet.w
    sheet.oval(0.5, 1.05, 0.34, 0.42, fur)
    sheet.oval(0.5, 1.08, 0.2, 0.36, light)
    for side in (-1, 1):
        x = 0.5 + side * 0.2 * wide
        if is_cat:
            tip = (x + side * 0.05 * wide, 0.14)
            sheet.polygon(
                [(x - side * 0.14 * wide, 0.3), tip, (x + side * 0.06 * wide, 0.42)], dark
            )
        else:
            sheet.oval(x + side * 0.07 * wide, 0.44, 0.085, 0.19, dark)
    sheet.oval(0.5, 0.46, 0.27, 0.25, fur)
    sheet.oval(0.5, 0.57, 0.14, 0.12, light)
    for side in (-1, 1):
        x = 0.5 + side * 0.11 * wide
        sheet.disc(x, 0.43, 0.042, (110, 150, 60) if is_cat else (70, 44, 26))
        sheet.oval(x, 0.43, 0.014 if is_cat else 0.03, 0.034, (16, 14, 14))
        sheet.disc(x + 0.012 * wide, 0.415, 0.012, WHITE)
    sheet.oval(0.5, 0.53, 0.042, 0.03, (226, 130, 130) if is_cat else (40, 32, 32))
    for side in (-1, 1):
        mouth = [(0.5, 0.55), (0.5 + side * 0.03 * wide, 0.605), (0.5 + side * 0.08 * wide, 0.6)]
        sheet.line(mouth, mixed(dark, BLACK, 0.4), 0.01)
        if is_cat:
            for row in (0.56, 0.59):
                sheet.line(
                    [(0.5 + side * 0.1 * wide, row), (0.5 + side * 0.3 * wide, row - 0.02)],
                    WHITE,
                    0.004,
                    190,
                )


def flower(sheet: Sketch, rnd: Random) -> None:
    sheet.gradient((96, 136, 84), (44, 84, 56))
    for _ in range(18):
        tint = mixed((60, 120, 60), (190, 210, 130), rnd.random())
        sheet.disc(rnd.random(), rnd.random(), rnd.uniform(0.05, 0.2), tint, 90)
    sheet.blur(0.05)
    color: Ink = rnd.choice(
        ((236, 90, 120), (250, 190, 60), (150, 110, 220), (246, 240, 246), (230, 80, 60))
    )
    x, y = rnd.uniform(0.42, 0.58), rnd.uniform(0.36, 0.46)
    sheet.line([(x, y), (x + 0.03, 0.75), (x - 0.02, 1.02)], (50, 110, 50), 0.025)
    sheet.petal(x + 0.02, 0.8, -0.6, 0.3, 0.06, (70, 140, 60))
    petals = rnd.choice((8, 13, 16))
    for ring, (length, shade) in enumerate(((0.33, 0.25), (0.27, 0.0), (0.18, -0.2))):
        tint = mixed(color, BLACK, shade) if shade > 0 else mixed(color, WHITE, -shade)
        for index in range(petals):
            angle = math.tau * (index + ring * 0.5) / petals
            sheet.petal(x, y, angle, length, length * 2.2 / petals, tint, 235)
    heart: Ink = (120, 76, 30) if color[0] > 240 else (250, 206, 80)
    sheet.disc(x, y, 0.065, heart)
    for _ in range(24):
        dot = (x + rnd.gauss(0, 0.02), y + rnd.gauss(0, 0.02))
        sheet.disc(*dot, 0.006, mixed(heart, WHITE, 0.4))
