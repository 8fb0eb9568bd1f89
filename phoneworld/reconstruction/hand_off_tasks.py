"""Generated tasks about what a rebuilt app hands to PhoneWorld's own: share what is open with somebody, have its number ready
to be dialled, begin a message or a mail to it. What can be handed over is in `hand_offs`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.author import (
    Contains,
    End,
    Expectation,
    ExpectedPage,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    TaskType,
    Template,
    Way,
)
from phoneworld.cross_app.shared_steps import share_by_text
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.hand_offs import (
    COPY,
    DIAL,
    MAIL,
    SHARE,
    TEXT,
    WEB,
    HandOff,
    hand_offs_of,
    told_texts,
)
from phoneworld.reconstruction.recorded_paths import RecordedPaths, called
from phoneworld.reconstruction.records import DATABASE
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.spoken_screens import is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin
from phoneworld.store import database_path

LABELS: Mapping[str, str] = {DIAL: "Phone", TEXT: "Messages", MAIL: "Mail", WEB: "Browser"}
_WHAT = {
    DIAL: "the number ready to be dialled, without calling it",
    TEXT: "the conversation with that number open, with nothing written",
    MAIL: "a new mail to that address open, with nothing written",
    WEB: "that page open",
}


@dataclass(frozen=True, slots=True)
class HandOffPlan:
    """Open something and hand it over. `ways` lead to its screen, by what it is called; `values` is what is told
    there.
    """

    given: TaskSource
    hand_off: HandOff
    ways: Mapping[str, Script]
    values: Mapping[str, tuple[str, ...]]

    @property
    def template(self) -> Template:
        app, kind, label = self.given.app, self.hand_off.kind, self.hand_off.label
        if kind == SHARE:
            return Template(
                name=self.given.name,
                kind=Kind.CROSS,
                level=Level.HARD,
                apps=(app, "Messages"),
                goals=(
                    f"Share “{{key}}” from {app} with {{name}} in a text message.",
                    f"{{name}} wants to see what {app} has under “{{key}}”: share it by Messages.",
                    f"Open “{{key}}” in {app} and send it to {{name}} as a text with “{label}”.",
                ),
                hidden=("main",),
                draw=self.draw_share,
            )
        taker, left = LABELS[kind], _WHAT[kind]
        return Template(
            name=self.given.name,
            kind=Kind.CROSS,
            level=Level.MEDIUM,
            apps=(app, taker),
            goals=(
                f"Open “{{key}}” in {app} and use “{label}”: I want to have {left}.",
                f"In {app}, “{label}” for “{{key}}” leads to {taker}. Have {left}.",
                f"Find “{{key}}” in {app}, then go to {taker} with “{label}”. Leave {left}.",
            ),
            hidden=("value",),
            draw=self.draw_page,
        )

    def draw_share(self, scene: Scene) -> ShareRow:
        begin(scene, self.given.path)
        key, other = self._two(scene)
        one, double = known_namesakes(scene)
        return ShareRow(self, key, other, one.name, one.phone, double.name)

    def draw_page(self, scene: Scene) -> HandOverRow:
        begin(scene, self.given.path)
        return HandOverRow(self, *self._two(scene))

    def _two(self, scene: Scene) -> tuple[str, str]:
        """Something, and something else where there is any."""
        names = sorted(self.values)
        key = scene.rng.choice(names)
        return key, scene.rng.choice([name for name in names if name != key] or [key])

    def script(self, key: str) -> Script:
        """To what is handed over, and to the button."""
        return (Open(self.given.app), *self.ways[key], Tap(self.hand_off.label))


@dataclass(frozen=True)
class ShareRow(TaskType):
    """Share a row with somebody of the address book, who has a namesake."""

    plan: HandOffPlan
    key: str
    other: str
    name: str
    number: str
    double: str

    @property
    def main(self) -> str:
        """The longest of its texts that is not its name."""
        return _main(self.key, self.plan.values[self.key])

    def expect(self) -> list[Expectation]:
        return [sent(self.number, Contains(self.main))]

    def script(self) -> Script:
        return (*self.plan.script(self.key), *share_by_text(self.name))

    def mistakes(self) -> dict[str, Mistake]:
        found: dict[str, Mistake] = {"the namesake": Instead(name=self.double)}
        if self.other != self.key:
            found["another one"] = Instead(key=self.other)
        return found


@dataclass(frozen=True)
class HandOverRow(TaskType):
    """Leave the app that takes a row's number or address open with it."""

    plan: HandOffPlan
    key: str
    other: str

    @property
    def value(self) -> str:
        return self.plan.hand_off.value_in(self.plan.values[self.key])

    def expect(self) -> list[Expectation]:
        route, args = self.plan.hand_off.page(self.value)
        written = json.dumps(args, sort_keys=True, ensure_ascii=False)
        return [ExpectedPage(f"{self.plan.hand_off.package}/{route} {written}")]

    def script(self) -> Script:
        return self.plan.script(self.key)

    def mistakes(self) -> dict[str, Mistake]:
        found: dict[str, Mistake] = {"only opened": Way(*self.script()[:-1], End())}
        if self.other != self.key:
            found["another one"] = Instead(key=self.other)
        return found


def hand_off_tasks(spec: AppSpec) -> Iterator[Template]:
    """Every task about handing a row over, each name once."""
    known = {spot: one for spot, one in hand_offs_of(spec).items() if one.kind != COPY}
    if not known:
        return
    blueprint = Blueprint(spec, {})
    ways = RecordedPaths(blueprint)
    reached = ways.everywhere((spec.start, 0))
    path = database_path(spec.package, DATABASE)
    for (screen, slot, label), hand_off in sorted(known.items(), key=lambda one: one[0]):
        if blueprint.screens[screen].kind in ("dialog", "drawer"):
            # What a menu is about is told by the screen below it.
            continue
        found: dict[str, Script] = {}
        values: dict[str, tuple[str, ...]] = {}
        for place, way in reached.items():
            key = called(way)
            taps = ways.taps(place) if place[0] == screen and is_name(key) else ()
            if key in found or not any((t.slot, t.part_label) == (slot, label) for t in taps):
                continue
            parts = blueprint.parts(*place)
            texts = [part.node.text for part in parts]
            told = tuple(told_texts((), parts, texts))
            if _is_told(hand_off, key, told):
                found[key], values[key] = way, told
        if hand_off.kind == SHARE:
            mains = Counter(_main(key, told) for key, told in values.items())
            values = {key: told for key, told in values.items() if mains[_main(key, told)] == 1}
        if values:
            name = f"{spec.package}.hand_off.{screen}.{hand_off.kind}_{slug(label, 24)}"
            given = TaskSource(spec.label, name, path, Walk(spec.label, ()))
            yield HandOffPlan(given, hand_off, found, values).template


def _main(key: str, texts: tuple[str, ...]) -> str:
    """The longest of the texts that are not what something is called by."""
    return max((text for text in texts if text not in key), key=len)


def _is_told(hand_off: HandOff, key: str, texts: tuple[str, ...]) -> bool:
    """Whether there is what is handed over: a number or an address, or a text besides the row's name."""
    if hand_off.kind == SHARE:
        return any(text not in key for text in texts)
    return bool(hand_off.value_in(texts))
