"""Made-up pictures of small things of the household: chargers, ropes, pots of tea, bars of soap."""

from __future__ import annotations

import math
from collections.abc import Callable

from phoneworld.render.scenes import BLACK, WHITE
from phoneworld.render.sketch import Ink, Sketch, mixed


def charger(sheet: Sketch, color: Ink) -> None:
    """A plug with two prongs and two sockets for cables."""
    wide, shell = sheet.unit / sheet.w, mixed(color, WHITE, 0.8)
    for side in (-1, 1):
        sheet.box(0.5 + (side * 0.09 - 0.02) * wide, 0.16, 0.04 * wide, 0.16, (170, 174, 180))
    sheet.box(0.5 - 0.2 * wide, 0.3, 0.4 * wide, 0.46, shell)
    sheet.box(0.5 + 0.12 * wide, 0.3, 0.08 * wide, 0.46, mixed(shell, BLACK, 0.12))
    for y in (0.52, 0.62):
        sheet.box(0.5 - 0.1 * wide, y, 0.14 * wide, 0.045, (60, 62, 70))
    cable = [(0.5 + 0.16 * wide * math.sin(k / 3), 0.76 + 0.012 * k) for k in range(10)]
    sheet.line(cable, mixed(color, BLACK, 0.2), 0.03)


def reading_light(sheet: Sketch, color: Ink) -> None:
    """A lamp on a clip, above a book."""
    wide = sheet.unit / sheet.w
    sheet.glow(0.5 + 0.06 * wide, 0.5, 0.34, (255, 240, 190), 0.9)
    for side in (-1, 1):
        page = [
            (0.5, 0.66),
            (0.5 + side * 0.3 * wide, 0.62),
            (0.5 + side * 0.3 * wide, 0.82),
            (0.5, 0.86),
        ]
        sheet.polygon(page, (250, 248, 240) if side < 0 else (236, 232, 222))
    neck = [
        (0.5 - 0.26 * wide, 0.66),
        (0.5 - 0.28 * wide, 0.4),
        (0.5 - 0.14 * wide, 0.26),
        (0.5, 0.3),
    ]
    sheet.line(neck, (90, 92, 98), 0.03)
    sheet.box(0.5 - 0.3 * wide, 0.6, 0.08 * wide, 0.1, mixed(color, BLACK, 0.3))
    head = [
        (0.5 - 0.06 * wide, 0.26),
        (0.5 + 0.14 * wide, 0.32),
        (0.5 + 0.1 * wide, 0.42),
        (0.5 - 0.08 * wide, 0.36),
    ]
    sheet.polygon(head, color)


def jump_rope(sheet: Sketch, color: Ink) -> None:
    """A rope with two handles."""
    wide = sheet.unit / sheet.w
    for ring in (0.0, 0.03):
        loop = [
            (0.5 + (0.27 - ring) * wide * math.cos(k * math.pi / 20), 0.4 + (0.42 - ring) * math.sin(k * math.pi / 20))
            for k in range(21)
        ]  # fmt: skip
        sheet.line(loop, mixed(color, BLACK, 0.15 if ring else 0.4), 0.03)
    for side in (-1, 1):
        grip = [(0.5 + side * 0.265 * wide, 0.42), (0.5 + side * 0.19 * wide, 0.16)]
        sheet.line(grip, (50, 52, 58), 0.08)
        sheet.line(grip, mixed(color, WHITE, 0.3), 0.02)


def bands(sheet: Sketch, color: Ink) -> None:
    """Elastic loops of three strengths."""
    for place, share in enumerate((0.0, 0.35, 0.6)):
        tint = mixed(color, WHITE, share)
        y = 0.3 + 0.2 * place
        sheet.oval(0.5, y, 0.3, 0.1, mixed(tint, BLACK, 0.3))
        sheet.oval(0.5, y - 0.015, 0.3, 0.1, tint)
        sheet.oval(0.5, y - 0.015, 0.25, 0.06, (246, 246, 244))


def teapot(sheet: Sketch, color: Ink) -> None:
    """Round, with spout, handle and lid."""
    wide, dark = sheet.unit / sheet.w, mixed(color, BLACK, 0.25)
    sheet.disc(0.5 - 0.27 * wide, 0.56, 0.13, dark)
    sheet.disc(0.5 - 0.27 * wide, 0.56, 0.085, (246, 246, 244))
    spout = [(0.18, 0.56), (0.36, 0.36), (0.4, 0.39), (0.24, 0.7)]
    sheet.polygon([(0.5 + x * wide, y) for x, y in spout], dark)
    sheet.oval(0.5, 0.6, 0.26, 0.23, color)
    sheet.oval(0.44, 0.52, 0.07, 0.09, WHITE, 60)
    sheet.oval(0.5, 0.39, 0.13, 0.04, dark)
    sheet.disc(0.5, 0.345, 0.035, dark)


def soap_bar(sheet: Sketch, color: Ink) -> None:
    """A bar with its paper band, and some foam."""
    wide, soap = sheet.unit / sheet.w, mixed(color, WHITE, 0.5)
    sheet.oval(0.5, 0.7, 0.31, 0.14, mixed(soap, BLACK, 0.2))
    sheet.oval(0.5, 0.65, 0.31, 0.14, soap)
    sheet.box(0.5 - 0.1 * wide, 0.52, 0.2 * wide, 0.31, (250, 246, 236))
    sheet.box(0.5 - 0.06 * wide, 0.62, 0.12 * wide, 0.025, mixed(color, BLACK, 0.3))
    for x, y, size in (
        (0.3, 0.5, 0.05),
        (0.38, 0.44, 0.035),
        (0.7, 0.48, 0.045),
        (0.64, 0.41, 0.025),
    ):
        sheet.disc(0.5 + (x - 0.5) * wide, y, size, WHITE, 200)
        sheet.disc(0.5 + (x - 0.5) * wide, y, size * 0.75, mixed(soap, WHITE, 0.6), 160)


def tube(sheet: Sketch, color: Ink) -> None:
    """Standing on its cap, flat at the upper end."""
    wide, skin = sheet.unit / sheet.w, mixed(color, WHITE, 0.45)
    body = [(-0.2, 0.18), (0.2, 0.18), (0.13, 0.7), (-0.13, 0.7)]
    sheet.polygon([(0.5 + x * wide, y) for x, y in body], skin)
    sheet.box(0.5 - 0.2 * wide, 0.15, 0.4 * wide, 0.04, mixed(skin, BLACK, 0.2))
    sheet.box(0.5 - 0.11 * wide, 0.7, 0.22 * wide, 0.15, mixed(color, BLACK, 0.3))
    sheet.box(0.5 - 0.09 * wide, 0.34, 0.18 * wide, 0.03, mixed(color, BLACK, 0.2))
    sheet.box(0.5 - 0.06 * wide, 0.41, 0.12 * wide, 0.02, mixed(color, BLACK, 0.1))


def power_bank(sheet: Sketch, color: Ink) -> None:
    """A flat block with four lights and a cable."""
    wide = sheet.unit / sheet.w
    sheet.box(0.5 - 0.17 * wide, 0.26, 0.34 * wide, 0.58, color)
    sheet.box(0.5 + 0.11 * wide, 0.26, 0.06 * wide, 0.58, mixed(color, BLACK, 0.25))
    for light in range(4):
        lit = (120, 220, 140) if light < 3 else (90, 94, 100)
        sheet.disc(0.5 + (light * 0.06 - 0.12) * wide, 0.76, 0.014, lit)
    cable = [(0.5, 0.26), (0.5, 0.16), (0.5 + 0.2 * wide, 0.12), (0.5 + 0.27 * wide, 0.26)]
    sheet.line(cable, mixed(color, BLACK, 0.4), 0.026)


SMALL_GOODS: dict[str, Callable[[Sketch, Ink], None]] = {
    "charger": charger,
    "reader light": reading_light,
    "jump rope": jump_rope,
    "bands": bands,
    "teapot": teapot,
    "shampoo bar": soap_bar,
    "soap": soap_bar,
    "cream": tube,
    "lotion": tube,
    "power bank": power_bank,
}
