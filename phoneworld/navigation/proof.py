"""Which places hold on other phones too: those whose tasks their own oracles solve there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from phoneworld.errors import PhoneWorldError
from phoneworld.navigation.places import FoundPlace
from phoneworld.navigation.templates import templates_of_place
from phoneworld.tasks.check import check_task
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.errors import ActionError


def proven(
    workshop: Workshop, places: Iterable[FoundPlace], seeds: Sequence[int], *, whole: bool
) -> Iterator[FoundPlace]:
    """The places all of whose tasks are solved on these seeds; with `whole`, sound by `check_task`."""
    for place in places:
        if all(
            _is_sound(workshop, template, seed) if whole else _is_solved(workshop, template, seed)
            for template in templates_of_place(place)
            for seed in seeds
        ):
            yield place


def _is_solved(workshop: Workshop, template: Template, seed: int) -> bool:
    try:
        trial = Trial(workshop, Task(template, seed))
        run_oracle(trial)
    except (PhoneWorldError, ActionError):
        return False
    return trial.judge().success


def _is_sound(workshop: Workshop, template: Template, seed: int) -> bool:
    return not check_task(workshop, template, seed)
