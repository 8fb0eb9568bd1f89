"""What runs are made of and do not make themselves, as small Protocols: phones, policies, a clock ..."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from typing import Protocol

from runtime.actions import Action
from runtime.cancellation import Cancellation
from runtime.device import DeviceInfo, Performed, SnapshotDevice
from runtime.engine import Engine
from runtime.episode import Step
from runtime.observation import Observation, Screenshot
from runtime.runs.model import Event, Happening, Run, RunRequest
from runtime.turn.start import Opening


class HeldPhone(Protocol):
    """A phone that nobody else touches. Not thread-safe, but for `interrupt`."""

    @property
    def info(self) -> DeviceInfo: ...

    @property
    def snapshots(self) -> SnapshotDevice | None:
        """The phone as one that tells what changed on it and goes back, if it is one."""
        ...

    def observe(self, *, screenshot: bool = False) -> Observation: ...

    def perform(self, action: Action, observation: Observation) -> Performed: ...

    def interrupt(self) -> None: ...

    def reopen(self) -> None: ...


class DeviceSource(Protocol):
    """Where phones are had from. Opening one can be slow."""

    def hold(self, address: str, holder: str) -> AbstractContextManager[HeldPhone]:
        """Have a phone alone; `DeviceBusy` while another holds it."""
        ...


class HeldPolicy(Protocol):
    """A policy that stays loaded while it is held."""

    @property
    def engine(self) -> Engine: ...

    @property
    def opening(self) -> Opening:
        """How it begins."""
        ...


class Policies(Protocol):
    """Where policies are had from. Loading one can be slow."""

    def price_is_known(self, name: str) -> bool:
        """Whether what a policy costs can be told."""
        ...

    def check(self, name: str) -> None:
        """`ConsentNeeded` for a policy that may not act before the person has agreed to it."""
        ...

    def use(
        self, name: str, *, cancel: Cancellation | None = None
    ) -> AbstractContextManager[HeldPolicy]: ...


class Store(Protocol):
    """Where runs are kept: see `runtime.runs.store.RunStore`."""

    def create(self, request: RunRequest, *, key: str = "", now_s: float) -> tuple[Run, bool]: ...

    def append(
        self,
        run_id: str,
        happening: Happening,
        *,
        now_s: float,
        screenshot: Screenshot | None = None,
    ) -> Event: ...

    def run(self, run_id: str) -> Run: ...

    def events(self, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]: ...

    def steps(self, run_id: str, *, first: int = 0, limit: int = 50) -> list[Step]: ...

    def interrupt_all(self, *, now_s: float) -> list[Run]: ...

    def delete(self, run_id: str) -> None: ...


class Clock(Protocol):
    """What time it is, and how much has passed."""

    def now_s(self) -> float:
        """Seconds since 1970."""
        ...

    def monotonic_s(self) -> float:
        """Seconds since some moment; never goes back."""
        ...


class SystemClock:
    """The machine's."""

    def now_s(self) -> float:
        return time.time()

    def monotonic_s(self) -> float:
        return time.monotonic()
