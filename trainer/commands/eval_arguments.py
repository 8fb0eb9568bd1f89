"""What `trainer eval` takes, and which of it goes together."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from phoneworld.catalogue import suite_names
from phoneworld.commands.catalogue_options import add_split_options, add_wording_options
from phoneworld.realism import LEVELS
from trainer.data.task_selection import ALL, SPLITS, STARTS
from trainer.errors import EvaluationError
from trainer.evaluation.named_model import policy_argument
from trainer.evaluation.suites import split_of_suite

ENGINE, SERVER, TORCH, ANDROIDWORLD = "engine", "server", "torch", "androidworld"
TORCH_JOBS = 64
HTML_TASKS = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--policy",
        type=policy_argument,
        required=True,
        metavar="FOLDER",
        help="a bundle, or a checkpoint; or a model by its name (openai:NAME ..., see docs/models.md)",
    )
    parser.add_argument(
        "--spend",
        default="",
        metavar="DOLLARS",
        help="how much a model may cost, over all parts of the evaluation; 'any' for no limit",
    )
    parser.add_argument("--out", type=Path, help="the folder of results and report")
    parser.add_argument(
        "--suite",
        default=ALL,
        help="all, single-app, mini-app, cross-app, injection, unseen (templates that are never trained "
        f"on), a fixed one ({', '.join(suite_names())}), or patterns: 'mail.*,notes.pin'",
    )
    parser.add_argument(
        "--split",
        choices=SPLITS,
        help="(default: validation, and test for a fixed suite; looks at the test split are counted)",
    )
    parser.add_argument(
        "--regimes",
        nargs="*",
        metavar="NAME",
        help="one table instead, with the guard on: standard, held-out (wordings), anywhere (starts), "
        "events, stranger (all three), family and app (held out by --hold-out-family and --hold-out, in "
        "the test split), not-its-own (requests that no app serves); without names all that there are",
    )
    parser.add_argument("--seeds", metavar="A:B", help="A up to B - 1 (default: the split's first)")
    parser.add_argument(
        "--per-template", type=int, metavar="N", help="tasks of each template (default: 1)"
    )
    add_wording_options(parser)
    add_split_options(parser)
    parser.add_argument(
        "--through",
        default=ENGINE,
        choices=(ENGINE, SERVER, TORCH, ANDROIDWORLD),
        help="the bundle's engine in this process, a served runtime, the checkpoint in torch, or "
        "AndroidWorld's HTTP interface",
    )
    parser.add_argument(
        "--start",
        default=STARTS[0],
        choices=STARTS,
        metavar="START",
        help=f"where the tasks begin: {', '.join(STARTS)} (default: {STARTS[0]})",
    )
    parser.add_argument("--realism", default="off", metavar="LEVEL", help=", ".join(LEVELS))
    parser.add_argument(
        "--guard", action="store_true", help="ask the guard; approve and count its questions"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help=f"phones at once (default: one for each processor; in torch {TORCH_JOBS})",
    )
    parser.add_argument("--steps", type=int, metavar="N", help="the most steps of a task")
    parser.add_argument(
        "--keep", action="store_true", help="write the figures into the bundle and its card"
    )
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="also write some of the tasks as one page to step through, failed ones first "
        "(with --through engine or torch; screens are painted, which takes 15 ms a step)",
    )
    parser.add_argument(
        "--html-tasks",
        type=int,
        default=HTML_TASKS,
        metavar="N",
        help=f"the most tasks on the page, half of them solved (default: {HTML_TASKS})",
    )
    parser.add_argument("--name", default="", help="what the policy is called in reports")
    parser.add_argument(
        "--goals",
        type=Path,
        metavar="FILE",
        help="measure these goals instead of a suite, each beside the template's own goal, with the "
        "guard's questions approved: a JSON list of objects with goal, and template, seed, start and "
        "realism where it is a task; without a template it should be declined",
    )
    parser.add_argument("--json", action="store_true", help="with --goals: print JSON")
    foreign = parser.add_argument_group("with --through androidworld")
    foreign.add_argument("--url", default="http://127.0.0.1:5000", help="where it answers")
    foreign.add_argument(
        "--eyes", default="", metavar="ADDRESS", help="look at the phone this way: adb://SERIAL"
    )
    foreign.add_argument("--suite-seed", type=int, default=30, metavar="N")


def check_arguments(given: argparse.Namespace) -> None:
    """`EvaluationError` for what does not go together; what was left open is filled in."""
    if given.jobs is None:
        given.jobs = TORCH_JOBS if given.through == TORCH else os.cpu_count() or 1
    if given.jobs < 1:
        raise EvaluationError(f"--jobs is how many phones there are: 1 or more, not {given.jobs}")
    if given.keep and given.through not in (ENGINE, SERVER):
        raise EvaluationError("--keep goes with --through engine or server, which play a bundle")
    if given.html is not None and (
        given.through not in (ENGINE, TORCH) or given.goals is not None or given.regimes is not None
    ):
        raise EvaluationError("--html goes with a suite, and with --through engine or torch")
    if isinstance(given.policy, str) and (
        given.through != ENGINE or given.keep or given.goals or given.regimes is not None
    ):
        raise EvaluationError("a model by its name plays a suite, with --through engine")
    if given.goals is not None and given.through not in (ENGINE, TORCH):
        raise EvaluationError("--goals goes with --through engine or torch")
    if given.goals is None and given.out is None:
        raise EvaluationError("--out is needed: the folder of results and report")
    given.split = split_of_suite(given.suite, given.split)
