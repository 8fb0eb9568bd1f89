"""Generated tasks of several steps, made of simpler ones: two things to do in one app, and a value
that is looked up in one rebuilt app and entered in another.

The parts keep their set-ups, oracles and near misses; `check_task` judges the whole like any task.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from phoneworld.reconstruction.generated_tasks import Add, candidates, check_all
from phoneworld.reconstruction.row_tasks import LookUp
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.task_steps import fill_in, made, phrase_of
from phoneworld.tasks.expect import Added, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Kind, Level, Params, Scene, Template
from phoneworld.workshop import Workshop
from runtime.actions import CloseApp

MOST_PAIRS = 6
_NAMED = re.compile(r"\{(\w+)\}")
_WORDINGS = (
    "{one} Then do this as well: {two}",
    "Two things, please. First: {one} Second: {two}",
    "{one} After that: {two}",
)


class Both(Template):
    """One task, and then another of the same app."""

    level = Level.HARD
    first: Template
    second: Template

    def setup(self, scene: Scene) -> Params:
        return _prefixed("a_", self.first.setup(scene)) | _prefixed("b_", self.second.setup(scene))

    def expect(self, v: Params) -> list[Expectation]:
        return self.first.expect(_own("a_", v)) + self.second.expect(_own("b_", v))

    def solve(self, pilot: Pilot, v: Params) -> None:
        self.first.solve(pilot, _own("a_", v))
        # The second begins where every task does: on the first screen of the app.
        pilot.act(CloseApp(self.apps[0]))
        self.second.solve(pilot, _own("b_", v))

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        found: dict[str, Params] = {}
        for prefix, part in (("a_", self.first), ("b_", self.second)):
            for name, changed in part.near_misses(_own(prefix, v)).items():
                found[f"{part.name}: {name}"] = _prefixed(prefix, changed)
        return found


def _prefixed(prefix: str, values: Params) -> Params:
    return {f"{prefix}{name}": value for name, value in values.items()}


def _own(prefix: str, values: Params) -> Params:
    return {
        name.removeprefix(prefix): value
        for name, value in values.items()
        if name.startswith(prefix)
    }


def both(first: Template, second: Template) -> Template:
    """A task of two, in several phrasings."""
    pairs = zip(first.goals, second.goals, _WORDINGS, strict=False)
    return made(
        Both,
        name=f"{first.name}+{second.name.rpartition('.')[2]}",
        apps=first.apps,
        goals=tuple(
            words.format(one=_NAMED.sub(r"{a_\1}", one), two=_NAMED.sub(r"{b_\1}", two))
            for one, two, words in pairs
        ),
        hidden=tuple(f"b_{name}" for name in second.hidden),
        first=first,
        second=second,
    )


def pairs_of(templates: Sequence[Template]) -> Iterator[Template]:
    """Two different kinds of things at a time, at most `MOST_PAIRS`; an answer comes last."""
    seen: set[tuple[str, str]] = set()
    for first, second in permutations(templates, 2):
        kinds = type(first).__name__, type(second).__name__
        if kinds[0] == kinds[1] or first.hidden or kinds in seen or kinds[::-1] in seen:
            continue
        seen.add(kinds)
        yield both(first, second)
        if len(seen) >= MOST_PAIRS:
            return


class HandOver(Template):
    """Look a value up in one app and enter it in another."""

    kind = Kind.CROSS
    level = Level.HARD
    hidden = ("answer",)
    look: LookUp
    add: Add

    def setup(self, scene: Scene) -> Params:
        return self.look.setup(scene)

    def expect(self, v: Params) -> list[Expectation]:
        column = self.add.form.fields[0][1]
        return [Added(self.add.given.path, self.add.form.table, {column: v["answer"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        self.look.walk.go(pilot)
        pilot.tap(v["key"])
        self.add.given.walk.go(pilot)
        fill_in(pilot, self.add.form.fields[0][0], v["answer"])
        pilot.tap(self.add.form.save_label)

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        return {"that of another": {"answer": v["other"]}}


def hand_overs(looks: Sequence[LookUp], adds: Sequence[Add]) -> Iterator[Template]:
    """What can be looked up in one app and entered in another: one task for each pair of apps."""
    seen: set[tuple[str, str]] = set()
    for look in looks:
        for add in adds:
            apps = look.apps[0], add.apps[0]
            if apps[0] == apps[1] or apps in seen:
                continue
            seen.add(apps)
            what, field = phrase_of(look.column), phrase_of(add.form.fields[0][1])
            yield made(
                HandOver,
                name=f"{look.name}>{add.name}",
                apps=apps,
                goals=(
                    (
                        f"Look up the {what} of “{{key}}” in {apps[0]} and make an entry in "
                        f"{apps[1]} that has it as its {field}."
                    ),
                    f"Add an entry to {apps[1]}: its {field} is the {what} of “{{key}}” in {apps[0]}.",
                    (
                        f"{apps[1]} should have a new entry. Take as its {field} what {apps[0]} "
                        f"shows as the {what} of “{{key}}”."
                    ),
                ),
                look=look,
                add=add,
            )


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
    looks: list[LookUp] = []
    adds: list[Add] = []
    made_up: list[Template] = []
    for spec in specs:
        simple, _ = check_all(candidates(spec, only_recorded=only_recorded), workshop, seeds)
        looks += [one for one in simple if isinstance(one, LookUp)]
        adds += [one for one in simple if isinstance(one, Add)]
        made_up += pairs_of(simple)
    made_up += hand_overs(looks, adds)
    return check_all(made_up, workshop, seeds)
