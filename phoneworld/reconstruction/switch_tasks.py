"""Generated tasks about what can be on or off: turn it, or say how it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from phoneworld.author import (
    Also,
    Changed,
    End,
    Expectation,
    ExpectedAnswer,
    Kind,
    Level,
    Mistake,
    OracleLost,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
    Template,
    Way,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place, RecordedPaths
from phoneworld.reconstruction.records import SETTINGS
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import AppSpec, SettingSpec
from phoneworld.reconstruction.spoken_screens import is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin

CHECKED_OR_NOT = {"on": "checked", "off": "unchecked"}
"""What is said of switches, and of boxes to tick."""


@dataclass(frozen=True, slots=True)
class SwitchPlan:
    """Turn something on or off."""

    given: TaskSource
    setting: SettingSpec
    is_box: bool = False
    """Whether it is a box to tick, and no switch."""

    @property
    def template(self) -> Template:
        app = self.given.app
        ticking = (
            f"“{{name}}” should be {{ticked}} in {app}.",
            f"In {app}, make sure that “{{name}}” is {{ticked}}.",
            f"I want “{{name}}” to be {{ticked}} in the {app} app.",
        )
        turning = (
            f"Turn {{state}} “{{name}}” in {app}.",
            f"In {app}, switch “{{name}}” {{state}}.",
            f"I want “{{name}}” to be {{state}} in the {app} app.",
        )
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=ticking if self.is_box else turning,
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> SetSwitch:
        begin(scene, self.given.path)
        on = scene.rng.random() < 0.5
        scene.phone.databases[self.given.path].run(
            f"UPDATE {SETTINGS} SET value = ? WHERE name = ?", int(not on), self.setting.name
        )
        return SetSwitch(self, "on" if on else "off", self.setting.label)


@dataclass(frozen=True)
class SetSwitch(TaskType):
    """Turn something on or off."""

    plan: SwitchPlan
    state: str
    name: str

    @property
    def ticked(self) -> str:
        return CHECKED_OR_NOT[self.state]

    def expect(self) -> list[Expectation]:
        where, to = {"name": self.plan.setting.name}, {"value": int(self.state == "on")}
        return [Changed(self.plan.given.path, SETTINGS, where, to)]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, Tap(self.plan.setting.label))

    def mistakes(self) -> dict[str, Mistake]:
        return {"switched twice": Also(Tap(self.plan.setting.label))}


@dataclass(frozen=True, slots=True)
class SwitchStatePlan:
    """Say whether something is on or off."""

    given: TaskSource
    setting: SettingSpec
    is_box: bool = False

    @property
    def template(self) -> Template:
        app = self.given.app
        on, off = CHECKED_OR_NOT.values() if self.is_box else CHECKED_OR_NOT.keys()
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=(
                f"Is “{{name}}” {on} or {off} in {app}?",
                f"Look in {app} whether “{{name}}” is {on} or {off}, and tell me which.",
                f"Tell me if “{{name}}” is {on} or {off} in the {app} app. Change nothing.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> ReadSwitch:
        drawn = SwitchPlan(self.given, self.setting).draw(scene)
        on, off = CHECKED_OR_NOT.values() if self.is_box else CHECKED_OR_NOT.keys()
        # What was drawn is what it is to be turned to.
        states = (off, on) if drawn.state == "on" else (on, off)
        return ReadSwitch(self, self.setting.label, *states)


@dataclass(frozen=True)
class ReadSwitch(TaskType):
    """Say whether something is on or off."""

    plan: SwitchStatePlan
    name: str
    state: str
    other: str

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.state, nots=(self.other,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.given.walk.steps)
        shown = pilot.reach(self.name)
        if shown.checked != (self.state in ("on", CHECKED_OR_NOT["on"])):
            raise OracleLost(f"{self.name!r} is not shown as {self.state}")
        pilot.finish(self.state)

    def mistakes(self) -> dict[str, Mistake]:
        return {"the contrary": Way(*self.plan.given.walk.steps, End(self.other))}


def switch_plans(
    spec: AppSpec,
    blueprint: Blueprint,
    ways: RecordedPaths,
    reached: Mapping[Place, Script],
    path: str,
) -> Iterator[SwitchPlan | SwitchStatePlan]:
    """What can be turned on and off where a recorded way leads to it."""
    app = spec.label
    for setting in spec.settings:
        for place, way in reached.items():
            if place[0] != setting.screen or not is_name(setting.label):
                continue
            parts = {(tap.slot, tap.part_label) for tap in ways.taps(place) if is_name(tap.label)}
            if (setting.slot, setting.label) in parts:
                walk = Walk(app, way)
                is_box = _is_box(blueprint.parts(*place), setting)
                name = f"{spec.package}.switch.{setting.name}"
                yield SwitchPlan(TaskSource(app, name, path, walk), setting, is_box)
                name = f"{spec.package}.state.{setting.name}"
                yield SwitchStatePlan(TaskSource(app, name, path, walk), setting, is_box)
                break


def _is_box(parts: list[Part], setting: SettingSpec) -> bool:
    """Whether a setting is shown as a box to tick."""
    place = next(
        (n for n, p in enumerate(parts) if (p.slot, p.label) == (setting.slot, setting.label)), None
    )
    inside = None if place is None else Blueprint.tick_in(parts, place)
    return inside is not None and "Switch" not in parts[inside].node.class_name
