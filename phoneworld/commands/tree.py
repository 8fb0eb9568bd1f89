"""`phoneworld tree`: an app's screen as uiautomator XML."""

from __future__ import annotations

import argparse

from phoneworld.device import PhoneDevice
from phoneworld.hierarchy_dump import dump
from phoneworld.workshop import Workshop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("app", help="an app's name, or 'home'")
    parser.add_argument("--seed", type=int, default=0)


def run(arguments: argparse.Namespace) -> int:
    phone = Workshop().phone(arguments.seed)
    if arguments.app.lower() != "home":
        phone.launch(PhoneDevice(phone).find_app(arguments.app))
    print(dump(phone))
    return 0
