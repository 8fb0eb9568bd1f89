"""Whether a rebuilt app can be used like the original: the original's oracles are run on it.

An oracle of the original app is run on the rebuilt one, with the parameters it has on the
original. It has solved its task when it finds its way to the end, says what it must say, and the
rebuilt app's data changed as asked for: what the oracle typed and the task wants in a row is in a
new or changed row, a row that is to be gone is gone, and where anything else was to change, data
has changed. The rebuilt app has tables of its own making, so that the original's verifier, which
knows the original's tables and their inner words, cannot be asked directly. That is weaker than the
original's verdict, and the figures say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from phoneworld.changes import Change, changes_between
from phoneworld.device import PhoneDevice
from phoneworld.errors import PhoneWorldError
from phoneworld.phone import Phone
from phoneworld.reconstruction.rebuild import Rebuilt
from phoneworld.reconstruction.replayer import phone_for
from phoneworld.tasks.expect import (
    Added,
    Changed,
    Evidence,
    Expectation,
    ExpectedAnswer,
    ExpectedEnding,
    ExpectedQuestion,
    Removed,
    SettingIs,
    judge,
)
from phoneworld.tasks.matchers import fold
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.actions import Type
from runtime.errors import ActionError


@dataclass(frozen=True, slots=True)
class OracleResult:
    """How an oracle did. `walked`: it reached the end; `solved`: the result is right."""

    name: str
    walked: bool
    solved: bool
    why: str = ""


class _RebuiltTrial(Trial):
    """A trial whose goal and parameters are the original's, on a phone with the rebuilt app."""

    def __init__(self, workshop: Workshop, task: Task, phone: Phone) -> None:
        super().__init__(workshop, task)
        self.phone = phone
        self.device = PhoneDevice(phone)
        phone.go_home()
        self.before = phone.databases.serialize()


def solve_templates(
    rebuilt: Rebuilt, templates: Iterable[Template], workshop: Workshop, *, seed: int = 0
) -> list[OracleResult]:
    """Every template's oracle, each on a fresh phone."""
    return [_solve(rebuilt, template, workshop, seed) for template in templates]


def _solve(rebuilt: Rebuilt, template: Template, workshop: Workshop, seed: int) -> OracleResult:
    phone = phone_for(rebuilt.spec, rebuilt.images)
    trial = _RebuiltTrial(workshop, Task(template, seed), phone)
    try:
        pilot = Pilot(trial)
        trial.drawn.solve(pilot)
        if not trial.finished:
            pilot.finish()
    except (PhoneWorldError, ActionError) as error:
        return OracleResult(template.name, walked=False, solved=False, why=str(error))
    except (ValueError, LookupError) as error:
        # An oracle reads its screens as the original shows them.
        why = f"the oracle could not read the screen: {error}"
        return OracleResult(template.name, walked=False, solved=False, why=why)
    changes = changes_between(trial.before, phone.databases.serialize())
    expectations = trial.drawn.expect()
    typed = {fold(a.text) for a in pilot.actions if isinstance(a, Type)}
    missing = [reason for one in expectations if (reason := missing_in(one, changes, typed))]
    spoken: list[Expectation] = [
        one
        for one in expectations
        if isinstance(one, ExpectedAnswer | ExpectedQuestion | ExpectedEnding)
    ]
    evidence = Evidence((), tuple(trial.said), tuple(trial.questions), trial.status)
    missing += judge(spoken, evidence).reasons
    return OracleResult(template.name, walked=True, solved=not missing, why="; ".join(missing))


def missing_in(expectation: Expectation, changes: list[Change], typed: set[str]) -> str:
    """What an expectation wants that no change of the rebuilt app's data shows; empty if nothing."""
    match expectation:
        case Added(where=wanted) | Changed(to=wanted):
            texts = [fold(v) for v in wanted.values() if isinstance(v, str) and fold(v) in typed]
            return "" if _holds(texts, changes) else f"no row was made or changed to {dict(wanted)}"
        case Removed():
            gone = any(change.before is not None and change.after is None for change in changes)
            return "" if gone else "no row was removed"
        case SettingIs(name=name):
            return "" if changes else f"{name} did not change"
        case _:
            # What may be, and what is said; pages of a rebuilt app have names of their own.
            return ""


def _holds(texts: list[str], changes: list[Change]) -> bool:
    """Whether one changed row holds all these texts; a row that went counts where there are none."""
    for change in changes:
        if change.after is None:
            if not texts:
                return True
            continue
        shown = fold(" ".join(str(value) for value in change.after.values()))
        if all(text in shown for text in texts):
            return True
    return False
