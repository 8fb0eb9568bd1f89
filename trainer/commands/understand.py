"""`trainer understand`: how well a policy says what requests mean, and how far its confidence goes."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from runtime.policies.engine_loader import opening_of
from runtime.turn.decider import EngineDecider
from trainer.errors import EvaluationError
from trainer.evaluation.bundle import is_checkpoint, open_bundle, start_engine
from trainer.evaluation.understanding import (
    Understood,
    ask_all,
    describe,
    levels,
    reliability,
    reliability_chart,
    validation_requests,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--policy", type=Path, required=True, metavar="FOLDER", help="a checkpoint or a bundle"
    )
    parser.add_argument(
        "--requests", type=int, default=1000, metavar="N", help="how many are asked"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw its reliability")
    parser.add_argument(
        "--wrong", type=int, default=0, metavar="N", help="show so many misreadings"
    )
    parser.add_argument("--json", action="store_true")


def run(given: argparse.Namespace) -> int:
    """Ask, and print what came of it; the exit code."""
    answers = _answers(given.policy, given.requests)
    if given.svg is not None:
        given.svg.write_text(reliability_chart(answers), encoding="utf-8")
    if given.json:
        bins = [
            {"confidence": mean, "right": right, "n": n} for mean, right, n in reliability(answers)
        ]
        print(json.dumps({"levels": [asdict(one) for one in levels(answers)], "bins": bins}))
        return 0
    print(describe(answers))
    wrong = [one for one in answers if one.is_tried and not one.is_right][: given.wrong]
    for one in wrong:
        meant = one.request.meant or "(no app serves this)"
        print(
            f"\n{one.confidence:.2f}  {one.request.asked}\n      meant {meant}\n      said  {one.said}"
        )
    return 0


def _answers(folder: Path, count: int) -> list[Understood]:
    requests = validation_requests("understanding")
    if is_checkpoint(folder):
        from trainer.evaluation.torch_policy import load_torch_policy
        from trainer.facts import read_opening

        known = read_opening(folder).known
        if known is not None:
            return ask_all(load_torch_policy(folder), known, requests[:count])
    else:
        bundle = open_bundle(folder)
        known = opening_of(bundle.folder, bundle.manifest).known
        if known is not None:
            with closing(start_engine(bundle, jobs=1)) as engine:
                return ask_all(EngineDecider(engine), known, requests[:count])
    raise EvaluationError(
        f"{folder} knows no requests: train it with a table [restating] to have goals restated"
    )
