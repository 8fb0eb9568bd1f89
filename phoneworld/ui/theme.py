"""Colours and sizes: Material-like light and dark themes, tinted by each app's own colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from phoneworld.ui.canvas import Color

Role = Literal[
    "background",
    "surface",
    "surface_high",
    "on_surface",
    "muted",
    "outline",
    "divider",
    "primary",
    "on_primary",
    "container",
    "on_container",
    "error",
    "on_error",
    "success",
    "warning",
    "inverse",
    "on_inverse",
]
"""What a colour is for; a widget names the role, the theme knows the colour."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Size and line height in scale-independent pixels; weight 400, 500 or 700."""

    size_sp: float
    line_sp: float
    weight: int


STYLES: dict[str, TextStyle] = {
    "hero": TextStyle(56, 64, 400),
    "display": TextStyle(36, 44, 400),
    "headline": TextStyle(26, 34, 400),
    "title": TextStyle(20, 28, 500),
    "subtitle": TextStyle(16, 24, 500),
    "body": TextStyle(16, 24, 400),
    "small": TextStyle(14, 20, 400),
    "label": TextStyle(14, 20, 500),
    "caption": TextStyle(12, 16, 400),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one app in one mode."""

    dark: bool
    colors: dict[str, Color]

    def color(self, role: str) -> Color:
        """The colour of a role, or of `#rrggbb`."""
        found = self.colors.get(role)
        return found if found is not None else parse_color(role)


@cache
def parse_color(code: str) -> Color:
    """`#rrggbb` or `#rrggbbaa` as a colour."""
    digits = code.removeprefix("#")
    if len(digits) not in (6, 8) or not code.startswith("#"):
        raise ValueError(f"{code!r} is neither a colour role nor #rrggbb")
    parts = [int(digits[i : i + 2], 16) for i in range(0, len(digits), 2)]
    return (parts[0], parts[1], parts[2], parts[3] if len(parts) == 4 else 255)


def mix(one: Color, other: Color, share: float) -> Color:
    """A blend of two colours, with a share of `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one[:3], other[:3], strict=True))
    return (red, green, blue, 255)


WHITE: Color = (255, 255, 255, 255)
BLACK: Color = (0, 0, 0, 255)


@cache
def make_theme(accent: str, *, dark: bool) -> Theme:
    """A theme around an accent colour."""
    tint = parse_color(accent)
    if dark:
        surface = mix((18, 18, 22, 255), tint, 0.05)
        primary = mix(tint, WHITE, 0.45)
        colors: dict[str, Color] = {
            "background": surface,
            "surface": mix(surface, WHITE, 0.04),
            "surface_high": mix(surface, WHITE, 0.10),
            "on_surface": (230, 230, 235, 255),
            "muted": (174, 175, 184, 255),
            "outline": (110, 112, 122, 255),
            "divider": (58, 59, 66, 255),
            "primary": primary,
            "on_primary": mix(tint, BLACK, 0.70),
            "container": mix(tint, BLACK, 0.55),
            "on_container": mix(tint, WHITE, 0.80),
            "error": (242, 139, 130, 255),
            "on_error": (60, 0, 0, 255),
            "success": (129, 201, 149, 255),
            "warning": (253, 214, 99, 255),
            "inverse": (226, 226, 232, 255),
            "on_inverse": (40, 40, 46, 255),
        }
    else:
        surface = mix((253, 252, 255, 255), tint, 0.02)
        colors = {
            "background": surface,
            "surface": mix(surface, tint, 0.05),
            "surface_high": mix(surface, tint, 0.11),
            "on_surface": (27, 27, 31, 255),
            "muted": (73, 75, 84, 255),
            "outline": (122, 124, 134, 255),
            "divider": (216, 217, 224, 255),
            "primary": mix(tint, BLACK, 0.18),
            "on_primary": WHITE,
            "container": mix(tint, WHITE, 0.78),
            "on_container": mix(tint, BLACK, 0.65),
            "error": (186, 26, 26, 255),
            "on_error": WHITE,
            "success": (24, 128, 56, 255),
            "warning": (176, 96, 0, 255),
            "inverse": (48, 48, 54, 255),
            "on_inverse": (242, 241, 246, 255),
        }
    return Theme(dark, colors)
