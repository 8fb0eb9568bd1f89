"""Folders that bring apps to a catalogue: one that `phoneworld reconstruct` wrote, or a pack of them.

    app.json, screens/, images/   an app (see `phoneworld.reconstruction.spec_files`)
    catalogue.json                of an app: its tasks that were found sound, and whether it may be
                                  trained on; of a pack: which folders in it are its apps, and the
                                  tasks across them that were found sound
    wordings/                     sentences for its tasks (see `wording_files`)

A pack without `catalogue.json` has all folders in it that hold an app, and a folder may bring wordings
alone. Tasks are listed for the app
as it was when they were checked: an app that was edited since has to be checked again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import cast

from phoneworld.catalogue.packaged import WORDINGS
from phoneworld.errors import CatalogueError
from phoneworld.packs import pack_names
from phoneworld.reconstruction.combined_tasks import hand_overs, pairs_of
from phoneworld.reconstruction.generated_tasks import TaskPlan, plans_of
from phoneworld.reconstruction.hand_off_tasks import hand_off_tasks
from phoneworld.reconstruction.shared_tasks import shared_tasks
from phoneworld.reconstruction.spec_files import APP_FILE, WHOLE, lean, load_app
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.tasks.template import Template
from runtime.errors import RecordError
from runtime.lenient_json import JsonValue
from runtime.record_codec import from_json, to_json

MANIFEST = "catalogue.json"
VERSION = 1


@dataclass(frozen=True, slots=True)
class FolderManifest:
    """What `catalogue.json` says. `apps` are a pack's; `tasks` those of an app, or across a pack's apps.

    `checked_app` is the digest of the app, or of the apps of the pack, whose tasks were checked.
    """

    version: int = VERSION
    train: bool = True
    apps: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    checked_seeds: tuple[int, ...] = ()
    checked_app: str = ""


@dataclass(frozen=True)  # no slots: the plans are kept beside the fields
class AppFolder:
    """A rebuilt app with what a catalogue needs to know of it."""

    folder: Path
    spec: AppSpec
    images: Mapping[str, bytes]
    manifest: FolderManifest
    digest: str
    train: bool

    def named(self, label: str) -> AppFolder:
        """The same app under another name."""
        return replace(self, spec=replace(self.spec, label=label))

    @cached_property
    def sound_plans(self) -> list[TaskPlan]:
        """Its simple tasks that were found sound."""
        wanted = set(self.manifest.tasks)
        return [plan for plan in simple_plans(self.spec) if plan.template.name in wanted]

    def templates(self) -> Iterator[Template]:
        """Its tasks that were found sound."""
        if not self.manifest.tasks:
            return
        _need_unedited(self.folder, self.manifest, self.digest)
        simple = self.sound_plans
        made = (*(plan.template for plan in simple), *made_of(self.spec, simple))
        yield from _listed(self.folder, self.manifest, made)


def simple_plans(spec: AppSpec) -> list[TaskPlan]:
    """The tasks that an app suggests, sound or not, each name once."""
    return list({plan.template.name: plan for plan in plans_of(spec)}.values())


def made_of(spec: AppSpec, simple: Sequence[TaskPlan]) -> list[Template]:
    """What simple tasks make up, each name once: two in a row, and across the app and PhoneWorld's own."""
    templates = (*pairs_of(simple), *shared_tasks(simple), *hand_off_tasks(spec))
    return list({template.name: template for template in templates}.values())


def tasks_across(apps: Sequence[AppFolder]) -> list[Template]:
    """What the sound tasks of several apps make up across them, each name once."""
    plans = [plan for app in apps for plan in app.sound_plans]
    return list({template.name: template for template in hand_overs(plans)}.values())


def pack_templates_of(folder: Path, apps: Sequence[AppFolder]) -> Iterator[Template]:
    """The tasks across the apps of a pack that were found sound; none of what is no pack."""
    manifest = None if is_app_folder(folder) else read_manifest(folder)
    if manifest is None or not manifest.tasks:
        return
    _need_unedited(folder, manifest, digest_of_all(apps))
    yield from _listed(folder, manifest, tasks_across(apps))


def _need_unedited(folder: Path, manifest: FolderManifest, digest: str) -> None:
    if manifest.checked_app != digest:
        raise CatalogueError(
            f"{folder} was edited after its tasks were checked: check them again with "
            f"`phoneworld check --manifest {folder}`"
        )


def _listed(folder: Path, manifest: FolderManifest, made: Iterable[Template]) -> Iterator[Template]:
    """Those of the templates that the manifest lists; it lists none that is not there."""
    wanted = set(manifest.tasks)
    found = {one.name: one for one in made if one.name in wanted}
    if missing := sorted(wanted - found.keys()):
        raise CatalogueError(
            f"{folder / MANIFEST} lists {missing[0]!r}, which is no task of it: check them again "
            f"with `phoneworld check --manifest {folder}`"
        )
    yield from found.values()


def is_app_folder(folder: Path) -> bool:
    """Whether a rebuilt app lies in a folder."""
    return (folder / APP_FILE).is_file() or (folder / WHOLE / APP_FILE).is_file()


def read_app_folder(folder: Path, *, train: bool = True) -> AppFolder:
    """The app of one folder."""
    spec, images = load_app(folder)
    manifest = read_manifest(folder) or FolderManifest()
    return AppFolder(folder, spec, images, manifest, digest_of(spec), train and manifest.train)


def read_folder(folder: Path) -> list[AppFolder]:
    """The apps of a folder: one, or those of a pack."""
    if is_app_folder(folder):
        return [read_app_folder(folder)]
    manifest = read_manifest(folder)
    if manifest is not None and manifest.apps:
        train = manifest.train
        return [read_app_folder(_inside(folder, name), train=train) for name in manifest.apps]
    below = (
        sorted(path for path in folder.iterdir() if is_app_folder(path)) if folder.is_dir() else []
    )
    if not below and (folder / WORDINGS).is_dir():
        return []
    if not below:
        raise CatalogueError(
            f"{folder} holds no app: name a folder that `phoneworld reconstruct` wrote, or one with "
            f"several of them, or a pack of apps: {', '.join(pack_names())}"
        )
    train = manifest is None or manifest.train
    return [read_app_folder(path, train=train) for path in below]


def wording_folders_of(folder: Path, apps: list[AppFolder]) -> list[Path]:
    """The folders of wordings that a folder brings: its own, and those of its apps."""
    places = dict.fromkeys([folder, *(app.folder for app in apps)])
    return [place / WORDINGS for place in places]


def read_manifest(folder: Path) -> FolderManifest | None:
    """What the `catalogue.json` of a folder says; None where there is none."""
    path = folder / MANIFEST
    try:
        body: object = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise CatalogueError(f"{path} cannot be read: {error}") from error
    if not isinstance(body, dict) or cast("dict[str, object]", body).get("version") != VERSION:
        raise CatalogueError(f"{path} is no manifest of version {VERSION}")
    try:
        return from_json(FolderManifest, cast("JsonValue", body))
    except RecordError as error:
        raise CatalogueError(f"{path}: {error}") from error


def write_manifest(folder: Path, manifest: FolderManifest) -> None:
    """Put a manifest in place, whole."""
    text = json.dumps(to_json(FolderManifest, manifest), ensure_ascii=False, indent=1)
    part = folder / f".{MANIFEST}.part"
    try:
        part.write_text(f"{text}\n", encoding="utf-8")
        part.replace(folder / MANIFEST)
    except OSError as error:
        raise CatalogueError(f"{folder / MANIFEST} cannot be written: {error}") from error


def digest_of(spec: AppSpec) -> str:
    """What tells an app from the same one edited. Its name on the phone does not matter."""
    text = json.dumps(lean(replace(spec, label="")), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def digest_of_all(apps: Iterable[AppFolder]) -> str:
    """What tells the apps of a pack from the same ones edited, whatever their order."""
    return hashlib.sha256(" ".join(sorted(one.digest for one in apps)).encode()).hexdigest()[:16]


def _inside(folder: Path, name: str) -> Path:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise CatalogueError(f"{folder / MANIFEST}: {name!r} is no folder in it")
    return folder / path
