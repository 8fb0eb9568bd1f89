"""`trainer rank CHECKPOINT`: which known requests are near what somebody asks, learnt anew.

The catalogue grows, and so do its wordings: a checkpoint that restates keeps the ranking of its training
until this replaces it. Its weights stay as they are.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from trainer.errors import InvalidDataRequest

SEEDS = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("checkpoint", type=Path, help="the folder of a policy that restates")
    parser.add_argument(
        "--seeds",
        type=int,
        default=SEEDS,
        metavar="N",
        help=f"values of so many training seeds are filled in (default {SEEDS})",
    )


def run(given: argparse.Namespace) -> int:
    """Learn and replace; the exit code."""
    from phoneworld import open_catalogue
    from trainer.data.request_ranking import learn_known
    from trainer.facts import REQUESTS

    path = given.checkpoint / REQUESTS
    if not path.is_file():
        raise InvalidDataRequest(f"{given.checkpoint} knows no requests: it does not restate")
    if given.seeds < 1:
        raise InvalidDataRequest(f"--seeds is 1 or more, not {given.seeds}")
    known = learn_known(open_catalogue(), seeds=given.seeds)
    part = path.with_name(f"{path.name}.part")
    known.save(part)
    part.replace(path)
    print(f"{path}: {len(known.sentences)} requests")
    return 0
