"""AndroidWorld's HTTP interface as a phone, and a task of its suite as a trial.

The interface shows screenshots only: a policy that reads elements looks at the same phone another way.
All actions go through the interface.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from runtime.actions import Action, AskUser, Finish, Output
from runtime.device import Device, DeviceInfo, Performed
from runtime.device_checks import check_action
from runtime.episode import Judgement
from runtime.errors import ActionError, DeviceError
from runtime.observation import Observation
from trainer.evaluation.androidworld_actions import AnswerGiven, write_json_actions
from trainer.evaluation.androidworld_client import (
    AndroidWorldClient,
    AndroidWorldError,
    CallFailed,
)

NOBODY = "Nobody is there to answer: decide yourself, or finish."


@dataclass(frozen=True, slots=True)
class Instance:
    """A task of the server's suite."""

    type: str
    number: int

    @property
    def name(self) -> str:
        return f"{self.type}#{self.number}"


class AndroidWorldDevice:
    """A phone behind the interface. `eyes` is another way to look at the same phone, if need be."""

    def __init__(
        self, client: AndroidWorldClient, *, eyes: Device | None, screenshots: bool
    ) -> None:
        self._client = client
        self._eyes = eyes
        self._screenshots = screenshots
        self._looks = count(1)
        self._speech = AnswerGiven()

    @property
    def info(self) -> DeviceInfo:
        if self._eyes is not None:
            return self._eyes.info
        return DeviceInfo(self._client.url, "androidworld", "AndroidWorld", "", 0, 0, 0, "")

    def observe(self, *, screenshot: bool = False) -> Observation:
        if self._eyes is not None:
            return self._eyes.observe(screenshot=screenshot or self._screenshots)
        try:
            shot = self._client.screenshot()
        except AndroidWorldError as error:
            raise DeviceError(f"{type(error).__name__}: {error}") from error
        return Observation(
            id=f"shot-{next(self._looks)}",
            package="",
            activity="",
            width_px=shot.width_px,
            height_px=shot.height_px,
            rotation=0,
            elements=(),
            keyboard_shown=False,
            focused=None,
            secure=False,
            notices=(),
            screenshot=shot,
            time_s=0.0,
        )

    def perform(self, action: Action, observation: Observation) -> Performed:
        check_action(action, observation, observation.id)
        self.execute(action, observation)
        return Performed(action)

    def execute(self, action: Action, observation: Observation) -> None:
        """Send the calls that an action takes, also of one that only says something."""
        try:
            for call in write_json_actions(action, observation, self._speech):
                self._client.execute(call)
        except CallFailed as error:
            raise ActionError(str(error)) from error
        except AndroidWorldError as error:
            raise DeviceError(f"{type(error).__name__}: {error}") from error

    def interrupt(self) -> None:
        """Nothing to end: every call has a deadline."""

    def close(self) -> None:
        """The client and the eyes are others'."""


class AndroidWorldTrial:
    """A task of the suite being tried."""

    def __init__(
        self, task: Instance, client: AndroidWorldClient, device: AndroidWorldDevice
    ) -> None:
        self.task = task
        self.goal = client.goal(task.type, task.number)
        self.device: Device = device
        self._client = client
        self._phone = device

    def observe(self) -> Observation:
        return self._phone.observe()

    def act(self, action: Action, observation: Observation) -> Performed:
        match action:
            case Output() | Finish():
                try:
                    self._phone.execute(action, observation)
                except ActionError as error:
                    # It is said and recorded: the server did not hear it.
                    raise DeviceError(str(error)) from error
                return Performed(action, changed=False)
            case AskUser():
                return Performed(action, changed=False, note=NOBODY)
            case _:
                return self._phone.perform(action, observation)

    def judge(self) -> Judgement:
        """The server's word: solved where the score is 1."""
        try:
            score = self._client.score(self.task.type, self.task.number)
        except AndroidWorldError as error:
            raise DeviceError(f"{type(error).__name__}: {error}") from error
        return Judgement(score >= 1, () if score >= 1 else (f"the score is {score:g}",))
