"""`trainer compare`: evaluations side by side, with intervals and differences on equal tasks."""

from __future__ import annotations

import argparse
from pathlib import Path

from trainer.evaluation.comparison import Measured, compare
from trainer.evaluation.comparison_report import PAGE, comparison_page, write_comparison
from trainer.evaluation.result_file import read_results


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "evaluations",
        nargs="+",
        metavar="[NAME=]FOLDER",
        help="what `trainer eval --out` wrote, in the order of training",
    )
    parser.add_argument("--out", type=Path, help="write the page, the figures and charts here")
    parser.add_argument("--seed", type=int, default=0, help="of the bootstrap")


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    found = compare([_read(word) for word in given.evaluations], seed=given.seed)
    print(comparison_page(found), end="")
    if given.out is not None:
        write_comparison(given.out, found)
        print(given.out / PAGE)
    return 0


def _read(word: str) -> Measured:
    name, separator, folder = word.partition("=")
    path = Path(folder if separator else word)
    conditions, results = read_results(path)
    return Measured(name if separator else conditions.get("policy", path.name), tuple(results))
