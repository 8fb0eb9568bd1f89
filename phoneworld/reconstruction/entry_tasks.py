"""Generated tasks about what a screen offers: name all options of a dialog, say which one is chosen, say which of
three entries a list holds, or which stands highest.

What is asked for is read in the running app by the oracle, and was recorded there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from phoneworld.author import (
    End,
    Expectation,
    ExpectedAnswer,
    ExpectedParts,
    Instead,
    Kind,
    Level,
    Mistake,
    OracleLost,
    Pilot,
    Scene,
    Script,
    TaskType,
    Template,
    Way,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.modules.choice import options_of
from phoneworld.reconstruction.recorded_paths import Place
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.screen_tasks import AboutScreen, entries_in
from phoneworld.reconstruction.specification import AppSpec, ChoiceSpec
from phoneworld.reconstruction.spoken_screens import SpokenScreens, is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin
from runtime.observation import SCROLLABLE

FEWEST_OPTIONS, MOST_OPTIONS = 2, 6
FEWEST_ENTRIES = 3
FIRST_SCREEN = "the first screen"
OF_THREE = "“{names[0]}”, “{names[1]}” or “{names[2]}”"
Reached = dict[Place, Script]


@dataclass(frozen=True, slots=True)
class OptionsPlan:
    """Name everything that can be chosen on a screen."""

    given: TaskSource
    what: str
    entries: tuple[str, ...]

    @property
    def template(self) -> Template:
        app = self.given.app
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Which options does {{what}} of {app} offer? List them all, separated by commas.",
                f"Go to {{what}} in {app} and tell me everything I can choose there, with commas between.",
                f"What can I choose from on {{what}} of the {app} app? Give me all of it, comma-separated.",
            ),
            hidden=("first", "last"),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> NameOptions:
        begin(scene, self.given.path)
        return NameOptions(self, self.what, self.entries)


@dataclass(frozen=True)
class NameOptions(TaskType):
    """Name everything that can be chosen on a screen."""

    plan: OptionsPlan
    what: str
    entries: tuple[str, ...]

    @property
    def first(self) -> str:
        return self.entries[0]

    @property
    def last(self) -> str:
        return self.entries[-1]

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(*self.entries)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.given.walk.steps)
        for entry in self.entries:
            pilot.reach(entry)
        pilot.finish(", ".join(self.entries))

    def mistakes(self) -> dict[str, Mistake]:
        return {"one forgotten": Instead(entries=self.entries[:-1])}


@dataclass(frozen=True, slots=True)
class ChosenPlan:
    """Say which of several options is chosen. Which one it is differs from seed to seed."""

    given: TaskSource
    choice: ChoiceSpec
    what: str
    options: tuple[str, ...]

    @property
    def template(self) -> Template:
        app = self.given.app
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Which option is chosen under {{what}} in {app}?",
                f"Look under {{what}} in {app} and tell me what is selected at the moment.",
                f"Tell me what {{what}} is set to in the {app} app, and leave it like that.",
            ),
            hidden=("answer",),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> ReadChosen:
        begin(scene, self.given.path)
        answer, other = scene.rng.sample(self.options, 2)
        Records(scene.phone.databases[self.given.path], ()).choose(self.choice.name, 0, answer)
        return ReadChosen(self, self.what, answer, other)


@dataclass(frozen=True)
class ReadChosen(TaskType):
    """Say which of several options is chosen."""

    plan: ChosenPlan
    what: str
    answer: str
    other: str

    def expect(self) -> list[Expectation]:
        others = tuple(one for one in self.plan.options if one != self.answer)
        return [ExpectedAnswer(self.answer, nots=others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.given.walk.steps)
        if not pilot.reach(self.answer).checked:
            raise OracleLost(f"{self.answer!r} is not shown as chosen")
        pilot.finish(self.answer)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another option": Way(*self.plan.given.walk.steps, End(self.other))}


@dataclass(frozen=True, slots=True)
class AmongPlan:
    """Say which of three a screen has. `others` are on other screens of the app, or nowhere."""

    given: TaskSource
    wordings: tuple[str, str, str]
    entries: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def template(self) -> Template:
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(self.given.app,),
            goals=self.wordings,
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> FindAmong:
        begin(scene, self.given.path)
        answer = scene.rng.choice(self.entries)
        wrong = scene.rng.sample(self.others, 2)
        names = tuple(scene.rng.sample((answer, *wrong), 3))
        return FindAmong(self, names, answer)


@dataclass(frozen=True)
class FindAmong(TaskType):
    """Say which of three a screen has."""

    plan: AmongPlan
    names: tuple[str, ...]
    answer: str

    def expect(self) -> list[Expectation]:
        wrong = tuple(one for one in self.names if one != self.answer)
        return [ExpectedAnswer(self.answer, nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.given.walk.steps)
        shown = [one for one in self.names if pilot.shows(one)]
        if shown != [self.answer] and self.answer in self.plan.entries:
            raise OracleLost(f"of {self.names} the screen shows {shown}")
        pilot.finish(self.answer)

    def mistakes(self) -> dict[str, Mistake]:
        wrong = next(one for one in self.names if one != self.answer)
        return {"another one": Instead(answer=wrong)}


@dataclass(frozen=True, slots=True)
class OrderPlan:
    """Say which of three entries stands highest in a list."""

    given: TaskSource
    what: str
    entries: tuple[str, ...]
    named: tuple[str, ...]

    @property
    def template(self) -> Template:
        app = self.given.app
        where = f" under {self.what}" if self.what else ""
        named = "“{names[0]}”, “{names[1]}” or “{names[2]}”"
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Which one comes first in the list{where} of {app}: {named}?",
                f"{named}: which of them stands highest in the list{where} of {app}?",
                f"Look at the list{where} in {app} and tell me what is nearest to the top, {named}.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> FindHighest:
        begin(scene, self.given.path)
        names = tuple(scene.rng.sample(self.named, 3))
        return FindHighest(self, names, min(names, key=self.entries.index))


@dataclass(frozen=True)
class FindHighest(TaskType):
    """Say which of three entries stands highest in a list."""

    plan: OrderPlan
    names: tuple[str, ...]
    answer: str

    def expect(self) -> list[Expectation]:
        wrong = tuple(one for one in self.names if one != self.answer)
        return [ExpectedAnswer(self.answer, nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.given.walk.steps)
        tops = {one: pilot.reach(one).bounds.top for one in self.plan.named}
        if sorted(tops, key=self.plan.entries.index) != sorted(tops, key=lambda one: tops[one]):
            raise OracleLost(f"the list does not show {self.names} in this order")
        pilot.finish(self.answer)

    def mistakes(self) -> dict[str, Mistake]:
        wrong = next(one for one in self.names if one != self.answer)
        return {"another one": Instead(answer=wrong)}


def options_plans(
    blueprint: Blueprint, about: Mapping[Place, AboutScreen]
) -> Iterator[OptionsPlan]:
    for place, one in about.items():
        parts, what = blueprint.parts(*place), one.called
        if not what and not one.walk.way:
            what = FIRST_SCREEN
        entries = offered(parts, is_dialog=blueprint.screens[place[0]].kind == "dialog")
        if what and FEWEST_OPTIONS <= len(entries) <= MOST_OPTIONS and can_be_told(entries, what):
            yield OptionsPlan(one.source("options"), what, entries)


def offered(parts: list[Part], *, is_dialog: bool) -> tuple[str, ...]:
    """All that can be chosen on a screen: its one group of ticks, or the list of a dialog; none where it scrolls."""
    if any(part.node.flags & SCROLLABLE for part in parts):
        return ()
    groups: dict[int, list[str]] = defaultdict(list)
    for part in parts:
        if "Radio" in part.node.class_name and part.node.text:
            groups[part.parent].append(part.node.text)
    if groups:
        (found, *others) = groups.values()
        return () if others or len(set(found)) < len(found) else tuple(found)
    for slot in dict.fromkeys(part.slot for part in parts if part.label) if is_dialog else ():
        found = [*options_of(parts, slot)]
        if found:
            return tuple(found)
    return entries_in(parts) if is_dialog else ()


def can_be_told(entries: tuple[str, ...], called_by: str) -> bool:
    """Whether names can be listed with commas between them, and the question holds none of them."""
    folded = [entry.casefold() for entry in entries]
    alone = not any(a in b for a in folded for b in folded if a is not b)
    inside = [one for one in folded if one in called_by.casefold()]
    return alone and not inside and all(is_name(e) and not set(",;") & set(e) for e in entries)


def among_plans(blueprint: Blueprint, about: Mapping[Place, AboutScreen]) -> Iterator[AmongPlan]:
    lists = {place: entries_in(blueprint.parts(*place)) for place in about}
    words = words_of(blueprint)
    for place, entries in lists.items():
        named = tuple(
            e for e in entries if is_name(e) and e.casefold() not in about[place].called.casefold()
        )
        if len(entries) < FEWEST_ENTRIES or len(named) < 2:
            continue
        near = [e for other in lists.values() if other is not entries for e in other]
        here = words[place[0]]
        others = sorted({one for one in near if is_apart(one, here)})
        if len(others) < 2:
            beside = {word for name, found in words.items() if name != place[0] for word in found}
            others = sorted(one for one in beside if is_apart(one, here))
        if len(others) >= 2:
            one = about[place]
            yield AmongPlan(one.source("among"), _of_a_list(one), named, tuple(others))


def _of_a_list(about: AboutScreen) -> tuple[str, str, str]:
    app, where = about.spec.label, f" under {about.called}" if about.called else ""
    return (
        f"Which of these does {app} list{where}: {OF_THREE}?",
        f"{OF_THREE}: which one do you find in {app}{where}?",
        f"Only one of them is in the list{where} of {app}. Is it {OF_THREE}?",
    )


def order_plans(blueprint: Blueprint, about: Mapping[Place, AboutScreen]) -> Iterator[OrderPlan]:
    lists = {place: entries_in(blueprint.parts(*place)) for place in about}
    for place, one in about.items():
        around = f"{one.spec.label} {one.called}".casefold()
        entries = lists[place]
        named = tuple(
            entry
            for entry in entries
            if is_name(entry)
            and entry.casefold() not in around
            and not any(entry in other for other in entries if other != entry)
        )
        is_alone = sum(bool(other) for other in lists.values()) == 1
        if len(named) > FEWEST_ENTRIES and (one.called or is_alone or not one.walk.way):
            yield OrderPlan(one.source("order"), one.called, entries, named)


def words_of(blueprint: Blueprint) -> dict[str, set[str]]:
    """What each screen of the app reads, on all its contents."""
    found: dict[str, set[str]] = {}
    for screen in blueprint.spec.screens:
        texts = found.setdefault(screen.name, set())
        for state in range(len(screen.states)):
            texts |= {part.node.text.strip() for part in blueprint.parts(screen.name, state)}
    return found


def is_apart(name: str, here: set[str]) -> bool:
    """Whether a name is nothing that a screen reads, and no part of it."""
    folded = name.casefold()
    return is_name(name) and not any(
        folded in text.casefold() or (text and text.casefold() in folded) for text in here
    )


def chosen_plans(
    spec: AppSpec, blueprint: Blueprint, screens: SpokenScreens, reached: Reached, path: str
) -> Iterator[ChosenPlan]:
    """Choices of the app that are shown where they are made."""
    about_rows = {one.screen for one in spec.details}
    for choice in spec.choices:
        if choice.screen in about_rows:
            continue
        for place, way in reached.items():
            if place[0] != choice.screen:
                continue
            what = screens.of(place[0])
            options = tuple(options_of(blueprint.parts(*place), choice.slot))
            if what and len(options) >= 2 and can_be_told(options, f"{what} {spec.label}"):
                name = f"{spec.package}.chosen.{choice.name}"
                yield ChosenPlan(
                    TaskSource(spec.label, name, path, Walk(spec.label, way)), choice, what, options
                )
            break
