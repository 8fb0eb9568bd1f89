"""From a frame to pixels, and from pixels to bytes.

Brightness is not painted: a screenshot of a phone does not show it either.
"""

from __future__ import annotations

import io

from PIL import Image

from phoneworld.frame import KEYBOARD_DP, NAV_BAR_DP, STATUS_BAR_DP, Frame, Layer
from phoneworld.render.canvas import PillowCanvas
from phoneworld.render.chrome import (
    draw_navigation_bar,
    draw_status_bar,
    draw_toast,
    draw_wallpaper,
    px_of,
)
from phoneworld.render.keyboard import draw_keyboard, plate_color
from phoneworld.ui.canvas import Color
from phoneworld.ui.windows import Window

SCRIM: Color = (0, 0, 0, 130)


def paint(frame: Frame, *, max_side_px: int = 0) -> Image.Image:
    """The frame as an RGB image of its size, or smaller if `max_side_px` asks for it."""
    canvas = PillowCanvas(Image.new("RGB", (frame.width_px, frame.height_px), (0, 0, 0)))
    if not frame.black:
        for layer in frame.layers:
            _draw_layer(canvas, frame, layer)
        _draw_phone(canvas, frame)
    return shrink(canvas.surface, max_side_px)


def _draw_layer(canvas: PillowCanvas, frame: Frame, layer: Layer) -> None:
    if _is_screen(layer, frame) and not layer.wallpaper:
        # A screen draws between the bars; its colour goes on behind them.
        canvas.rect(0, 0, frame.width_px, frame.height_px, layer.env.color("background"))
    elif layer.dims:
        canvas.rect(0, 0, frame.width_px, frame.height_px, SCRIM)
    elif layer.wallpaper:
        draw_wallpaper(canvas, frame.wallpaper, frame.width_px, frame.height_px)
    layer.view.draw(canvas, layer.env)


def _draw_phone(canvas: PillowCanvas, frame: Frame) -> None:
    """What the phone shows over all apps."""
    nav_top = frame.height_px - px_of(NAV_BAR_DP, frame)
    bottom = nav_top
    if frame.keyboard is not None:
        bottom = nav_top - px_of(KEYBOARD_DP, frame)
        plate = plate_color(dark=frame.dark)
        canvas.rect(0, nav_top, frame.width_px, frame.height_px - nav_top, plate)
        draw_keyboard(
            canvas, frame.keyboard, frame.width_px, bottom, frame.density, dark=frame.dark
        )
    draw_status_bar(canvas, frame.status, frame)
    draw_navigation_bar(canvas, frame)
    if frame.toast:
        draw_toast(canvas, frame, bottom)


def _is_screen(layer: Layer, frame: Frame) -> bool:
    """Whether a layer leaves nothing to be seen behind it but the bars."""
    view = layer.view.panel if isinstance(layer.view, Window) else layer.view
    return (
        view.w >= frame.width_px
        and view.y <= px_of(STATUS_BAR_DP, frame)
        and view.h * 3 > frame.height_px
    )


def shrink(image: Image.Image, max_side_px: int) -> Image.Image:
    """The image, made smaller if its longer side exceeds `max_side_px` (0: never)."""
    longest = max(image.size)
    if not max_side_px or longest <= max_side_px:
        return image
    scale = max_side_px / longest
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    # Halved first, which is quick; the rest of the way with care.
    return image.resize(size, Image.Resampling.BILINEAR, reducing_gap=1.0)


def encode(
    image: Image.Image, mime: str = "image/jpeg", *, quality: int = 85, max_side_px: int = 0
) -> bytes:
    """The image as a file. `quality` is JPEG's; PNG is packed quickly rather than tightly."""
    file = io.BytesIO()
    image = shrink(image, max_side_px)
    match mime:
        case "image/jpeg":
            image.save(file, "JPEG", quality=quality)
        case "image/png":
            image.save(file, "PNG", compress_level=1)
        case _:
            raise ValueError(f"cannot encode {mime!r}: image/jpeg or image/png")
    return file.getvalue()
