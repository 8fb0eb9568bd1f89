"""Every app folder has the same parts, and its task types are where a reader looks for them."""

import pkgutil
from importlib import import_module
from pathlib import Path

import pytest
from built_in import CATALOGUE

import phoneworld.apps
from phoneworld.author import TaskType

ROOT = Path(phoneworld.apps.__file__).parent
FOLDERS = sorted(
    path.parent
    for pattern in ("*/__init__.py", "huddle/mini/*/__init__.py")
    for path in ROOT.glob(pattern)
)
PARTS = ("data.py", "tasks/__init__.py", "tasks/setup.py")


def modules_of(folder: Path) -> list[str]:
    """All modules of an app, but for those of the mini-apps in it."""
    name = ".".join(("phoneworld", "apps", *folder.relative_to(ROOT).parts))
    found = pkgutil.walk_packages([str(folder)], f"{name}.")
    return [one.name for one in found if not one.name.startswith(f"{name}.mini.")]


def task_types_in(module: str) -> list[type[TaskType]]:
    """The task types that a module defines, without those that others build on."""
    defined = vars(import_module(module)).values()
    return [
        one
        for one in defined
        if isinstance(one, type)
        and issubclass(one, TaskType)
        and one.__module__ == module
        and "template" in vars(one)
    ]


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_app_has_all_parts(folder: Path) -> None:
    missing = [part for part in PARTS if not (folder / part).is_file()]
    if not (folder / "app.py").is_file() and not (folder / "screens").is_dir():
        missing.append("app.py or screens/")

    assert not missing


def test_task_types_are_in_the_subjects_of_the_tasks_folder(folder: Path) -> None:
    elsewhere = {
        module: [one.__name__ for one in found]
        for module in modules_of(folder)
        if (found := task_types_in(module))
        and (module.split(".")[-2] != "tasks" or module.endswith(".setup"))
    }

    assert not elsewhere


def test_every_task_type_is_listed(folder: Path) -> None:
    types = [one for module in modules_of(folder) for one in task_types_in(module)]
    unlisted = [one.__name__ for one in types if one.template not in CATALOGUE.templates]

    assert types
    assert not unlisted
