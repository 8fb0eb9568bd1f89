"""`trainer curve NAME=FOLDER... --out FILE`: draw how trainings went, from their logs.

With `--held-out`, what trainings by reward solve of held-out tasks; those of one name are seeds of an arm.
"""

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
    parser.add_argument(
        "--held-out",
        action="store_true",
        help="what trainings by reward solve of held-out tasks, by tries; of one name, their mean with a "
        "95 %% interval over tasks and seeds",
    )
    parser.add_argument("--title", default="", help="what stands above it")


def run(given: argparse.Namespace) -> int:
    """Draw; the exit code."""
    return _draw_held_out(given) if given.held_out else _draw(given)


def _draw_held_out(given: argparse.Namespace) -> int:
    from trainer.comparison.held_out_curves import held_out_chart, held_out_curve

    if given.only or given.joined:
        raise EvaluationError("--held-out draws one figure: leave --only and --joined out")
    arms: dict[str, list[Path]] = {}
    for words in given.trainings:
        name, is_named, folder = words.partition("=")
        arms.setdefault(name, []).append(Path(folder if is_named else name))
    curves = {name: held_out_curve(folders) for name, folders in arms.items()}
    _write(given.out, held_out_chart(given.title, curves))
    for name, curve in curves.items():
        print(f"{name}, {len(arms[name])} trainings")
        for one in curve:
            print(f"  {one.tries:>6,} tries {one.share:.1%} ({one.low:.1%} to {one.high:.1%})")
    print(given.out)
    return 0


def _write(path: Path, chart: str) -> None:
    try:
        path.write_text(chart, encoding="utf-8")
    except OSError as error:
        raise EvaluationError(f"{path} cannot be written: {error}") from error


def _draw(given: argparse.Namespace) -> int:
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
    _write(given.out, line_chart(given.title, lines))
    for name, line in lines.items():
        (first, began), (last, ended) = line[0], line[-1]
        print(f"{name:<20} {began:.1%} at {first:g}, {ended:.1%} at {last:g}")
    print(given.out)
    return 0
