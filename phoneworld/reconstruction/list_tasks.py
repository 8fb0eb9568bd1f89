"""Generated tasks about what a list shows of its rows: say a value, compare two rows.

They need a list that a recorded way leads to and nothing to be opened. A value is asked for by its kind (an
amount, a date, a time) where the row shows one value of that kind, or by what the app calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from phoneworld.author import (
    End,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    Scene,
    Script,
    TaskType,
    Template,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place
from phoneworld.reconstruction.rows import LOOKS
from phoneworld.reconstruction.shown_rows import rows_to_name
from phoneworld.reconstruction.specification import AppSpec, ColumnSpec
from phoneworld.reconstruction.spoken_names import SpokenNames
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin

Reached = dict[Place, Script]
_KINDS = {"money": "amount", "date": "date", "time": "time", "integer": "number"}
_NUMBER = re.compile(r"[^\d+-]*([+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?)[^\d]*")
"""A number that can be read in one way only: `1.204` may be more than a thousand."""


@dataclass(frozen=True, slots=True)
class ListedPlan:
    """Say what a list shows with a row: `values` by what the rows are called."""

    given: TaskSource
    what: str
    values: tuple[tuple[str, str], ...]

    @property
    def template(self) -> Template:
        app, what = self.given.app, self.what
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=(
                f"Which {what} stands with “{{key}}” in {app}?",
                f"Find “{{key}}” in {app} and tell me the {what} beside it.",
                f"Tell me the {what} that {app} lists for “{{key}}”.",
                f"What {what} does the {app} app show for “{{key}}”?",
            ),
            hidden=("answer",),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> ReadListed:
        begin(scene, self.given.path)
        key, answer = scene.rng.choice(self.values)
        others = sorted({value for _, value in self.values if value != answer})
        return ReadListed(self, key, answer, scene.rng.choice(others))


@dataclass(frozen=True)
class ReadListed(TaskType):
    """Say what a list shows with a row."""

    plan: ListedPlan
    key: str
    answer: str
    other: str

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer)]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, End(self.answer))

    def mistakes(self) -> dict[str, Mistake]:
        return {"that of another": Instead(answer=self.other)}


@dataclass(frozen=True, slots=True)
class ComparePlan:
    """Say which of two rows has more."""

    given: TaskSource
    what: str
    values: tuple[tuple[str, float], ...]

    @property
    def template(self) -> Template:
        app, what = self.given.app, self.what
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Which has the higher {what} in {app}: “{{one}}” or “{{two}}”?",
                f"Compare “{{one}}” and “{{two}}” in {app}: which one has the higher {what}?",
                f"“{{one}}” or “{{two}}”: for which of them does {app} show the higher {what}?",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> Compare:
        begin(scene, self.given.path)
        pairs = [
            (one, two)
            for one, more in self.values
            for two, less in self.values
            if more > less and not set(one.split()) & set(two.split())
        ]
        answer, other = scene.rng.choice(pairs)
        one, two = scene.rng.sample((answer, other), 2)
        return Compare(self, one, two, answer, other)


@dataclass(frozen=True)
class Compare(TaskType):
    """Say which of two rows has more."""

    plan: ComparePlan
    one: str
    two: str
    answer: str
    other: str

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer, nots=(self.other,))]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, End(self.answer))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other one": Instead(answer=self.other, other=self.answer)}


def list_plans(
    spec: AppSpec, blueprint: Blueprint, names: SpokenNames, reached: Reached, path: str
) -> Iterator[ListedPlan | ComparePlan]:
    """Every task about the values that a list shows."""
    for one in spec.lists:
        table = blueprint.tables[one.table]
        shown = [column for column in table.columns[1:] if column.slot]
        for place, way in reached.items():
            rows = rows_to_name(one, blueprint, place) if place[0] == one.screen else {}
            if len(rows) < 2:
                continue
            walk = Walk(spec.label, way)
            for column in shown:
                what = _called(column, shown, names, one.table)
                texts = {key: row.get(column.name, "") for key, row in rows.items()}
                values = tuple((key, text) for key, text in sorted(texts.items()) if text)
                if not what or len({text for _, text in values}) < 2:
                    continue
                name = f"{spec.package}.listed.{one.table}.{column.name}"
                yield ListedPlan(TaskSource(spec.label, name, path, walk), what, values)
                name = f"{spec.package}.compare.{one.table}.{column.name}"
                read = [(key, amount_of(text)) for key, text in values]
                numbers = tuple((key, value) for key, value in read if value is not None)
                if column.type in ("money", "integer") and _has_pair(numbers):
                    yield ComparePlan(TaskSource(spec.label, name, path, walk), what, numbers)
            break


def amount_of(text: str) -> float | None:
    """The number in a text like `$1,204.50`; None where it could be read in two ways."""
    found = _NUMBER.fullmatch(text)
    return None if found is None else float(found[1].replace(",", ""))


def _has_pair(values: tuple[tuple[str, float], ...]) -> bool:
    return any(
        a > b and not set(one.split()) & set(two.split()) for one, a in values for two, b in values
    )


def _called(column: ColumnSpec, shown: list[ColumnSpec], names: SpokenNames, table: str) -> str:
    """What a column is called in a goal: its kind, where it is the only one, or the app's own word."""
    kind = _KINDS.get(column.type, "")
    if kind and sum(one.type == column.type for one in shown) == 1:
        return kind
    if column.type in LOOKS:
        return ""
    word = names.of_column(table, column.name)
    return f"“{word}”" if word else ""
