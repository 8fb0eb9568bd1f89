"""Generated tasks about what is done to a row: tick it off, use its button, swipe it away, mark it.

An action is called by the words that the app shows for it. Only rows that are to be seen on a recorded
way are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from phoneworld.author import (
    Added,
    Changed,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    OracleStep,
    Removed,
    Scene,
    Script,
    Swipe,
    Tap,
    TaskType,
    Template,
)
from phoneworld.reconstruction.actions import SWIPE
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place, RecordedPaths
from phoneworld.reconstruction.records import APART, MARKS
from phoneworld.reconstruction.row_tasks import Reached, RowGiven, opened_tables
from phoneworld.reconstruction.rows import STEP, TICK, WORDS
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.shown_rows import rows_to_name
from phoneworld.reconstruction.specification import (
    AppSpec,
    ListSpec,
    MarkSpec,
    RowEffectSpec,
    TableSpec,
)
from phoneworld.reconstruction.task_steps import Walk, begin
from runtime.actions import Direction

_BRACES = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class RowActionPlan:
    """Do something to a row in its list. `wordings` say what; `labels` is what is touched, for each row."""

    given: RowGiven
    effect: RowEffectSpec
    wordings: tuple[str, str, str]
    labels: tuple[tuple[str, str], ...]

    @property
    def template(self) -> Template:
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(self.given.app,),
            goals=self.wordings,
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> RowAction:
        begin(scene, self.given.path)
        key, other = scene.rng.sample(sorted(key for key, _ in self.labels), 2)
        return RowAction(self, key, other)


@dataclass(frozen=True)
class RowAction(TaskType):
    """Do something to a row in its list."""

    plan: RowActionPlan
    key: str
    other: str

    def expect(self) -> list[Expectation]:
        given, effect = self.plan.given, self.plan.effect
        where = {given.key: self.key}
        if effect.removes:
            return [Removed(given.path, given.table.name, where)]
        return [Changed(given.path, given.table.name, where, dict(effect.sets))]

    def script(self) -> Script:
        label, action = dict(self.plan.labels)[self.key], self.plan.effect.action
        step: OracleStep = Tap(label)
        if action.startswith(SWIPE):
            step = Swipe(label, Direction(action.rpartition(" ")[2]))
        return (*self.plan.given.walk.steps, step)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another one": Instead(key=self.other)}


@dataclass(frozen=True, slots=True)
class MarkableRow:
    """A row with a recorded way from what it opens to the mark."""

    key: str
    id: int
    way: Script


@dataclass(frozen=True, slots=True)
class MarkPlan:
    """Open a row and mark it: pin it, make it a favorite."""

    given: RowGiven
    mark: MarkSpec
    rows: tuple[MarkableRow, ...]

    @property
    def template(self) -> Template:
        app, label = self.given.app, self.mark.label
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Open “{{key}}” in {app} and choose “{label}”.",
                f"In {app}, use “{label}” on “{{key}}”.",
                f"Use “{label}” for “{{key}}” in the {app} app.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> MarkRow:
        begin(scene, self.given.path)
        key, other = scene.rng.sample([row.key for row in self.rows], 2)
        return MarkRow(self, key, other)

    def row(self, key: str) -> MarkableRow:
        return next(row for row in self.rows if row.key == key)


@dataclass(frozen=True)
class MarkRow(TaskType):
    """Open a row and mark it."""

    plan: MarkPlan
    key: str
    other: str

    def expect(self) -> list[Expectation]:
        given = self.plan.given
        row = self.plan.row(self.key)
        wanted = {"name": self.plan.mark.name, "list": given.table.name, "row": row.id}
        return [Added(given.path, MARKS, wanted)]

    def script(self) -> Script:
        way = self.plan.row(self.key).way
        return (*self.plan.given.walk.steps, Tap(self.key), *way, Tap(self.plan.mark.label))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another one": Instead(key=self.other)}


def row_action_plans(
    spec: AppSpec, blueprint: Blueprint, ways: RecordedPaths, reached: Reached, path: str
) -> Iterator[RowActionPlan | MarkPlan]:
    """Every task about something that is done to a row."""
    for one in spec.lists:
        for effect in spec.row_effects:
            if (effect.screen, effect.table) != (one.screen, one.table):
                continue
            plan = _plan_for(spec, blueprint, reached, path, one, effect)
            if plan is not None:
                yield plan
    yield from _marks(spec, blueprint, ways, reached, path)


def _plan_for(
    spec: AppSpec,
    blueprint: Blueprint,
    reached: Reached,
    path: str,
    one: ListSpec,
    effect: RowEffectSpec,
) -> RowActionPlan | None:
    """The task for one effect, where two rows are to be seen that it can be had on."""
    table = blueprint.tables[one.table]
    if any(value.startswith(STEP) for _, value in effect.sets):
        return None
    for place, way in reached.items():
        if place[0] != one.screen:
            continue
        labels = {
            key: label
            for key, values in rows_to_name(one, blueprint, place).items()
            if (label := _label(effect, table, key, values))
        }
        if len(labels) < 2:
            continue
        wordings = _wordings(spec.label, effect, table)
        if wordings is None:
            return None
        deed = slug(_verb(effect, table) or effect.action, 24)
        name = f"{spec.package}.act.{one.table}.{deed}_{effect.was or 'any'}"
        opened: dict[str, Place] = dict.fromkeys(labels, place)
        given = RowGiven(spec.label, name, path, table, Walk(spec.label, way), opened)
        return RowActionPlan(given, effect, wordings, tuple(sorted(labels.items())))
    return None


def _label(effect: RowEffectSpec, table: TableSpec, key: str, values: dict[str, str]) -> str:
    """What is touched on this row to have the effect; empty where it cannot be had."""
    ticks = [values.get(c.name, "") for c in table.columns if c.type == TICK]
    if effect.was and effect.was not in ticks:
        return ""
    if not effect.words:
        return key
    if effect.words not in [values.get(c.name, "") for c in table.columns if c.type == WORDS]:
        constant = not any(c.type == WORDS for c in table.columns)
        if not constant:
            return ""
    filled = _BRACES.sub(lambda found: values.get(found[1], ""), effect.words)
    return filled if key in filled else ""


def _verb(effect: RowEffectSpec, table: TableSpec) -> str:
    """The words of a button without those of the row: “Complete” of “Complete: {title}”."""
    rest = effect.words.replace(f"{{{table.columns[0].name}}}", "")
    return "" if "{" in rest else rest.strip(" :,-–")


def _wordings(app: str, effect: RowEffectSpec, table: TableSpec) -> tuple[str, str, str] | None:
    """How the deed is asked for; None where it has no name."""
    ticks = {column.name for column in table.columns if column.type == TICK}
    turned = {value for name, value in effect.sets if name in ticks}
    verb = _verb(effect, table)
    if verb:
        return (
            f"In {app}, use “{verb}” for “{{key}}”.",
            f"Find “{{key}}” in {app} and choose “{verb}” for it.",
            f"“{verb}” for “{{key}}” in the {app} app, please.",
        )
    if effect.action.startswith(SWIPE) and effect.removes:
        side = effect.action.rpartition(" ")[2]
        return (
            f"Swipe “{{key}}” to the {side} in {app}, so that it goes.",
            f"In {app}, take “{{key}}” off the list with a swipe to the {side}.",
            f"“{{key}}” should go from the list in {app}: swipe it to the {side}.",
        )
    if effect.action == "tap" and effect.removes and not effect.was:
        return (
            f"Tap “{{key}}” in {app}, so that it goes from the list.",
            f"In {app}, get “{{key}}” off the list: a tap on it does that.",
            f"“{{key}}” is done: take it off the list in {app} with a tap.",
        )
    if effect.action == "tap" and len(turned) == 1 and effect.was:
        to = turned.pop()
        return (
            f"Turn {to} “{{key}}” in {app}.",
            f"In {app}, switch “{{key}}” {to}.",
            f"“{{key}}” should be {to} in the list of {app}.",
        )
    return None


def _marks(
    spec: AppSpec, blueprint: Blueprint, ways: RecordedPaths, reached: Reached, path: str
) -> Iterator[MarkPlan]:
    """Marks on rows whose button shows the word that sets the mark."""
    for one, way, opened in opened_tables(spec, blueprint, reached):
        table = blueprint.tables[one.table]
        first = next(n for n, t in enumerate(spec.tables) if t.name == one.table) * APART + 1
        ids = {row[0]: number for number, row in enumerate(table.rows, first)}
        for mark in spec.marks:
            if mark.table != one.table or slug(mark.label, 60) != mark.name:
                continue
            rows: list[MarkableRow] = []
            for key, place in sorted(opened.items()):
                found = ways.way_to(mark.screen, place, deepest=2)
                if found is not None and any(
                    (tap.slot, tap.part_label) == (mark.slot, mark.label)
                    for tap in ways.taps(found[0])
                ):
                    rows.append(MarkableRow(key, ids[key], found[1]))
            if len(rows) >= 2:
                name = f"{spec.package}.mark.{one.table}.{mark.name}"
                given = RowGiven(spec.label, name, path, table, Walk(spec.label, way), opened)
                yield MarkPlan(given, mark, tuple(rows))
