"""`phoneworld navigation`: walk through the apps, and write down the tasks that can be made of it."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from phoneworld.catalogue import open_catalogue
from phoneworld.navigation.explorer import explore_app
from phoneworld.navigation.places import FILE, FoundPlace, write_places
from phoneworld.navigation.proof import proven
from phoneworld.navigation.templates import templates_of_places
from phoneworld.phone import LAUNCHER


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=FILE, metavar="FILE", help="where to")
    parser.add_argument("--app", action="append", default=[], metavar="APP", help="only this one")
    parser.add_argument("--seed", type=int, default=10, metavar="N", help="the phone to walk on")
    parser.add_argument(
        "--prove",
        type=int,
        nargs="*",
        default=[11],
        metavar="SEED",
        help="the phones that oracles must solve the tasks on (default: 11)",
    )
    parser.add_argument("--whole", action="store_true", help="prove them by check_task (slow)")


def run(arguments: argparse.Namespace) -> int:
    catalogue = open_catalogue()
    workshop = catalogue.workshop()
    kept: list[FoundPlace] = []
    for package, app in sorted(catalogue.apps.items(), key=lambda pair: pair[1].label):
        if package == LAUNCHER or not app.in_launcher:
            continue
        if arguments.app and app.label not in arguments.app:
            continue
        found = tuple(dict.fromkeys(explore_app(workshop, package, seed=arguments.seed)))
        sound = list(proven(workshop, found, arguments.prove, whole=arguments.whole))
        kept += sound
        write_places(tuple(kept), arguments.out)
        print(
            f"{app.label}: {len(found)} places, {len(sound)} of them on other phones too",
            flush=True,
        )
    names = templates_of_places(kept)
    kinds = Counter(name.split(".")[2] for name in names)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{len(names)} templates: {told}")
    return 0
