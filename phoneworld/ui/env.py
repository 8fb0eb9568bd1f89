"""What layout and drawing need to know of the phone: density, text scale, theme, scroll positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from phoneworld.ui.canvas import Color
from phoneworld.ui.theme import STYLES, TextStyle, Theme
from phoneworld.ui.typeset import break_lines, width_of
from phoneworld.ui.variant import PLAIN, Variant


class _Pixels(dict[float, int]):
    """Pixels by length in dp: layout asks for the same few lengths a hundred times a screen."""

    MOST = 4096

    def __init__(self, density: float) -> None:
        self.density = density

    def __missing__(self, dp: float) -> int:
        if len(self) >= self.MOST:
            self.clear()
        found = self[dp] = int(dp * self.density + 0.5)
        return found


@lru_cache(maxsize=64)
def _pixels(density: float) -> _Pixels:
    return _Pixels(density)


def same_words(words: str) -> str:
    """The translation of a phone in English: none."""
    return words


class _Sizes(dict[str, tuple[float, int, int]]):
    """Font size and line height in pixels, and weight, by text style: asked for at every text."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def __missing__(self, name: str) -> tuple[float, int, int]:
        style: TextStyle = STYLES[name]
        # Whole pixels: what is measured is what is painted.
        size = int(style.size_sp * self.scale + 0.5)
        found = self[name] = (size, int(style.line_sp * self.scale + 0.5), style.weight)
        return found


@lru_cache(maxsize=64)
def _sizes(scale: float) -> _Sizes:
    return _Sizes(scale)


class Env:
    """The surroundings of one layout pass."""

    __slots__ = (
        "density",
        "focus",
        "font_scale",
        "id_prefix",
        "package",
        "px",
        "scroll",
        "select_all",
        "style",
        "texts",
        "theme",
        "translate",
        "variant",
    )

    def __init__(
        self,
        *,
        package: str,
        theme: Theme,
        density: float,
        font_scale: float = 1.0,
        scroll: Mapping[str, int] | None = None,
        texts: Mapping[str, str] | None = None,
        focus: str = "",
        select_all: bool = False,
        variant: Variant = PLAIN,
        translate: Callable[[str], str] = same_words,
    ) -> None:
        self.package = package
        self.id_prefix = package + ":id/"
        self.theme = theme
        self.density = density
        self.px: Callable[[float], int] = _pixels(density).__getitem__
        """Pixels of a length in dp."""
        self.font_scale = font_scale
        self.scroll: Mapping[str, int] = scroll if scroll is not None else {}
        self.texts: Mapping[str, str] = texts if texts is not None else {}
        self.focus = focus
        self.select_all = select_all
        self.variant = variant
        self.translate = translate
        self.style: Callable[[str], tuple[float, int, int]]
        """Font size and line height in pixels, and weight, of a text style."""
        self.style = _sizes(density * font_scale).__getitem__

    def color(self, role: str) -> Color:
        return self.theme.color(role)

    def text_width(self, text: str, style: str) -> int:
        size, _, weight = self.style(style)
        return width_of(text, size, weight)

    def lines(self, text: str, style: str, width_px: int, max_lines: int = 0) -> tuple[str, ...]:
        size, _, weight = self.style(style)
        return break_lines(text, size, weight, width_px, max_lines)
