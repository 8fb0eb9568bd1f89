"""What the services need of the rest of the runtime, as small Protocols. All of it may block."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from runtime.actions import Action
from runtime.cancellation import Cancellation
from runtime.device import Performed
from runtime.device_pool import KnownDevice
from runtime.episode import Step
from runtime.observation import Observation, Screenshot
from runtime.policies.lease import Lease
from runtime.policies.remote_consent import RemoteUse
from runtime.policies.status import PolicyStatus
from runtime.runs.model import Response, Run, RunRequest, WhenBusy
from runtime.runs.queries import RunPage, RunQuery
from runtime.runs.replay_check import ReplayCheck
from runtime.runs.replay_values import ReplayValue
from runtime.runs.takeover import Acted
from runtime.server.feeds import EventSource


class RunControlPort(EventSource, Protocol):
    """Runs that are alive, and what is wanted of them: see `runtime.runs.desk.RunDesk`."""

    def start(self, request: RunRequest, *, key: str = "") -> Run: ...

    def continue_run(self, run_id: str, *, when_busy: WhenBusy = WhenBusy.QUEUE) -> Run: ...

    def respond(self, run_id: str, question_id: str, response: Response) -> Run: ...

    def pause(self, run_id: str) -> Run: ...

    def resume(self, run_id: str) -> Run: ...

    def take_over(self, run_id: str) -> Run: ...

    def act(self, run_id: str, action: Action, observation_id: str) -> Acted: ...

    def look(self, run_id: str) -> Observation: ...

    def run_on(self, device: str) -> str: ...

    def cancel(self, run_id: str, reason: str = "") -> Run: ...

    def undo(self, run_id: str) -> Run: ...

    def check_replay(
        self, run_id: str, device: str = "", values: Sequence[ReplayValue] = ()
    ) -> ReplayCheck: ...

    def delete(self, run_id: str) -> None: ...


class RunArchive(Protocol):
    """Runs as they were recorded: see `runtime.runs.store.RunStore`."""

    def runs(self, query: RunQuery) -> RunPage: ...

    def steps(self, run_id: str, *, first: int = 0, limit: int = 50) -> list[Step]: ...

    def screenshot(self, run_id: str, step: int) -> Screenshot | None: ...

    def export(self, run_id: str, folder: Path) -> None: ...


class DevicePort(Protocol):
    """Phones: see `runtime.device_pool.DevicePool`."""

    def list(self) -> Sequence[KnownDevice]: ...

    def observe(self, address: str, *, screenshot: bool = False) -> Observation: ...

    def next_look(
        self, address: str, *, after: int, timeout_s: float, screenshot: bool = False
    ) -> tuple[int, Observation | None]: ...

    def perform(self, address: str, action: Action, observation_id: str) -> Performed: ...

    def close_device(self, address: str) -> None: ...


class PolicyPort(Protocol):
    """Policies: see `runtime.policies.library.PolicyLibrary`."""

    def policies(self) -> Sequence[PolicyStatus]: ...

    def status(self, name: str) -> PolicyStatus: ...

    def load(self, name: str, *, cancel: Cancellation | None = None) -> PolicyStatus: ...

    def unload(self, name: str) -> PolicyStatus: ...

    def allow_remote(self, use: RemoteUse) -> PolicyStatus: ...

    def use(self, name: str, *, cancel: Cancellation | None = None) -> Lease: ...
