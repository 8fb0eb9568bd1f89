"""Any phone that can be opened by its address, with a reset of its own and a judge for the reward.

Its tasks are goals in a file, a JSON object a line:

    {"name": "wifi-off", "goal": "Turn Wi-Fi off.", "rubric": "Wi-Fi is off.", "steps": 12}

Before each try a command is run, if one is given (restore a snapshot, log in again), and the phone
goes home. What the command does not undo stays: the tasks must bear it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from runtime.actions import Action, AskUser, Finish, Output, PressButton, SystemButton
from runtime.device import Device, Performed
from runtime.devices import open_device
from runtime.episode import Judgement
from runtime.errors import ActionError, DeviceError
from runtime.observation import Observation
from trainer.data.trial_turns import TaskAttempt
from trainer.errors import InvalidDataRequest
from trainer.rl.judge import Judge, JudgedStep

RESET_S = 300.0


@dataclass(frozen=True, slots=True)
class GoalTask:
    """A goal, what a judge looks for, and how many steps a try may take."""

    name: str
    goal: str
    rubric: str = ""
    steps: int = 25


@dataclass(slots=True)
class JudgedTrial:
    """A try on a phone that nobody can look into."""

    task: GoalTask
    device: Device
    court: Judge
    screenshots: bool = False
    scenes: list[JudgedStep] = field(default_factory=list)

    @property
    def goal(self) -> str:
        return self.task.goal

    def observe(self) -> Observation:
        return self.device.observe(screenshot=self.screenshots)

    def act(self, action: Action, observation: Observation) -> Performed:
        try:
            performed = self._do(action, observation)
        except ActionError as error:
            self.scenes.append(JudgedStep(observation, action, str(error)))
            raise
        self.scenes.append(JudgedStep(observation, action))
        return performed

    def judge(self) -> Judgement:
        return self.court.judge(
            self.goal, self.task.rubric, (*self.scenes, JudgedStep(self.observe()))
        )

    def _do(self, action: Action, observation: Observation) -> Performed:
        match action:
            case Output() | Finish():
                return Performed(action, changed=False)
            case AskUser():
                return Performed(action, changed=False, note="I do not know.")
            case _:
                return self.device.perform(action, observation)


@dataclass(slots=True)
class JudgedPhone:
    """One phone by its address, one try at a time."""

    name: str
    address: str
    goals: dict[str, GoalTask]
    court: Judge
    reset_command: tuple[str, ...] = ()
    screenshots: bool = False
    waits: bool = True
    capacity: int | None = 1
    _device: Device | None = None

    @property
    def tasks(self) -> Sequence[str]:
        return tuple(self.goals)

    def kind(self, task: str) -> str:
        del task
        return "judged"

    def limit(self, task: str) -> int:
        return self.goals[task].steps

    def reset(self, task: str) -> TaskAttempt:
        if self.reset_command:
            _run([part.replace("{address}", self.address) for part in self.reset_command])
        if self._device is None:
            self._device = open_device(self.address)
        self._device.perform(PressButton(SystemButton.HOME), self._device.observe())
        return JudgedTrial(self.goals[task], self._device, self.court, self.screenshots)

    def release(self, attempt: TaskAttempt) -> None:
        """The phone stays open for the next try."""

    def close(self) -> None:
        """Let the phone and its judge go."""
        self.court.close()
        if self._device is not None:
            self._device.close()
            self._device = None


def read_goals(path: Path) -> dict[str, GoalTask]:
    """The tasks of a file, by name."""
    goals: dict[str, GoalTask] = {}
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                task = GoalTask(**json.loads(line))
                goals[task.name] = task
    except (OSError, ValueError, TypeError) as error:
        raise InvalidDataRequest(
            f"{path} cannot be read ({error}): write a JSON object a line, with name, goal, rubric "
            "and steps"
        ) from error
    if not goals:
        raise InvalidDataRequest(f"{path} has no task")
    return goals


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=RESET_S)
    except (OSError, subprocess.SubprocessError) as error:
        raise DeviceError(f"the phone could not be reset: {error}") from error
