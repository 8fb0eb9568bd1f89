"""Trials as episodes of the turn machine: what RL, evaluation and collection share.

The machine is the one that serves, so that prompts are those of a run in which everything is approved.
Nothing here raises for what a policy does; only the phone's own failure ends a rollout as a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from phoneworld.errors import PhoneWorldError
from runtime.actions import Action, AskUser, Finish, Output
from runtime.device import Device, DeviceInfo, Performed
from runtime.engine import Decided
from runtime.episode import EnvironmentFault, Episode, Judgement, Outcome, RanOut, Step
from runtime.errors import DeviceError
from runtime.guard.ruling import AllowAll, Guard, Ruling
from runtime.guard.secrets import Secrets
from runtime.observation import Observation
from runtime.turn.history import PromptHistory
from runtime.turn.machine import TurnMachine
from runtime.turn.ports import Consent, NoAnswer, TurnPorts
from runtime.turn.settings import TurnSettings
from runtime.turn.start import AT_ONCE, Opening


class NamedTask(Protocol):
    """What has a name."""

    @property
    def name(self) -> str: ...


class TaskAttempt(Protocol):
    """A task being tried: PhoneWorld's `Trial`, or the like of it on any phone."""

    @property
    def task(self) -> NamedTask: ...
    @property
    def goal(self) -> str: ...
    @property
    def device(self) -> Device: ...
    def observe(self) -> Observation: ...
    def act(self, action: Action, observation: Observation) -> Performed: ...
    def judge(self) -> Judgement: ...


class TriedPhone:
    """The phone of a trial. What fails is not tried again: the trial is begun anew by whoever wants."""

    def __init__(self, attempt: TaskAttempt) -> None:
        self._attempt = attempt

    @property
    def info(self) -> DeviceInfo:
        return self._attempt.device.info

    def look(self) -> Observation:
        try:
            return self._attempt.observe()
        except PhoneWorldError as error:
            raise _failed(error) from error

    def perform(self, action: Action, observation: Observation) -> Performed:
        try:
            return self._attempt.act(action, observation)
        except PhoneWorldError as error:
            raise _failed(error) from error

    def recover(self, error: DeviceError) -> None:
        raise error


class TaskPerson:
    """Approves everything, and answers what the task knows. `asked` counts the guard's questions."""

    def __init__(self, attempt: TaskAttempt, journal: RolloutJournal) -> None:
        self.asked = 0
        self._attempt = attempt
        self._journal = journal

    def approve(self, ruling: Ruling, action: Action, screen: Observation) -> Consent:
        del ruling, action, screen
        self.asked += 1
        return Consent.ONCE

    def handle(self, ruling: Ruling) -> Consent:
        # Nobody is there to handle a screen by hand: said once, it would be asked again for ever.
        del ruling
        self.asked += 1
        return Consent.FOR_RUN

    def answer(self, question: str) -> str:
        return self._attempt.act(AskUser(question), self._journal.screen).note

    def explain(self, question: str) -> NoAnswer:
        # What the task means is not for its own person to give away.
        del question
        return NoAnswer.NOBODY


class RolloutJournal:
    """Keeps the steps in memory, and tells the trial what is said to the user."""

    def __init__(self, attempt: TaskAttempt) -> None:
        self.history = PromptHistory()
        self.steps: list[Step] = []
        self._attempt = attempt
        self._screen: Observation | None = None

    @property
    def screen(self) -> Observation:
        """What the step that is being made began with."""
        if self._screen is None:
            raise RuntimeError("no step is being made")
        return self._screen

    def looked(self, screen: Observation) -> None:
        self._screen = screen

    def decided(self, decided: Decided) -> None:
        """Only the whole step is kept."""

    def acting(self, action: Action) -> None:
        """Only the whole step is kept."""

    def done(self, step: Step) -> None:
        self.steps.append(step)
        self.history.append(step)
        action = step.decision.action
        if isinstance(action, Output | Finish):
            self._attempt.act(action, step.observation)


class StepBudget:
    """A limit of steps."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def exceeded(self) -> RanOut | None:
        return RanOut("steps") if self._left <= 0 else None

    def stepped(self) -> None:
        self._left -= 1


@dataclass(frozen=True, slots=True)
class RolloutTerms:
    """How trials are tried. `opening` is how the policy begins.

    With a `clock`, looks grow stale as in a served run: for phones on which time passes by itself.
    """

    opening: Opening = AT_ONCE
    guard: Guard = field(default_factory=AllowAll)
    settings: TurnSettings = field(default_factory=TurnSettings)
    clock: Callable[[], float] | None = None


@dataclass(frozen=True, slots=True)
class TrialRollout:
    """A trial with the machine that carries it out, and what is kept of it."""

    attempt: TaskAttempt
    machine: TurnMachine
    journal: RolloutJournal
    person: TaskPerson

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self.journal.steps)

    def episode(self, policy: str, episode_id: str = "") -> Episode:
        """What was done so far, with the verifier's word once it is over."""
        ending = self.machine.ending
        outcome: Outcome | None = None
        if ending is not None:
            fault = isinstance(ending, EnvironmentFault)
            outcome = Outcome(ending) if fault else Outcome(ending, self.attempt.judge())
        task = self.attempt.task.name
        return Episode(
            id=episode_id or f"{task}@{policy}",
            goal=self.attempt.goal,
            device=self.attempt.device.info,
            policy=policy,
            steps=self.steps,
            outcome=outcome,
            task=task,
        )


def open_rollout(
    attempt: TaskAttempt, limit: int, terms: RolloutTerms | None = None
) -> TrialRollout:
    """A trial to be carried out in at most so many steps. Ask its machine to `advance`."""
    terms = terms or RolloutTerms()
    journal = RolloutJournal(attempt)
    person = TaskPerson(attempt, journal)
    ports = TurnPorts(
        TriedPhone(attempt),
        terms.guard,
        person,
        journal,
        StepBudget(limit),
        Secrets(),
        terms.clock,
    )
    machine = TurnMachine(attempt.goal, ports, terms.settings, opening=terms.opening)
    return TrialRollout(attempt, machine, journal, person)


def _failed(error: PhoneWorldError) -> DeviceError:
    return DeviceError(f"{type(error).__name__}: {error}")
