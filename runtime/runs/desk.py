"""Where runs are asked for and steered: it starts them, keeps those that are alive, and ends them.

Called from any thread. Knows nothing of the wire; what a run does is its own (`live_run`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import replace

from runtime.actions import Action
from runtime.errors import (
    AddressError,
    DeviceBusy,
    DeviceError,
    InvalidRequest,
    NotStill,
    RunError,
    ShuttingDown,
    StoreError,
    TooManyRuns,
    UnknownRun,
    WrongState,
)
from runtime.guard.ruling import Guard
from runtime.guard.secrets import SecretStore
from runtime.observation import Observation
from runtime.runs.control import RunControl
from runtime.runs.device_queues import DeviceQueues
from runtime.runs.journal import RunJournal
from runtime.runs.limits import spent_by
from runtime.runs.listeners import Listener, RunListeners, StepTextListener, Unsubscribe
from runtime.runs.live_run import LiveRun, Surroundings
from runtime.runs.model import Event, Response, Run, RunRequest, RunState, StateChanged, WhenBusy
from runtime.runs.ports import Clock, DeviceSource, Policies, Store, SystemClock
from runtime.runs.privacy import RunPrivacy
from runtime.runs.replay import RunReplay
from runtime.runs.replay_check import ReplayCheck, ReplayChecker
from runtime.runs.replay_values import FIELD, ReplayValue, ReplayValues
from runtime.runs.settings import RunSettings
from runtime.runs.snapshots import RunSnapshots
from runtime.runs.step_pages import all_steps
from runtime.runs.takeover import Acted
from runtime.runs.transitions import RunTransition, state_after
from runtime.runs.undoing import RunUndo

STOPPED = "the server was stopped"


class RunDesk:
    """All runs of one store. Making a desk marks those that a process before left alive."""

    def __init__(
        self,
        store: Store,
        phones: DeviceSource,
        policies: Policies,
        guard: Guard,
        secrets: SecretStore,
        *,
        clock: Clock | None = None,
        settings: RunSettings | None = None,
    ) -> None:
        self._store = store
        self._clock = clock or SystemClock()
        self._settings = settings or RunSettings()
        self._queues = DeviceQueues()
        self._among = Surroundings(
            phones,
            policies,
            guard,
            secrets,
            RunPrivacy(secrets),
            self._clock,
            self._settings,
            self._queues,
            RunSnapshots(),
        )
        among = self._among
        self._undo = RunUndo(store, phones, among.snapshots, self._clock)
        self._checker = ReplayChecker(store, phones, among.snapshots, among.privacy, self._undo)
        self._watchers = RunListeners()
        # Held while a run is begun, which writes and reads: who steers another does not wait for it.
        self._beginning = threading.Lock()
        self._closed = False
        # Guards `_alive`: never held for long.
        self._lock = threading.Lock()
        self._alive: dict[str, LiveRun] = {}
        store.interrupt_all(now_s=self._clock.now_s())

    def start(self, request: RunRequest, *, key: str = "") -> Run:
        """Begin a run, or give the one that was begun with this key.

        `DeviceBusy` where another run has the device and the request does not want to queue.
        """
        request = self._among.privacy.request(request)
        self._check_recording(request)
        self._among.policies.check(request.policy)
        if request.limits.dollars and not self._among.policies.price_is_known(request.policy):
            raise InvalidRequest(
                "limits.dollars",
                f"nobody told what {request.policy} costs, so no spending limit can hold: put its price "
                "into prices.toml in the runtime's data folder",
            )
        with self._beginning:
            self._check_open()
            run, new = self._store.create(request, key=key, now_s=self._clock.now_s())
            if not new:
                return run
            try:
                self._check_room()
                self._check_free(request.device, request.when_busy)
            except Exception:
                self._withdraw(run)
                raise
            self._begin(run)
            return run

    def continue_run(self, run_id: str, *, when_busy: WhenBusy = WhenBusy.QUEUE) -> Run:
        """Go on with an interrupted run, from a fresh look; nothing is sent again."""
        with self._beginning:
            self._check_open()
            run = self._store.run(run_id)
            if self._find(run_id) is not None:
                raise WrongState(f"run {run_id} is alive: watch it", state=run.state)
            state_after(RunTransition.CONTINUE, run.state, run_id=run_id)
            self._check_room()
            self._check_free(run.request.device, when_busy)
            run = replace(run, request=replace(run.request, when_busy=when_busy))
            change = StateChanged(RunState.QUEUED, "continued")
            event = self._store.append(run_id, change, now_s=self._clock.now_s())
            self._begin(replace(run, sequence=event.sequence))
        self._watchers.notify(run_id)
        return self._store.run(run_id)

    def pause(self, run_id: str) -> Run:
        """Have the run stand still. It does when this returns, else `NotStill`."""
        return self._steer(run_id, RunTransition.PAUSE)

    def resume(self, run_id: str) -> Run:
        """Go on after a pause or a take-over, from a fresh look."""
        return self._steer(run_id, RunTransition.RESUME)

    def take_over(self, run_id: str) -> Run:
        """Have the run stand still and let the person act. As `pause`, plus a look for them.

        Where the look fails, or takes long, the person can look again themselves.
        """
        run = self._steer(run_id, RunTransition.TAKE_OVER)
        try:
            self._look(run_id, within_s=self._settings.first_look_within_s)
        except (AddressError, DeviceError, RunError, TimeoutError):
            return self._store.run(run_id)
        return run

    def cancel(self, run_id: str, reason: str = "") -> Run:
        """End the run. It has ended when this returns, else `NotStill`."""
        return self._steer(run_id, RunTransition.CANCEL, reason)

    def respond(self, run_id: str, question_id: str, response: Response) -> Run:
        """Answer the question that the run waits with."""
        live = self._live(run_id, RunTransition.RESPOND)
        if live is not None:
            live.control.respond(question_id, response)
        return self._store.run(run_id)

    def act(self, run_id: str, action: Action, observation_id: str) -> Acted:
        """A person's action in a run that was taken over; a step of the run."""
        live = self._live(run_id, RunTransition.ACT)
        if live is None:
            raise WrongState(f"run {run_id} is not alive: nothing can be done in it")
        return live.control.do(RunTransition.ACT, lambda: live.act(action, observation_id))

    def look(self, run_id: str) -> Observation:
        """A fresh look at the phone of a run that stands still, for actions to refer to."""
        return self._look(run_id)

    def get(self, run_id: str) -> Run:
        return self._store.run(run_id)

    def events(self, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]:
        """What has happened after event number `after`."""
        return self._store.events(run_id, after=after, limit=limit)

    def subscribe(self, run_id: str, listener: Listener) -> Unsubscribe:
        """Have `listener` called, from the run's thread, after each new event."""
        return self._watchers.subscribe(run_id, listener)

    def subscribe_text(self, run_id: str, listener: StepTextListener) -> Unsubscribe:
        """Have `listener` called with what the policy is writing."""
        return self._watchers.subscribe_text(run_id, listener)

    def undo(self, run_id: str) -> Run:
        """Take back all that a run did: its phone is as before it. `CannotUndo` says why not."""
        return self._undo.undo(run_id)

    def check_replay(
        self, run_id: str, device: str = "", values: Sequence[ReplayValue] = ()
    ) -> ReplayCheck:
        """How a phone differs from what it was when the run began, and what `values` would replace."""
        return self._checker.check(run_id, device, values)

    def run_on(self, device: str) -> str:
        """The run whose turn it is on a device; empty if there is none."""
        return self._queues.holder(device)

    @property
    def alive(self) -> int:
        """How many runs are alive."""
        with self._lock:
            return len(self._alive)

    def delete(self, run_id: str) -> None:
        """Forget a run that is not alive."""
        state_after(RunTransition.DELETE, self._store.run(run_id).state, run_id=run_id)
        self._store.delete(run_id)

    def close(self, grace_s: float = 5.0) -> bool:
        """Begin nothing new; runs end as interrupted: after their step, or when time is up.

        Whether all of them did. Those that did not are marked when the store is next used.
        """
        with self._beginning, self._lock:
            self._closed = True
            runs = list(self._alive.values())
        for live in runs:
            live.control.stop(STOPPED)
        _wait_over(runs, grace_s)
        left = [live for live in runs if not live.wait_over(0)]
        for live in left:
            live.control.stop(STOPPED, at_once=True)
        return _wait_over(left, self._settings.still_within_s)

    def _begin(self, run: Run) -> None:
        history = list(all_steps(self._store, run.id)) if run.steps else []
        control = RunControl(
            run.id,
            still_within_s=self._settings.still_within_s,
            heeded_within_s=self._settings.heeded_within_s,
        )
        journal = RunJournal(
            run.id,
            self._store,
            self._among.privacy,
            self._clock,
            on_event=lambda: self._watchers.notify(run.id),
            history=history,
            sequence=run.sequence,
            keep_screenshots=run.request.record_screenshots,
        )
        live = LiveRun(
            run.request,
            self._among,
            control,
            journal,
            spent=spent_by(history, tokens=run.tokens, dollars=run.cost_dollars or 0.0),
            replay=self._replay_of(run.request),
            on_text=lambda step, text: self._watchers.notify_text(run.id, step, text),
            on_over=lambda: self._forget(run.id),
        )
        with self._lock:
            self._alive[run.id] = live
        live.begin()

    def _check_recording(self, request: RunRequest) -> None:
        """Refuse to replay a run that is not there, or not over."""
        if not request.replay_of:
            if request.replay_values:
                raise InvalidRequest(FIELD, "these are for a replay, and replay_of names none")
            return
        recorded = self._store.run(request.replay_of)
        if recorded.state.alive:
            raise WrongState(
                f"run {recorded.id} is {recorded.state}: it can be replayed once it has ended",
                state=recorded.state,
            )
        if not recorded.steps:
            raise WrongState(
                f"run {recorded.id} has no steps that could be replayed", state=recorded.state
            )
        if request.replay_values:
            ReplayValues(list(all_steps(self._store, recorded.id)), request.replay_values)

    def _replay_of(self, request: RunRequest) -> RunReplay | None:
        if not request.replay_of:
            return None
        try:
            steps = list(all_steps(self._store, request.replay_of))
        except UnknownRun:
            return RunReplay([], self._among.privacy)  # forgotten since: the policy goes on alone
        return RunReplay(steps, self._among.privacy, request.replay_values)

    def _find(self, run_id: str) -> LiveRun | None:
        with self._lock:
            return self._alive.get(run_id)

    def _forget(self, run_id: str) -> None:
        with self._lock:
            self._alive.pop(run_id, None)

    def _withdraw(self, run: Run) -> None:
        """Undo the creation of a run that is refused."""
        change = StateChanged(RunState.CANCELLED, "refused")
        self._store.append(run.id, change, now_s=self._clock.now_s())
        self._store.delete(run.id)

    def _check_open(self) -> None:
        if self._closed:
            raise ShuttingDown("the server is about to end: start the run again on the next one")

    def _check_room(self) -> None:
        alive = self.alive
        if alive >= self._settings.most_alive:
            raise TooManyRuns(
                f"{alive} runs are alive, which is as many as this server takes: "
                "wait until one has ended, or cancel one"
            )

    def _check_free(self, device: str, when_busy: WhenBusy) -> None:
        holder = self._queues.holder(device)
        if holder and when_busy is WhenBusy.REFUSE:
            raise DeviceBusy(
                f"run {holder} has {device}: wait for its end, cancel it, or let this run queue",
                run_id=holder,
            )

    def _steer(self, run_id: str, request: RunTransition, reason: str = "") -> Run:
        live = self._live(run_id, request)
        if live is not None and not live.control.ask_for(request, reason=reason):
            raise NotStill(
                f"run {run_id} was asked to {request}, and has not yet: it does as soon as what its "
                "phone or its policy is doing ends; watch the run"
            )
        return self._store.run(run_id)

    def _look(self, run_id: str, *, within_s: float | None = None) -> Observation:
        live = self._live(run_id, RunTransition.LOOK)
        if live is None:
            raise WrongState(f"run {run_id} is not alive: it has no phone")
        return live.control.do(RunTransition.LOOK, live.look, within_s=within_s)

    def _live(self, run_id: str, request: RunTransition) -> LiveRun | None:
        """The run, if it is alive; else its record decides whether the request makes sense."""
        live = self._find(run_id)
        if live is None and self._store.run(run_id).state.alive:
            with self._beginning:  # it is on record a little before it is alive
                live = self._find(run_id)
        if live is None:
            run = self._store.run(run_id)
            if run.state.alive:
                raise StoreError(f"run {run_id} is {run.state} on record, but not alive")
            state_after(request, run.state, run_id=run_id)
        return live


def _wait_over(runs: list[LiveRun], within_s: float) -> bool:
    deadline_s = time.monotonic() + within_s
    left = [live for live in runs if not live.wait_over(max(0.0, deadline_s - time.monotonic()))]
    return not left
