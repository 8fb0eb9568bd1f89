"""Generated tasks that type something into a field and leave it there: a search, a draft, a name.

What counts is that the field shows the text at the end; nothing is saved. A field is called by its hint.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from phoneworld.author import (
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
    TaskType,
    Template,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place, RecordedPaths
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.spoken_names import SpokenNames
from phoneworld.reconstruction.spoken_screens import is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin, made_up
from runtime.observation import EDITABLE

MOST_FIELDS = 8
_ASKS = re.compile(r"(?i)(search|find|filter|enter|type|write|add|your|name|title)\b|.*(\.\.\.|…)$")
"""What stands in an empty field, where a recording does not tell hints from texts."""
Reached = dict[Place, Script]


@dataclass(frozen=True, slots=True)
class EnterPlan:
    """Type a text into a field."""

    given: TaskSource
    package: str
    page: str
    field: str
    """What the field is called by."""
    shown: str
    """What stands in it, or in its place while it is empty."""
    has_hint: bool

    @property
    def template(self) -> Template:
        app, field = self.given.app, self.field
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=(
                (
                    f"In {app}, type “{{text}}” into “{field}” and leave it at that.",
                    f"Enter “{{text}}” under “{field}” in {app}, without doing anything more.",
                    f"Put “{{text}}” into the field “{field}” of the {app} app and stop there.",
                )
                if self.has_hint
                else (
                    f"In {app}, a field shows “{field}”. Have “{{text}}” there in its place.",
                    f"Put “{{text}}” in place of “{field}” in {app}, without doing anything more.",
                    f"Replace “{field}” by “{{text}}” in its field of the {app} app and stop there.",
                )
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> EnterText:
        begin(scene, self.given.path)
        return EnterText(self, made_up(scene.rng), f"{made_up(scene.rng)} z")


@dataclass(frozen=True)
class EnterText(TaskType):
    """Type a text into a field."""

    plan: EnterPlan
    text: str
    other: str

    def expect(self) -> list[Expectation]:
        shown = ShownElement(text=self.text)
        return [ExpectedScreen(self.plan.package, (shown,)), ExpectedPage(self.plan.page)]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, Enter(self.text, self.plan.shown, clear=True))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another text": Instead(text=self.other)}


def enter_plans(
    spec: AppSpec,
    blueprint: Blueprint,
    names: SpokenNames,
    ways: RecordedPaths,
    reached: Reached,
    path: str,
) -> Iterator[EnterPlan]:
    """Fields of screens that a way leads to, each once: by their hints, or the only field of a screen by
    what stands in it.
    """
    seen: set[tuple[str, str]] = set()
    for place, way in reached.items():
        if blueprint.screens[place[0]].package != spec.package:
            continue
        fields = [part for part in blueprint.parts(*place) if part.node.flags & EDITABLE]
        hints = [names.of_hint(place[0], part.slot) for part in fields]
        for part, hint in zip(fields, hints, strict=True):
            shown = part.node.hint or part.node.text
            field = hint or (part.node.text.strip() if len(fields) == 1 else "")
            if not is_name(field) or hints.count(hint) > 1 or (place[0], part.slot) in seen:
                continue
            if len(seen) >= MOST_FIELDS:
                return
            seen.add((place[0], part.slot))
            name = f"{spec.package}.enter.{place[0]}.{slug(field, 24) or len(seen)}"
            given = TaskSource(spec.label, name, path, Walk(spec.label, way))
            is_hint = bool(hint) or bool(_ASKS.match(field))
            yield EnterPlan(given, spec.package, ways.page(place), field, shown, is_hint)
