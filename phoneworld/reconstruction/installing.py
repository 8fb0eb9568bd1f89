"""Rebuilt apps on phones: beside PhoneWorld's own apps, or alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from phoneworld.app import App
from phoneworld.reconstruction.combined_tasks import sound_combinations
from phoneworld.reconstruction.generated_tasks import sound_templates
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.spec_files import load_app
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.system import launcher
from phoneworld.tasks.template import Template
from phoneworld.workshop import Workshop, find_apps


def install(*folders: Path, alone: bool = False) -> tuple[Workshop, tuple[AppSpec, ...]]:
    """A workshop whose phones have the rebuilt apps of these folders.

    An app takes the place of one with the same package; one whose label is taken gets a number.
    """
    apps: dict[str, App] = {launcher.APP.package: launcher.APP} if alone else dict(find_apps())
    specs: list[AppSpec] = []
    for folder in folders:
        spec, images = load_app(folder)
        apps.pop(spec.package, None)
        spec = replace(spec, label=_free(spec.label, {app.label for app in apps.values()}))
        app = make_app(spec, images)
        apps[app.package] = app
        specs.append(spec)
    return Workshop(apps), tuple(specs)


def _free(label: str, taken: set[str]) -> str:
    name, number = label, 2
    while name in taken:
        name, number = f"{label} {number}", number + 1
    return name


def tasks_of(folder: Path) -> tuple[list[Template], list[str]]:
    """The tasks of a rebuilt app that pass `check_task`, and what is wrong with the others."""
    workshop, (spec,) = install(folder, alone=True)
    return sound_templates(spec, workshop)


def tasks_across(*folders: Path) -> tuple[list[Template], list[str]]:
    """Tasks of several steps, of each of these apps and from one to another; and what is wrong with
    those that are not sound.
    """
    workshop, specs = install(*folders, alone=True)
    return sound_combinations(specs, workshop)
