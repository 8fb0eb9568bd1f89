"""What there is to practise on: apps, templates, wordings and splits, as one value.

A catalogue is made from the package, its entry points and folders (see `packaged` and `folders`).
It is passed to whoever needs it; nothing finds apps or tasks by itself. Its parts are read when they
are first asked for. It crosses processes as its description, and is read again there.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from phoneworld.app import App
from phoneworld.catalogue.facts import CatalogueFacts, FolderFacts
from phoneworld.catalogue.packaged import (
    pack_apps,
    pack_templates,
    packaged_apps,
    packaged_templates,
    wording_folders,
)
from phoneworld.catalogue.splits import Split, Splits
from phoneworld.catalogue.suites import read_suite
from phoneworld.catalogue.wording_files import Wordings, read_wordings
from phoneworld.errors import CatalogueError, TaskError
from phoneworld.packs import find_pack, is_pack
from phoneworld.packs.pack import Pack
from phoneworld.phone_data import populate
from phoneworld.tasks.names import NAVIGATION, TaskName, parse_task_name
from phoneworld.tasks.starts import find_start
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task
from phoneworld.tasks.wordings import Wording, WordingSet
from phoneworld.workshop import Workshop

if TYPE_CHECKING:
    from phoneworld.catalogue.folders import AppFolder


# Navigation tasks that templates do in other words, such as `settings.open_page` and `huddle.open_mini`.
_TEMPLATES_DO = (
    "navigate.settings.turn_*",
    "navigate.settings.choose.*",
    "navigate.settings.is_on.*",
    "navigate.settings.read.*",
    "navigate.settings.open.*",
    "navigate.huddle.open.*",
    "navigate.shop.open.orders",
)

_Described = tuple[tuple[Path, ...], tuple[str, ...], tuple[str, ...], str]


@dataclass(frozen=True)  # no slots: what was read is kept beside the fields
class Catalogue:
    """The built-in apps and tasks, and those of `folders`.

    An app of a folder takes the place of a built-in one with the same package, and the built-in
    tasks that need that one go with it. `hold_out` names apps, by label or package, that are never
    trained on, besides those whose folders say so; `hold_out_families` are patterns of names, all
    templates of which are not. `pack` names a pack, whose apps and tasks then take the place of all
    built-in ones; what a pack brings is trained on only if the pack says so.
    """

    folders: tuple[Path, ...] = ()
    hold_out: tuple[str, ...] = ()
    hold_out_families: tuple[str, ...] = ()
    pack: str = ""

    def __reduce__(self) -> tuple[type[Catalogue], _Described]:
        return Catalogue, (self.folders, self.hold_out, self.hold_out_families, self.pack)

    @cached_property
    def apps(self) -> Mapping[str, App]:
        """All apps by package, the launcher among them."""
        apps = self._own_apps
        if not self.folders:
            return apps
        from phoneworld.reconstruction.generic_app import make_app

        for brought in self._brought:
            apps[brought.spec.package] = make_app(brought.spec, brought.images)
        return apps

    @cached_property
    def templates(self) -> Mapping[str, Template]:
        """Every template by name, sorted."""
        pack = self._pack
        found = packaged_templates() if pack is None else pack_templates(pack)
        if self._replaced:
            found = {name: one for name, one in found.items() if not self._replaced & set(one.apps)}
        for place, template in self._brought_tasks:
            if template.name in found:
                raise CatalogueError(f"{place}: another task is called {template.name!r}")
            found[template.name] = template
        return dict(sorted(found.items()))

    @cached_property
    def injections(self) -> Mapping[str, Template]:
        """The injection suite by name: no part of `templates`, and never trained on."""
        # Read only when asked for: it takes nearly all apps.
        from phoneworld.injections import injection_templates

        return {} if self.pack else injection_templates(self.templates)

    @cached_property
    def navigation(self) -> Mapping[str, Template]:
        """The tasks that were made by walking through the apps, by name: no part of `templates`."""
        from phoneworld.navigation import navigation_templates

        return navigation_templates(
            app
            for app in self._own_apps.values()
            if app.label not in self._replaced and not self.pack
        )

    @cached_property
    def requested(self) -> Mapping[str, Template]:
        """Every template that somebody's request may mean, by name: `templates`, and of `navigation` what
        none of them does in other words.
        """
        others = {
            name: one
            for name, one in self.navigation.items()
            if not any(fnmatchcase(name, pattern) for pattern in _TEMPLATES_DO)
        }
        return {**self.templates, **others}

    def sentences(self, template: str, kind: WordingSet) -> tuple[str, ...]:
        """The sentences of a set for a template, navigation tasks among them."""
        if template.startswith(NAVIGATION):
            return self._navigation_words.get(template, ()) if kind is WordingSet.TRAIN else ()
        return self.wordings.of(template, kind)

    @cached_property
    def _navigation_words(self) -> Mapping[str, tuple[str, ...]]:
        from phoneworld.navigation import navigation_wordings

        return navigation_wordings(self.navigation.values())

    @cached_property
    def brought_templates(self) -> tuple[str, ...]:
        """The names of the templates that folders brought, sorted."""
        return tuple(sorted(one.name for _, one in self._brought_tasks))

    def find_template(self, name: str) -> Template | None:
        """The template of that name, of whatever kind but an injection; None if there is none."""
        if name.startswith(NAVIGATION):
            return self.navigation.get(name)
        return self.templates.get(name)

    @cached_property
    def wordings(self) -> Wordings:
        """The sentences of templates besides their own goals."""
        places = wording_folders()
        if self.folders:
            from phoneworld.catalogue.folders import wording_folders_of

            for folder, apps in self._read:
                places += wording_folders_of(folder, apps)
        return read_wordings(places)

    @cached_property
    def splits(self) -> Splits:
        """What is trained on and what is tested on."""
        labels = {
            name: app.label for app in self.apps.values() for name in (app.package, app.label)
        }
        unknown = [name for name in self.hold_out if name not in labels]
        if unknown:
            raise CatalogueError(
                f"no app {unknown[0]!r} can be held out: `phoneworld apps` lists them"
            )
        named = {labels[name] for name in self.hold_out}
        brought = {one.spec.label for one in self._brought if not one.train}
        for family in self.hold_out_families:
            if not any(fnmatchcase(name, family) for name in self.templates):
                raise CatalogueError(
                    f"no template is of the family {family!r}: `phoneworld tasks` lists them"
                )
        families = set(self.hold_out_families)
        if self._pack is not None and not self._pack.train:
            families.add(self._pack.family)
        return Splits(
            held_out_apps=tuple(sorted(named | brought)),
            held_out_families=tuple(sorted(families)),
        )

    def template(self, name: str) -> Template:
        """The template of that name, or `TaskError` with the closest ones."""
        known = self.templates
        if (found := self.find_template(name)) is not None:
            return found
        if name in self.injections:
            return self.injections[name]
        close = difflib.get_close_matches(name, known, n=5, cutoff=0.4)
        hint = f"did you mean {', '.join(close)}?" if close else "`phoneworld tasks` lists them"
        raise TaskError(f"there is no task {name!r}: {hint}")

    def task(self, name: str | TaskName) -> Task:
        """The task that is called so, as in `contacts.add#7~train`."""
        parsed = parse_task_name(name) if isinstance(name, str) else name
        if parsed is None:
            _, mark, start = str(name).partition("@")
            if mark and start:
                find_start(start.partition("~")[0])
            raise TaskError(
                f"{name!r} is no task: write TEMPLATE#SEED[@START], as in contacts.add#7"
            )
        return Task(
            self.template(parsed.template),
            parsed.seed,
            parsed.start,
            wording=self.wording(parsed.template, parsed.wording, parsed.sentence),
        )

    def suite(self, name: str) -> list[Task]:
        """The tasks of a suite, in its order; `CatalogueError` where this catalogue lacks one of them."""
        tasks: list[Task] = []
        for entry in read_suite(name):
            parsed = parse_task_name(entry.task)
            if parsed is None or self.find_template(parsed.template) is None:
                raise CatalogueError(
                    f"the suite {name} has {entry.task}, which this catalogue does not: a folder may "
                    "have taken the place of its app"
                )
            tasks.append(self.task(parsed))
        return tasks

    def wording(
        self, template: str, kind: WordingSet = WordingSet.STANDARD, sentence: int | None = None
    ) -> Wording:
        """A set of wordings for the tasks of a template."""
        if kind is WordingSet.STANDARD:
            return Wording(sentence=sentence)
        return Wording(kind, self.sentences(template, kind), sentence)

    def has_wording(self, template: str, kind: WordingSet) -> bool:
        """Whether a template has sentences of a set."""
        return kind is WordingSet.STANDARD or bool(self.sentences(template, kind))

    def holds_out(self, template: str) -> bool:
        """Whether a template is never trained on, with any seed or wording."""
        known = self.find_template(template)
        return self.splits.holds_out(template, known.apps if known is not None else ())

    def split_of(self, task: str) -> Split | None:
        """The split of a task by its name; None for what is no task, or held out of this one's."""
        parsed = parse_task_name(task)
        if parsed is None:
            return None
        known = self.find_template(parsed.template)
        apps = known.apps if known is not None else ()
        return self.splits.of_task(parsed.template, parsed.seed, apps=apps, wording=parsed.wording)

    def workshop(self) -> Workshop:
        """A new maker of phones with these apps."""
        return Workshop(self.apps, populate if self._pack is None else self._pack.furnish)

    def facts(self) -> CatalogueFacts:
        """What is to be told of it wherever its tasks were used."""
        wordings = self.wordings
        sentences = {"train": wordings.train, "held out": wordings.held_out}
        written = json.dumps(sentences, sort_keys=True, ensure_ascii=False).encode()
        return CatalogueFacts(
            apps=sum(app.in_launcher for app in self.apps.values()),
            templates=len(self.templates),
            train_wordings=sum(map(len, wordings.train.values())),
            held_out_wordings=sum(map(len, wordings.held_out.values())),
            wordings=hashlib.sha256(written).hexdigest()[:16],
            splits=self.splits,
            held_out_templates=tuple(name for name in self.templates if self.holds_out(name)),
            folders=tuple(
                FolderFacts(
                    one.folder.name,
                    one.spec.package,
                    one.digest,
                    len(one.manifest.tasks),
                    one.train,
                )
                for one in self._brought
            ),
        )

    @cached_property
    def _read(self) -> list[tuple[Path, list[AppFolder]]]:
        if not self.folders:
            return []
        from phoneworld.catalogue.folders import read_folder

        return [(folder, read_folder(folder)) for folder in self.folders]

    @cached_property
    def _brought(self) -> list[AppFolder]:
        """The folders' apps, each with a name of its own on the phone."""
        if not self.folders:
            return []
        found = [app for _, apps in self._read for app in apps]
        packages: set[str] = set()
        for one in found:
            if one.spec.package in packages:
                raise CatalogueError(
                    f"{one.folder} brings {one.spec.package}, which is there already"
                )
            packages.add(one.spec.package)
        taken = {app.label for app in self._own_apps.values() if app.package not in packages}
        named: list[AppFolder] = []
        for one in found:
            label = _free(one.spec.label, taken)
            taken.add(label)
            named.append(one.named(label))
        return named

    @cached_property
    def _brought_tasks(self) -> list[tuple[Path, Template]]:
        """The tasks of the folders, each with the folder that lists it: of each app, and across packs."""
        if not self.folders:
            return []
        from phoneworld.catalogue.folders import pack_templates_of

        found = [(one.folder, task) for one in self._brought for task in one.templates()]
        for folder, apps in self._read:
            own = {app.folder for app in apps}
            named = [one for one in self._brought if one.folder in own]
            found += [(folder, task) for task in pack_templates_of(folder, named)]
        labels = {app.label for app in self.apps.values()}
        # A pack does without PhoneWorld's own apps, and so without the tasks that take one.
        return [(place, task) for place, task in found if labels.issuperset(task.apps)]

    @cached_property
    def _replaced(self) -> set[str]:
        """The labels of built-in apps that folders have taken the place of."""
        packages = {one.spec.package for one in self._brought}
        if not packages:
            return set()
        return {app.label for app in self._own_apps.values() if app.package in packages}

    @cached_property
    def _pack(self) -> Pack | None:
        return find_pack(self.pack) if self.pack else None

    @property
    def _own_apps(self) -> dict[str, App]:
        """The apps of the phone before folders bring theirs."""
        return packaged_apps() if self._pack is None else pack_apps(self._pack)


def open_catalogue(
    folders: Sequence[Path] = (),
    *,
    hold_out: Sequence[str] = (),
    hold_out_families: Sequence[str] = (),
) -> Catalogue:
    """The catalogue of the package and of these folders, one of which may be the name of a pack."""
    packs = [str(folder) for folder in folders if is_pack(folder)]
    if len(set(packs)) > 1:
        raise CatalogueError(f"{' and '.join(packs)} are packs, and a phone has one at most")
    places = dict.fromkeys(folder.resolve() for folder in folders if not is_pack(folder))
    return Catalogue(
        tuple(places), tuple(hold_out), tuple(hold_out_families), packs[0] if packs else ""
    )


def _free(label: str, taken: set[str]) -> str:
    name, number = label, 2
    while name in taken:
        name, number = f"{label} {number}", number + 1
    return name
