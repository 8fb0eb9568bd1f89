"""From a frame to pixels, and from pixels to bytes.

Brightness is not painted: a screenshot of a phone does not show it either.
"""

from __future__ import annotations

import io
from typing import Literal

from PIL import Image

from phoneworld.frame import KEYBOARD_DP, NAV_BAR_DP, STATUS_BAR_DP, Frame, Layer
from phoneworld.render.canvas import PillowCanvas
from phoneworld.render.chrome import (
    draw_navigation_bar,
    draw_status_bar,
    draw_toast,
    draw_wallpaper,
)
from phoneworld.render.keyboard import draw_keyboard, plate_color
from phoneworld.ui.canvas import Color
from phoneworld.ui.windows import Window

Mime = Literal["image/jpeg", "image/png"]

SCRIM: Color = (0, 0, 0, 130)


def paint(frame: Frame) -> Image.Image:
    """The frame as an RGB image of its size."""
    surface = Image.new("RGB", (frame.width_px, frame.height_px), (0, 0, 0))
    if frame.black:
        return surface
    canvas = PillowCanvas(surface)
    for layer in frame.layers:
        _draw_layer(canvas, frame, layer)
    nav_top = frame.height_px - round(NAV_BAR_DP * frame.density)
    bottom = nav_top
    if frame.keyboard is not None:
        bottom = nav_top - round(KEYBOARD_DP * frame.density)
        plate = plate_color(dark=frame.dark)
        canvas.rect(0, nav_top, frame.width_px, frame.height_px - nav_top, plate)
        draw_keyboard(
            canvas, frame.keyboard, frame.width_px, bottom, frame.density, dark=frame.dark
        )
    draw_status_bar(canvas, frame.status, frame)
    draw_navigation_bar(canvas, frame)
    if frame.toast:
        draw_toast(canvas, frame, bottom)
    return surface


def _draw_layer(canvas: PillowCanvas, frame: Frame, layer: Layer) -> None:
    if layer.wallpaper:
        draw_wallpaper(canvas, frame.wallpaper, frame.width_px, frame.height_px)
    elif layer.dims:
        canvas.rect(0, 0, frame.width_px, frame.height_px, SCRIM)
    elif _is_screen(layer, frame):
        # An app draws between the bars; its colour goes on behind them.
        canvas.rect(0, 0, frame.width_px, frame.height_px, layer.env.color("background"))
    layer.view.draw(canvas, layer.env)


def _is_screen(layer: Layer, frame: Frame) -> bool:
    """Whether a layer is a whole screen, not a window over one."""
    view = layer.view
    return (
        not isinstance(view, Window)
        and view.w >= frame.width_px
        and view.y <= round(STATUS_BAR_DP * frame.density) + 1
        and view.h * 3 > frame.height_px
    )


def shrink(image: Image.Image, max_side_px: int) -> Image.Image:
    """The image, made smaller if its longer side exceeds `max_side_px` (0: never)."""
    longest = max(image.size)
    if not max_side_px or longest <= max_side_px:
        return image
    scale = max_side_px / longest
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return image.resize(size, Image.Resampling.BOX if scale < 0.5 else Image.Resampling.BILINEAR)


def encode(
    image: Image.Image, mime: Mime = "image/jpeg", *, quality: int = 85, max_side_px: int = 0
) -> bytes:
    """The image as a file. `quality` is JPEG's; PNG is packed quickly rather than tightly."""
    image = shrink(image, max_side_px)
    file = io.BytesIO()
    if mime == "image/png":
        image.save(file, "PNG", compress_level=1)
    else:
        image.save(file, "JPEG", quality=quality)
    return file.getvalue()
