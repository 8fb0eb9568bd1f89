"""Demonstrations as tasks: what comes of them verifies them, and what they typed is drawn anew."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from phoneworld import Workshop
from phoneworld.reconstruction.demonstration_tasks import another, demonstration_plans
from phoneworld.reconstruction.demonstrations import add_demonstrations
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.rebuild import Rebuilt
from phoneworld.reconstruction.records import DATABASE
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.model import Recording
from phoneworld.store import database_path
from phoneworld.system import launcher
from phoneworld.tasks.check import check_task
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial


@pytest.fixture(scope="module")
def shown(notes: Recording, rebuilt: Rebuilt) -> AppSpec:
    return add_demonstrations(rebuilt.spec, notes)[0]


def templates_of(spec: AppSpec) -> list[Template]:
    path = database_path(spec.package, DATABASE)
    return [plan.template for plan in demonstration_plans(spec, path)]


def test_a_demonstration_is_a_sound_task_with_its_values_drawn_anew(shown: AppSpec) -> None:
    app = make_app(shown)
    workshop = Workshop({launcher.APP.package: launcher.APP, app.package: app})
    made = [one for one in shown.demonstrations if one.values]
    assert made, [one.goal for one in shown.demonstrations]
    templates = templates_of(replace(shown, demonstrations=tuple(made)))
    findings = {one.name: check_task(workshop, one, 0) for one in templates}
    sound = [one for one in templates if not findings[one.name]]
    assert sound, findings
    goals = {Trial(workshop, Task(sound[0], seed)).goal for seed in (0, 1)}
    assert len(goals) == 2
    recorded = next(one for one in made if sound[0].name.endswith(one.name)).values
    assert not any(value in goal for value in recorded for goal in goals)


def test_what_was_typed_and_not_asked_for_is_no_task(notes: Recording, rebuilt: Rebuilt) -> None:
    unasked = replace(
        notes,
        episodes=tuple(
            replace(one, goal="Make a note") if one.goal else one for one in notes.episodes
        ),
    )
    spec, refused = add_demonstrations(rebuilt.spec, unasked)
    assert not any(one.values for one in spec.demonstrations)
    assert any("the instruction does not say so" in why for why in refused)


def test_values_stay_of_their_kind() -> None:
    rng = Random(0)
    assert another("12345678900", rng).isdigit()
    assert len(another("12345678900", rng)) == 11
    assert " " not in another("Stephen", rng)
    assert " " in another("Buy milk", rng)
