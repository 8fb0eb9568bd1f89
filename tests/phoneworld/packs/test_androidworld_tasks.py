"""Every task of the pack is sound, and is laid out and named as its neighbours are."""

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from androidworld_pack import PACK_CATALOGUE

from phoneworld import Task, Trial, Workshop
from phoneworld.packs import androidworld
from phoneworld.packs.androidworld.suite_task import SuiteTask, suite_task_type
from phoneworld.packs.androidworld.suite_trial import SuiteTrial
from phoneworld.tasks.check import check_task
from phoneworld.tasks.pilot import run_oracle

ROOT = Path(androidworld.__file__).parent
APPS = sorted(path.parent for path in ROOT.glob("*/app.py"))
PARTS = ("__init__.py", "app.py", "data.py", "tasks/__init__.py", "tasks/setup.py")
NAMES = list(PACK_CATALOGUE.templates)
SEEDS = range(3)


def type_of(name: str) -> type[SuiteTask]:
    found = suite_task_type(PACK_CATALOGUE.templates[name])
    assert found is not None
    return found


def has_own(name: str) -> bool:
    """Whether a task type reads the suite's parameters in a way of its own."""
    classes = type_of(name).__mro__
    return next(one for one in classes if "from_suite" in vars(one)) is not SuiteTask


@pytest.mark.parametrize("folder", APPS, ids=lambda folder: folder.name)
def test_app_has_all_parts(folder: Path) -> None:
    app = import_module(f"{androidworld.__name__}.{folder.name}").APP
    # What nobody can open by hand has no tasks.
    wanted = PARTS if app.in_launcher else PARTS[:2]
    assert [part for part in wanted if not (folder / part).is_file()] == []
    assert app.in_launcher or not any(
        app.label in one.apps for one in PACK_CATALOGUE.templates.values()
    )


@pytest.mark.parametrize("name", NAMES)
def test_task_is_called_as_in_the_suite(name: str) -> None:
    suite = type_of(name).suite
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", suite).lower()

    assert name == f"androidworld.{snake}"
    assert type_of(name).complexity >= 1


@pytest.mark.parametrize("name", NAMES)
def test_oracle_solves_it_within_the_suites_budget(pack_workshop: Workshop, name: str) -> None:
    task = Task(PACK_CATALOGUE.templates[name], 1)
    solved = Trial(pack_workshop, task)
    run_oracle(solved)
    judged = solved.judge()

    assert judged.success, judged.reasons
    assert isinstance(solved.drawn, SuiteTask)
    assert solved.steps <= solved.drawn.most_steps


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_task_is_sound(pack_workshop: Workshop, name: str, seed: int) -> None:
    findings = check_task(pack_workshop, PACK_CATALOGUE.templates[name], seed)

    assert not findings, "\n".join(map(str, findings))


@pytest.mark.parametrize("name", NAMES[:: max(1, len(NAMES) // 12)])
def test_a_sample_is_sound(pack_workshop: Workshop, name: str) -> None:
    test_task_is_sound(pack_workshop, name, 2)


@pytest.mark.parametrize("name", [name for name in NAMES if not has_own(name)])
def test_parameters_called_as_in_the_suite_make_the_same_task(
    pack_workshop: Workshop, name: str
) -> None:
    trial = Trial(pack_workshop, Task(PACK_CATALOGUE.templates[name], 0))
    drawn = trial.drawn
    own = {field.name: getattr(drawn, field.name) for field in fields(drawn)}  # type: ignore[arg-type]

    assert type_of(name).from_suite(own, trial.phone) == drawn


def test_a_trial_of_the_suite_keeps_what_was_said(pack_workshop: Workshop) -> None:
    task = Task(PACK_CATALOGUE.templates["androidworld.markor_create_note"], 0)
    drawn = Trial(pack_workshop, task, phone=(phone := pack_workshop.phone(0))).drawn
    trial = SuiteTrial(drawn, phone)
    trial.solve()

    assert trial.finished
    assert trial.steps > 3
    assert trial.answer == ""
