"""Generated tasks that open something and stay there: a screen, one of several entries, a row of a table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from phoneworld.author import (
    End,
    Expectation,
    ExpectedPage,
    Kind,
    Level,
    Mistake,
    Scene,
    Script,
    Tap,
    TaskType,
    Template,
    Way,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place, RecordedPaths
from phoneworld.reconstruction.records import APART
from phoneworld.reconstruction.row_tasks import opened_tables
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_state import ENTRY, ROW
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.spoken_screens import SpokenScreens, can_open, is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin

MOST_ENTRIES = 12
MOST_ROWS = 6

Reached = dict[Place, Script]


@dataclass(frozen=True, slots=True)
class OpenScreenPlan:
    """Open a screen."""

    given: TaskSource
    page: str
    what: str

    @property
    def template(self) -> Template:
        app = self.given.app
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=(
                f"Open {{what}} in {app}.",
                f"Show me {{what}} in the {app} app.",
                f"In {app}, go to {{what}} and stay there.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> OpenScreen:
        begin(scene, self.given.path)
        return OpenScreen(self, self.what)


@dataclass(frozen=True)
class OpenScreen(TaskType):
    """Open a screen."""

    plan: OpenScreenPlan
    what: str

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(self.plan.page)]

    def script(self) -> Script:
        return self.plan.given.walk.steps

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only claimed": Way(End("Done.")),
            "stopped on the way": Way(*self.plan.given.walk.steps[:-1], End()),
        }


def open_plans(
    spec: AppSpec,
    blueprint: Blueprint,
    screens: SpokenScreens,
    ways: RecordedPaths,
    reached: Reached,
    path: str,
) -> Iterator[OpenScreenPlan]:
    """Everything that can be opened by a name."""
    yield from _openings(spec, blueprint, screens, ways, path)
    yield from row_openings(spec, blueprint, reached, path)
    yield from islice(_entries(spec, blueprint, screens, ways, reached, path), MOST_ENTRIES)


def _openings(
    spec: AppSpec, blueprint: Blueprint, screens: SpokenScreens, ways: RecordedPaths, path: str
) -> Iterator[OpenScreenPlan]:
    by_entries = {target for _, _, target in blueprint.behaviour.entries}
    of_rows = {one.screen for one in spec.details}
    for name, way in sorted(screens.ways.items()):
        what = screens.of(name)
        if not way or not what or name in (blueprint.passes.keys() | by_entries | of_rows):
            continue
        source = TaskSource(spec.label, f"{spec.package}.open.{name}", path, Walk(spec.label, way))
        yield OpenScreenPlan(source, ways.page(screens.places[name]), what)


def _entries(
    spec: AppSpec,
    blueprint: Blueprint,
    screens: SpokenScreens,
    ways: RecordedPaths,
    reached: Reached,
    path: str,
) -> Iterator[OpenScreenPlan]:
    """Entries of one kind that open one screen: which of them is open is what counts."""
    seen: set[str] = set()
    seen_short: set[str] = set()
    for place, way in reached.items():
        for tap in ways.taps(place):
            target = ways.after(place, tap)
            if target is None or not can_open(tap.label) or tap.label in seen:
                continue
            opens = blueprint.behaviour.is_entry(place[0], tap.slot, target[0])
            rows = blueprint.lists.get(place[0])
            if not opens or (rows is not None and tap.slot.startswith(f"{rows.box}>")):
                continue
            seen.add(tap.label)
            entry = json.dumps({ENTRY: tap.part_label}, sort_keys=True, ensure_ascii=False)
            name = f"{spec.package}.open.{target[0]}.{slug(tap.label) or len(seen)}"
            given = TaskSource(spec.label, name, path, Walk(spec.label, (*way, tap.step)))
            page = f"{spec.package}/{target[0]} {entry}"
            short = screens.without_value(tap.label)
            called_by = tap.label if short in seen_short else short
            seen_short.add(short)
            yield OpenScreenPlan(given, page, f"“{called_by}”")


def row_openings(
    spec: AppSpec, blueprint: Blueprint, reached: Reached, path: str
) -> Iterator[OpenScreenPlan]:
    """Rows of tables whose opening was recorded: which of them is open is what counts."""
    for one, way, opened in opened_tables(spec, blueprint, reached):
        number = next(n for n, table in enumerate(spec.tables) if table.name == one.table)
        keys = [row[0] for row in spec.tables[number].rows]
        for key, target in islice(sorted(opened.items()), MOST_ROWS):
            if not is_name(key) or target[0] == one.screen:
                continue
            row = json.dumps({ROW: number * APART + keys.index(key) + 1})
            name = f"{spec.package}.find.{one.table}.{slug(key) or keys.index(key)}"
            given = TaskSource(spec.label, name, path, Walk(spec.label, (*way, Tap(key))))
            yield OpenScreenPlan(given, f"{spec.package}/{target[0]} {row}", f"“{key}”")
