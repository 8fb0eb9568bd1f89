"""`trainer curve NAME=FOLDER... --out FILE`: draw how trainings went, from their logs."""

from __future__ import annotations

import argparse
from pathlib import Path

from trainer.errors import EvaluationError
from trainer.evaluation.curves import Line, read_curves
from trainer.evaluation.svg import line_chart


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "trainings", nargs="+", metavar="[NAME=]FOLDER", help="folders of `trainer sft` or `rl`"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="an SVG file")
    parser.add_argument("--only", nargs="+", metavar="FIGURE", help="these of a training's figures")
    parser.add_argument(
        "--joined", action="store_true", help="each training goes on where the one before ended"
    )
    parser.add_argument("--title", default="", help="what stands above it")


def run(given: argparse.Namespace) -> int:
    """Draw; the exit code."""
    lines: dict[str, Line] = {}
    begin = 0.0
    for words in given.trainings:
        name, is_named, folder = words.partition("=")
        curves = read_curves(Path(folder if is_named else name))
        for what, line in curves.items():
            alone = len(given.trainings) == 1 and not is_named
            if not given.only or what in given.only:
                moved = [(begin + step, value) for step, value in line]
                lines[what if alone else f"{name} {what}"] = moved
        if given.joined:
            begin += max((line[-1][0] for line in curves.values()), default=0.0)
    if not lines:
        raise EvaluationError(f"none of the trainings has a figure {' or '.join(given.only)}")
    try:
        given.out.write_text(line_chart(given.title, lines), encoding="utf-8")
    except OSError as error:
        raise EvaluationError(f"{given.out} cannot be written: {error}") from error
    for name, line in lines.items():
        (first, began), (last, ended) = line[0], line[-1]
        print(f"{name:<20} {began:.1%} at {first:g}, {ended:.1%} at {last:g}")
    print(given.out)
    return 0
