"""Generated tasks that leave a screen as it was asked for: something ticked, something shown by a tap, several
fields filled in. Nothing is kept by them; what the screen shows at the end is what counts.

They are for what no module explains: where one does, the app's data tell (`switch_tasks`, `generated_tasks`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from phoneworld.author import (
    Also,
    Enter,
    Expectation,
    ExpectedPage,
    ExpectedScreen,
    Instead,
    Kind,
    Level,
    Mistake,
    Scene,
    Script,
    ShownElement,
    Tap,
    TaskType,
    Template,
    Way,
)
from phoneworld.author import End as Ending
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import NamedTouch, Place, RecordedPaths
from phoneworld.reconstruction.rows import tick_within
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.spoken_names import SpokenNames
from phoneworld.reconstruction.spoken_screens import SpokenScreens, can_open, is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin, made_up
from runtime.observation import EDITABLE

MOST_SHOWN = 6
MOST_FORMS = 4
LONGEST_SHOWN = 80
Reached = dict[Place, Script]


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """Tap something that stays on its screen: a tick, or what shows something else there."""

    given: TaskSource
    package: str
    page: str
    label: str
    where: str
    """What the screen is called, with `on` before it; empty for the first one."""
    shown: ShownElement
    is_tick: bool

    @property
    def template(self) -> Template:
        app, where = self.given.app, self.where
        choosing = (
            f"In {app}, select “{{label}}”{where} and leave the app like that.",
            f"Choose “{{label}}”{where} in {app}, and go no further.",
            f"“{{label}}” should be selected{where} in the {app} app when you are done.",
        )
        showing = (
            f"In {app}, tap “{{label}}”{where} and stay there.",
            f"Show me what “{{label}}”{where} brings up in {app}, and leave it on the screen.",
            f"Use “{{label}}”{where} in the {app} app and stop right after it.",
        )
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=choosing if self.is_tick else showing,
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> LeaveShown:
        begin(scene, self.given.path)
        return LeaveShown(self, self.label)


@dataclass(frozen=True)
class LeaveShown(TaskType):
    """Tap something that stays on its screen."""

    plan: ShownPlan
    label: str

    def expect(self) -> list[Expectation]:
        plan = self.plan
        return [ExpectedPage(plan.page), ExpectedScreen(plan.package, (plan.shown,))]

    def script(self) -> Script:
        return self.plan.given.walk.steps

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only claimed": Way(Ending("Done.")),
            "stopped on the way": Way(*self.plan.given.walk.steps[:-1], Ending()),
        }


@dataclass(frozen=True, slots=True)
class FillPlan:
    """Fill in several fields of a screen and leave it at that. `fields` are (name, what stands in it)."""

    given: TaskSource
    package: str
    page: str
    fields: tuple[tuple[str, str], ...]

    @property
    def template(self) -> Template:
        app = self.given.app
        listed = [f"“{{texts[{n}]}}” under “{name}”" for n, (name, _) in enumerate(self.fields)]
        all_of_it = " and ".join((", ".join(listed[:-1]), listed[-1]))
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"In {app}, enter {all_of_it}. Do not save it yet.",
                f"Fill this in for me in {app}, without saving: {all_of_it}.",
                f"Put {all_of_it} in the {app} app and stop there.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> FillFields:
        begin(scene, self.given.path)
        texts = tuple(made_up(scene.rng) for _ in self.fields)
        return FillFields(self, texts, f"{made_up(scene.rng)} z")


@dataclass(frozen=True)
class FillFields(TaskType):
    """Fill in several fields of a screen and leave it at that."""

    plan: FillPlan
    texts: tuple[str, ...]
    other: str

    def expect(self) -> list[Expectation]:
        shown = tuple(ShownElement(text=text) for text in self.texts)
        return [ExpectedScreen(self.plan.package, shown), ExpectedPage(self.plan.page)]

    def script(self) -> Script:
        entered = (
            Enter(text, shown, clear=True)
            for text, (_, shown) in zip(self.texts, self.plan.fields, strict=True)
        )
        return (*self.plan.given.walk.steps, *entered)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another text": Instead(texts=(self.other, *self.texts[1:])),
            "a text too many": Also(Enter("x", self.texts[-1])),
        }


def shown_plans(
    spec: AppSpec,
    blueprint: Blueprint,
    screens: SpokenScreens,
    ways: RecordedPaths,
    reached: Reached,
    path: str,
) -> Iterator[ShownPlan]:
    """Taps that change what their screen shows, and nothing that a module keeps."""
    seen: set[tuple[str, str]] = set()
    for place, way in reached.items():
        if blueprint.screens[place[0]].package != spec.package:
            continue
        where = screens.of(place[0])
        if not where and way:
            continue
        for tap in ways.taps(place):
            after = ways.after(place, tap)
            key = (place[0], tap.label)
            if after is None or after[0] != place[0] or key in seen or not can_open(tap.label):
                continue
            if ways.does_something(place, tap) or not isinstance(tap.step, Tap):
                continue
            rows = blueprint.lists.get(place[0])
            if rows is not None and tap.slot.startswith(f"{rows.box}>"):
                # What becomes of rows is kept in their table.
                continue
            found = _difference(blueprint, place, after, tap)
            if found is None:
                continue
            seen.add(key)
            if len(seen) > MOST_SHOWN:
                return
            kind = "tick" if found.checked else "show"
            name = f"{spec.package}.{kind}.{place[0]}.{slug(tap.label) or len(seen)}"
            given = TaskSource(spec.label, name, path, Walk(spec.label, (*way, tap.step)))
            on = f" under {where}" if way else ""
            shown = found.checked is not None
            yield ShownPlan(given, spec.package, ways.page(place), tap.label, on, found, shown)


def _difference(
    blueprint: Blueprint, before: Place, after: Place, tap: NamedTouch
) -> ShownElement | None:
    """What a tap was recorded to make a screen show: its own tick, else a text that it did not show before."""
    ticks = [_tick_of(blueprint.parts(*place), tap) for place in (before, after)]
    if ticks == [False, True]:
        return ShownElement(text=tap.label, checked=True)
    if ticks[0] is not None:
        return None
    old = {part.node.text for part in blueprint.parts(*before)}
    new = [
        part.node.text
        for part in blueprint.parts(*after)
        if part.node.text not in old
        and not part.node.flags & EDITABLE
        and is_name(part.node.text)
        and len(part.node.text) <= LONGEST_SHOWN
    ]
    return ShownElement(text=new[0]) if new else None


def _tick_of(parts: list[Part], tap: NamedTouch) -> bool | None:
    """Whether what is tapped is on, or what lies in it; None where it is nothing to tick."""
    for place, part in enumerate(parts):
        if (part.slot, part.label, part.nth) == (tap.slot, tap.part_label, tap.nth):
            return {"on": True, "off": False}.get(tick_within(parts, place))
    return None


def fill_plans(
    spec: AppSpec,
    blueprint: Blueprint,
    names: SpokenNames,
    ways: RecordedPaths,
    reached: Reached,
    path: str,
) -> Iterator[FillPlan]:
    """Screens with several empty fields that their hints tell apart."""
    yield from islice(_fill_plans(spec, blueprint, names, ways, reached, path), MOST_FORMS)


def _fill_plans(
    spec: AppSpec,
    blueprint: Blueprint,
    names: SpokenNames,
    ways: RecordedPaths,
    reached: Reached,
    path: str,
) -> Iterator[FillPlan]:
    seen: set[str] = set()
    for place, way in reached.items():
        if place[0] in seen or blueprint.screens[place[0]].package != spec.package:
            continue
        parts = blueprint.parts(*place)
        fields = [part for part in parts if part.node.flags & EDITABLE]
        hints = [names.of_hint(place[0], part.slot) for part in fields]
        named = tuple(
            (hint, part.node.hint or part.node.text)
            for part, hint in zip(fields, hints, strict=True)
            if is_name(hint) and hints.count(hint) == 1
        )[:3]
        if len(named) < 2:
            continue
        seen.add(place[0])
        name = f"{spec.package}.fill.{place[0]}"
        given = TaskSource(spec.label, name, path, Walk(spec.label, way))
        yield FillPlan(given, spec.package, ways.page(place), named)
