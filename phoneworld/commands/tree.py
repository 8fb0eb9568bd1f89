"""`phoneworld tree`: an app's screen as uiautomator XML."""

from __future__ import annotations

import argparse

from phoneworld.commands.catalogue_options import add_catalogue_options, catalogue_of
from phoneworld.device import PhoneDevice
from phoneworld.hierarchy_dump import dump


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("app", help="an app's name, or 'home'")
    parser.add_argument("--seed", type=int, default=0)
    add_catalogue_options(parser)


def run(arguments: argparse.Namespace) -> int:
    phone = catalogue_of(arguments).workshop().phone(arguments.seed)
    if arguments.app.lower() != "home":
        phone.launch(PhoneDevice(phone).find_app(arguments.app))
    print(dump(phone))
    return 0
