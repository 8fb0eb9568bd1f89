"""The proof that a start is only a start: the task that begins there is the same task."""

from __future__ import annotations

from collections.abc import Callable

from phoneworld.tasks.starts import Start
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop


def check_start(workshop: Workshop, trial: Trial, report: Callable[[str, str], None]) -> None:
    """Report where a trial that has just begun differs from the same task begun at home."""
    task = trial.task
    if task.start is Start.HOME:
        return
    home = Trial(workshop, Task(task.template, task.seed))
    if (trial.goal, trial.drawn) != (home.goal, home.drawn):
        report("start", "another start gave another goal or other parameters")
    if trial.phone.databases.serialize() != home.phone.databases.serialize():
        report("start", "making the start has written to the phone's data")
    if trial.phone.now_ms != home.phone.now_ms or trial.phone.clipboard != home.phone.clipboard:
        report("start", "making the start has moved the clock or filled the clipboard")
