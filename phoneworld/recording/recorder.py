"""Records a phone while it is used: a `Device` that writes down what goes through it.

Whoever acts (a policy, an oracle, an exploration, a person's program) is given the recording device
in place of the phone. Each step is written as it happens, in the format of every episode, with the
screenshot and, where the phone gives one, the tree of views beside it (`hierarchies/0003.xml`). The
last look is kept as the step that ends the episode, so that every action has its result.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from phoneworld.device import PhoneDevice
from phoneworld.hierarchy_dump import dump
from phoneworld.recording.episodes import HIERARCHIES
from phoneworld.recording.files import BadRecording
from runtime.actions import Action, Finish, FinishStatus
from runtime.device import Device, DeviceInfo, Performed
from runtime.episode import Actor, Decision, Finished, Outcome, Step
from runtime.observation import Observation
from runtime.records import EpisodeHeader, EpisodeWriter

Dump = Callable[[], str]
"""The tree of views in front, as uiautomator writes it; empty where there is none."""


def dumper_of(device: Device) -> Dump | None:
    """How a device gives its tree of views; None where it gives only elements."""
    if isinstance(device, PhoneDevice):
        return lambda: dump(device.phone)
    automation = getattr(device, "automation", None)
    read = getattr(automation, "read", None)
    if not callable(read):
        return None
    return lambda: str(read("dumpWindowHierarchy", False, 80) or "")


class RecordingDevice:
    """A device whose use is written to a folder. Close it to end the record; the phone stays open."""

    def __init__(
        self,
        device: Device,
        folder: Path,
        *,
        goal: str,
        actor: Actor = Actor.PERSON,
        policy: str = "",
        task: str = "",
        screenshots: bool = True,
        durable: bool = True,
    ) -> None:
        self._device = device
        self._folder = folder
        self._actor = actor
        self._screenshots = screenshots
        self._dump = dumper_of(device)
        self._trees: dict[str, str] = {}
        self.steps = 0
        header = EpisodeHeader(folder.name, goal, device.info, policy or actor.value, task)
        self._writer = EpisodeWriter(folder, header, durable=durable)
        self._closed = False

    @property
    def info(self) -> DeviceInfo:
        return self._device.info

    def observe(self, *, screenshot: bool = False) -> Observation:
        look = self._device.observe(screenshot=screenshot or self._screenshots)
        self._trees = {look.id: self._dump()} if self._dump is not None else {}
        return look

    def perform(self, action: Action, observation: Observation) -> Performed:
        performed = self._device.perform(action, observation)
        self._write(observation, action, performed)
        return performed

    def note(self, observation: Observation, action: Action) -> None:
        """Write down what somebody else did on the screen that was seen last."""
        self._write(observation, action, Performed(action))

    def interrupt(self) -> None:
        self._device.interrupt()

    def close(self) -> None:
        """Look once more and end the record. Closing again does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self._write(self.observe(), Finish(), None)
            self._writer.finish(Outcome(Finished(FinishStatus.DONE)))
        finally:
            self._writer.close()

    def _write(self, look: Observation, action: Action, performed: Performed | None) -> None:
        tree = self._trees.get(look.id, "")
        if tree:
            path = self._folder / HIERARCHIES / f"{self.steps:04}.xml"
            try:
                path.parent.mkdir(exist_ok=True)
                path.write_text(tree, encoding="utf-8")
            except OSError as error:
                raise BadRecording(f"{path}: cannot be written ({error.strerror})") from error
        self._writer.step(Step(look, Decision(action), self._actor, performed))
        self.steps += 1
