"""The options of all commands that take a catalogue: `--with FOLDER`, `--hold-out APP`,
`--hold-out-family GLOB`, `--wordings`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from phoneworld.catalogue import Catalogue, open_catalogue
from phoneworld.packs import pack_names
from phoneworld.tasks.wordings import IN_CATALOGUE, WordingSet


def add_catalogue_options(parser: argparse.ArgumentParser) -> None:
    """`--with FOLDER`."""
    parser.add_argument(
        "--with",
        dest="folders",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="also the app, or the pack of apps, of this folder (repeatable); or a pack by its name, "
        f"which is a phone of its own: {', '.join(pack_names())}",
    )


def add_split_options(parser: argparse.ArgumentParser) -> None:
    """`--with FOLDER`, `--hold-out APP` and `--hold-out-family GLOB`."""
    add_catalogue_options(parser)
    parser.add_argument(
        "--hold-out",
        action="append",
        default=[],
        metavar="APP",
        help="an app that is never trained on, besides those whose folders say so (repeatable)",
    )
    parser.add_argument(
        "--hold-out-family",
        action="append",
        default=[],
        metavar="GLOB",
        help="templates that are never trained on, by their names: '*.ask_which', 'settings.*' (repeatable)",
    )


def catalogue_of(arguments: argparse.Namespace) -> Catalogue:
    """The catalogue that a command was given."""
    return open_catalogue(
        arguments.folders,
        hold_out=getattr(arguments, "hold_out", ()),
        hold_out_families=getattr(arguments, "hold_out_family", ()),
    )


def add_wording_options(parser: argparse.ArgumentParser) -> None:
    """`--wordings SET ...`."""
    parser.add_argument(
        "--wordings",
        nargs="+",
        type=WordingSet,
        default=[WordingSet.STANDARD],
        choices=IN_CATALOGUE,
        metavar="SET",
        help=f"the sentences that goals are drawn from: {', '.join(IN_CATALOGUE)} (default: standard)",
    )
