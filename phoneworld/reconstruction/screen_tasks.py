"""Generated tasks about what screens show: say what stands beside a name or in a dialog, count the entries of a
list, say which entry follows another.

They need no data model, only a way to the screen and something on it that can be named in one way. What a
goal names is written as the app writes it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from phoneworld.author import (
    End,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    Scene,
    Script,
    TaskType,
    Template,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place
from phoneworld.reconstruction.rows import boxes_of, rows_of
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part, has_tick
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.spoken_screens import SpokenScreens, is_name
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin
from runtime.observation import CLICKABLE, EDITABLE, SCROLLABLE

MOST_READINGS = 16
MOST_ON_A_SCREEN = 3
FEWEST_ENTRIES = 3
FEWEST_BUTTONS = 4
FEWEST_RADIOS = 3
LONGEST_VALUE = 60
LONGEST_MESSAGE = 160
_DIGIT = re.compile(r"\d")
Reached = dict[Place, Script]


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """Say what a screen shows: `wordings` ask for it, `answer` is there, `other` is not the answer."""

    given: TaskSource
    wordings: tuple[str, str, str]
    what: str
    answer: str
    other: str

    @property
    def template(self) -> Template:
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(self.given.app,),
            goals=self.wordings,
            hidden=("answer",) if not self.answer.isdigit() else (),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> ReadScreen:
        begin(scene, self.given.path)
        return ReadScreen(self, self.what, self.answer, self.other)


@dataclass(frozen=True)
class ReadScreen(TaskType):
    """Say what a screen shows."""

    plan: ReadingPlan
    what: str
    answer: str
    other: str

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer)]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, End(self.answer))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another value": Instead(answer=self.other)}


def screen_plans(
    spec: AppSpec, blueprint: Blueprint, screens: SpokenScreens, reached: Reached, path: str
) -> Iterator[ReadingPlan | FollowingPlan]:
    """Every task about what a screen shows that a way leads to."""
    first = {name: min(state for other, state in reached if other == name) for name, _ in reached}
    places = {place: way for place, way in reached.items() if place[1] == first[place[0]]}
    pairs = {place: _pairs(blueprint.parts(*place)) for place in reached}
    told: dict[str, set[str]] = defaultdict(set)
    for shown in pairs.values():
        for name, value in shown.items():
            told[name].add(value)
    # What stands with a name in two ways cannot be asked for by that name.
    plain = {name for name, values in told.items() if len(values) == 1}
    readings = 0
    for place, way in places.items():
        about = AboutScreen(spec, place[0], screens.of(place[0]), Walk(spec.label, way), path)
        parts = blueprint.parts(*place)
        shown = {name: value for name, value in pairs[place].items() if name in plain}
        values = sorted(set(pairs[place].values()))
        plans = [*islice(_values(about, shown, values), MOST_ON_A_SCREEN)]
        for name in shown:
            plain.discard(name)
        if about.called:
            plans += _messages(about, blueprint, parts)
            plans += _counts(about, parts)
        readings += len(plans)
        if readings > MOST_READINGS:
            break
        yield from plans
    yield from _followings(spec, blueprint, screens, places, path)


@dataclass(frozen=True, slots=True)
class AboutScreen:
    """What tasks about a screen share."""

    spec: AppSpec
    screen: str
    called: str
    walk: Walk
    path: str

    def source(self, kind: str, more: str = "") -> TaskSource:
        name = ".".join(part for part in (self.spec.package, kind, self.screen, more) if part)
        return TaskSource(self.spec.label, name, self.path, self.walk)


def _values(about: AboutScreen, shown: dict[str, str], values: list[str]) -> Iterator[ReadingPlan]:
    app = about.spec.label
    for name, value in sorted(shown.items()):
        others = [one for one in values if one != value and value not in one]
        if not others:
            continue
        wordings = (
            f"What does {app} show for “{{what}}”?",
            f"Look at “{{what}}” in {app} and tell me what stands there with it.",
            f"Tell me what the {app} app says about “{{what}}”.",
        )
        given = about.source("read", slug(name) or "value")
        yield ReadingPlan(given, wordings, name, value, others[0])


def _messages(about: AboutScreen, blueprint: Blueprint, parts: list[Part]) -> Iterator[ReadingPlan]:
    screen, app = blueprint.screens[about.screen], about.spec.label
    message = message_of(parts, screen.title)
    if screen.kind == "dialog" and message:
        wordings = (
            f"What does {app} say in the dialog {{what}}?",
            f"Open the dialog {{what}} in {app} and read me what it says.",
            f"In {app} there is a dialog {{what}}. What stands in it?",
        )
        half = message[: len(message) // 2]
        yield ReadingPlan(about.source("message"), wordings, about.called, message, half)


def _counts(about: AboutScreen, parts: list[Part]) -> Iterator[ReadingPlan]:
    count, app = _count(parts), about.spec.label
    if count and about.walk.way:
        wordings = (
            f"How many entries does {{what}} in {app} list?",
            f"Count the entries that {app} lists under {{what}}.",
            f"In {app}, open {{what}} and tell me how many entries are listed there.",
        )
        counted = str(count), str(count + 1)
        yield ReadingPlan(about.source("count"), wordings, about.called, *counted)


@dataclass(frozen=True, slots=True)
class FollowingPlan:
    """Say which entry of a list comes after another. `entries` are all that are to be seen, from the top;
    `asked` are those that one follows.
    """

    given: TaskSource
    where: str
    entries: tuple[str, ...]
    asked: tuple[str, ...]

    @property
    def template(self) -> Template:
        app, where = self.given.app, f" {self.where}" if self.where else ""
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.MEDIUM,
            apps=(app,),
            goals=(
                f"Which entry comes right after “{{what}}” in the list{where} of {app}?",
                f"In {app}, what stands directly below “{{what}}” in the list{where}?",
                f"Find “{{what}}” in {app} and tell me the next entry below it in the list{where}.",
            ),
            hidden=("answer",),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> ReadFollowing:
        begin(scene, self.given.path)
        what = scene.rng.choice(self.asked)
        answer = self.entries[self.entries.index(what) + 1]
        wrong = [one for one in self.entries if one not in (what, answer) and one not in answer]
        return ReadFollowing(self, what, answer, scene.rng.choice(wrong))


@dataclass(frozen=True)
class ReadFollowing(TaskType):
    """Say which entry of a list comes after another."""

    plan: FollowingPlan
    what: str
    answer: str
    other: str

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer, nots=(self.other,))]

    def script(self) -> Script:
        return (*self.plan.given.walk.steps, End(self.answer))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another entry": Instead(answer=self.other, other=self.answer)}


def _followings(
    spec: AppSpec,
    blueprint: Blueprint,
    screens: SpokenScreens,
    places: Reached,
    path: str,
) -> Iterator[FollowingPlan]:
    """Lists whose entries are called like nothing else in the lists that can be reached."""
    lists = {place: entries_in(blueprint.parts(*place)) for place in places}
    uses = Counter(entry for entries in lists.values() for entry in entries)
    for place, entries in lists.items():
        if len(entries) < FEWEST_ENTRIES:
            continue
        around = f"{spec.label} {screens.of(place[0])}".casefold()
        asked = tuple(
            one
            for one, after in pairwise(entries)
            if uses[one] == 1
            and after.casefold() not in f"{around} {one.casefold()}"
            and is_name(one)
            and is_name(after)
            and not any(after in other or other in after for other in entries if other != after)
        )
        if asked:
            walk = Walk(spec.label, places[place])
            about = AboutScreen(spec, place[0], screens.of(place[0]), walk, path)
            yield FollowingPlan(about.source("after"), about.called, entries, asked)


def entries_in(parts: list[Part]) -> tuple[str, ...]:
    """What the rows of the one list of a screen are called, those that are whole; none where two are called
    the same.
    """
    boxes = boxes_of(parts)
    if not boxes:
        return _column_of(parts)
    rows = rows_of(parts, boxes[0]) if len(boxes) == 1 else []
    if not all(row.cells for row in rows):
        return ()
    # Only rows at the ends are cut.
    names = tuple(row.key for row in rows if row.whole)
    return names if len({row.key for row in rows}) == len(rows) else ()


def _column_of(parts: list[Part]) -> tuple[str, ...]:
    """What stands on the one column of buttons that a screen has, from the top."""
    columns: dict[tuple[int, str], list[Part]] = defaultdict(list)
    for part in parts:
        if part.node.flags & CLICKABLE and part.node.text and not part.node.flags & EDITABLE:
            columns[part.parent, part.node.class_name].append(part)
    long = [column for column in columns.values() if len(column) >= _fewest(column)]
    if len(long) != 1:
        return ()
    below = all(one.node.bounds.bottom <= other.node.bounds.top for one, other in pairwise(long[0]))
    names = tuple(part.node.text.strip() for part in long[0])
    return names if below and len(set(names)) == len(names) else ()


def _fewest(column: list[Part]) -> int:
    """How many buttons make a list: answers to one question are one, few as they are."""
    radios = all("Radio" in part.node.class_name for part in column)
    return FEWEST_RADIOS if radios else FEWEST_BUTTONS


def _pairs(parts: list[Part]) -> dict[str, str]:
    """Names on a screen, each with the one text that stands with it."""
    found: dict[str, str] = {}
    texts = Counter(part.node.text for part in parts if part.node.text)
    for part in parts:
        node = part.node
        is_row = part.in_row and parts[part.row] is part
        if not (node.flags & CLICKABLE or is_row) or node.flags & EDITABLE or has_tick(node):
            continue
        words = _texts_in(part, parts)
        if len(words) != 2:
            continue
        name, value = words
        if _DIGIT.search(name) and not _DIGIT.search(value):
            # A size above what it is the size of.
            name, value = value, name
        if (
            is_name(name)
            and texts[name] == 1
            and 0 < len(value) <= LONGEST_VALUE
            and "\n" not in value
            and value.casefold() not in name.casefold()
            and name.casefold() not in value.casefold()
        ):
            found[name] = value
    return found


def _texts_in(whole: Part, parts: list[Part]) -> list[str]:
    """The texts inside a part."""
    place = parts.index(whole)
    found: list[str] = []
    for part in parts[place + 1 :]:
        if part.depth <= whole.depth:
            break
        if part.node.text:
            found.append(part.node.text)
    return found


def message_of(parts: list[Part], title: str) -> str:
    """The one sentence of a dialog besides its title and its buttons."""
    texts = [
        part.node.text
        for part in parts
        if part.node.text and part.node.text != title and not part.node.flags & CLICKABLE
    ]
    fits = len(texts) == 1 and " " in texts[0] and "\n" not in texts[0]
    return texts[0] if fits and len(texts[0]) <= LONGEST_MESSAGE else ""


def _count(parts: list[Part]) -> int:
    """How many rows the one list of a screen has; 0 where it may have more than are to be seen."""
    boxes = boxes_of(parts)
    if len(boxes) != 1:
        return 0
    box = parts[boxes[0]].node
    rows = [row for row in rows_of(parts, boxes[0]) if row.cells]
    if not 2 <= len(rows) <= 12 or len({row.slot for row in rows}) != 1:
        return 0
    ends = rows[-1].bounds.bottom < box.bounds.bottom - (box.bounds.bottom - box.bounds.top) // 20
    return len(rows) if ends and not box.flags & SCROLLABLE else 0
