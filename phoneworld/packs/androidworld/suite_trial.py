"""A task that AndroidWorld itself has set up on a phone, as our oracle solves it.

There is no verdict here: AndroidWorld's own code gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from phoneworld.author import TaskType, Template
from phoneworld.device import PhoneDevice
from phoneworld.errors import TaskError
from phoneworld.packs.androidworld.suite_task import SuiteTask, suite_task_type
from phoneworld.phone import Phone
from phoneworld.tasks.pilot import Pilot, run_oracle
from runtime.actions import Action, Finish, Output
from runtime.device import Device, Performed
from runtime.observation import Observation


class SuiteTrial:
    """One task, through the screen of a phone in this process unless another device is given."""

    def __init__(self, drawn: TaskType, phone: Phone, device: Device | None = None) -> None:
        self.drawn = drawn
        self.phone = phone
        self.device: Device = device if device is not None else PhoneDevice(phone)
        self.finished = False
        self.said: list[str] = []
        self.steps = 0

    def observe(self) -> Observation:
        """The screen as it is."""
        return self.device.observe()

    def act(self, action: Action, observation: Observation) -> Performed:
        """Do an action; what is said is kept, and the end noted."""
        self.steps += 1
        match action:
            case Output(text):
                self.said.append(text)
                return Performed(action, changed=False)
            case Finish(text):
                if text:
                    self.said.append(text)
                self.finished = True
                return Performed(action, changed=False)
            case _:
                return self.device.perform(action, observation)

    @property
    def answer(self) -> str:
        """What was said last, if anything."""
        return self.said[-1] if self.said else ""

    def solve(self) -> Pilot:
        """Let the oracle solve it."""
        return run_oracle(self)


def suite_task(
    task_types: Mapping[str, type[SuiteTask]], name: str, params: Mapping[str, Any], phone: Phone
) -> SuiteTask:
    """The task that AndroidWorld calls `name`, with the parameters it drew. `Any`: of any type."""
    task_type = task_types.get(name)
    if task_type is None:
        raise TaskError(f"no task of the pack is AndroidWorld's {name}")
    return task_type.from_suite(params, phone)


def suite_task_types(templates: Iterable[Template]) -> dict[str, type[SuiteTask]]:
    """The task types of these templates by AndroidWorld's names."""
    types = [suite_task_type(template) for template in templates]
    return {one.suite: one for one in types if one is not None}
