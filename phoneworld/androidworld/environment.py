"""A phone, the suite, and the task that is set up: what the calls of the interface work on.

Whoever owns the phone calls this; nothing here waits or locks.
"""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.androidworld.errors import bad_value, not_now
from phoneworld.androidworld.json_actions import Entries, read_json_action
from phoneworld.androidworld.stage import PACK, SuiteStage
from phoneworld.androidworld.suite import (
    ALL,
    ALL_WORLDS,
    DEFAULT_INSTANCES,
    DEFAULT_SEED,
    STANDARD,
    Suite,
    make_suite,
)
from phoneworld.catalogue import Catalogue
from phoneworld.device import PhoneDevice
from phoneworld.phone import Phone
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.actions import AskUser, Finish, FinishStatus, OpenApp, Output
from runtime.errors import ActionError
from runtime.observation import Observation


class AndroidWorldEnvironment:
    """One phone and at most one task at a time."""

    def __init__(
        self,
        catalogue: Catalogue,
        workshop: Workshop,
        phone: Phone,
        *,
        presses_enter: bool = True,
        worlds: Sequence[int] = ALL_WORLDS,
    ) -> None:
        self._presses_enter = presses_enter
        self._worlds = worlds
        self._stages = {catalogue.pack == PACK: SuiteStage.of(catalogue, workshop, phone)}
        self._trial: Trial | None = None
        self._goals: dict[Task, str] = {}
        self.choose_suite(STANDARD if catalogue.pack == PACK else ALL)

    def choose_suite(
        self, family: str, *, instances: int = DEFAULT_INSTANCES, seed: int = DEFAULT_SEED
    ) -> None:
        """Make a suite the one that is served. AndroidWorld's is played on a phone of its pack, PhoneWorld's
        own on one with the built-in apps: where the phone at hand is not of that kind, another is made.
        """
        pack = family == STANDARD
        stage = self._stages.get(pack)
        if stage is None:
            stage = self._stages[pack] = SuiteStage.make(pack=pack)
        self.suite: Suite = make_suite(
            stage.types, instances=instances, seed=seed, family=family, worlds=self._worlds
        )
        self.stage = stage
        self.family = family
        self._trial = None
        self._device = PhoneDevice(stage.phone)

    @property
    def phone(self) -> Phone:
        """The phone that the suite is played on."""
        return self.stage.phone

    @property
    def task(self) -> Task | None:
        """The task that is set up."""
        return self._trial.task if self._trial is not None else None

    def goal(self, task: Task) -> str:
        """What a task asks for, whether it is set up or not."""
        if task not in self._goals:
            # A task's values follow from its set-up: on a phone of its own, not on the one in use.
            self._goals[task] = Trial(self.stage.workshop, task).goal
        return self._goals[task]

    def initialize(self, task: Task) -> None:
        """Set a task up: the phone is as new, with what the task needs on it."""
        self._trial = Trial(self.stage.workshop, task, phone=self.phone)
        self._goals[task] = self._trial.goal

    def tear_down(self, task: Task) -> None:
        """Be done with a task. One that is not set up needs nothing: clients begin with this call."""
        if self._trial is None or self._trial.task != task:
            return
        self._trial = None
        self.phone.go_home()

    def reset(self, *, go_home: bool) -> None:
        """Forget what was said; the task and the phone's data stay."""
        if self._trial is not None:
            self._trial.said.clear()
            self._trial.questions.clear()
            self._trial.status = None
        if go_home:
            self.phone.go_home()

    def execute(self, entry: Entries) -> str:
        """Do a JSON action; why nothing happened, where nothing did."""
        note = ""
        screen = self._device.observe()
        actions = read_json_action(entry, screen, presses_enter=self._presses_enter)
        for number, action in enumerate(actions):
            match action:
                case Output(text):
                    if self._trial is not None:
                        self._trial.said.append(text)
                case Finish(_, status):
                    if self._trial is not None:
                        self._trial.status = status
                case AskUser():
                    raise AssertionError("no JSON action asks the user")
                case OpenApp(name):
                    note = self._open(OpenApp(self.stage.opened_by(name)), screen)
                case _:
                    look = screen if number == 0 else self._device.observe()
                    try:
                        note = self._device.perform(action, look).note
                    except ActionError as error:
                        raise bad_value(str(error)) from error
                    if note:
                        break
        return note

    def _open(self, action: OpenApp, screen: Observation) -> str:
        """Open an app. As in AndroidWorld, a name that means none is no error: nothing happens."""
        try:
            return self._device.perform(action, screen).note
        except ActionError as error:
            return str(error)

    def score(self, task: Task) -> float:
        """1 where the task is solved, 0 where it is not, judged by the phone's data.

        An agent need not say that it is done, as it need not in AndroidWorld. There, what cannot
        be done and what must not be done are both `infeasible`.
        """
        trial = self._initialized(task)
        status_before = trial.status
        tries = (
            (FinishStatus.IMPOSSIBLE, FinishStatus.REFUSED)
            if status_before is FinishStatus.IMPOSSIBLE
            else (FinishStatus.DONE,)
        )
        try:
            return float(any(self._judged_as(trial, status) for status in tries))
        finally:
            trial.status = status_before

    def _judged_as(self, trial: Trial, status: FinishStatus) -> bool:
        trial.status = status
        return trial.judge().success

    def _initialized(self, task: Task) -> Trial:
        if self._trial is None or self._trial.task != task:
            raise not_now(f"{task.name} is not set up: call /task/initialize first")
        return self._trial
