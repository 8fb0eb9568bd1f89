"""Generated tasks about what a screen offers to do: which of three buttons it has, what it says, what its field asks
for, how many options there are, which is the last, and which one stands where.

Screens that show no lists have these too: a form, a question with its answers, the first screen of an app.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from phoneworld.author import (
    End,
    Expectation,
    ExpectedAnswer,
    Kind,
    Level,
    Mistake,
    OracleLost,
    Pilot,
    Scene,
    TaskType,
    Template,
    Way,
)
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.entry_tasks import (
    FEWEST_ENTRIES,
    FEWEST_OPTIONS,
    FIRST_SCREEN,
    OF_THREE,
    AmongPlan,
    can_be_told,
    is_apart,
    offered,
    words_of,
)
from phoneworld.reconstruction.recorded_paths import Place
from phoneworld.reconstruction.screen_parts import Part, has_tick
from phoneworld.reconstruction.screen_tasks import AboutScreen, ReadingPlan, message_of
from phoneworld.reconstruction.spoken_screens import is_dull, is_name
from phoneworld.reconstruction.task_steps import TaskSource, begin
from runtime.observation import CLICKABLE, EDITABLE

MOST_OF_A_KIND = 4
SHORTEST_HINT = 8
About = Mapping[Place, AboutScreen]


def offer_plans(blueprint: Blueprint, about: About) -> Iterator[ReadingPlan | AmongPlan | SpotPlan]:
    """Every such task, a few of each kind."""
    for plans in (_buttons, _sayings, _hints, _numbers, _lasts, _spots):
        yield from islice(plans(blueprint, about), MOST_OF_A_KIND)


def _name_of(about: AboutScreen) -> str:
    """What a screen is called in a goal; empty where nothing tells it from others."""
    return about.called or ("" if about.walk.way else FIRST_SCREEN)


def _buttons(blueprint: Blueprint, about: About) -> Iterator[AmongPlan]:
    """Buttons of one screen, each with two that are on other screens."""
    labels = {place: _labels(blueprint.parts(*place)) for place in about}
    every = sorted(
        {
            label
            for screen in blueprint.spec.screens
            for state in range(len(screen.states))
            for label in _labels(blueprint.parts(screen.name, state))
        }
    )
    words = words_of(blueprint)
    for place, one in about.items():
        what, app = _name_of(one), one.spec.label
        own = tuple(label for label in labels[place] if label.casefold() not in what.casefold())
        here = words[place[0]] | set(labels[place])
        others = tuple(label for label in every if is_apart(label, here))
        if not what or not own or len(others) < 2:
            continue
        wordings = (
            f"Which of these can I tap on {what} of {app}: {OF_THREE}?",
            f"{OF_THREE}: which of them is a button on {what} of {app}?",
            f"One of these is to be found on {what} in {app}. Is it {OF_THREE}?",
        )
        yield AmongPlan(one.source("button"), wordings, own, others)


def _labels(parts: list[Part]) -> tuple[str, ...]:
    """What the buttons of a screen are called, outside lists, each once."""
    found = [
        part.node.text.strip() or part.node.description.strip()
        for part in parts
        if part.node.flags & CLICKABLE
        and not part.in_row
        and not part.node.flags & EDITABLE
        and not has_tick(part.node)
    ]
    return tuple(label for label in dict.fromkeys(found) if is_name(label) and not is_dull(label))


def _sayings(blueprint: Blueprint, about: About) -> Iterator[ReadingPlan]:
    """Screens with one sentence besides their title. Dialogs are asked for elsewhere."""
    for place, one in about.items():
        screen, what, app = blueprint.screens[place[0]], _name_of(one), one.spec.label
        told = message_of(blueprint.parts(*place), screen.title)
        if not what or not told or (screen.kind == "dialog" and one.called):
            continue
        wordings = (
            f"What does {app} say on {{what}}?",
            f"Go to {{what}} in {app} and read me the sentence there.",
            f"Tell me what is written on {{what}} of the {app} app.",
        )
        yield ReadingPlan(one.source("says"), wordings, what, told, told[: len(told) // 2])


def _hints(blueprint: Blueprint, about: About) -> Iterator[ReadingPlan]:
    """The one field of a screen: what it asks for while it is empty."""
    for place, one in about.items():
        what, app = _name_of(one), one.spec.label
        fields = [part.node for part in blueprint.parts(*place) if part.node.flags & EDITABLE]
        hint = (fields[0].hint or fields[0].text).strip() if len(fields) == 1 else ""
        if not what or not is_name(hint) or len(hint) < SHORTEST_HINT or hint in what:
            continue
        wordings = (
            f"What does the field on {{what}} of {app} say before anything is typed into it?",
            f"There is a field on {{what}} in {app}. What stands in it?",
            f"Read me the text in the field on {{what}} of the {app} app.",
        )
        yield ReadingPlan(one.source("hint"), wordings, what, hint, hint[: len(hint) // 2])


def _numbers(blueprint: Blueprint, about: About) -> Iterator[ReadingPlan]:
    for one, what, entries in _groups(blueprint, about):
        if len(entries) < FEWEST_ENTRIES:
            continue
        app, count = one.spec.label, len(entries)
        wordings = (
            f"How many options does {{what}} of {app} offer?",
            f"Go to {{what}} in {app} and count what I can choose there.",
            f"In {app}, how many things are there to choose from on {{what}}?",
        )
        yield ReadingPlan(one.source("count"), wordings, what, str(count), str(count + 1))


def _lasts(blueprint: Blueprint, about: About) -> Iterator[ReadingPlan]:
    for one, what, entries in _groups(blueprint, about):
        app, last = one.spec.label, entries[-1]
        wordings = (
            f"Which option is the last on {{what}} of {app}?",
            f"Go to {{what}} in {app} and tell me what stands lowest of all I can choose.",
            f"What is at the bottom of what {{what}} offers in {app}?",
        )
        yield ReadingPlan(one.source("last"), wordings, what, last, entries[0])


@dataclass(frozen=True, slots=True)
class SpotPlan:
    """Say which option stands in a place, counted from the top."""

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
                f"Which option is number {{number}} on {{what}} of {app}, counted from the top?",
                f"Count the options on {{what}} in {app} from the top and tell me number {{number}}.",
                f"In {app}, what stands in place {{number}} of all that {{what}} offers?",
            ),
            hidden=("answer",),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> ReadSpot:
        begin(scene, self.given.path)
        place = scene.rng.randrange(1, len(self.entries))
        return ReadSpot(self, self.what, place + 1, self.entries[place], self.entries[place - 1])


@dataclass(frozen=True)
class ReadSpot(TaskType):
    """Say which option stands in a place."""

    plan: SpotPlan
    what: str
    number: int
    answer: str
    other: str

    def expect(self) -> list[Expectation]:
        others = tuple(one for one in self.plan.entries if one != self.answer)
        return [ExpectedAnswer(self.answer, nots=others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.given.walk.steps)
        tops = {one: pilot.reach(one).bounds.top for one in self.plan.entries}
        if sorted(tops, key=lambda one: tops[one])[self.number - 1] != self.answer:
            raise OracleLost(f"{self.answer!r} is not number {self.number} on the screen")
        pilot.finish(self.answer)

    def mistakes(self) -> dict[str, Mistake]:
        return {"the one before": Way(*self.plan.given.walk.steps, End(self.other))}


def _spots(blueprint: Blueprint, about: About) -> Iterator[SpotPlan]:
    for one, what, entries in _groups(blueprint, about):
        if len(entries) >= FEWEST_ENTRIES:
            yield SpotPlan(one.source("spot"), what, entries)


def _groups(
    blueprint: Blueprint, about: About
) -> Iterator[tuple[AboutScreen, str, tuple[str, ...]]]:
    """Screens with one group of options, what they are called, and the options."""
    for place, one in about.items():
        what = _name_of(one)
        is_dialog = blueprint.screens[place[0]].kind == "dialog"
        entries = offered(blueprint.parts(*place), is_dialog=is_dialog)
        if what and len(entries) >= FEWEST_OPTIONS and can_be_told(entries, what):
            yield one, what, entries
