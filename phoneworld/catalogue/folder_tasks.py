"""Which tasks of a rebuilt app, and across those of a pack, are sound: checked in the catalogue where they will be used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from phoneworld.catalogue.catalogue import open_catalogue
from phoneworld.catalogue.folders import (
    FolderManifest,
    digest_of,
    digest_of_all,
    is_app_folder,
    made_of,
    read_app_folder,
    read_folder,
    read_manifest,
    simple_plans,
    tasks_across,
    write_manifest,
)
from phoneworld.errors import CatalogueError
from phoneworld.reconstruction.generated_tasks import check_all
from phoneworld.tasks.template import Template

SEEDS = (0, 1)


@dataclass(frozen=True, slots=True)
class CheckedTasks:
    """The tasks of an app that are sound, and what is wrong with the others."""

    sound: tuple[Template, ...]
    wrong: tuple[str, ...]


def check_folder(folder: Path, *, seeds: tuple[int, ...] = SEEDS) -> CheckedTasks:
    """Check the tasks of the app in a folder, beside the built-in apps, and list the sound ones in its
    `catalogue.json`. What else that file says stays.
    """
    if not is_app_folder(folder):
        raise CatalogueError(f"{folder} holds no app: `phoneworld reconstruct` writes one")
    earlier = read_manifest(folder) or FolderManifest()
    untold = replace(earlier, tasks=(), checked_seeds=(), checked_app="")
    write_manifest(folder, untold)
    catalogue = open_catalogue([folder])
    workshop = catalogue.workshop()
    app = read_app_folder(folder)
    spec = replace(app.spec, label=catalogue.apps[app.spec.package].label)
    plans = simple_plans(spec)
    simple, wrong = check_all([plan.template for plan in plans], workshop, seeds)
    names = {template.name for template in simple}
    sound_plans = [plan for plan in plans if plan.template.name in names]
    made, wrong_made = check_all(made_of(spec, sound_plans), workshop, seeds)
    sound = (*simple, *made)
    write_manifest(
        folder,
        replace(
            untold,
            tasks=tuple(template.name for template in sound),
            checked_seeds=seeds,
            checked_app=digest_of(app.spec),
        ),
    )
    return CheckedTasks(sound, (*wrong, *wrong_made))


def check_folders(folder: Path, *, seeds: tuple[int, ...] = SEEDS) -> CheckedTasks:
    """The same for an app, or for each app of a pack and then for the tasks across them."""
    checked = [check_folder(app.folder, seeds=seeds) for app in read_folder(folder)]
    if not is_app_folder(folder):
        checked.append(check_across(folder, seeds=seeds))
    return CheckedTasks(
        tuple(one for each in checked for one in each.sound),
        tuple(one for each in checked for one in each.wrong),
    )


def check_across(folder: Path, *, seeds: tuple[int, ...] = SEEDS) -> CheckedTasks:
    """Check the tasks across the apps of a pack, and list the sound ones in the pack's `catalogue.json`.

    They are made of tasks of the apps that were found sound before.
    """
    earlier = read_manifest(folder) or FolderManifest()
    untold = replace(earlier, tasks=(), checked_seeds=(), checked_app="")
    if earlier != untold:
        write_manifest(folder, untold)
    catalogue = open_catalogue([folder])
    apps = read_folder(folder)
    named = [one.named(catalogue.apps[one.spec.package].label) for one in apps]
    sound, wrong = check_all(tasks_across(named), catalogue.workshop(), seeds)
    if sound:
        names = tuple(template.name for template in sound)
        checked = replace(untold, tasks=names, checked_seeds=seeds, checked_app=digest_of_all(apps))
        write_manifest(folder, checked)
    return CheckedTasks(tuple(sound), tuple(wrong))
