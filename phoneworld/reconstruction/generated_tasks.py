"""Tasks for a rebuilt app, made from its specification: switch, choose, add, remove, change, look up.

Each has its verifier (rows of the app's database), its oracle (a recorded way through the app) and
its near misses, like every other task; `sound_templates` keeps only those that `check_task` finds
nothing wrong with. No task goes through what was never recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.records import CHOICES, DATABASE, SETTINGS
from phoneworld.reconstruction.row_tasks import Change, LookUp, Remove
from phoneworld.reconstruction.specification import AppSpec, ChoiceSpec, FormSpec, SettingSpec
from phoneworld.reconstruction.task_steps import Walk, fill_in, made, made_up, phrase_of
from phoneworld.reconstruction.ways import Place, Ways
from phoneworld.store import database_path
from phoneworld.tasks.check import check_task
from phoneworld.tasks.expect import Added, Changed, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Given:
    """What every generated task needs to know."""

    spec: AppSpec
    path: str
    walk: Walk


class Switch(Template):
    """Turn something on or off."""

    given: Given
    setting: SettingSpec

    def setup(self, scene: Scene) -> Params:
        on = scene.rng.random() < 0.5
        scene.phone.databases[self.given.path].run(
            f"UPDATE {SETTINGS} SET value = ? WHERE name = ?", int(not on), self.setting.name
        )
        return {"state": "on" if on else "off", "name": phrase_of(self.setting.label), "times": 1}

    def expect(self, v: Params) -> list[Expectation]:
        to = {"value": int(v["state"] == "on")}
        return [Changed(self.given.path, SETTINGS, {"name": self.setting.name}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        self.given.walk.go(pilot)
        for _ in range(v["times"]):
            pilot.tap(self.setting.label)

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        del v
        return {"switched twice": {"times": 2}}


class Choose(Template):
    """Choose something in a dialog."""

    given: Given
    choice: ChoiceSpec
    recorded: tuple[str, ...]
    """The options whose choice was recorded."""

    def setup(self, scene: Scene) -> Params:
        option, other = scene.rng.sample(sorted(self.recorded), 2)
        return {"option": option, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"name": self.choice.name, "row": 0, "value": v["option"]}
        return [Added(self.given.path, CHOICES, wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        self.given.walk.go(pilot)
        pilot.tap(v["option"])

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        return {"another one": {"option": v["other"]}}


class Add(Template):
    """Fill in a form and save it."""

    given: Given
    form: FormSpec

    def setup(self, scene: Scene) -> Params:
        return _values(self.form, scene.rng)

    def expect(self, v: Params) -> list[Expectation]:
        columns: dict[str, str] = {}
        for number, (_, column) in enumerate(self.form.fields):
            text = v[f"value_{number}"]
            columns[column] = f"{columns[column]} {text}" if column in columns else text
        return [Added(self.given.path, self.form.table, columns)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        self.given.walk.go(pilot)
        for number, (slot, _) in enumerate(self.form.fields):
            fill_in(pilot, slot, v[f"value_{number}"])
        pilot.tap(self.form.save_label)

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        return {"another value": {"value_0": v["other"]}}


def _values(form: FormSpec, rng: Random) -> Params:
    values: Params = {f"value_{n}": made_up(rng) for n in range(len(form.fields))}
    values["other"] = made_up(rng) + " x"
    return values


def candidates(spec: AppSpec, *, only_recorded: bool = True) -> Iterator[Template]:
    """Every task that the specification suggests, sound or not."""
    blueprint = Blueprint(spec, {})
    ways = Ways(blueprint, only_recorded=only_recorded)
    start: Place = (spec.start, 0)
    reached = ways.everywhere(start, through_rows=False)
    path = database_path(spec.package, DATABASE)
    app = spec.label
    for setting in spec.settings:
        for place, way in reached.items():
            labels = {(tap.slot, tap.part_label): tap.label for tap in ways.taps(place)}
            if place[0] != setting.screen or (setting.slot, setting.label) not in labels:
                continue
            yield made(
                Switch,
                name=f"{spec.package}.switch.{setting.name}",
                apps=(app,),
                goals=(
                    f"Turn {{state}} “{{name}}” in {app}.",
                    f"In {app}, switch “{{name}}” {{state}}.",
                    f"I want “{{name}}” to be {{state}} in the {app} app.",
                ),
                given=Given(spec, path, Walk(app, way)),
                setting=setting,
            )
            break
    yield from _choices(spec, ways, reached, path)
    for form in spec.forms:
        way = next((w for place, w in reached.items() if place[0] == form.screen), None)
        if form.effect != "insert" or way is None or not form.save_label:
            continue
        fields = [phrase_of(column) for _, column in form.fields]
        told = ", ".join(f"{name} “{{value_{n}}}”" for n, name in enumerate(fields))
        yield made(
            Add,
            name=f"{spec.package}.add.{form.screen}",
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Add an entry in {app} with {told}.",
                f"In {app}, make a new entry: {told}.",
                f"Please put this into {app}: {told}.",
            ),
            given=Given(spec, path, Walk(app, way)),
            form=form,
        )
    for kind in (Remove, LookUp, Change):
        yield from kind.candidates(spec, blueprint, ways, reached, path)


def _choices(
    spec: AppSpec, ways: Ways, reached: Mapping[Place, tuple[str, ...]], path: str
) -> Iterator[Template]:
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
            yield made(
                Choose,
                name=f"{spec.package}.choose.{choice.name}",
                apps=(app,),
                goals=(
                    f"In {app}, choose “{{option}}” for {what}.",
                    f"Set {what} to “{{option}}” in {app}.",
                    f"I would like “{{option}}” as {what} in the {app} app.",
                ),
                given=Given(spec, path, Walk(app, way)),
                choice=choice,
                recorded=known,
            )
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
