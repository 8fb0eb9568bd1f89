"""The proof that a task is sound: `check_task`.

The oracle solves it; doing nothing, stopping short, doing something else besides, and the
plausible mistakes do not; the same seed gives the same task; the goal does not give away what is
to be found out; what a hand-off hands over is seen in one app before it is used in another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from phoneworld.errors import PhoneWorldError
from phoneworld.providers import contacts
from phoneworld.tasks.expect import Maybe
from phoneworld.tasks.matching import fold
from phoneworld.tasks.pilot import Pilot, run_oracle
from phoneworld.tasks.start_check import check_start
from phoneworld.tasks.starts import Start
from phoneworld.tasks.template import Kind, Params, Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.actions import Finish
from runtime.episode import Judgement

MIN_PHRASINGS = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a task."""

    task: str
    check: str
    detail: str

    def __str__(self) -> str:
        return f"{self.task}: {self.check}: {self.detail}"


def check_task(
    workshop: Workshop, template: Template, seed: int, start: Start = Start.HOME
) -> list[Finding]:
    """Everything that is wrong with a template on one seed; nothing when it is sound."""
    task = Task(template, seed, start)
    found: list[Finding] = []

    def report(check: str, detail: str) -> None:
        found.append(Finding(task.name, check, detail))

    try:
        trial = Trial(workshop, task)
        again = Trial(workshop, task)
    except (PhoneWorldError, KeyError, IndexError, ValueError) as error:
        report("set-up", f"{type(error).__name__}: {error}")
        return found
    _check_form(template, trial, report)
    _check_repeatable(trial, again, report)
    check_start(workshop, trial, report)
    pilot = _check_oracle(trial, report)
    if pilot is None:
        return found
    _check_leaks(template, trial, pilot, report)
    _check_failures(workshop, task, pilot, report)
    return found


Report = Callable[[str, str], None]


def _check_form(template: Template, trial: Trial, report: Report) -> None:
    if len(set(template.goals)) < MIN_PHRASINGS:
        report("phrasings", f"{len(set(template.goals))} of at least {MIN_PHRASINGS}")
    for goal in template.goals:
        try:
            goal.format(**trial.params)
        except (KeyError, IndexError) as error:
            report("phrasings", f"{goal!r} names {error}, which is no parameter")
    if template.kind is Kind.CROSS:
        if len(set(template.apps)) < 2:
            report("kind", "a cross-app task takes at least two apps")
        if not template.hidden:
            report("kind", "a cross-app task has a hidden value to hand over")
    labels = {app.label for app in trial.phone.apps.values()}
    for app in template.apps:
        if app not in labels:
            report("apps", f"no app is called {app!r}")


def _check_repeatable(trial: Trial, again: Trial, report: Report) -> None:
    if (trial.goal, trial.params) != (again.goal, again.params):
        report("seed", "the same seed gave another goal or other parameters")
    if trial.phone.snapshot() != again.phone.snapshot():
        report("seed", "the same seed gave another phone")


def _check_oracle(trial: Trial, report: Report) -> Pilot | None:
    try:
        pilot = run_oracle(trial)
    except PhoneWorldError as error:
        report("oracle", f"{type(error).__name__}: {error}")
        return None
    judgement = trial.judge()
    if not judgement.success:
        report("oracle", "; ".join(judgement.reasons))
        return None
    return pilot


def _check_leaks(template: Template, trial: Trial, pilot: Pilot, report: Report) -> None:
    """A hidden value is not in the goal, and is on a screen before it is typed or said."""
    for name in template.hidden:
        value = str(trial.params[name])
        if fold(value) in fold(trial.goal):
            report("leak", f"the goal gives away {name} = {value!r}")
        if not any(fold(value) in fold(text) for _, text in pilot.seen):
            report("leak", f"{name} = {value!r} was on no screen that the oracle saw")
    if template.kind is not Kind.CROSS:
        return
    visited = {package for package, _ in pilot.seen}
    packages = {app.label: app.package for app in trial.phone.apps.values()}
    for label in template.apps:
        if label in packages and packages[label] not in visited:
            report("hand-off", f"the oracle never went to {label}")


def _check_failures(workshop: Workshop, task: Task, solved: Pilot, report: Report) -> None:
    template = task.template
    idle = Trial(workshop, task)
    idle.act(Finish(), idle.observe())
    # A task that is already done asks for nothing, or for nothing that must happen.
    already_done = all(isinstance(e, Maybe) for e in template.expect(idle.params))
    if idle.judge().success and not already_done:
        report("idle", "doing nothing counts as success")
    damage = Trial(workshop, task)
    contacts.add_contact(damage.phone.contacts, "Somebody Else")
    if _replay(damage, damage.params).success:
        report("side effect", "a contact out of the blue was not noticed")
    misses = template.near_misses(solved.trial.params)
    if not misses:
        report("near miss", "the template names none")
    lost = 0
    for name, changed in misses.items():
        trial = Trial(workshop, task)
        if changed and all(trial.params.get(key) == value for key, value in changed.items()):
            report("near miss", f"{name!r} is the task itself")
        elif _replay(trial, {**trial.params, **changed}).success:
            report("near miss", f"{name!r} counts as success")
        lost += not trial.finished
    if misses and lost == len(misses):
        report("near miss", "the oracle gets lost in all of them: none reaches the verifier")
    _check_truncated(workshop, task, solved, report, already_done=already_done)


def _check_truncated(
    workshop: Workshop, task: Task, solved: Pilot, report: Report, *, already_done: bool
) -> None:
    """Stopping before the last thing that matters must not count."""
    actions = [a for a in solved.actions if not isinstance(a, Finish)]
    if already_done or not actions:
        return
    trial = Trial(workshop, task)
    for action in actions[:-1]:
        trial.act(action, trial.observe())
    if not trial.finished:
        trial.act(Finish(), trial.observe())
    if trial.judge().success:
        report("stopping short", f"the last step ({actions[-1]}) does not matter")


def _replay(trial: Trial, params: Params) -> Judgement:
    """Run the oracle with other parameters; one that gets lost has failed."""
    pilot = Pilot(trial)
    try:
        trial.task.template.solve(pilot, params)
        if not trial.finished:
            pilot.finish()
    except PhoneWorldError as error:
        return Judgement(success=False, reasons=(str(error),))
    return trial.judge()
