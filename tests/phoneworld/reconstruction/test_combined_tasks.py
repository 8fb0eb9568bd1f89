from __future__ import annotations

from pathlib import Path

import pytest
from built_in import CATALOGUE
from small_recordings import record_exploration, record_oracle

from phoneworld import Task, Trial, Workshop
from phoneworld.commands.record import guarded
from phoneworld.reconstruction.authored import (
    RecordingPlan,
    desk_in_process,
    record_app,
    tasks_of_app,
)
from phoneworld.reconstruction.combined_tasks import Both, both, sound_combinations
from phoneworld.reconstruction.generated_tasks import candidates
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.sources import import_all
from phoneworld.system import launcher
from phoneworld.tasks.check import check_task
from phoneworld.tasks.template import Kind


@pytest.fixture(scope="module")
def contacts(tmp_path_factory: pytest.TempPathFactory, workshop: Workshop) -> AppSpec:
    folder: Path = tmp_path_factory.mktemp("contacts")
    for task in ("contacts.add", "contacts.delete", "contacts.read_number"):
        record_oracle(workshop, task, folder / task)
    record_exploration(workshop, "Contacts", folder / "explore", steps=30)
    return rebuild(import_all([folder]), package="com.phoneworld.contacts", label="People").spec


@pytest.fixture(scope="module")
def notes_app(tmp_path_factory: pytest.TempPathFactory, workshop: Workshop) -> AppSpec:
    folder: Path = tmp_path_factory.mktemp("notes-read")
    with desk_in_process(workshop) as desk:
        plan, tasks = (
            RecordingPlan(screenshots=False),
            tasks_of_app(CATALOGUE.templates.values(), "Notes"),
        )
        record_app(desk, workshop, "Notes", folder, plan, guarded(None), tasks=tasks)
    return rebuild(import_all([folder]), package="com.phoneworld.notes", label="Notes").spec


def phones(*specs: AppSpec) -> Workshop:
    apps = {app.package: app for app in map(make_app, specs)}
    return Workshop({launcher.APP.package: launcher.APP, **apps})


def test_combinations_are_sound_and_cross_apps(notes_app: AppSpec, contacts: AppSpec) -> None:
    sound, wrong = sound_combinations(
        (notes_app, contacts), phones(notes_app, contacts), seeds=(0,)
    )
    assert any("+" in one.name for one in sound)
    across = [one for one in sound if one.kind is Kind.CROSS]
    assert across, (wrong, [one.name for one in sound])
    assert all(len(set(one.apps)) == 2 and one.hidden for one in across)


def test_doing_only_one_of_two_things_does_not_count(contacts: AppSpec) -> None:
    workshop = phones(contacts)
    simple = [
        one for one in candidates(contacts) if not check_task(workshop, one, 0) and not one.hidden
    ]
    first, second = simple[:2]
    whole = both(first, second)
    assert not check_task(workshop, whole, 0)
    # The verifier of the whole wants what both want.
    drawn = Trial(workshop, Task(whole, 0)).drawn
    assert isinstance(drawn, Both)
    assert drawn.expect() == drawn.first.expect() + drawn.second.expect()
