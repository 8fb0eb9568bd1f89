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
    Child,
    Digits,
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
from phoneworld.reconstruction.answer_tasks import answer_plans
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.demonstration_tasks import demonstration_plans
from phoneworld.reconstruction.enter_tasks import enter_plans
from phoneworld.reconstruction.list_tasks import list_plans
from phoneworld.reconstruction.open_tasks import open_plans
from phoneworld.reconstruction.recorded_paths import Place, RecordedPaths, called
from phoneworld.reconstruction.records import CHOICES, DATABASE, SECTION
from phoneworld.reconstruction.row_action_tasks import row_action_plans
from phoneworld.reconstruction.row_tasks import row_plans
from phoneworld.reconstruction.screen_tasks import screen_plans
from phoneworld.reconstruction.shown_tasks import fill_plans, shown_plans
from phoneworld.reconstruction.specification import AppSpec, ChoiceSpec, FormSpec
from phoneworld.reconstruction.spoken_names import SpokenNames
from phoneworld.reconstruction.spoken_screens import SpokenScreens, is_name
from phoneworld.reconstruction.switch_tasks import switch_plans
from phoneworld.reconstruction.task_steps import (
    TaskSource,
    Walk,
    begin,
    fill_in,
    made_up,
)
from phoneworld.store import database_path
from phoneworld.tasks.check import check_task
from phoneworld.workshop import Workshop


class TaskPlan(Protocol):
    """What a specification suggests as a task."""

    @property
    def template(self) -> Template: ...


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
                f"In {app}, choose “{{option}}” for “{self.what}”.",
                f"Set “{self.what}” to “{{option}}” in {app}.",
                f"I would like “{{option}}” for “{self.what}” in the {app} app.",
                f"“{self.what}” in {app} should be “{{option}}”.",
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
    names: tuple[str, ...]
    """What the app calls the fields."""
    in_section: bool = False
    """Whether its list has sections: a row that is added there belongs to the one that is shown."""

    def added(self, columns: Mapping[str, str | Digits]) -> Expectation:
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
        described = ", ".join(f"“{{values[{n}]}}” as “{name}”" for n, name in enumerate(self.names))
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Add an entry in {app} with {described}.",
                f"In {app}, make a new entry: {described}.",
                f"Please put this into {app}: {described}.",
                f"Something new for {app}: enter {described} and choose “{self.form.save_label}”.",
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
    """Every task that the specification suggests, sound or not, each under a name of its own."""
    taken: set[str] = set()
    for plan in _all_plans(spec, only_recorded=only_recorded):
        name = plan.template.name
        if name not in taken:
            taken.add(name)
            yield plan


def _all_plans(spec: AppSpec, *, only_recorded: bool) -> Iterator[TaskPlan]:
    blueprint = Blueprint(spec, {})
    ways = RecordedPaths(blueprint, only_recorded=only_recorded)
    start: Place = (spec.start, 0)
    reached = ways.everywhere(start, through_rows=False)
    # What lies behind a row is reached through it where no other way leads there.
    reached |= {place: way for place, way in ways.everywhere(start).items() if place not in reached}
    path = database_path(spec.package, DATABASE)
    names, screens = SpokenNames(blueprint), SpokenScreens(blueprint, reached)
    yield from switch_plans(spec, blueprint, ways, reached, path)
    yield from _choices(spec, ways, reached, path)
    yield from _additions(spec, names, reached, path)
    yield from row_plans(spec, blueprint, names, ways, reached, path)
    yield from row_action_plans(spec, blueprint, ways, reached, path)
    yield from enter_plans(spec, blueprint, names, ways, reached, path)
    yield from fill_plans(spec, blueprint, names, ways, reached, path)
    yield from list_plans(spec, blueprint, names, reached, path)
    yield from demonstration_plans(spec, path)
    yield from open_plans(spec, blueprint, screens, ways, reached, path)
    yield from screen_plans(spec, blueprint, screens, reached, path)
    yield from answer_plans(spec, blueprint, screens, reached, path)
    yield from shown_plans(spec, blueprint, screens, ways, reached, path)


def candidates(spec: AppSpec, *, only_recorded: bool = True) -> Iterator[Template]:
    """The templates of every task that the specification suggests, sound or not."""
    return (plan.template for plan in plans_of(spec, only_recorded=only_recorded))


def _additions(
    spec: AppSpec, names: SpokenNames, reached: Mapping[Place, Script], path: str
) -> Iterator[TaskPlan]:
    """Forms that make rows, where the app has words for all their fields."""
    for form in spec.forms:
        way = next((w for place, w in reached.items() if place[0] == form.screen), None)
        if form.effect != "insert" or way is None or not form.save_label:
            continue
        words = tuple(
            names.of_field(form, slot) or names.of_column(form.table, column)
            for slot, column in form.fields
        )
        if all(words) and len(set(words)) == len(words):
            name = f"{spec.package}.add.{form.screen}"
            given = TaskSource(spec.label, name, path, Walk(spec.label, way))
            in_section = any(one.table == form.table for one in spec.sections)
            yield AddPlan(given, form, words, in_section)


def _choices(
    spec: AppSpec, ways: RecordedPaths, reached: Mapping[Place, Script], path: str
) -> Iterator[TaskPlan]:
    """What can be chosen in dialogs that a recorded way leads to."""
    app = spec.label
    for choice in spec.choices:
        for place, way in reached.items():
            if place[0] != choice.screen:
                continue
            taps = [tap for tap in ways.taps(place) if tap.slot == choice.slot]
            known = tuple(
                tap.label
                for tap in taps
                if is_name(tap.label) and ways.after(place, tap) is not None
            )
            if len(known) < 2:
                continue
            title = next(one.title for one in spec.screens if one.name == choice.screen)
            what = title if is_name(title) else (called(way) if is_name(called(way)) else "")
            if not what:
                continue
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
