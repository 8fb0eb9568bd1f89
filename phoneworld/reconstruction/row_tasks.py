"""Generated tasks about one row of a table: remove it, change it, look something up in it.

Only rows whose opening was recorded are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.rows import rows_of
from phoneworld.reconstruction.specification import (
    AppSpec,
    DetailSpec,
    FormSpec,
    Known,
    ListSpec,
    RemovalSpec,
    TableSpec,
)
from phoneworld.reconstruction.task_steps import Walk, fill_in, made, made_up, phrase_of
from phoneworld.reconstruction.ways import Place, Ways
from phoneworld.tasks.expect import Answered, Changed, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template

Reached = dict[Place, tuple[str, ...]]


class RowTask(Template):
    """What tasks about a row share: which rows, and the way to them."""

    path: str
    table: TableSpec
    walk: Walk
    opened: Mapping[str, Place]
    """The rows whose opening was recorded, with what it leads to."""

    level = Level.MEDIUM

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


def _tables(
    spec: AppSpec, blueprint: Blueprint, reached: Reached
) -> Iterator[tuple[ListSpec, tuple[str, ...], dict[str, Place]]]:
    """Every list with a way to it and at least one row that can be opened."""
    for one in spec.lists:
        for place, way in reached.items():
            if place[0] != one.screen:
                continue
            rows = opened_rows(one, blueprint, place)
            if rows:
                yield one, way, {key: target for key, (_, target) in rows.items()}
                break


class Remove(RowTask):
    """Remove a row."""

    further: Mapping[str, tuple[str, ...]]
    removal: RemovalSpec

    def setup(self, scene: Scene) -> Params:
        first, other = self.two(scene)
        return {"key": first, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(self.path, self.table.name, {self.key: v["key"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        self.walk.go(pilot)
        pilot.tap(v["key"])
        for label in self.further.get(v["key"], next(iter(self.further.values()))):
            pilot.tap(label)
        pilot.tap(self.removal.label)

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        return {"another one": {"key": v["other"]}}

    @classmethod
    def candidates(
        cls, spec: AppSpec, blueprint: Blueprint, ways: Ways, reached: Reached, path: str
    ) -> Iterator[Template]:
        for one, way, opened in _tables(spec, blueprint, reached):
            for removal in spec.removals:
                if removal.table != one.table or not removal.label or ">" in removal.slot:
                    continue
                further = _further(ways, opened, removal.screen)
                if not further:
                    continue
                app = spec.label
                yield made(
                    cls,
                    name=f"{spec.package}.remove.{one.table}.{phrase_of(removal.label)}",
                    apps=(app,),
                    goals=(
                        f"Remove “{{key}}” from {app} ({phrase_of(removal.label)}).",
                        f"In {app}, open “{{key}}” and choose {phrase_of(removal.label)}.",
                        f"“{{key}}” should no longer be in the list of {app}: use {phrase_of(removal.label)}.",
                    ),
                    path=path,
                    table=blueprint.tables[one.table],
                    walk=Walk(app, way),
                    opened={key: opened[key] for key in further},
                    further=further,
                    removal=removal,
                )


def _further(ways: Ways, opened: Mapping[str, Place], screen: str) -> dict[str, tuple[str, ...]]:
    """For each row, the way from what it opens to a screen."""
    found: dict[str, tuple[str, ...]] = {}
    for key, place in sorted(opened.items()):
        for target, way in ways.everywhere(place, deepest=3).items():
            if target[0] == screen:
                found[key] = way
                break
    return found


class LookUp(RowTask):
    """Say what a row's detail shows."""

    column: str
    hidden = ("answer",)

    def setup(self, scene: Scene) -> Params:
        values = self._values()
        key = scene.rng.choice(sorted(key for key in self.opened if values.get(key)))
        others = sorted(
            {v for k, v in values.items() if v and v != values[key] and k in self.opened}
        )
        return {"key": key, "answer": values[key], "other": scene.rng.choice(others)}

    def _values(self) -> dict[str, str]:
        names = [column.name for column in self.table.columns]
        place = names.index(self.column)
        return {row[0]: row[place] for row in self.table.rows}

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["answer"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        self.walk.go(pilot)
        pilot.tap(v["key"])
        pilot.finish(v["answer"])

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        return {"that of another": {"answer": v["other"]}}

    @classmethod
    def candidates(
        cls, spec: AppSpec, blueprint: Blueprint, ways: Ways, reached: Reached, path: str
    ) -> Iterator[Template]:
        del ways
        for one, way, opened in _tables(spec, blueprint, reached):
            table = blueprint.tables[one.table]
            names = [column.name for column in table.columns]
            for detail in spec.details:
                if detail.table != one.table:
                    continue
                for column in _telling(detail, table):
                    place = names.index(column)
                    rows = {
                        row[0]: row[place] for row in table.rows if row[0] in opened and row[place]
                    }
                    if len(set(rows.values())) < 2:
                        continue
                    app, what = spec.label, phrase_of(column)
                    yield made(
                        cls,
                        name=f"{spec.package}.look_up.{one.table}.{column}",
                        apps=(app,),
                        goals=(
                            f"What does {app} show as the {what} of “{{key}}”?",
                            f"Look up “{{key}}” in {app} and tell me its {what}.",
                            f"Tell me the {what} that {app} has for “{{key}}”.",
                        ),
                        path=path,
                        table=table,
                        walk=Walk(app, way),
                        opened={key: opened[key] for key in rows},
                        column=column,
                    )


def _telling(detail: DetailSpec, table: TableSpec) -> list[str]:
    """Columns with a name that says what they are, besides what the row is called by."""
    dull = ("text", "detail", "field", "title", "summary")
    return sorted(
        {
            name
            for _, name in detail.bindings
            if name != table.columns[0].name and not name.startswith(dull)
        }
    )


class Change(RowTask):
    """Change a row through its form."""

    further: Mapping[str, tuple[str, ...]]
    form: FormSpec

    def setup(self, scene: Scene) -> Params:
        first, other = self.two(scene)
        return {
            "key": first,
            "other": other,
            "new": made_up(scene.rng),
            "wrong": made_up(scene.rng),
        }

    def expect(self, v: Params) -> list[Expectation]:
        column = self.form.fields[0][1]
        return [
            Changed(self.path, self.table.name, {self.key: v["key"]}, {column: v["new"]}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        self.walk.go(pilot)
        pilot.tap(v["key"])
        for label in self.further.get(v["key"], ()):
            pilot.tap(label)
        fill_in(pilot, self.form.fields[0][0], v["new"])
        pilot.tap(self.form.save_label)

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        return {"another value": {"new": v["wrong"] + " y"}}

    @classmethod
    def candidates(
        cls, spec: AppSpec, blueprint: Blueprint, ways: Ways, reached: Reached, path: str
    ) -> Iterator[Template]:
        for one, way, opened in _tables(spec, blueprint, reached):
            for form in spec.forms:
                if form.table != one.table or form.effect != "update" or not form.save_label:
                    continue
                further = _further(ways, opened, form.screen)
                if not further:
                    continue
                app, what = spec.label, phrase_of(form.fields[0][1])
                yield made(
                    cls,
                    name=f"{spec.package}.change.{one.table}.{form.screen}",
                    level=Level.HARD,
                    apps=(app,),
                    goals=(
                        f"In {app}, change the {what} of “{{key}}” to “{{new}}”.",
                        f"Set the {what} of “{{key}}” in {app} to “{{new}}”.",
                        f"“{{key}}” in {app} should have “{{new}}” as its {what}.",
                    ),
                    path=path,
                    table=blueprint.tables[one.table],
                    walk=Walk(app, way),
                    opened={key: opened[key] for key in further},
                    further=further,
                    form=form,
                )
