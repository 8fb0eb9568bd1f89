"""Generated tasks of several steps, made of simpler ones: two things to do in one app, and a value
that is looked up in one rebuilt app and entered in another.

The parts keep their set-ups, oracles and mistakes; `check_task` judges the whole like any task.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from phoneworld.author import (
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    TaskType,
    Template,
)
from phoneworld.reconstruction.generated_tasks import (
    AddPlan,
    ChoicePlan,
    TaskPlan,
    check_all,
    plans_of,
)
from phoneworld.reconstruction.row_action_tasks import MarkPlan, RowActionPlan
from phoneworld.reconstruction.row_tasks import ChangePlan, LookUpPlan, RemovalPlan
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.switch_tasks import SwitchPlan
from phoneworld.reconstruction.task_steps import fill_in
from phoneworld.workshop import Workshop
from runtime.actions import CloseApp

CHANGING = (SwitchPlan, ChoicePlan, AddPlan, RemovalPlan, ChangePlan, RowActionPlan, MarkPlan)
"""The kinds of tasks that are done for good, whatever is done afterwards."""
MOST_PAIRS = 6
_NAMED = re.compile(r"\{([\w.\[\]]+)\}")
_WORDINGS = (
    "{one} Then do this as well: {two}",
    "Two things, please. First: {one} Second: {two}",
    "{one} After that: {two}",
)


@dataclass(frozen=True)
class Both(TaskType):
    """One task, and then another of the same app."""

    app: str
    first: TaskType
    second: TaskType

    def expect(self) -> list[Expectation]:
        return self.first.expect() + self.second.expect()

    def solve(self, pilot: Pilot) -> None:
        self.first.solve(pilot)
        # The second begins where every task does: on the first screen of the app.
        pilot.act(CloseApp(self.app))
        self.second.solve(pilot)

    def mistakes(self) -> dict[str, Mistake]:
        found: dict[str, Mistake] = {}
        for name, part in (("first", self.first), ("second", self.second)):
            for label, mistake in part.mistakes().items():
                if isinstance(mistake, Instead):
                    found[f"{name}: {label}"] = Instead(**{name: mistake.apply(part)})
                else:
                    found[f"{name}: {label}"] = mistake
        return found


def both(first: Template, second: Template) -> Template:
    """A task of two, in several phrasings."""

    def draw(scene: Scene) -> Both:
        return Both(first.apps[0], first.draw(scene), second.draw(scene))

    pairs = zip(first.goals, second.goals, _WORDINGS, strict=False)
    return Template(
        name=f"{first.name}+{second.name.rpartition('.')[2]}",
        kind=Kind.SINGLE,
        level=Level.HARD,
        apps=first.apps,
        goals=tuple(
            words.format(one=_NAMED.sub(r"{first.\1}", one), two=_NAMED.sub(r"{second.\1}", two))
            for one, two, words in pairs
        ),
        hidden=tuple(f"second.{name}" for name in second.hidden),
        draw=draw,
    )


def pairs_of(plans: Sequence[TaskPlan]) -> Iterator[Template]:
    """Two different kinds of things at a time, at most `MOST_PAIRS`, the first of which changes data: what is
    said, or shown at the end, comes last.
    """
    seen: set[tuple[type, type]] = set()
    for first, second in permutations(plans, 2):
        kinds = type(first), type(second)
        if kinds[0] is kinds[1] or not isinstance(first, CHANGING):
            continue
        if kinds in seen or kinds[::-1] in seen or _subject(first) == _subject(second):
            continue
        seen.add(kinds)
        yield both(first.template, second.template)
        if len(seen) >= MOST_PAIRS:
            return


def _subject(plan: TaskPlan) -> str:
    """What a task is about, by the end of its name: a setting, a screen, a column."""
    return plan.template.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class HandOverPlan:
    """Look a value up in one app and enter it in another."""

    look: LookUpPlan
    add: AddPlan

    @property
    def template(self) -> Template:
        source, target = self.look.given.app, self.add.given.app
        what, field = self.look.what, self.add.names[0]
        return Template(
            name=f"{self.look.given.name}>{self.add.given.name}",
            kind=Kind.CROSS,
            level=Level.HARD,
            apps=(source, target),
            goals=(
                (
                    f"Look up “{what}” of “{{key}}” in {source} and make an entry in {target} "
                    f"that has it as “{field}”."
                ),
                (
                    f"Add an entry to {target}: “{field}” is what {source} shows as “{what}” of "
                    "“{key}”."
                ),
                (
                    f"{target} should have a new entry. Take as “{field}” what {source} shows "
                    f"as “{what}” of “{{key}}”."
                ),
            ),
            hidden=("answer",),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> HandOver:
        found = self.look.draw(scene)
        return HandOver(self, found.key, found.answer, found.other)


@dataclass(frozen=True)
class HandOver(TaskType):
    """Look a value up in one app and enter it in another."""

    plan: HandOverPlan
    key: str
    answer: str
    other: str

    def expect(self) -> list[Expectation]:
        add = self.plan.add
        return [add.added({add.form.fields[0][1]: self.answer})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.plan.look.given.walk.steps)
        pilot.tap(self.key)
        pilot.follow(self.plan.add.given.walk.steps)
        fill_in(pilot, self.plan.add.form.fields[0][0], self.answer)
        pilot.tap(self.plan.add.form.save_label)

    def mistakes(self) -> dict[str, Mistake]:
        return {"that of another": Instead(answer=self.other)}


def hand_overs(plans: Sequence[TaskPlan]) -> Iterator[Template]:
    """What can be looked up in one app and entered in another, with each form once for each app."""
    looks = [plan for plan in plans if isinstance(plan, LookUpPlan)]
    adds = [plan for plan in plans if isinstance(plan, AddPlan)]
    for add in adds:
        seen: set[str] = {add.given.app}
        for look in looks:
            if look.given.app not in seen:
                seen.add(look.given.app)
                yield HandOverPlan(look, add).template


def sound_combinations(
    specs: Sequence[AppSpec],
    workshop: Workshop,
    *,
    seeds: tuple[int, ...] = (0, 1),
    only_recorded: bool = True,
) -> tuple[list[Template], list[str]]:
    """Tasks of several steps of each app, and across them, that pass `check_task`; what is wrong
    with the others. The simple tasks that they are made of must be sound themselves.
    """
    together: list[TaskPlan] = []
    made_up: list[Template] = []
    for spec in specs:
        plans = list(plans_of(spec, only_recorded=only_recorded))
        sound, _ = check_all([plan.template for plan in plans], workshop, seeds)
        names = {template.name for template in sound}
        simple = [plan for plan in plans if plan.template.name in names]
        together += simple
        made_up += pairs_of(simple)
    made_up += hand_overs(together)
    return check_all(made_up, workshop, seeds)
