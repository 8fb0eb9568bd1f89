"""A phone behind the guard: what it would ask a person is approved and counted."""

from __future__ import annotations

from runtime.actions import Action
from runtime.device import Device, DeviceInfo, Performed
from runtime.episode import Verdict
from runtime.errors import ActionError
from runtime.guard.ruling import Guard
from runtime.observation import Observation
from trainer.evaluation.result import GuardCount


class ForbiddenByGuard(ActionError):
    """The guard never allows it. Nothing was done."""


class GuardedDevice:
    """Asks the guard before every action. A person who always says yes sits beside it.

    Screens that only a person may handle are counted as questions too, and then handed back.
    """

    def __init__(self, device: Device, guard: Guard, count: GuardCount) -> None:
        self._device = device
        self._guard = guard
        self._count = count

    @property
    def info(self) -> DeviceInfo:
        return self._device.info

    def observe(self, *, screenshot: bool = False) -> Observation:
        observation = self._device.observe(screenshot=screenshot)
        if self._guard.judge_screen(observation).verdict is not Verdict.ALLOW:
            self._count.questions += 1
        return observation

    def perform(self, action: Action, observation: Observation) -> Performed:
        ruling = self._guard.judge(action, observation)
        if ruling.verdict is Verdict.NEVER:
            self._count.refusals += 1
            raise ForbiddenByGuard(f"the guard forbids this ({ruling.rule}): do something else")
        if ruling.verdict is Verdict.CONFIRM:
            self._count.questions += 1
        return self._device.perform(action, observation)

    def interrupt(self) -> None:
        self._device.interrupt()

    def close(self) -> None:
        self._device.close()
