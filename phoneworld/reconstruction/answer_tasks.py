"""Generated tasks that are answered from a screen: name all options of a dialog, say which one is chosen, say
which of three entries a list holds, give the heading of what opens, say how a text begins.

What is asked for is read in the running app by the oracle, and was recorded there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

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
from phoneworld.reconstruction.recorded_paths import Place, called
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.screen_tasks import AboutScreen, ReadingPlan, entries_in
from phoneworld.reconstruction.specification import AppSpec, ChoiceSpec
from phoneworld.reconstruction.spoken_screens import SpokenScreens, can_open, is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin
from runtime.observation import CLICKABLE, SCROLLABLE

FEWEST_OPTIONS, MOST_OPTIONS = 2, 6
FEWEST_ENTRIES = 3
MOST_OF_A_KIND = 4
FIRST_SCREEN = "the first screen"
LONGEST_SENTENCE = 80
MOST_LINES = 6
SHORTEST_TEXT = 200
_LINES = re.compile(r"[\r\n]+")
_SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")
_INVISIBLE = re.compile(r"[\ufeff\u200b]")
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
    """Say which of three a list holds. `others` are in other lists of the app, or nowhere."""

    given: TaskSource
    what: str
    entries: tuple[str, ...]
    others: tuple[str, ...]

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
                f"Which of these does {app} list{where}: {named}?",
                f"{named}: which one do you find in {app}{where}?",
                f"Only one of them is in the list{where} of {app}. Is it {named}?",
            ),
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
    """Say which of three a list holds."""

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
            raise OracleLost(f"of {self.names} the list shows {shown}")
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


Plan = ReadingPlan | OptionsPlan | ChosenPlan | AmongPlan | OrderPlan


def answer_plans(
    spec: AppSpec, blueprint: Blueprint, screens: SpokenScreens, reached: Reached, path: str
) -> Iterator[Plan]:
    """Every such task that a way leads to."""
    first = {name: min(state for other, state in reached if other == name) for name, _ in reached}
    about = {
        place: AboutScreen(spec, place[0], screens.of(place[0]), Walk(spec.label, way), path)
        for place, way in reached.items()
        if place[1] == first[place[0]]
    }
    for kind in (_options, _among, _orders):
        yield from islice(kind(blueprint, about), MOST_OF_A_KIND)
    yield from islice(_headings(blueprint, screens, about), MOST_OF_A_KIND)
    yield from islice(_chosen(spec, blueprint, screens, reached, path), MOST_OF_A_KIND)
    openers = {place: screens.without_value(called(way)) for place, way in reached.items()}
    yield from islice(_beginnings(spec, blueprint, reached, openers, path), MOST_OF_A_KIND)
    yield from islice(_places_of_texts(spec, blueprint, reached, openers, path), MOST_OF_A_KIND)


def _options(blueprint: Blueprint, about: Mapping[Place, AboutScreen]) -> Iterator[OptionsPlan]:
    for place, one in about.items():
        parts, what = blueprint.parts(*place), one.called
        if not what and not one.walk.way:
            what = FIRST_SCREEN
        entries = _offered(parts, is_dialog=blueprint.screens[place[0]].kind == "dialog")
        if what and FEWEST_OPTIONS <= len(entries) <= MOST_OPTIONS and _can_be_told(entries, what):
            yield OptionsPlan(one.source("options"), what, entries)


def _offered(parts: list[Part], *, is_dialog: bool) -> tuple[str, ...]:
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


def _can_be_told(entries: tuple[str, ...], called_by: str) -> bool:
    """Whether names can be listed with commas between them, and the question holds none of them."""
    folded = [entry.casefold() for entry in entries]
    alone = not any(a in b for a in folded for b in folded if a is not b)
    inside = [one for one in folded if one in called_by.casefold()]
    return alone and not inside and all(is_name(e) and not set(",;") & set(e) for e in entries)


def _among(blueprint: Blueprint, about: Mapping[Place, AboutScreen]) -> Iterator[AmongPlan]:
    lists = {place: entries_in(blueprint.parts(*place)) for place in about}
    words = _words_of(blueprint)
    for place, entries in lists.items():
        named = tuple(
            e for e in entries if is_name(e) and e.casefold() not in about[place].called.casefold()
        )
        if len(entries) < FEWEST_ENTRIES or len(named) < 2:
            continue
        near = [e for other in lists.values() if other is not entries for e in other]
        here = words[place[0]]
        others = sorted({one for one in near if _is_apart(one, here)})
        if len(others) < 2:
            beside = {word for name, found in words.items() if name != place[0] for word in found}
            others = sorted(one for one in beside if _is_apart(one, here))
        if len(others) >= 2:
            one = about[place]
            yield AmongPlan(one.source("among"), one.called, named, tuple(others))


def _orders(blueprint: Blueprint, about: Mapping[Place, AboutScreen]) -> Iterator[OrderPlan]:
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


def _words_of(blueprint: Blueprint) -> dict[str, set[str]]:
    """What each screen of the app reads, on all its contents."""
    found: dict[str, set[str]] = {}
    for screen in blueprint.spec.screens:
        texts = found.setdefault(screen.name, set())
        for state in range(len(screen.states)):
            texts |= {part.node.text.strip() for part in blueprint.parts(screen.name, state)}
    return found


def _is_apart(name: str, here: set[str]) -> bool:
    """Whether a name is nothing that a screen reads, and no part of it."""
    folded = name.casefold()
    return is_name(name) and not any(
        folded in text.casefold() or (text and text.casefold() in folded) for text in here
    )


def _headings(
    blueprint: Blueprint, screens: SpokenScreens, about: Mapping[Place, AboutScreen]
) -> Iterator[ReadingPlan]:
    """Screens that are called otherwise than what opens them."""
    titles = sorted({blueprint.screens[place[0]].title for place in about} - {""})
    called_by = {place: screens.without_value(called(one.walk.way)) for place, one in about.items()}
    openers = Counter(opener.casefold() for opener in called_by.values())
    for place, one in about.items():
        title, opener = blueprint.screens[place[0]].title, called_by[place]
        others = [t for t in titles if t.casefold() not in title.casefold() and is_name(t)]
        # What can be tapped is no heading, even where it stands at the top.
        shown = {p.node.text for p in blueprint.parts(*place) if not p.node.flags & CLICKABLE}
        telling = is_name(title) and can_open(opener) and title in shown and others
        if not telling or openers[opener.casefold()] != 1 or not _differ(title, opener):
            continue
        app = one.spec.label
        wordings = (
            f"Tap “{{what}}” in {app}. What is the heading of the screen that comes up?",
            f"What does it say at the top of what “{{what}}” opens in {app}?",
            f"In {app}, “{{what}}” opens a screen. Tell me its title.",
        )
        yield ReadingPlan(one.source("heading"), wordings, opener, title, others[0])


def _differ(one: str, other: str) -> bool:
    """Whether two names share no word."""
    words = [set(slug(text, 80).split("_")) - {""} for text in (one, other)]
    return not words[0] & words[1]


def _chosen(
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
            if what and len(options) >= 2 and _can_be_told(options, f"{what} {spec.label}"):
                name = f"{spec.package}.chosen.{choice.name}"
                yield ChosenPlan(
                    TaskSource(spec.label, name, path, Walk(spec.label, way)), choice, what, options
                )
            break


def _beginnings(
    spec: AppSpec,
    blueprint: Blueprint,
    reached: Reached,
    called_by: Mapping[Place, str],
    path: str,
) -> Iterator[ReadingPlan]:
    """Long texts that something named opens: how they begin."""
    found: dict[Place, tuple[str, str]] = {}
    for place, opener in called_by.items():
        texts = [p.node.text for p in blueprint.parts(*place) if len(p.node.text) >= SHORTEST_TEXT]
        beginning = _beginning(texts[0], opener) if len(texts) == 1 and can_open(opener) else ""
        if beginning:
            found[place] = opener, beginning
    openers = Counter(opener for opener, _ in found.values())
    begun = Counter(beginning for _, beginning in found.values())
    for place, (opener, beginning) in found.items():
        others = [one for one in sorted(begun) if one != beginning]
        if openers[opener] != 1 or begun[beginning] != 1:
            continue
        other = others[0] if others else beginning[: len(beginning) // 2]
        app = spec.label
        wordings = (
            f"How does the text begin that “{{what}}” opens in {app}? Its first sentence will do.",
            f"Open “{{what}}” in {app} and read me the first sentence below the heading.",
            f"Read me the first sentence of “{{what}}” in the {app} app.",
        )
        name = f"{spec.package}.begins.{place[0]}.{slug(opener) or place[1]}"
        given = TaskSource(spec.label, name, path, Walk(spec.label, reached[place]))
        yield ReadingPlan(given, wordings, opener, beginning, other)


def _beginning(text: str, heading: str) -> str:
    """The first sentence of a text below its heading; empty where it is too long or too short to tell."""
    lines = [line for line in lines_of(text) if slug(line, 80) != slug(heading, 80)]
    first = _SENTENCE.split(lines[0], maxsplit=1)[0].strip() if lines else ""
    return first if is_telling(first) else ""


def lines_of(text: str) -> list[str]:
    """The lines of a text that hold anything."""
    lines = [_INVISIBLE.sub("", line).strip() for line in _LINES.split(text)]
    return [line for line in lines if line]


def is_telling(text: str) -> bool:
    """Whether a sentence is long enough to be known by, and short enough to be said."""
    letters = sum(c.isalpha() for c in text)
    fits = 8 <= len(text) <= LONGEST_SENTENCE and not set("{}“”") & set(text)
    return fits and letters * 2 >= len(text)


def _places_of_texts(
    spec: AppSpec,
    blueprint: Blueprint,
    reached: Reached,
    called_by: Mapping[Place, str],
    path: str,
) -> Iterator[ReadingPlan]:
    """Sentences that stand on one content alone: what has to be opened to read them."""
    lines = {place: _first_lines(blueprint.parts(*place)) for place in reached}
    uses = Counter(line for found in lines.values() for line in found)
    openers = Counter(called_by.values())
    answers = sorted(one for one in openers if can_open(one))
    for place, way in reached.items():
        opener = called_by[place]
        if not can_open(opener) or openers[opener] != 1:
            continue
        alone = [line for line in lines[place] if uses[line] == 1 and is_telling(line)]
        sentence = next((line for line in alone if opener.casefold() not in line.casefold()), "")
        others = [one for one in answers if opener not in one and one not in opener]
        if not sentence or not others:
            continue
        app = spec.label
        wordings = (
            f"Somewhere in {app} it says “{{what}}”. Which entry do I have to open to see that?",
            f"What do I tap in {app} to get to where it says “{{what}}”?",
            f"Find the place in {app} that reads “{{what}}” and tell me the name of what opens it.",
        )
        name = f"{spec.package}.where.{place[0]}.{slug(opener) or place[1]}"
        given = TaskSource(spec.label, name, path, Walk(spec.label, way))
        yield ReadingPlan(given, wordings, sentence, opener, others[0])


def _first_lines(parts: list[Part]) -> list[str]:
    """The lines that a content shows, of long texts only the first, which are to be seen."""
    found = [line for part in parts for line in lines_of(part.node.text)[:MOST_LINES]]
    return list(dict.fromkeys(found))
