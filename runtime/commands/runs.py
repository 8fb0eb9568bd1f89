"""`python -m runtime runs`: what was run, from the server that has the data folder, or the folder."""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path

from runtime.commands.run_sources import RunSource, open_runs
from runtime.commands.run_text import line_of, lines_of
from runtime.commands.where import add_place
from runtime.errors import ConfigError
from runtime.runs.queries import Retention


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the newest runs, a line each")
    listing.add_argument("--limit", type=int, default=20, help="so many at most (default: 20)")
    show = actions.add_parser("show", help="a run with its steps, and where the time went")
    show.add_argument("run_id")
    export = actions.add_parser("export", help="write a run as an episode record")
    export.add_argument("run_id")
    export.add_argument("folder", type=Path, help="a new folder")
    delete = actions.add_parser("delete", help="forget a run that has ended")
    delete.add_argument("run_id")
    prune = actions.add_parser("prune", help="forget old runs that have ended")
    prune.add_argument("--keep-days", type=float, default=0.0, help="keep those of so many days")
    prune.add_argument("--keep-runs", type=int, default=0, help="keep so many")
    prune.add_argument("--keep-mb", type=int, default=0, help="keep so much")
    for action in (listing, show, export, delete, prune):
        add_place(action)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    with open_runs(given) as source:
        _do(source, given)
    return 0


def _do(source: RunSource, given: argparse.Namespace) -> None:
    match given.action:
        case "list":
            for each in islice(source.runs(), given.limit):
                print(line_of(each))
        case "show":
            for line in lines_of(source.run(given.run_id), source.steps(given.run_id)):
                print(line)
        case "export":
            source.export(given.run_id, given.folder)
            print(f"{given.run_id} is in {given.folder}")
        case "delete":
            source.delete(given.run_id)
            print(f"{given.run_id} is forgotten")
        case _:
            retention = Retention(given.keep_days, given.keep_runs, given.keep_mb * 1024 * 1024)
            if retention == Retention():
                raise ConfigError("say what to keep: --keep-days, --keep-runs or --keep-mb")
            gone = source.prune(retention)
            print(f"{len(gone)} runs are forgotten")
