"""The rebuilt apps that ship as examples: they load, and the tasks they list are there and sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from phoneworld import open_catalogue
from phoneworld.catalogue.folders import pack_templates_of, read_app_folder, read_folder
from phoneworld.tasks.check import check_task
from phoneworld.tasks.template import Kind

EXAMPLES = Path(__file__).parents[3] / "examples" / "rebuilt"


def test_the_smallest_example_lists_tasks_that_are_sound() -> None:
    folder = EXAMPLES / "contacts"
    catalogue = open_catalogue([folder])
    app = read_app_folder(folder)
    assert len(catalogue.brought_templates) == len(app.manifest.tasks) > 0
    workshop = catalogue.workshop()
    name = next(name for name in app.manifest.tasks if ".add." in name and "+" not in name)
    # A seed that the tasks were not chosen by.
    assert check_task(workshop, catalogue.template(name), 11) == []


@pytest.mark.exhaustive
def test_every_example_lists_tasks_that_are_sound_on_other_seeds() -> None:
    apps = read_folder(EXAMPLES)
    catalogue = open_catalogue([EXAMPLES])
    across = list(pack_templates_of(EXAMPLES, apps))
    listed = sum(len(app.manifest.tasks) for app in apps)
    assert len(apps) == 6
    assert across
    assert all(one.kind is Kind.CROSS for one in across)
    assert len(catalogue.brought_templates) == listed + len(across)
    workshop = catalogue.workshop()
    templates = [catalogue.template(name) for name in catalogue.brought_templates]
    found = {one.name: check_task(workshop, one, 10) for one in templates}
    unsound = {name: findings for name, findings in found.items() if findings}
    assert len(unsound) <= len(found) // 20, unsound
