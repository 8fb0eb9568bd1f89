"""`phoneworld demo`: have a task solved and watch. What `./run` shows while there is no policy.

The solver is the task's own oracle, a scripted solution, and the output says so.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import time
from difflib import SequenceMatcher
from pathlib import Path

from phoneworld.catalogue import Catalogue
from phoneworld.commands.catalogue_options import add_catalogue_options, catalogue_of
from phoneworld.commands.picture import print_picture
from phoneworld.device import PhoneDevice
from phoneworld.realism import LEVELS, at_level
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.action_words import describe
from runtime.actions import Action
from runtime.device import Performed
from runtime.observation import Observation

EXAMPLE = "turn on wi-fi"
CLOSE_ENOUGH = 0.45
SMALLEST_PX = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "goal", nargs="?", default=EXAMPLE, help=f"a task in words (default: {EXAMPLE})"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--realism", default="off", help=", ".join(LEVELS))
    add_catalogue_options(parser)
    parser.add_argument("--out", type=Path, help="where to save the last screen as a picture")


def run(arguments: argparse.Namespace) -> int:
    catalogue = catalogue_of(arguments)
    workshop = catalogue.workshop()
    ranked = closest(catalogue, workshop, arguments.goal, arguments.seed)
    score, task, goal = ranked[0]
    if score < CLOSE_ENOUGH:
        print(f"No task reads like {arguments.goal!r}. Some that do more or less:", file=sys.stderr)
        for _, other, words in ranked[:3]:
            print(f"  {other.template.name}: {words}", file=sys.stderr)
        print("`phoneworld tasks` lists all of them.", file=sys.stderr)
        return 2
    trial = Trial(workshop, task, realism=at_level(arguments.realism, arguments.seed))
    print(f"You said  {arguments.goal}")
    print(f"Task      {goal}  ({task.name})")
    print("Phone     a PhoneWorld phone, made up for this")
    print("Solver    the task's own oracle, a scripted solution\n")
    started = time.perf_counter()

    def show(screen: Observation, action: Action, performed: Performed) -> None:
        print(f"  {trial.steps:>2}. {describe(action, screen)}", end="")
        print(f"   ({performed.note})" if performed.note else "")

    run_oracle(trial, recorder=show)
    judgement = trial.judge()
    took_ms = (time.perf_counter() - started) * 1000
    verdict = "solved" if judgement.success else "NOT solved: " + "; ".join(judgement.reasons)
    print(f"\nThe verifier looked at the phone's data: {verdict}.")
    print(f"{trial.steps} steps in {took_ms:.0f} ms.")
    phone = PhoneDevice(trial.phone)
    # Two pixels to a line, and the steps above must stay in view.
    room_px = min(96, 2 * (shutil.get_terminal_size().lines - trial.steps - 12))
    if sys.stdout.isatty() and room_px >= SMALLEST_PX:
        print()
        print_picture(phone.screenshot(mime="image/png", max_side_px=room_px))
    if arguments.out:
        shot = phone.screenshot(mime="image/png")
        arguments.out.write_bytes(shot.data)
        print(f"The last screen is in {arguments.out}.")
    return 0 if judgement.success else 1


def closest(
    catalogue: Catalogue, workshop: Workshop, goal: str, seed: int
) -> list[tuple[float, Task, str]]:
    """All tasks, those that read most like a goal first."""
    wanted = _plain(goal)
    ranked: list[tuple[float, Task, str]] = []
    for template in catalogue.templates.values():
        best = max(_likeness(wanted, _plain(_without_names(words))) for words in template.goals)
        ranked.append((best, Task(template, seed), ""))
    ranked.sort(key=lambda entry: -entry[0])
    # The real wording needs a phone to be set up: only for those that may be shown.
    return [(score, task, Trial(workshop, task).goal) for score, task, _ in ranked[:3]]


def _likeness(one: str, other: str) -> float:
    words, others = set(one.split()), set(other.split())
    shared = len(words & others) / max(1, len(words | others))
    return 0.5 * shared + 0.5 * SequenceMatcher(None, one, other).ratio()


def _plain(text: str) -> str:
    return re.sub(r"[^\w\s]", "", text.casefold().replace("-", ""))


def _without_names(phrasing: str) -> str:
    return re.sub(r"\{[^}]*\}", "", phrasing)
