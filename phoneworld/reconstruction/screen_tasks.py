"""Generated tasks about what screens show: open one, say what stands beside a name, count the rows of a list.

They need no data model, only a way to the screen and something on it that can be named in one way. What a
goal names is written as the app writes it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from phoneworld.author import (
    End,
    Expectation,
    ExpectedAnswer,
    ExpectedPage,
    Instead,
    Kind,
    Level,
    Mistake,
    Scene,
    Script,
    TaskType,
    Template,
    Way,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place, RecordedPaths
from phoneworld.reconstruction.records import APART
from phoneworld.reconstruction.replica_screen import ENTRY, ROW
from phoneworld.reconstruction.row_tasks import opened_tables
from phoneworld.reconstruction.rows import boxes_of, rows_of
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part, has_tick
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.task_steps import TaskSource, Walk, begin
from runtime.observation import CLICKABLE, EDITABLE, SCROLLABLE

MOST_READINGS = 12
MOST_ON_A_SCREEN = 3
MOST_ENTRIES = 12
MOST_ROWS = 6
LONGEST_NAME, LONGEST_VALUE = 40, 60
_WORDS = re.compile(r"[^\W\d_]{2,}")
_DULL = frozenset(
    {
        "ok",
        "cancel",
        "yes",
        "no",
        "next",
        "done",
        "save",
        "allow",
        "deny",
        "continue",
        "more options",
    }
)
"""Words on parts that do not tell what they open."""

_ACTS = re.compile(r"(?i)(delete|remove|send|pay|buy|call|erase|clear|reset|uninstall)\b")
"""What a person does and does not open."""

Reached = dict[Place, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class OpenScreenPlan:
    """Open a screen."""

    given: TaskSource
    page: str
    what: str

    @property
    def template(self) -> Template:
        app = self.given.app
        return Template(
            name=self.given.name,
            kind=Kind.SINGLE,
            level=Level.EASY,
            apps=(app,),
            goals=(
                f"Open “{{what}}” in {app}.",
                f"Show me “{{what}}” in the {app} app.",
                f"In {app}, go to “{{what}}” and stay there.",
            ),
            hidden=(),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> OpenScreen:
        begin(scene, self.given.path)
        return OpenScreen(self, self.what)


@dataclass(frozen=True)
class OpenScreen(TaskType):
    """Open a screen."""

    plan: OpenScreenPlan
    what: str

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(self.plan.page)]

    def script(self) -> Script:
        return self.plan.given.walk.steps

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only claimed": Way(End("Done.")),
            "stopped on the way": Way(*self.plan.given.walk.steps[:-1], End()),
        }


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
    spec: AppSpec, blueprint: Blueprint, ways: RecordedPaths, reached: Reached, path: str
) -> Iterator[OpenScreenPlan | ReadingPlan]:
    """Every task about a screen that a way leads to."""
    yield from _openings(spec, blueprint, reached, path)
    yield from row_openings(spec, blueprint, reached, path)
    yield from islice(_entries(spec, blueprint, ways, reached, path), MOST_ENTRIES)
    readings = 0
    for place, way in reached.items():
        if place[1] != min(state for name, state in reached if name == place[0]):
            continue
        for plan in islice(_readings(spec, blueprint, place, way, path), MOST_ON_A_SCREEN):
            readings += 1
            if readings > MOST_READINGS:
                return
            yield plan


def _openings(
    spec: AppSpec, blueprint: Blueprint, reached: Reached, path: str
) -> Iterator[OpenScreenPlan]:
    """Screens, each by the label that opens it where it opens no other, or that its title is."""
    shortest: dict[str, tuple[str, ...]] = {}
    for (name, _), way in reached.items():
        if name not in shortest or len(way) < len(shortest[name]):
            shortest[name] = way
    labels = Counter(way[-1].casefold() for way in shortest.values() if way)
    by_entries = {target for _, _, target in blueprint.behaviour.entries}
    for name, way in sorted(shortest.items()):
        if not way or name in blueprint.passes or name in by_entries:
            continue
        what = way[-1]
        if what.casefold() in _DULL or labels[what.casefold()] > 1:
            what = blueprint.screens[name].title
        if not _is_name(what) or what.casefold() in _DULL or _ACTS.match(what):
            continue
        source = TaskSource(spec.label, f"{spec.package}.open.{name}", path, Walk(spec.label, way))
        yield OpenScreenPlan(source, f"{spec.package}/{name}", what)


def _entries(
    spec: AppSpec, blueprint: Blueprint, ways: RecordedPaths, reached: Reached, path: str
) -> Iterator[OpenScreenPlan]:
    """Entries of one kind that open one screen: which of them is open is what counts."""
    seen: set[str] = set()
    for place, way in reached.items():
        for tap in ways.taps(place):
            target = ways.after(place, tap)
            if target is None or not _is_name(tap.label) or tap.label in seen:
                continue
            opens = blueprint.behaviour.is_entry(place[0], tap.slot, target[0])
            rows = blueprint.lists.get(place[0])
            if not opens or (rows is not None and tap.slot.startswith(f"{rows.box}>")):
                continue
            if _ACTS.match(tap.label) or tap.label.casefold() in _DULL:
                continue
            seen.add(tap.label)
            entry = json.dumps({ENTRY: tap.part_label}, sort_keys=True, ensure_ascii=False)
            name = f"{spec.package}.open.{target[0]}.{slug(tap.label) or len(seen)}"
            given = TaskSource(spec.label, name, path, Walk(spec.label, (*way, tap.label)))
            yield OpenScreenPlan(given, f"{spec.package}/{target[0]} {entry}", tap.label)


def row_openings(
    spec: AppSpec, blueprint: Blueprint, reached: Reached, path: str
) -> Iterator[OpenScreenPlan]:
    """Rows of tables whose opening was recorded: which of them is open is what counts."""
    for one, way, opened in opened_tables(spec, blueprint, reached):
        number = next(n for n, table in enumerate(spec.tables) if table.name == one.table)
        keys = [row[0] for row in spec.tables[number].rows]
        for key, target in islice(sorted(opened.items()), MOST_ROWS):
            if not _is_name(key) or target[0] == one.screen:
                continue
            row = json.dumps({ROW: number * APART + keys.index(key) + 1})
            name = f"{spec.package}.find.{one.table}.{slug(key) or keys.index(key)}"
            given = TaskSource(spec.label, name, path, Walk(spec.label, (*way, key)))
            yield OpenScreenPlan(given, f"{spec.package}/{target[0]} {row}", key)


def _readings(
    spec: AppSpec, blueprint: Blueprint, place: Place, way: tuple[str, ...], path: str
) -> Iterator[ReadingPlan]:
    app, walk = spec.label, Walk(spec.label, way)
    parts = blueprint.parts(*place)
    pairs = _pairs(parts)
    values = sorted(set(pairs.values()))
    for name, value in sorted(pairs.items()):
        others = [one for one in values if one != value and value not in one]
        if not others:
            continue
        given = TaskSource(
            app, f"{spec.package}.read.{place[0]}.{slug(name) or 'value'}", path, walk
        )
        wordings = (
            f"What does {app} show for “{{what}}”?",
            f"Look at “{{what}}” in {app} and tell me what stands there with it.",
            f"Tell me what the {app} app says about “{{what}}”.",
        )
        yield ReadingPlan(given, wordings, name, value, others[0])
    title = blueprint.screens[place[0]].title
    count = _count(parts)
    if count and way and _is_name(title):
        given = TaskSource(app, f"{spec.package}.count.{place[0]}", path, walk)
        wordings = (
            f"How many entries does “{{what}}” in {app} list?",
            f"Count the entries that {app} lists under “{{what}}”.",
            f"In {app}, open “{{what}}” and tell me how many entries are listed there.",
        )
        yield ReadingPlan(
            given, wordings, way[-1] if _is_name(way[-1]) else title, str(count), str(count + 1)
        )


def _pairs(parts: list[Part]) -> dict[str, str]:
    """Names on a screen, each with the one text that stands with it."""
    found: dict[str, str] = {}
    texts = Counter(part.node.text for part in parts if part.node.text)
    for part in parts:
        node = part.node
        if not node.flags & CLICKABLE or node.flags & EDITABLE or has_tick(node):
            continue
        words = _texts_in(part, parts)
        if len(words) != 2:
            continue
        name, value = words
        if (
            _is_name(name)
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


def _is_name(text: str) -> bool:
    """Whether a text can name something in a goal."""
    return bool(_WORDS.search(text)) and len(text) <= LONGEST_NAME and not set("{}\n“”") & set(text)
