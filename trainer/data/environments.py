"""Where a policy tries its tasks. A phone with a reset and a reward of its own is an `Environment`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from trainer.data.rollouts import TaskAttempt
from trainer.data.trials import OFF, Trials
from trainer.vision.screenshots import ScreenshotRenderer


class Environment(Protocol):
    """A source of tries. Not thread-safe; tries that are open at once are independent of each other.

    `reset` puts a phone into the state that a task begins with and gives it with the goal; its
    `judge` is the reward. Both raise `DeviceError` or `PhoneWorldError` where the phone fails: that
    try is then an environment fault. `release` gives the phone of a try back.
    """

    @property
    def name(self) -> str: ...

    @property
    def tasks(self) -> Sequence[str]:
        """The tasks it can set."""
        ...

    @property
    def capacity(self) -> int | None:
        """How many tries can be open at once; None for as many as wanted."""
        ...

    @property
    def waits(self) -> bool:
        """Whether acting is mostly waiting, so that threads help."""
        ...

    def kind(self, task: str) -> str:
        """What a task's results are reported under."""
        ...

    def limit(self, task: str) -> int:
        """How many steps a try may take."""
        ...

    def reset(self, task: str) -> TaskAttempt: ...

    def release(self, attempt: TaskAttempt) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class PhoneWorldPhones:
    """Virtual phones in this process, as many as wanted; the reward is the task's own verifier."""

    name: str
    tasks: tuple[str, ...]
    trials: Trials
    realism: str = OFF
    screenshots: bool | ScreenshotRenderer = False
    capacity: int | None = None
    waits: bool = False

    def kind(self, task: str) -> str:
        return self.trials.catalogue.task(task).template.kind.value

    def limit(self, task: str) -> int:
        return self.trials.step_limit(task)

    def reset(self, task: str) -> TaskAttempt:
        return self.trials.open(task, self.realism, screenshots=self.screenshots)

    def release(self, attempt: TaskAttempt) -> None:
        attempt.device.close()

    def close(self) -> None: ...
