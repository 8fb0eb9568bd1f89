"""Generated tasks about one row of a table: remove it, change it, look something up in it.

Only rows whose opening was recorded are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from phoneworld.author import (
    Changed,
    End,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Removed,
    Scene,
    Script,
    Tap,
    TaskType,
    Template,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place, RecordedPaths
from phoneworld.reconstruction.rows import rows_of
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.specification import (
    AppSpec,
    DetailSpec,
    FormSpec,
    Known,
    ListSpec,
    RemovalSpec,
    TableSpec,
)
from phoneworld.reconstruction.spoken_names import SpokenNames
from phoneworld.reconstruction.task_steps import Walk, begin, fill_in, made_up

Reached = dict[Place, Script]


@dataclass(frozen=True, slots=True)
class RowGiven:
    """What tasks about a row share: which rows, and the way to them.

    `opened` are the rows whose opening was recorded, with what it leads to.
    """

    app: str
    name: str
    path: str
    table: TableSpec
    walk: Walk
    opened: Mapping[str, Place]

    @property
    def key(self) -> str:
        return self.table.columns[0].name

    def two(self, scene: Scene) -> tuple[str, str]:
        """A row, and another one."""
        names = sorted(self.opened)
        first = scene.rng.choice(names)
        others = [row[0] for row in self.table.rows if row[0] != first and row[0]]
        return first, scene.rng.choice(sorted(others)) if others else ""


def opened_rows(spec: ListSpec, blueprint: Blueprint, place: Place) -> dict[str, tuple[str, Place]]:
    """The rows on a content whose opening was recorded: key -> (slot, where it leads)."""
    table = blueprint.tables[spec.table]
    keys = [row[0] for row in table.rows]
    parts = blueprint.parts(*place)
    box = next((n for n, part in enumerate(parts) if part.slot == spec.box), None)
    found: dict[str, tuple[str, Place]] = {}
    for row in rows_of(parts, box) if box is not None else ():
        key = row.value(table.columns[0].slot)
        part = parts[row.place]
        move = blueprint.behaviour.decide(
            place[0], place[1], "tap", slot=part.slot, label=part.label, nth=part.nth
        )
        if (
            move is not None
            and move.known is Known.RECORDED
            and move.screen in blueprint.screens
            and keys.count(key) == 1
            and not any(key in other for other in keys if other != key)
        ):
            found[key] = (part.slot, (move.screen, max(0, move.state)))
    return found


def opened_tables(
    spec: AppSpec, blueprint: Blueprint, reached: Reached
) -> Iterator[tuple[ListSpec, Script, dict[str, Place]]]:
    """Every list with a way to it and at least one row that can be opened."""
    for one in spec.lists:
        for place, way in reached.items():
            if place[0] != one.screen:
                continue
            rows = opened_rows(one, blueprint, place)
            if rows:
                yield one, way, {key: target for key, (_, target) in rows.items()}
                break


@dataclass(frozen=True, slots=True)
class RemovalPlan:
    """Remove a row."""

    given: RowGiven
    further: Mapping[str, Script]
    removal: RemovalSpec

    @property
    def template(self) -> Template:
        app, label = self.given.app, self.removal.label
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Use “{label}” on “{{key}}” in {app}.",
                f"In {app}, open “{{key}}” and choose “{label}”.",
                f"“{{key}}” should no longer be in the list of {app}: use “{label}”.",
                f"Open “{{key}}” in the {app} app and get it off the list with “{label}”.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> Remove:
        begin(scene, self.given.path)
        return Remove(self, *self.given.two(scene))


@dataclass(frozen=True)
class Remove(TaskType):
    """Remove a row."""

    plan: RemovalPlan
    key: str
    other: str

    def expect(self) -> list[Expectation]:
        given = self.plan.given
        return [Removed(given.path, given.table.name, {given.key: self.key})]

    def script(self) -> Script:
        further = self.plan.further
        way = further.get(self.key, next(iter(further.values())))
        return (
            *self.plan.given.walk.steps,
            Tap(self.key),
            *way,
            Tap(self.plan.removal.label),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another one": Instead(key=self.other)}


def _removals(
    spec: AppSpec, blueprint: Blueprint, ways: RecordedPaths, reached: Reached, path: str
) -> Iterator[RemovalPlan]:
    for one, way, opened in opened_tables(spec, blueprint, reached):
        for removal in spec.removals:
            if removal.table != one.table or not removal.label or ">" in removal.slot:
                continue
            further = _further(ways, opened, removal.screen)
            if further:
                name = f"{spec.package}.remove.{one.table}.{slug(removal.label, 40)}"
                rows = {key: opened[key] for key in further}
                given = _given(spec, name, path, blueprint.tables[one.table], way, rows)
                yield RemovalPlan(given, further, removal)


def _given(
    spec: AppSpec,
    name: str,
    path: str,
    table: TableSpec,
    way: Script,
    opened: Mapping[str, Place],
) -> RowGiven:
    return RowGiven(spec.label, name, path, table, Walk(spec.label, way), opened)


def _further(ways: RecordedPaths, opened: Mapping[str, Place], screen: str) -> dict[str, Script]:
    """For each row, the way from what it opens to a screen."""
    found: dict[str, Script] = {}
    for key, place in sorted(opened.items()):
        nearest = ways.way_to(screen, place, deepest=3)
        if nearest is not None:
            found[key] = nearest[1]
    return found


@dataclass(frozen=True, slots=True)
class LookUpPlan:
    """Say what a row's detail shows."""

    given: RowGiven
    column: str
    what: str
    """What the app calls the column."""

    @property
    def template(self) -> Template:
        app, what = self.given.app, self.what
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"What does {app} show as “{what}” of “{{key}}”?",
                f"Look up “{{key}}” in {app} and tell me what stands there as “{what}”.",
                f"Open “{{key}}” in {app}. What does it say for “{what}”?",
                f"Tell me the “{what}” that {app} has for “{{key}}”.",
            ),
            hidden=("answer",),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> LookUp:
        begin(scene, self.given.path)
        values, opened = self._values(), self.given.opened
        key = scene.rng.choice(sorted(key for key in opened if values.get(key)))
        answer = values[key]
        others = {text for row, text in values.items() if text and text != answer and row in opened}
        return LookUp(self, key, answer, scene.rng.choice(sorted(others)))

    def _values(self) -> dict[str, str]:
        table = self.given.table
        place = [column.name for column in table.columns].index(self.column)
        return {row[0]: row[place] for row in table.rows}


@dataclass(frozen=True)
class LookUp(TaskType):
    """Say what a row's detail shows."""

    plan: LookUpPlan
    key: str
    answer: str
    other: str

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer)]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, Tap(self.key), End(self.answer))

    def mistakes(self) -> dict[str, Mistake]:
        return {"that of another": Instead(answer=self.other)}


def _look_ups(
    spec: AppSpec, blueprint: Blueprint, names_of: SpokenNames, reached: Reached, path: str
) -> Iterator[LookUpPlan]:
    for one, way, opened in opened_tables(spec, blueprint, reached):
        table = blueprint.tables[one.table]
        names = [column.name for column in table.columns]
        for detail in spec.details:
            for column in _asked_columns(detail, table) if detail.table == one.table else ():
                what = names_of.of_column(table.name, column)
                if not what:
                    continue
                place = names.index(column)
                rows = {row[0]: row[place] for row in table.rows if row[0] in opened and row[place]}
                if len(set(rows.values())) >= 2:
                    name = f"{spec.package}.look_up.{one.table}.{column}"
                    shown = {key: opened[key] for key in rows}
                    yield LookUpPlan(_given(spec, name, path, table, way, shown), column, what)


def _asked_columns(detail: DetailSpec, table: TableSpec) -> list[str]:
    """What a row's own screen shows of it besides what it is called by."""
    return sorted({name for _, name in detail.bindings if name != table.columns[0].name})


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """Change a row through its form."""

    given: RowGiven
    further: Mapping[str, Script]
    form: FormSpec
    place: int
    """Which of its fields is changed."""
    what: str
    """What the app calls that field."""

    @property
    def template(self) -> Template:
        app, what = self.given.app, self.what
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.HARD,
            apps=(app,),
            goals=(
                f"In {app}, change “{what}” of “{{key}}” to “{{new}}”.",
                f"Set “{what}” of “{{key}}” in {app} to “{{new}}”.",
                f"“{{key}}” in {app} should have “{{new}}” as “{what}”.",
                f"Edit “{{key}}” in the {app} app: “{what}” is now “{{new}}”.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> ChangeRow:
        begin(scene, self.given.path)
        key, _ = self.given.two(scene)
        return ChangeRow(self, key, made_up(scene.rng), made_up(scene.rng) + " y")


@dataclass(frozen=True)
class ChangeRow(TaskType):
    """Change a row through its form."""

    plan: ChangePlan
    key: str
    new: str
    wrong: str

    def expect(self) -> list[Expectation]:
        given, column = self.plan.given, self.plan.form.fields[self.plan.place][1]
        return [Changed(given.path, given.table.name, {given.key: self.key}, {column: self.new})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.given.walk.steps)
        pilot.tap(self.key)
        pilot.follow(self.plan.further.get(self.key, ()))
        fill_in(pilot, self.plan.form.fields[self.plan.place][0], self.new)
        pilot.tap(self.plan.form.save_label)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another value": Instead(new=self.wrong)}


def _changes(
    spec: AppSpec,
    blueprint: Blueprint,
    names: SpokenNames,
    ways: RecordedPaths,
    reached: Reached,
    path: str,
) -> Iterator[ChangePlan]:
    for one, way, opened in opened_tables(spec, blueprint, reached):
        for form in spec.forms:
            if form.table != one.table or form.effect != "update" or not form.save_label:
                continue
            further = _further(ways, opened, form.screen)
            if further:
                rows = {key: opened[key] for key in further}
                for place, (slot, column) in enumerate(form.fields):
                    what = names.of_field(form, slot) or names.of_column(form.table, column)
                    if not what:
                        continue
                    name = f"{spec.package}.change.{one.table}.{form.screen}.{column}"
                    given = _given(spec, name, path, blueprint.tables[one.table], way, rows)
                    yield ChangePlan(given, further, form, place, what)


def row_plans(
    spec: AppSpec,
    blueprint: Blueprint,
    names: SpokenNames,
    ways: RecordedPaths,
    reached: Reached,
    path: str,
) -> Iterator[RemovalPlan | LookUpPlan | ChangePlan]:
    """Every task about a row that the specification suggests."""
    yield from _removals(spec, blueprint, ways, reached, path)
    yield from _look_ups(spec, blueprint, names, reached, path)
    yield from _changes(spec, blueprint, names, ways, reached, path)
