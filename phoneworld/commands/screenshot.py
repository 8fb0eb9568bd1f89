"""`phoneworld screenshot`."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from phoneworld.commands.catalogue_options import add_catalogue_options, catalogue_of
from phoneworld.device import PhoneDevice
from phoneworld.errors import PhoneWorldError
from phoneworld.realism import LEVELS, ScreenSize, at_level


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("app", help="an app's name, or 'home'")
    parser.add_argument("out", type=Path, help="a .png or .jpg file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--dark", action="store_true", help="with the dark theme")
    parser.add_argument("--size", default="1080x2400@420", help="WIDTHxHEIGHT@DPI")
    parser.add_argument("--realism", default="off", help=", ".join(LEVELS))
    add_catalogue_options(parser)


def run(arguments: argparse.Namespace) -> int:
    kind = arguments.out.suffix.lower()
    if kind not in (".png", ".jpg", ".jpeg"):
        raise PhoneWorldError(f"{arguments.out}: give a name that ends in .png or .jpg")
    realism = at_level(arguments.realism, arguments.seed)
    if arguments.size != "1080x2400@420" or arguments.realism == "off":
        realism = replace(realism, display=read_size(arguments.size))
    phone = catalogue_of(arguments).workshop().phone(arguments.seed, realism=realism)
    device = PhoneDevice(phone)
    if arguments.dark:
        phone.settings.put("secure", "ui_night_mode", "2")
    if arguments.app.lower() != "home":
        phone.launch(device.find_app(arguments.app))
    shot = device.screenshot(mime="image/png" if kind == ".png" else "image/jpeg")
    try:
        arguments.out.write_bytes(shot.data)
    except OSError as error:
        raise PhoneWorldError(f"{arguments.out} cannot be written: {error.strerror}") from error
    print(f"{arguments.out}: {shot.width_px}x{shot.height_px}, {len(shot.data) // 1024} KB")
    return 0


def read_size(text: str) -> ScreenSize:
    """`1080x2400@420` as a display."""
    try:
        size, _, dpi = text.partition("@")
        width, height = (int(part) for part in size.split("x"))
        display = ScreenSize(width, height, int(dpi or 420))
    except ValueError as error:
        raise PhoneWorldError(f"{text!r} is no size: write WIDTHxHEIGHT@DPI") from error
    if not (240 <= width <= 4000 and 320 <= height <= 4000 and 80 <= display.density_dpi <= 800):
        raise PhoneWorldError(f"{text!r} is no phone: 240-4000 pixels a side, 80-800 dpi")
    return display
