"""Suites: fixed lists of tasks that figures are compared on, each a file of `phoneworld/suites`.

A line of such a file is a task with its kind and the goal that it had when the suite was written. The
lists never change: another choice is another suite. What is listed and no longer there is an error, so
that nobody measures a part of a suite under its name.

paper-150   50 single-app, 50 mini-app and 50 cross-app tasks of the test split, like the paper's. Templates
            were drawn by a hash of their names, what is never trained on among them (9 of 150), and seeds
            of the test split from 200 on by another. There were 46 mini-app templates, so four come twice.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from phoneworld.errors import CatalogueError

FOLDER = Path(__file__).parent.parent / "suites"
_ENDING = ".jsonl"


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A task of a suite, as it was written down."""

    task: str
    kind: str
    goal: str


def suite_names(folder: Path = FOLDER) -> tuple[str, ...]:
    """The suites that there are."""
    return tuple(sorted(path.name.removesuffix(_ENDING) for path in folder.glob(f"*{_ENDING}")))


def read_suite(name: str, folder: Path = FOLDER) -> tuple[SuiteEntry, ...]:
    """The tasks of a suite, in its order; `CatalogueError` where there is no such suite."""
    if name not in suite_names(folder):
        known = ", ".join(suite_names(folder)) or "none"
        raise CatalogueError(f"there is no suite {name!r}; known: {known}")
    path = folder / f"{name}{_ENDING}"
    try:
        return tuple(
            SuiteEntry(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()
        )
    except (OSError, ValueError, TypeError) as error:
        raise CatalogueError(f"{path} is no suite: {error}") from error
