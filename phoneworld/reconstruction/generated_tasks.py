"""Tasks for a rebuilt app, made from its specification: switch, choose, add, remove, change, look up.

Each has its verifier (rows of the app's database), its oracle (a recorded way through the app) and
its mistakes, like every other task; `sound_templates` keeps only those that `check_task` finds
nothing wrong with. No task goes through what was never recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from phoneworld.author import (
    Added,
    Also,
    Changed,
    Child,
    Either,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
    Template,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place, RecordedPaths
from phoneworld.reconstruction.records import CHOICES, DATABASE, SECTION, SETTINGS
from phoneworld.reconstruction.row_tasks import row_plans
from phoneworld.reconstruction.screen_tasks import screen_plans
from phoneworld.reconstruction.specification import AppSpec, ChoiceSpec, FormSpec, SettingSpec
from phoneworld.reconstruction.task_steps import (
    TaskSource,
    Walk,
    begin,
    fill_in,
    made_up,
    phrase_of,
)
from phoneworld.store import database_path
from phoneworld.tasks.check import check_task
from phoneworld.workshop import Workshop


class TaskPlan(Protocol):
    """What a specification suggests as a task."""

    @property
    def template(self) -> Template: ...


@dataclass(frozen=True, slots=True)
class SwitchPlan:
    """Turn something on or off."""

    given: TaskSource
    setting: SettingSpec

    @property
    def template(self) -> Template:
        app = self.given.app
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=(
                f"Turn {{state}} “{{name}}” in {app}.",
                f"In {app}, switch “{{name}}” {{state}}.",
                f"I want “{{name}}” to be {{state}} in the {app} app.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> SetSwitch:
        begin(scene, self.given.path)
        on = scene.rng.random() < 0.5
        scene.phone.databases[self.given.path].run(
            f"UPDATE {SETTINGS} SET value = ? WHERE name = ?", int(not on), self.setting.name
        )
        return SetSwitch(self, "on" if on else "off", phrase_of(self.setting.label))


@dataclass(frozen=True)
class SetSwitch(TaskType):
    """Turn something on or off."""

    plan: SwitchPlan
    state: str
    name: str

    def expect(self) -> list[Expectation]:
        where, to = {"name": self.plan.setting.name}, {"value": int(self.state == "on")}
        return [Changed(self.plan.given.path, SETTINGS, where, to)]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, Tap(self.plan.setting.label))

    def mistakes(self) -> dict[str, Mistake]:
        return {"switched twice": Also(Tap(self.plan.setting.label))}


@dataclass(frozen=True, slots=True)
class ChoicePlan:
    """Choose something in a dialog: one of the options whose choice was recorded."""

    given: TaskSource
    choice: ChoiceSpec
    what: str
    recorded: tuple[str, ...]

    @property
    def template(self) -> Template:
        app = self.given.app
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=(
                f"In {app}, choose “{{option}}” for {self.what}.",
                f"Set {self.what} to “{{option}}” in {app}.",
                f"I would like “{{option}}” as {self.what} in the {app} app.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> Choose:
        begin(scene, self.given.path)
        return Choose(self, *scene.rng.sample(sorted(self.recorded), 2))


@dataclass(frozen=True)
class Choose(TaskType):
    """Choose something in a dialog."""

    plan: ChoicePlan
    option: str
    other: str

    def expect(self) -> list[Expectation]:
        wanted = {"name": self.plan.choice.name, "row": 0, "value": self.option}
        return [Added(self.plan.given.path, CHOICES, wanted)]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, Tap(self.option))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another one": Instead(option=self.other)}


@dataclass(frozen=True, slots=True)
class AddPlan:
    """Fill in a form and save it."""

    given: TaskSource
    form: FormSpec
    in_section: bool = False
    """Whether its list has sections: a row that is added there belongs to the one that is shown."""

    def added(self, columns: Mapping[str, str]) -> Expectation:
        """That a row with these values was added, in whatever section."""
        path, table = self.given.path, self.form.table
        alone = Added(path, table, columns)
        if not self.in_section:
            return alone
        belongs = Child(CHOICES, "row", {"name": f"{SECTION} {table}"})
        return Either((Added(path, table, columns, (belongs,)),), (alone,))

    @property
    def template(self) -> Template:
        app = self.given.app
        names = [phrase_of(column) for _, column in self.form.fields]
        described = ", ".join(f"{name} “{{values[{n}]}}”" for n, name in enumerate(names))
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Add an entry in {app} with {described}.",
                f"In {app}, make a new entry: {described}.",
                f"Please put this into {app}: {described}.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> FillForm:
        begin(scene, self.given.path)
        values = tuple(made_up(scene.rng) for _ in self.form.fields)
        return FillForm(self, values, made_up(scene.rng) + " x")


@dataclass(frozen=True)
class FillForm(TaskType):
    """Fill in a form and save it."""

    plan: AddPlan
    values: tuple[str, ...]
    other: str

    def expect(self) -> list[Expectation]:
        columns: dict[str, str] = {}
        for (_, column), text in zip(self.plan.form.fields, self.values, strict=True):
            columns[column] = f"{columns[column]} {text}" if column in columns else text
        return [self.plan.added(columns)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.given.walk.steps)
        for (slot, _), text in zip(self.plan.form.fields, self.values, strict=True):
            fill_in(pilot, slot, text)
        pilot.tap(self.plan.form.save_label)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another value": Instead(values=(self.other, *self.values[1:]))}


def plans_of(spec: AppSpec, *, only_recorded: bool = True) -> Iterator[TaskPlan]:
    """Every task that the specification suggests, sound or not."""
    blueprint = Blueprint(spec, {})
    ways = RecordedPaths(blueprint, only_recorded=only_recorded)
    start: Place = (spec.start, 0)
    reached = ways.everywhere(start, through_rows=False)
    path = database_path(spec.package, DATABASE)
    app = spec.label
    for setting in spec.settings:
        for place, way in reached.items():
            labels = {(tap.slot, tap.part_label): tap.label for tap in ways.taps(place)}
            if place[0] != setting.screen or (setting.slot, setting.label) not in labels:
                continue
            name = f"{spec.package}.switch.{setting.name}"
            yield SwitchPlan(TaskSource(app, name, path, Walk(app, way)), setting)
            break
    yield from _choices(spec, ways, reached, path)
    for form in spec.forms:
        way = next((w for place, w in reached.items() if place[0] == form.screen), None)
        if form.effect != "insert" or way is None or not form.save_label:
            continue
        name = f"{spec.package}.add.{form.screen}"
        in_section = any(one.table == form.table for one in spec.sections)
        yield AddPlan(TaskSource(app, name, path, Walk(app, way)), form, in_section)
    yield from row_plans(spec, blueprint, ways, reached, path)
    yield from screen_plans(spec, blueprint, ways, reached, path)


def candidates(spec: AppSpec, *, only_recorded: bool = True) -> Iterator[Template]:
    """The templates of every task that the specification suggests, sound or not."""
    return (plan.template for plan in plans_of(spec, only_recorded=only_recorded))


def _choices(
    spec: AppSpec, ways: RecordedPaths, reached: Mapping[Place, tuple[str, ...]], path: str
) -> Iterator[TaskPlan]:
    """What can be chosen in dialogs that a recorded way leads to."""
    app = spec.label
    for choice in spec.choices:
        for place, way in reached.items():
            if place[0] != choice.screen:
                continue
            taps = [tap for tap in ways.taps(place) if tap.slot == choice.slot]
            known = tuple(tap.label for tap in taps if ways.after(place, tap) is not None)
            if len(known) < 2:
                continue
            what = phrase_of(next(s.title for s in spec.screens if s.name == choice.screen))
            name = f"{spec.package}.choose.{choice.name}"
            yield ChoicePlan(TaskSource(app, name, path, Walk(app, way)), choice, what, known)
            break


def sound_templates(
    spec: AppSpec, workshop: Workshop, *, seeds: tuple[int, ...] = (0, 1)
) -> tuple[list[Template], list[str]]:
    """The tasks that pass `check_task` on all seeds, and what is wrong with the others."""
    return check_all(candidates(spec), workshop, seeds)


def check_all(
    templates: Iterable[Template], workshop: Workshop, seeds: tuple[int, ...]
) -> tuple[list[Template], list[str]]:
    """The templates that pass `check_task` on all seeds, and what is wrong with the others."""
    sound: list[Template] = []
    wrong: list[str] = []
    for template in templates:
        findings = [found for seed in seeds for found in check_task(workshop, template, seed)]
        if findings:
            wrong.append(str(findings[0]))
        else:
            sound.append(template)
    return sound, wrong
