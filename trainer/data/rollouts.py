"""Trials carried out by whatever decides, step by step: what RL, evaluation and collection share.

A rollout never raises for what a policy does: an unreadable reply, an impossible action and going
round in circles are recorded. Only the phone's own failure ends it as an environment fault.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from phoneworld.errors import PhoneWorldError
from runtime.actions import Action, AskUser, Finish
from runtime.device import Device, Performed
from runtime.engine import Prompt
from runtime.episode import (
    Actor,
    Decision,
    Ending,
    EnvironmentFault,
    Episode,
    Finished,
    Judgement,
    Outcome,
    RanOut,
    Step,
    Unparsed,
)
from runtime.errors import ActionError, DeviceError
from runtime.observation import Observation
from runtime.runs.repetition import Habit, Patience, Turn, habit, screen_print

Decide = Callable[[Prompt], Decision]

UNREADABLE_REPLIES = 3
"""So many unreadable replies in a row end a rollout; so does going round in circles, by the runtime's
own measure."""
PATIENCE = Patience()


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str: ...


class Trying(Protocol):
    """A task being tried: PhoneWorld's `Trial`, or the like of it on any phone."""

    @property
    def task(self) -> Named: ...
    @property
    def goal(self) -> str: ...
    @property
    def device(self) -> Device: ...
    def observe(self) -> Observation: ...
    def act(self, action: Action, observation: Observation) -> Performed: ...
    def judge(self) -> Judgement: ...


@dataclass(slots=True)
class Rollout:
    """An episode in the making. Ask for `prompt`, give a decision to `take`, until it is over."""

    trial: Trying
    limit: int
    policy: str = "policy"
    id: str = ""
    steps: list[Step] = field(default_factory=list)
    ending: Ending | None = None
    prompt: Prompt | None = None
    """What is to be decided next; None once it is over."""
    _turns: deque[Turn] = field(default_factory=lambda: deque(maxlen=PATIENCE.memory))
    _unreadable: int = 0

    def __post_init__(self) -> None:
        self._look()

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    def take(self, decision: Decision) -> None:
        """Do what was decided, record it, and look again."""
        if self.prompt is None:
            raise RuntimeError(f"the rollout of {self.trial.task.name} is over: nothing is asked")
        observation = self.prompt.observation
        performed: Performed | None = None
        error = ""
        action = decision.action
        if isinstance(action, Unparsed):
            error = f"the reply could not be read: {action.reason}"
        else:
            try:
                performed = self.trial.act(action, observation)
            except ActionError as problem:
                error = str(problem)
            except (PhoneWorldError, DeviceError) as problem:
                self._end(EnvironmentFault(f"{type(problem).__name__}: {problem}"))
                return
        asked = isinstance(action, AskUser)
        self.steps.append(
            Step(
                observation,
                decision,
                Actor.POLICY,
                performed=None if asked else performed,
                error=error,
                answer=performed.note if asked and performed is not None else "",
            )
        )
        ending = self._judge_step(decision)
        if ending is not None:
            self._end(ending)
        else:
            self._look()

    def give_up(self, why: str) -> None:
        """End it here, as having run out of something."""
        self._end(RanOut(why))

    def episode(self) -> Episode:
        """What was done so far, with the verifier's word once it is over."""
        outcome: Outcome | None = None
        match self.ending:
            case None:
                pass
            case EnvironmentFault():
                outcome = Outcome(self.ending)
            case _:
                outcome = Outcome(self.ending, self.trial.judge())
        return Episode(
            id=self.id or f"{self.trial.task.name}@{self.policy}",
            goal=self.trial.goal,
            device=self.trial.device.info,
            policy=self.policy,
            steps=tuple(self.steps),
            outcome=outcome,
            task=self.trial.task.name,
        )

    def _judge_step(self, decision: Decision) -> Ending | None:
        action = decision.action
        if isinstance(action, Finish):
            return Finished(action.status, action.text)
        if isinstance(action, Unparsed):
            self._unreadable += 1
            if self._unreadable >= UNREADABLE_REPLIES:
                return RanOut("unreadable replies")
        else:
            self._unreadable = 0
            self._turns.append(Turn(screen_print(self.steps[-1].observation), action))
            if habit(tuple(self._turns), PATIENCE) is Habit.END:
                return RanOut("repetition")
        return RanOut("steps") if len(self.steps) >= self.limit else None

    def _look(self) -> None:
        try:
            observation = self.trial.observe()
        except (PhoneWorldError, DeviceError) as problem:
            self._end(EnvironmentFault(f"{type(problem).__name__}: {problem}"))
            return
        self.prompt = Prompt(self.trial.goal, observation, tuple(self.steps))

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        self.prompt = None


def run_episode(trial: Trying, decide: Decide, *, limit: int, policy: str = "policy") -> Episode:
    """One trial carried out by `decide`, to its end: at most `limit` steps."""
    rollout = Rollout(trial, limit, policy)
    while rollout.prompt is not None:
        rollout.take(decide(rollout.prompt))
    return rollout.episode()
