"""The contract of a phone, real or virtual. `runtime.testing.check_device` is its test."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from runtime.actions import Action
from runtime.observation import Observation


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """What a device is. `address` opens it again; `kind` is `phoneworld` or `adb`.

    `launcher` is the package of its home screen; empty where that is not known.
    """

    address: str
    kind: str
    model: str
    android_version: str
    width_px: int
    height_px: int
    density_dpi: int
    locale: str
    launcher: str = ""


@dataclass(frozen=True, slots=True)
class Performed:
    """What was really done: `touches` in pixels, and why nothing happened where nothing did.

    `settle_ms` of the time it took went into waiting for the screen to come to rest.
    """

    action: Action
    touches: tuple[tuple[int, int], ...] = ()
    changed: bool = True
    note: str = ""
    settle_ms: float = 0.0


class Device(Protocol):
    """A phone that can be looked at and acted on.

    Calls raise `DeviceError` when the phone fails and `ActionError` when an action cannot be
    done as asked (then the phone is untouched). Every wait has a deadline. Not thread-safe, but
    for `interrupt`.
    """

    @property
    def info(self) -> DeviceInfo: ...

    def observe(self, *, screenshot: bool = False) -> Observation:
        """Look at the phone. What was observed before becomes stale."""
        ...

    def perform(self, action: Action, observation: Observation) -> Performed:
        """Do `action`, whose targets were read from `observation`, the newest one.

        Afterwards that look is stale too: whoever wants to touch again looks again.
        """
        ...

    def interrupt(self) -> None:
        """End the call in progress, if any, from another thread: it raises `Interrupted`."""
        ...

    def close(self) -> None:
        """Let the phone go. Later calls raise `DeviceGone`; closing again does nothing."""
        ...


@dataclass(frozen=True, slots=True)
class DeviceSnapshot:
    """All of a phone at one moment: `state` is its own affair.

    Equal fingerprints mean that nobody did anything in between, looking aside.
    """

    state: bytes = field(repr=False)
    fingerprint: str


@runtime_checkable
class SnapshotDevice(Protocol):
    """What a phone may be able to do besides: tell what changed on it, and go back.

    Virtual phones are; phones behind adb are not. Calls are quick, and raise as those of a `Device`.
    """

    def snapshot(self) -> DeviceSnapshot: ...

    def changes_since(self, before: DeviceSnapshot) -> tuple[str, ...]:
        """What is different now, a line of words each: Ringtone: Orbit -> Marimba."""
        ...

    def restore(self, snapshot: DeviceSnapshot) -> None:
        """Be as at that moment. What was observed before is stale."""
        ...
