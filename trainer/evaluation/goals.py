"""Anybody's list of goals, measured: each beside the template's own goal on the same phone.

A file is a JSON list of objects with `goal`, and `template` and `seed` of the task that the goal is
another wording of; `start` and `realism` if they are not the usual ones. An entry without a template
is a request that the phone cannot serve, and should be declined.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from phoneworld import Catalogue, Start, Task
from phoneworld.errors import TaskError
from phoneworld.realism import LEVELS
from phoneworld.tasks.starts import find_start
from phoneworld.tasks.wordings import Wording, WordingSet
from phoneworld.unserved import UnservedRequest
from trainer.data.trials import OFF
from trainer.errors import InvalidDataRequest
from trainer.evaluation.result import TaskResult
from trainer.evaluation.statistics import Proportion

_SEED = 6
"""Of a phone for requests that name no task: one of the test split."""
_KNOWN = {"goal", "template", "seed", "start", "realism"}


@dataclass(frozen=True, slots=True)
class GivenGoal:
    """A goal in somebody's words. No template: it should be declined."""

    goal: str
    template: str = ""
    seed: int = _SEED
    start: Start = Start.HOME
    realism: str = OFF

    def task(self, catalogue: Catalogue, number: int) -> Task:
        """The task with this goal; `number` sets it apart from others of its template and seed."""
        sentence = self.goal.replace("{", "{{").replace("}", "}}")
        wording = Wording(WordingSet.GIVEN, (sentence,), number)
        template = catalogue.template(self.template or UnservedRequest.template)
        return Task(template, self.seed, self.start, wording)

    def own(self, catalogue: Catalogue) -> Task | None:
        """The same task in the template's own words; None for what is no task."""
        if not self.template:
            return None
        return Task(catalogue.template(self.template), self.seed, self.start)


def read_goals(file: Path) -> list[GivenGoal]:
    """The goals of a file, or `InvalidDataRequest` with the entry that cannot be read."""
    try:
        body = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidDataRequest(f"{file} cannot be read as JSON: {error}") from error
    if not isinstance(body, list) or not body:
        raise InvalidDataRequest(f'{file} is no list of goals: write [{{"goal": "..."}}, ...]')
    return [_entry(file, number, one) for number, one in enumerate(cast("list[Any]", body))]


def _entry(file: Path, number: int, given: object) -> GivenGoal:
    where = f"{file}, entry {number}"
    if not isinstance(given, dict):
        raise InvalidDataRequest(f"{where} is no object")
    entry = cast("dict[str, Any]", given)
    if unknown := sorted(entry.keys() - _KNOWN):
        raise InvalidDataRequest(f"{where} has an unknown key {unknown[0]!r}")
    goal, template, seed = entry.get("goal"), entry.get("template") or "", entry.get("seed", _SEED)
    if not isinstance(goal, str) or not goal.strip():
        raise InvalidDataRequest(f"{where} has no goal")
    # true and false are numbers to Python.
    whole = isinstance(seed, int) and not isinstance(seed, bool)
    if not isinstance(template, str) or not whole or seed < 0:
        raise InvalidDataRequest(f"{where}: a template is a name and a seed a whole number")
    realism = entry.get("realism") or OFF
    if realism not in LEVELS:
        raise InvalidDataRequest(f"{where}: realism is one of {', '.join(LEVELS)}, not {realism!r}")
    try:
        start = find_start(entry.get("start") or Start.HOME.value)
    except TaskError as error:
        raise InvalidDataRequest(f"{where}: {error}") from error
    return GivenGoal(goal, template, seed, start, realism)


@dataclass(frozen=True, slots=True)
class GoalResult:
    """What came of a goal, and of the same task in the template's own words (None: not a task)."""

    goal: str
    template: str
    seed: int
    start: str
    realism: str
    success: bool | None
    ending: str
    false_done: bool
    own_success: bool | None
    reasons: tuple[str, ...] = ()
    fault: str = ""
    """What went wrong that is not the policy's fault, where nothing can be said of it."""


def goal_result(given: GivenGoal, result: TaskResult, own: TaskResult | None) -> GoalResult:
    """A goal's result beside that of the template's own goal."""
    return GoalResult(
        goal=given.goal,
        template=given.template,
        seed=given.seed,
        start=given.start.value,
        realism=given.realism,
        success=result.success,
        ending=result.ending,
        false_done=result.false_done,
        own_success=None if own is None else own.success,
        reasons=result.reasons,
        fault=result.fault,
    )


def summary(results: Sequence[GoalResult]) -> dict[str, Any]:
    """The figures of a list of goals, as JSON values: shares with their 95 % intervals."""
    tasks = [one for one in results if one.template and one.success is not None]
    foreign = [one for one in results if not one.template and one.success is not None]
    return {
        "goals": len(results),
        "faults": sum(one.success is None for one in results),
        "solved": _share(one.success for one in tasks),
        "solved in the templates' own words": _share(
            one.own_success for one in tasks if one.own_success is not None
        ),
        "false done": _share(one.false_done for one in tasks),
        "not its own: declined": _share(one.success for one in foreign),
        "not its own: false done": _share(one.false_done for one in foreign),
        "results": [asdict(one) for one in results],
    }


def _share(claims: Iterable[bool | None]) -> Mapping[str, float | int] | None:
    found = [bool(claim) for claim in claims]
    if not found:
        return None
    share = Proportion(sum(found), len(found))
    low, high = share.interval
    return {
        "count": share.count,
        "of": share.total,
        "percent": round(100 * share.value, 1),
        "low": round(100 * low, 1),
        "high": round(100 * high, 1),
    }
