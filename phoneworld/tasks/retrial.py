"""Further tries at a task that has been solved once, without doing again what was the same.

A phone does the same whenever it is given the same actions. So what the oracle did and saw is
remembered, with the phone as it was before each action; a further try is answered from memory for as
long as it does what the oracle did, and only then goes on with the phone.
"""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.device import PhoneDevice
from phoneworld.phone import LAUNCHER, Phone
from phoneworld.tasks.expect import Evidence
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.actions import Action
from runtime.device import DeviceInfo, Performed
from runtime.observation import Observation


@dataclass(frozen=True, slots=True)
class _RecordedStep:
    """An action, what was seen before it, and the phone as it then was."""

    seen: tuple[Observation, ...]
    snapshot: bytes
    action: Action
    performed: Performed


class RememberedDevice(PhoneDevice):
    """A phone that notes all that is done with it."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self.steps: list[_RecordedStep] = []
        self.seen: list[Observation] = []

    def observe(self, *, screenshot: bool = False) -> Observation:
        seen = super().observe(screenshot=screenshot)
        self.seen.append(seen)
        return seen

    def perform(self, action: Action, observation: Observation) -> Performed:
        snapshot = self.phone.snapshot()
        performed = super().perform(action, observation)
        self.steps.append(_RecordedStep(tuple(self.seen), snapshot, action, performed))
        self.seen.clear()
        return performed


@dataclass(frozen=True, slots=True)
class Memory:
    """What was done on a phone, what was seen then, and the phone as it was before and after."""

    start: bytes
    steps: tuple[_RecordedStep, ...]
    seen: tuple[Observation, ...]
    end: bytes

    def at(self, number: int) -> tuple[tuple[Observation, ...], bytes]:
        """What was seen after so many actions, and the phone as it then was."""
        if number < len(self.steps):
            return self.steps[number].seen, self.steps[number].snapshot
        return self.seen, self.end


class RecallingDevice:
    """Answers from memory as long as the recorded actions are repeated; after that it is the phone itself."""

    def __init__(self, phone: Phone, memory: Memory) -> None:
        self._phone = phone
        self._memory = memory
        self._live: PhoneDevice | None = None
        self._done = 0
        self._looks = 0

    @property
    def info(self) -> DeviceInfo:
        return PhoneDevice(self._phone).info

    def observe(self, *, screenshot: bool = False) -> Observation:
        if self._live is None and not screenshot:
            seen, _ = self._memory.at(self._done)
            if self._looks < len(seen):
                self._looks += 1
                return seen[self._looks - 1]
        return self.arrive().observe(screenshot=screenshot)

    def perform(self, action: Action, observation: Observation) -> Performed:
        if self._live is not None:
            return self._live.perform(action, observation)
        steps = self._memory.steps
        if self._done < len(steps) and steps[self._done].action == action:
            self._done += 1
            self._looks = 0
            return steps[self._done - 1].performed
        live = self.arrive()
        # The same look, which this device has not had yet.
        return live.perform(action, live.observe())

    def arrive(self) -> PhoneDevice:
        """Bring the phone to where memory ends."""
        if self._live is None:
            if self._done or self._looks:
                _, snapshot = self._memory.at(self._done)
                self._phone.restore(snapshot)
            self._live = PhoneDevice(self._phone)
        return self._live

    def interrupt(self) -> None:
        if self._live is not None:
            self._live.interrupt()

    def close(self) -> None:
        self.arrive().close()


class FirstTrial(Trial):
    """A trial that can be tried again: `memory` holds what was done, once it has been."""

    def __init__(self, workshop: Workshop, task: Task) -> None:
        phone = Phone(workshop.apps)
        self._noted = RememberedDevice(phone)
        super().__init__(workshop, task, phone=phone, device=self._noted)
        self._start = phone.snapshot()
        # An oracle tells screens from before the task by identity, which memory does not keep.
        self._as_new = not any(stack for name, stack in phone.tasks.items() if name != LAUNCHER)

    def memory(self) -> Memory:
        """What has been done until now."""
        if not self._as_new:
            return self.beginning()
        steps, seen = self._noted.steps, self._noted.seen
        return Memory(self._start, tuple(steps), tuple(seen), self.phone.snapshot())

    def beginning(self) -> Memory:
        """Nothing but the phone as the task begins."""
        return Memory(self._start, (), (), self._start)


class Retrial(Trial):
    """The same trial from its beginning, on the same phone: whatever was tried there before is over."""

    def __init__(self, first: Trial, memory: Memory) -> None:
        self.__dict__.update(first.__dict__)  # the set-up
        self.device = self._recalling = RecallingDevice(self.phone, memory)
        self.said, self.questions = [], []
        self.status = None
        self.steps = 0
        # Whoever tries looks at the phone itself, too, before the first action.
        self.phone.restore(memory.start)

    def evidence(self) -> Evidence:
        self._recalling.arrive()
        return super().evidence()
