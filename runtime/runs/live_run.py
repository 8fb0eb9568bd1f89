"""A run while it is alive: one thread that waits for its turn, opens the phone, loads the policy, and
goes on step by step until the run has ended.

The thread is the only one that changes the run. It costs nothing while it waits.
"""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TypeVar

from runtime.actions import Action
from runtime.cancellation import Cancellation
from runtime.episode import Ending, EnvironmentFault, Outcome, StoppedByPerson
from runtime.errors import (
    AddressError,
    Cancelled,
    DeviceBusy,
    DeviceError,
    PhoneBuddyError,
    PolicyError,
    StoreError,
    WrongState,
)
from runtime.guard.ruling import Guard
from runtime.guard.secrets import SecretStore
from runtime.observation import Observation
from runtime.runs.control import RunControl, WantedState
from runtime.runs.device_queues import DeviceQueues
from runtime.runs.endings import final_state
from runtime.runs.journal import RunJournal
from runtime.runs.limits import Meter, RunUsage
from runtime.runs.loop import AgentLoop, Equipment
from runtime.runs.model import Ended, Opened, RunRequest, RunState, WhenBusy
from runtime.runs.pending_context import PendingContext
from runtime.runs.ports import Clock, DeviceSource, HeldPhone, HeldPolicy, Policies
from runtime.runs.privacy import RunPrivacy
from runtime.runs.replay import RunReplay
from runtime.runs.run_device import RunDevice
from runtime.runs.settings import RunSettings
from runtime.runs.snapshots import RunChanges, RunSnapshots
from runtime.runs.takeover import Acted, Takeover

T = TypeVar("T")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all runs of a desk share."""

    phones: DeviceSource
    policies: Policies
    guard: Guard
    secrets: SecretStore
    privacy: RunPrivacy
    clock: Clock
    settings: RunSettings
    queues: DeviceQueues
    snapshots: RunSnapshots


class LiveRun:
    """Begins with `begin`; `on_over` is called, in its thread, when nothing more will happen."""

    def __init__(
        self,
        request: RunRequest,
        surroundings: Surroundings,
        control: RunControl,
        journal: RunJournal,
        *,
        spent: RunUsage,
        replay: RunReplay | None = None,
        on_text: Callable[[int, str], None],
        on_over: Callable[[], None],
    ) -> None:
        self.request = request
        self.control = control
        self._among = surroundings
        self._journal = journal
        self._meter = Meter(spent, surroundings.clock.monotonic_s)
        self._replay = replay
        self._on_text = on_text
        self._on_over = on_over
        self._place = surroundings.queues.join(request.device, journal.run_id, control.wake)
        self._phone: PendingContext[HeldPhone] | None = None
        self._policy: PendingContext[HeldPolicy] | None = None
        self._device: RunDevice | None = None
        self._changes = RunChanges(journal.run_id, request.device, surroundings.snapshots)
        self._takeover: Takeover | None = None
        self._thread = threading.Thread(
            target=self._live, name=f"run {journal.run_id}", daemon=True
        )

    def begin(self) -> None:
        self._thread.start()

    def wait_over(self, timeout_s: float) -> bool:
        """Whether its thread has ended, after waiting for it that long at most."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def look(self) -> Observation:
        """A fresh look at the phone, for the person."""
        return self._require_takeover().look()

    def act(self, action: Action, observation_id: str) -> Acted:
        """What a person does."""
        return self._require_takeover().act(action, observation_id)

    def _require_takeover(self) -> Takeover:
        if self._takeover is None and self._phone is not None and self._phone.over:
            self._equip(self._phone.value())  # opened while the run stood still
        if self._takeover is None:
            raise WrongState(
                f"run {self._journal.run_id} has not opened its phone yet: try again in a moment",
                state=self.control.state,
            )
        return self._takeover

    def _live(self) -> None:
        try:
            ending = self._ending()
        except PhoneBuddyError as error:
            ending = EnvironmentFault(str(error))
        except Exception as error:  # noqa: BLE001 - a bug of ours must not leave a run that seems to be alive
            ending = EnvironmentFault(f"internal error: {type(error).__name__}: {error}")
            where = "".join(traceback.format_tb(error.__traceback__))
            _log.error("run %s: %s\n%s", self._journal.run_id, self._clean(ending.error), where)
        try:
            changes = self._tell_changes()
            self._let_phone_go()
            self._end(ending, changes)
        except StoreError as error:
            _log.error("the end of run %s is not on record: %s", self._journal.run_id, error)
        finally:
            self.control.over()
            self._let_policy_go()
            self._on_over()

    def _ending(self) -> Ending | WantedState:
        """All of the run's life. A `WantedState` is an interruption: the run can be continued."""
        try:
            ending = self._prepare()
            return ending if ending is not None else self._go_on()
        except (AddressError, DeviceError, DeviceBusy, PolicyError) as error:
            return EnvironmentFault(str(error))

    def _prepare(self) -> Ending | WantedState | None:
        """Wait for the turn, open the phone, load the policy; an ending if it comes to that.

        The policy loads while the phone is opened: each can take seconds.
        """
        steered = self._wait_for(lambda: self._place.has_come)
        if steered is not None:
            return steered
        self.control.enter(RunState.RUNNING)
        self._journal.state(RunState.RUNNING, f"opening {self.request.device}")
        policy = self._policy = self._enter(
            lambda cancel: self._among.policies.use(self.request.policy, cancel=cancel), "policy"
        )
        steered = self._open_phone()
        if steered is not None:
            return steered
        self._journal.state(RunState.RUNNING, f"loading {self.request.policy}")
        return self._wait_for(lambda: policy.over)

    def _open_phone(self) -> Ending | WantedState | None:
        settings = self._among.settings
        while True:
            phone = self._phone = self._enter(
                lambda _cancel: self._among.phones.hold(self.request.device, self._journal.run_id),
                "phone",
                on_left=self._leave_line,
            )
            steered = self._wait_for(lambda: phone.over)  # noqa: B023 - called in this round only
            if steered is not None:
                return steered
            try:
                if self._takeover is None:
                    self._equip(phone.value())
            except DeviceBusy:
                # Held by someone who stands in no line, and not for long.
                self._phone = None
                if self.request.when_busy is WhenBusy.REFUSE:
                    raise
            else:
                return None
            steered = self._pause(settings.busy_pause_s)
            if steered is not None:
                return steered

    def _equip(self, phone: HeldPhone) -> None:
        self._changes.begin(phone)
        self._device = RunDevice(phone, self.control)
        self._takeover = Takeover(
            self._device,
            self._journal,
            self._among.guard,
            self._among.secrets,
            self._among.clock,
        )
        self._journal.write(Opened(phone.info))

    def _go_on(self) -> Ending | WantedState:
        """Step after step, standing still whenever that is wanted."""
        if self._policy is None or self._device is None:
            raise RuntimeError("a run goes on only once it is prepared")
        policy = self._policy.value()
        equipment = Equipment(
            policy.engine,
            policy.opening,
            self._device,
            self._among.guard,
            self._among.secrets,
            self._among.privacy,
            self._among.clock,
            self._among.settings,
            self._replay,
        )
        loop = AgentLoop(
            self.request,
            equipment,
            self.control,
            self._journal,
            self._meter,
            on_text=self._on_text,
        )
        self._journal.state(RunState.RUNNING)
        while True:
            try:
                return loop.run()
            except Cancelled:
                steered = self._heed()
                if steered is not None:
                    return steered

    def _heed(self) -> Ending | WantedState | None:
        """Stand still, as long as that is wanted, and do what the person wants meanwhile.

        None when the run goes on, else how it ends.
        """
        while True:
            wanted = self.control.wanted()
            if wanted is None:
                if self.control.state in {RunState.RUNNING, RunState.QUEUED}:
                    return None
                errand = self.control.errand()
                if errand is not None:
                    errand.do()
                continue
            match wanted.state:
                case RunState.CANCELLED:
                    return StoppedByPerson(wanted.reason)
                case RunState.INTERRUPTED:
                    return wanted
                case state:
                    if state is not self.control.state:
                        self._journal.state(state, wanted.reason)
                    self.control.heeded(wanted)

    def _wait_for(self, happened: Callable[[], bool]) -> Ending | WantedState | None:
        """Wait until it has; the ending if the run ends before."""
        while True:
            try:
                self.control.wait_for(happened)
            except Cancelled:
                steered = self._heed()
                if steered is not None:
                    return steered
            else:
                return None

    def _pause(self, seconds: float) -> Ending | WantedState | None:
        try:
            self.control.wait(seconds)
        except Cancelled:
            return self._heed()
        return None

    def _enter(
        self,
        ask: Callable[[Cancellation], AbstractContextManager[T]],
        what: str,
        *,
        on_left: Callable[[], None] | None = None,
    ) -> PendingContext[T]:
        name = f"run {self._journal.run_id}: {what}"
        return PendingContext(ask, name=name, on_entered=self.control.wake, on_left=on_left)

    def _tell_changes(self) -> tuple[str, ...] | None:
        """While the phone is still ours."""
        if self._device is None or self._phone is None or not self._phone.over:
            return None
        try:
            return self._changes.end(self._phone.value())
        except Exception as error:  # noqa: BLE001 - whatever a device does wrong here, the run has ended
            what = self._clean(f"{type(error).__name__}: {error}")
            _log.error("run %s: what it changed cannot be told: %s", self._journal.run_id, what)
            return None

    def _let_phone_go(self) -> None:
        """Before the end is recorded, so that whoever is notified of it finds the phone free."""
        self._takeover = None
        if self._phone is not None:
            self._phone.leave()
        else:
            self._leave_line()

    def _leave_line(self) -> None:
        self._among.queues.leave(self.request.device, self._place)

    def _let_policy_go(self) -> None:
        if self._policy is None:
            return
        if self._policy.over:
            try:
                self._policy.value().engine.end_session(self._journal.run_id)
            except PhoneBuddyError as error:
                _log.info("run %s: its session: %s", self._journal.run_id, self._clean(str(error)))
        self._policy.leave()

    def _clean(self, text: str) -> str:
        return self._among.privacy.text_for_log(text)

    def _end(self, ending: Ending | WantedState, changes: tuple[str, ...] | None) -> None:
        if isinstance(ending, WantedState):
            self.control.enter(RunState.INTERRUPTED)
            self._journal.state(RunState.INTERRUPTED, ending.reason)
            return
        self.control.enter(final_state(ending))
        self._journal.write(Ended(Outcome(ending, changes=changes)))
