"""PhoneWorld phones behind adb: reset and judged from inside, driven from outside as any phone is."""

from __future__ import annotations

from dataclasses import dataclass, field

from phoneworld import Task, Trial
from phoneworld.adb.proof.served import ServedPhone
from runtime.actions import Action
from runtime.backends.adb.address import server_address
from runtime.backends.adb.connection import Finder
from runtime.backends.adb.deadlines import Interruption
from runtime.device import Device, Performed
from runtime.devices import open_device
from runtime.episode import Judgement
from runtime.observation import Observation
from trainer.data.rollouts import TaskAttempt
from trainer.data.trials import Trials


@dataclass(slots=True)
class ServedTrial:
    """A try whose phone is reached over adb. Set-up and verifier run where the phone lives."""

    task: Task
    served: ServedPhone
    device: Device
    inner: Trial
    screenshots: bool = False

    @property
    def goal(self) -> str:
        return self.inner.goal

    def observe(self) -> Observation:
        return self.device.observe(screenshot=self.screenshots)

    def act(self, action: Action, observation: Observation) -> Performed:
        # The device is adb's: it asks the loop that owns the phone, so this must not run in there.
        return self.inner.act(action, observation)

    def judge(self) -> Judgement:
        return self.served.run(self.inner.judge)


@dataclass(slots=True)
class ServedPhones:
    """So many served phones, each with one try at a time. The reward is the verifier's, by probes."""

    name: str
    tasks: tuple[str, ...]
    trials: Trials
    phones: int = 2
    realism: str = "mild"
    waits: bool = True
    screenshots: bool = False
    _idle: list[tuple[ServedPhone, Device]] = field(default_factory=list)
    _busy: dict[int, tuple[ServedPhone, Device]] = field(default_factory=dict)

    @property
    def capacity(self) -> int:
        return self.phones

    def kind(self, task: str) -> str:
        return self.trials.catalogue.task(task).template.kind.value

    def limit(self, task: str) -> int:
        return self.trials.step_limit(task)

    def reset(self, task: str) -> TaskAttempt:
        served, device = self._idle.pop() if self._idle else self._start()
        try:
            wanted = self.trials.catalogue.task(task)
            workshop = self.trials.workshop
            inner = served.run(lambda: Trial(workshop, wanted, phone=served.phone, device=device))
        except BaseException:
            self._idle.append((served, device))
            raise
        trial = ServedTrial(wanted, served, device, inner, self.screenshots)
        self._busy[id(trial)] = (served, device)
        return trial

    def release(self, attempt: TaskAttempt) -> None:
        """The phone is for the next try; its reset undoes what this one did."""
        self._idle.append(self._busy.pop(id(attempt)))

    def close(self) -> None:
        for served, device in (*self._idle, *self._busy.values()):
            device.close()
            # Otherwise adb lists it from now on, as a phone that is offline.
            Finder(server_address(), Interruption()).forget(served.server.address)
            served.close()
        self._idle.clear()
        self._busy.clear()

    def _start(self) -> tuple[ServedPhone, Device]:
        # All alike: tries at one task must begin alike, whichever phone they get.
        phone = self.trials.workshop.phone(0, realism=self.realism)
        served = ServedPhone.start(phone)
        try:
            return served, open_device(served.address)
        except BaseException:
            served.close()
            raise
