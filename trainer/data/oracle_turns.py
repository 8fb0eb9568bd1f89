"""Oracles' episodes as the turn machine records them: with the same prompts that a policy will be asked.

An oracle is a program that steers, so it drives the machine itself: it sees what the machine looked at,
and what it does is taken as a decision. It has as many steps as it needs. Where a served run would be
ended (it repeats itself, or waits too long at a time) the oracle is lost.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from phoneworld import Trial
from phoneworld.errors import OracleLost
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.template import TaskType
from phoneworld.tasks.trial import Task
from runtime.actions import Action, AskUser
from runtime.device import Device, Performed
from runtime.engine import Decided
from runtime.episode import Actor, Decision, Step
from runtime.errors import ActionError
from runtime.observation import Observation
from runtime.turn.repetition import REMARK
from trainer.data.trial_turns import TrialRollout, open_rollout


class SteeredTrial:
    """A trial as an oracle sees it, each action of which is a turn of the machine."""

    def __init__(self, trial: Trial, rollout: TrialRollout) -> None:
        self.task: Task = trial.task
        self.drawn: TaskType = trial.drawn
        self.phone = trial.phone
        self.device: Device = trial.device
        self._rollout = rollout
        self._trial = trial

    @property
    def goal(self) -> str:
        return self._trial.goal

    @property
    def finished(self) -> bool:
        return self._trial.finished

    def observe(self) -> Observation:
        machine = self._rollout.machine
        if machine.advance() is None:
            raise OracleLost(f"the episode ended before the oracle did: {machine.ending}")
        return self._rollout.journal.screen

    def act(self, action: Action, observation: Observation) -> Performed:
        del observation
        self._rollout.machine.take(Decided(Decision(action), actor=Actor.ORACLE))
        step = self._rollout.journal.steps[-1]
        if isinstance(action, AskUser):
            return Performed(action, changed=False, note=step.answer)
        if step.error:
            raise ActionError(step.error)
        return _unremarked(step.performed or Performed(action, changed=False))


def steer_by_oracle(trial: Trial) -> tuple[Step, ...]:
    """What the oracle of an open trial did. Raises what oracles raise."""
    rollout = open_rollout(trial, sys.maxsize)
    run_oracle(SteeredTrial(trial, rollout))
    return rollout.steps


def _unremarked(performed: Performed) -> Performed:
    """What the phone itself said: oracles go by its notes, and not by words to a policy."""
    if not performed.note.endswith(REMARK):
        return performed
    return replace(performed, note=performed.note.removesuffix(REMARK).strip())
