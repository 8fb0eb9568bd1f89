"""Tasks from demonstrations: the person's instruction is the goal, what came of it the verifier.

What the instruction names and the person typed is a parameter: another value is asked for on every seed, and the
row that must come of it holds that value. So is a row or an option that it names, where the same can be done with
others. The rest of the instruction stays as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from phoneworld.author import (
    BACK,
    ENTER_KEY,
    Added,
    Changed,
    End,
    Expectation,
    ExpectedPage,
    ExpectedScreen,
    Hold,
    Instead,
    Kind,
    Level,
    Mistake,
    Page,
    Pilot,
    Removed,
    Scene,
    ShownElement,
    Tap,
    TapId,
    TaskType,
    Template,
    Way,
)
from phoneworld.reconstruction.records import CHOICES, MARKS, SETTINGS
from phoneworld.reconstruction.specification import (
    AppSpec,
    DemonstratedChange,
    DemonstratedStep,
    DemonstrationSpec,
)
from phoneworld.reconstruction.task_steps import (
    FIRST,
    SECOND,
    TaskSource,
    Walk,
    begin,
    fill_in,
)
from runtime.actions import Direction

_NUMBERS: Mapping[str, frozenset[str]] = {
    SETTINGS: frozenset({"value"}),
    MARKS: frozenset({"row"}),
    CHOICES: frozenset({"row"}),
}
"""Columns of the app's own tables that hold numbers; all others hold texts."""


@dataclass(frozen=True, slots=True)
class DemonstrationPlan:
    """Do what a person was asked to do."""

    given: TaskSource
    demonstration: DemonstrationSpec

    @property
    def template(self) -> Template:
        shown, app = self.demonstration, self.given.app
        goal = shown.goal.replace("{", "(").replace("}", ")").rstrip(". ")
        for number, value in enumerate(shown.values):
            goal = whole_words(value).sub(f"{{values[{number}]}}", goal)
        if shown.options:
            goal = whole_words(shown.chosen).sub("{chosen}", goal)
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY if len(shown.steps) < 3 else Level.MEDIUM,
            apps=(app,),
            goals=(
                f"{goal[:1].upper()}{goal[1:]}, in the {app} app.",
                f"In {app}: {goal}.",
                f"Please do this with {app} for me: {goal}.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> Demonstrated:
        begin(scene, self.given.path)
        values = tuple(another(value, scene.rng) for value in self.demonstration.values)
        others = tuple(another(value, scene.rng) for value in self.demonstration.values)
        options = self.demonstration.options
        chosen, rejected = scene.rng.sample(options, 2) if options else ("", "")
        return Demonstrated(self, values, others, chosen, rejected)


@dataclass(frozen=True)
class Demonstrated(TaskType):
    """Do what a person was asked to do."""

    plan: DemonstrationPlan
    values: tuple[str, ...]
    others: tuple[str, ...]
    chosen: str = ""
    rejected: str = ""

    def expect(self) -> list[Expectation]:
        shown = self.plan.demonstration
        if not shown.changes:
            package = shown.page.partition("/")[0]
            entered = tuple(ShownElement(text=value) for value in self.values)
            at_end: list[Expectation] = [ExpectedPage(shown.page)]
            return [*at_end, ExpectedScreen(package, entered)] if entered else at_end
        return [self._expected(change) for change in shown.changes]

    def _expected(self, change: DemonstratedChange) -> Expectation:
        path, table = self.plan.given.path, change.table
        before = {name: self._cell(table, name, text) for name, text in self._kept(change.before)}
        after = {name: self._cell(table, name, text) for name, text in change.after}
        if not before:
            return Added(path, table, after)
        if not after:
            return Removed(path, table, before)
        differing = {name: value for name, value in after.items() if before.get(name) != value}
        return Changed(path, table, before, differing)

    def _kept(self, cells: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """What a row must have held; of a row that was chosen, what it is chosen by."""
        shown = self.plan.demonstration
        if not shown.options:
            return cells
        said = whole_words(shown.chosen)
        return tuple(cell for cell in cells if said.search(cell[1])) or cells

    def _cell(self, table: str, column: str, text: str) -> str | int:
        if column in _NUMBERS.get(table, ()):
            return int(text)
        return self._drawn(text)

    def _drawn(self, text: str) -> str:
        """A text of the demonstration with the values of this draw."""
        shown = self.plan.demonstration
        values = dict(zip(shown.values, self.values, strict=True))
        if shown.options:
            values[shown.chosen] = self.chosen
        if not values:
            return text
        longest_first = sorted(values, key=len, reverse=True)
        known = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest_first))
        return known.sub(lambda found: values[found[0]], text)

    def solve(self, pilot: Pilot) -> None:
        for do in self.deeds():
            do(pilot)

    def deeds(self) -> Iterator[Callable[[Pilot], object]]:
        """What is done, one thing after another."""
        app = self.plan.given.app
        yield lambda pilot: pilot.open(app)
        for step in self.plan.demonstration.steps:
            yield self._deed(step)

    def _deed(self, step: DemonstratedStep) -> Callable[[Pilot], object]:
        target, text = self._drawn(step.target), self._drawn(step.text)
        match step.action.split():
            case ["tap"]:
                return lambda pilot: pilot.do(TapId(step.id) if step.id else Tap(target))
            case ["hold"]:
                return lambda pilot: pilot.do(Hold(target))
            case ["type"]:
                return lambda pilot: fill_in(pilot, step.target, text)
            case ["scroll", direction]:
                return lambda pilot: pilot.do(Page(Direction(direction)))
            case ["enter"]:
                return lambda pilot: pilot.do(ENTER_KEY)
            case _:
                return lambda pilot: pilot.do(BACK)

    def mistakes(self) -> dict[str, Mistake]:
        if self.values:
            return {"other values": Instead(values=self.others)}
        if self.rejected:
            return {"another one": Instead(chosen=self.rejected)}
        return {"only claimed": Way(End("Done."))}


def demonstration_plans(spec: AppSpec, path: str) -> Iterator[DemonstrationPlan]:
    """A task for every demonstration that the app keeps."""
    for one in spec.demonstrations:
        name = f"{spec.package}.demonstrated.{one.name}"
        yield DemonstrationPlan(TaskSource(spec.label, name, path, Walk(spec.label, ())), one)


def whole_words(value: str) -> re.Pattern[str]:
    """Where a value stands in an instruction, and not in the middle of a word."""
    return re.compile(rf"(?<!\w){re.escape(value)}(?!\w)", re.IGNORECASE)


def another(value: str, rng: Random) -> str:
    """A value of the same kind: digits for digits, a word for a word, a short text for a text."""
    if sum(c.isdigit() for c in value) * 2 > len(value):
        return "".join(rng.choice("123456789") if c.isdigit() else c for c in value)
    if " " in value.strip():
        return f"{rng.choice(FIRST)} {rng.choice(SECOND)} {rng.randrange(10, 100)}"
    word = f"{rng.choice(FIRST)}{rng.choice(SECOND)}{rng.randrange(10, 100)}"
    return word if value[:1].isupper() else word.lower()
