"""From a frame to the list of what is drawn for it."""

from __future__ import annotations

from functools import lru_cache

from phoneworld.frame import (
    KEYBOARD_DP,
    NAV_BAR_DP,
    STATUS_BAR_DP,
    Frame,
    KeyboardLook,
    Layer,
    StatusBar,
)
from phoneworld.render.chrome import (
    DARK_INK,
    LIGHT_INK,
    draw_navigation_bar,
    draw_status_bar,
    draw_toast,
    px_of,
)
from phoneworld.render.display_list import DisplayListRecorder, DrawOp, PictureScale
from phoneworld.render.keyboard import draw_keyboard, plate_color
from phoneworld.render.strokes import Box
from phoneworld.ui.canvas import Color
from phoneworld.ui.theme import parse_color
from phoneworld.ui.windows import Window

SCRIM: Color = (0, 0, 0, 130)
DEFAULT_WALLPAPER = "abstract:1"
_KEPT = 256
"""How many bars and keyboards are remembered: each is the same in frame after frame."""


def record(frame: Frame, width_px: int, height_px: int) -> tuple[DrawOp, ...]:
    """What is drawn for a frame in a picture of this size."""
    scale = PictureScale(width_px, height_px, frame.width_px, frame.height_px)
    canvas = DisplayListRecorder(scale)
    if frame.black:
        return ()
    for layer in frame.layers:
        _record_layer(canvas, frame, layer, scale)
    _record_phone(canvas, frame, scale)
    return canvas.finished()


def _record_layer(
    canvas: DisplayListRecorder, frame: Frame, layer: Layer, scale: PictureScale
) -> None:
    if _is_screen(layer, frame) and not layer.wallpaper:
        # A screen draws between the bars; its colour goes on behind them.
        canvas.rect(0, 0, frame.width_px, frame.height_px, layer.env.color("background"))
    elif layer.dims:
        canvas.rect(0, 0, frame.width_px, frame.height_px, SCRIM)
    elif frame.wallpaper.startswith("#") and layer.wallpaper:
        canvas.rect(0, 0, frame.width_px, frame.height_px, parse_color(frame.wallpaper))
    elif layer.wallpaper:
        art = frame.wallpaper or DEFAULT_WALLPAPER
        canvas.add("backdrop", (0, 0, scale.width_px, scale.height_px), (art,), opaque=True)
    layer.view.draw(canvas, layer.env)


def _is_screen(layer: Layer, frame: Frame) -> bool:
    """Whether a layer leaves nothing to be seen behind it but the bars."""
    view = layer.view.panel if isinstance(layer.view, Window) else layer.view
    return (
        view.w >= frame.width_px
        and view.y <= px_of(STATUS_BAR_DP, frame.density)
        and view.h * 3 > frame.height_px
    )


def _record_phone(canvas: DisplayListRecorder, frame: Frame, scale: PictureScale) -> None:
    """What the phone shows over all apps."""
    nav_top = bottom = frame.height_px - px_of(NAV_BAR_DP, frame.density)
    if frame.keyboard is not None:
        bottom = nav_top - px_of(KEYBOARD_DP, frame.density)
        box, drawn = _keyboard(frame.keyboard, bottom, frame.density, scale, frame.dark)
        canvas.add("sheet", box, (box, drawn), opaque=True)
    for box, inks in (
        _status_bar(frame.status, frame.density, scale),
        _navigation_bar(nav_top, frame.density, scale, frame.keyboard is not None),
    ):
        canvas.add("inked", box, (box, inks))
    if frame.toast:
        draw_toast(canvas, frame, bottom)


Inks = tuple[tuple[DrawOp, ...], tuple[DrawOp, ...]]
"""The same drawn in dark and in light ink."""


@lru_cache(maxsize=_KEPT)
def _status_bar(status: StatusBar, density: float, scale: PictureScale) -> tuple[Box, Inks]:
    def drawn(ink: Color) -> tuple[DrawOp, ...]:
        canvas = DisplayListRecorder(scale)
        with canvas.clip(0, 0, scale.from_width_px, height):
            draw_status_bar(canvas, status, scale.from_width_px, density, ink)
        return canvas.finished()

    height = px_of(STATUS_BAR_DP, density)
    box = _scaled(scale, 0, height)
    return box, (drawn(DARK_INK), drawn(LIGHT_INK))


@lru_cache(maxsize=_KEPT)
def _navigation_bar(
    top: int,
    density: float,
    scale: PictureScale,
    keyboard: bool,  # noqa: FBT001  cached by place
) -> tuple[Box, Inks]:
    def drawn(ink: Color) -> tuple[DrawOp, ...]:
        canvas = DisplayListRecorder(scale)
        width = scale.from_width_px
        with canvas.clip(0, top, width, scale.from_height_px - top):
            draw_navigation_bar(canvas, width, top, density, ink, keyboard=keyboard)
        return canvas.finished()

    return _scaled(scale, top, scale.from_height_px), (drawn(DARK_INK), drawn(LIGHT_INK))


@lru_cache(maxsize=_KEPT)
def _keyboard(
    look: KeyboardLook,
    top: int,
    density: float,
    scale: PictureScale,
    dark: bool,  # noqa: FBT001  cached by place
) -> tuple[Box, tuple[DrawOp, ...]]:
    """The keyboard, and behind the navigation bar the colour that it stands on."""
    canvas = DisplayListRecorder(scale)
    width, height = scale.from_width_px, scale.from_height_px
    with canvas.clip(0, top, width, height - top):
        canvas.rect(0, top, width, height - top, plate_color(dark=dark))
        draw_keyboard(canvas, look, width, top, density, dark=dark)
    return _scaled(scale, top, height), canvas.finished()


def _scaled(scale: PictureScale, top: int, bottom: int) -> Box:
    """The full width from one height to another, in the picture's pixels."""
    canvas = DisplayListRecorder(scale)
    canvas.rect(0, top, scale.from_width_px, bottom - top, LIGHT_INK)
    return canvas.finished()[0].box
