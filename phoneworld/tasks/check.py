"""The proof that a task is sound: `check_task`.

The oracle solves it; doing nothing, stopping short, leaving a step out, doing something else
besides, and the plausible mistakes do not; the same seed gives the same task; the goal does not give
away what is to be found out; what a hand-off hands over is seen in one app before it is used in
another. `tampering` adds results that are wrong in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from string import Formatter

from phoneworld.derived import is_derived
from phoneworld.errors import PhoneWorldError
from phoneworld.providers import contacts
from phoneworld.tasks.derived_mistakes import tampered
from phoneworld.tasks.expect import Evidence, ExpectedAnswer, ExpectedParts, Maybe, judge
from phoneworld.tasks.matchers import fold
from phoneworld.tasks.mistakes import Edit, Instead, LeftOut, Mistake, Way
from phoneworld.tasks.pilot import Pilot, run_oracle
from phoneworld.tasks.retrial import FirstTrial, Retrial
from phoneworld.tasks.start_check import check_start
from phoneworld.tasks.starts import Start
from phoneworld.tasks.steps import End, Open
from phoneworld.tasks.template import Kind, TaskType, Template, parameter, phrase
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.actions import Finish
from runtime.episode import Judgement

MIN_PHRASINGS = 3
OTHER_SEEDS = 4
"""How many seeds are searched for another value of a parameter."""


@dataclass(frozen=True, slots=True)
class TaskFinding:
    """What is wrong with a task."""

    task: str
    check: str
    detail: str

    def __str__(self) -> str:
        return f"{self.task}: {self.check}: {self.detail}"


Report = Callable[[str, str], None]


def check_task(
    workshop: Workshop, template: Template, seed: int, start: Start = Start.HOME
) -> list[TaskFinding]:
    """Everything that is wrong with a template on one seed; nothing when it is sound."""
    task = Task(template, seed, start)
    found: list[TaskFinding] = []

    def report(check: str, detail: str) -> None:
        found.append(TaskFinding(task.name, check, detail))

    try:
        trial = FirstTrial(workshop, task)
        again = Trial(workshop, task)
    except (PhoneWorldError, KeyError, IndexError, ValueError) as error:
        report("set-up", f"{type(error).__name__}: {error}")
        return found
    _check_form(template, trial, report)
    _check_repeatable(trial, again, report)
    check_start(workshop, trial, report)
    solved = _check_oracle(trial, report)
    if solved is None:
        return found
    _check_leaks(template, trial, solved, report)
    _check_tampered(trial, report)
    _Failures(workshop, trial, solved, report).check()
    return found


def _check_form(template: Template, trial: Trial, report: Report) -> None:
    if len(set(template.goals)) < MIN_PHRASINGS:
        report("phrasings", f"{len(set(template.goals))} of at least {MIN_PHRASINGS}")
    for goal in template.goals:
        try:
            phrase(goal, trial.drawn)
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
    if (trial.goal, trial.drawn) != (again.goal, again.drawn):
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
        value = str(parameter(trial.drawn, name))
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


def _check_tampered(trial: Trial, report: Report) -> None:
    """What the oracle left behind, wrong in one place, is no success."""
    wanted = trial.drawn.expect()
    for name, evidence in tampered(wanted, trial.evidence(), trial.phone.databases):
        if judge(wanted, evidence).success:
            report("wrong result", f"{name}, and it counts as success")


class _Failures:
    """Tries that must fail, each starting from the phone as the task begins."""

    def __init__(
        self, workshop: Workshop, trial: FirstTrial, solved: Pilot, report: Report
    ) -> None:
        self._workshop = workshop
        self._first = trial
        self._memory = trial.memory()
        self._task = trial.task
        self._others: dict[int, TaskType] = {}
        self._solved = solved
        self._report = report
        self._drawn = trial.drawn
        self._outcome = outcome(self._drawn, trial.evidence())
        # A task that is already done asks for nothing, or for nothing that must happen.
        self._already_done = all(isinstance(e, Maybe) for e in self._drawn.expect())

    def check(self) -> None:
        self._check_idle()
        self._check_damage()
        self._check_mistakes()
        if not self._already_done:
            self._check_truncated()
            self._check_left_out()
            self._check_twins()

    def _check_idle(self) -> None:
        idle = self._trial()
        idle.act(Finish(), idle.observe())
        if idle.judge().success and not self._already_done:
            self._report("idle", "doing nothing counts as success")

    def _check_damage(self) -> None:
        damage = Retrial(self._first, self._first.beginning())
        contacts.add_contact(damage.phone.contacts, "Somebody Else")
        if replay(damage, damage.drawn).success:
            self._report("side effect", "a contact out of the blue was not noticed")

    def _check_mistakes(self) -> None:
        mistakes = self._drawn.mistakes()
        if not mistakes:
            self._report("mistake", "the template names none")
        lost = 0
        for name, mistake in mistakes.items():
            trial = self._trial()
            if isinstance(mistake, Instead) and mistake.apply(trial.drawn) == trial.drawn:
                self._report("mistake", f"{name!r} is the task itself")
            elif make_mistake(trial, mistake).success:
                self._report("mistake", f"{name!r} counts as success")
            lost += not trial.finished
        if mistakes and lost == len(mistakes):
            self._report(
                "mistake", "the oracle gets lost in all of them: none reaches the verifier"
            )

    def _check_truncated(self) -> None:
        """Stopping before the last relevant step must not be a success."""
        actions = [a for a in self._solved.actions if not isinstance(a, Finish)]
        if not actions:
            return
        trial = self._trial()
        for action in actions[:-1]:
            trial.act(action, trial.observe())
        if not trial.finished:
            trial.act(Finish(), trial.observe())
        if trial.judge().success:
            self._report("stopping short", f"the last step ({actions[-1]}) does not matter")

    def _check_left_out(self) -> None:
        """Without one of its steps the oracle fails, or comes to the same by another way."""
        at_home = self._task.start is Start.HOME
        for number, step in enumerate(self._solved.steps):
            # Begun elsewhere, the app may be in front already.
            if not isinstance(step, End) and (at_home or not isinstance(step, Open)):
                trial = self._trial()
                judgement = replay(trial, self._drawn, LeftOut(number))
                if judgement.success and not self._same_outcome(trial):
                    self._report("step left out", f"without step {number} ({step}) it counts")

    def _check_twins(self) -> None:
        """Whatever the goal names matters: the task with another seed's value is another task."""
        for name in self._named():
            other = self._twin(name)
            if other is None:
                continue
            trial = self._trial()
            if replay(trial, other).success and not self._same_outcome(trial):
                value = getattr(other, name)
                self._report("twin", f"{name} = {value!r} of another seed counts as success")

    def _named(self) -> list[str]:
        own = {field.name for field in fields(self._drawn)}  # type: ignore[arg-type]
        goals = self._task.template.goals
        named = {name for goal in goals for _, name, _, _ in Formatter().parse(goal) if name}
        return sorted(own & named)

    def _twin(self, name: str) -> TaskType | None:
        """The same task with the value that a parameter has for another seed."""
        for further in range(1, OTHER_SEEDS + 1):
            value = getattr(self._of_seed(self._task.seed + further), name)
            if value != getattr(self._drawn, name):
                return replace(self._drawn, **{name: value})  # type: ignore[type-var]
        return None

    def _of_seed(self, seed: int) -> TaskType:
        if seed not in self._others:
            self._others[seed] = Trial(self._workshop, Task(self._task.template, seed)).drawn
        return self._others[seed]

    def _same_outcome(self, trial: Trial) -> bool:
        return outcome(self._drawn, trial.evidence()) == self._outcome

    def _trial(self) -> Trial:
        return Retrial(self._first, self._memory)


def outcome(drawn: TaskType, evidence: Evidence) -> tuple[object, ...]:
    """The result of a try, without derived changes and unasked answers."""
    changes = [str(one) for one in evidence.changes if not is_derived(one, evidence.derived)]
    asked = any(isinstance(one, ExpectedAnswer | ExpectedParts) for one in drawn.expect())
    return changes, evidence.said if asked else (), evidence.status


def make_mistake(trial: Trial, mistake: Mistake) -> Judgement:
    """Solve a trial with a mistake in it."""
    match mistake:
        case Instead():
            return replay(trial, mistake.apply(trial.drawn))
        case Way(steps):
            pilot = Pilot(trial)
            return _to_the_end(trial, pilot, lambda: pilot.follow(steps))
        case _:
            return replay(trial, trial.drawn, mistake)


def replay(trial: Trial, drawn: TaskType, edit: Edit | None = None) -> Judgement:
    """Run the oracle of a draw on a trial. An oracle that gets lost has failed."""
    pilot = Pilot(trial, edit=edit)
    return _to_the_end(trial, pilot, lambda: drawn.solve(pilot))


def _to_the_end(trial: Trial, pilot: Pilot, solve: Callable[[], None]) -> Judgement:
    try:
        solve()
        if not trial.finished:
            pilot.finish()
    # An oracle that reads what is not there may fail in any of these ways.
    except (PhoneWorldError, LookupError, ValueError) as error:
        return Judgement(success=False, reasons=(str(error),))
    return trial.judge()
