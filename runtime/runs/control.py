"""The reins of a run: others ask through them, and the run's own thread heeds what was asked.

Only the run's thread changes the run. Others leave what they want here, end what the run is doing
(the decode, the call to the phone) and wait until it has heeded. Nothing here looks at the phone or
writes to the store.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from runtime.cancellation import Cancellation
from runtime.errors import Cancelled, UnknownQuestion, WrongState
from runtime.runs.model import Question, Response, RunState
from runtime.runs.phone_calls import Interruptible, PhoneCalls
from runtime.runs.questions import check_response
from runtime.runs.transitions import POSSIBLE, RunTransition, state_after

T = TypeVar("T")

NUDGE_S = 0.02
"""How often a call to the phone is interrupted until it ends: it may not have begun at the first."""


@dataclass(frozen=True, slots=True)
class WantedState:
    """The state that others want the run in. `number` is given back when it is."""

    state: RunState
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Errand:
    """Work that someone else wants done by the run's thread, which alone touches the phone."""

    request: RunTransition
    # Its result is whatever the work gives, which only the one who asked knows.
    work: Callable[[], Any]
    future: Future[Any]

    def do(self) -> None:
        """Do the work; what comes of it, or goes wrong, goes to whoever wanted it."""
        try:
            self.future.set_result(self.work())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that asked
            self.future.set_exception(error)


class RunControl:
    """What is wanted of one run. Safe from any thread; `state` is where the run stands."""

    def __init__(
        self,
        run_id: str,
        *,
        state: RunState = RunState.QUEUED,
        still_within_s: float = 1.0,
        heeded_within_s: float = 5.0,
    ) -> None:
        self._run_id = run_id
        self._changed = threading.Condition()
        self._state = state
        self._wanted: WantedState | None = None
        self._number = 0
        self._heeded = 0
        self._over = False
        self._spell = Cancellation()
        self._question: Question | None = None
        self._response: Response | None = None
        self._errands: deque[Errand] = deque()
        self._still_within_s = still_within_s
        self._heeded_within_s = heeded_within_s
        self._calls = PhoneCalls()

    @property
    def state(self) -> RunState:
        return self._state

    @property
    def spell(self) -> Cancellation:
        """Cancelled when the run is to stand still; another one once it goes on."""
        return self._spell

    # For others: each is refused with `WrongState` where the table says so.

    def ask_for(self, request: RunTransition, *, reason: str = "") -> bool:
        """Pause, resume, take over or cancel. Whether the run has heeded; else it will.

        Where the phone is still, but the run has not heeded, it is given more time.
        """
        with self._changed:
            now = self._bound_for()
            target = state_after(request, now, run_id=self._run_id)
            if target is not now:
                self._number += 1
                self._wanted = WantedState(target, self._number, reason)
                self._changed.notify_all()
            number, spell = self._number, self._spell
        stops = request is not RunTransition.RESUME
        if stops:
            spell.cancel(reason or request)
        return self._await_heeded(number, interrupting=stops)

    def stop(self, reason: str, *, at_once: bool = False) -> None:
        """Have the run interrupted after its step, or at once. Not waited for; never refused."""
        with self._changed:
            if self._bound_for().alive:
                self._number += 1
                self._wanted = WantedState(RunState.INTERRUPTED, self._number, reason)
                self._changed.notify_all()
            spell = self._spell
        if at_once:
            spell.cancel(reason)
            self._calls.interrupt()

    def respond(self, question_id: str, response: Response) -> None:
        """Answer the open question. On record when this returns."""
        with self._changed:
            state_after(RunTransition.RESPOND, self._bound_for(), run_id=self._run_id)
            question = self._question
            if question is None or question.id != question_id or self._response is not None:
                raise UnknownQuestion(
                    f"run {self._run_id} does not wait for an answer to {question_id[:80]!r}: "
                    "look at the run for the question that is open"
                )
            check_response(question, response)
            self._response = response
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._question is not question or self._over)
            if self._question is question:
                raise WrongState(
                    f"run {self._run_id} ended before the answer was on record", state=self._state
                )

    def do(
        self, request: RunTransition, work: Callable[[], T], *, within_s: float | None = None
    ) -> T:
        """Have `work` done by the run's thread, while it stands still for the person.

        `TimeoutError` when that takes longer than `within_s`; it is done all the same.
        """
        errand = Errand(request, work, Future())
        with self._changed:
            state_after(request, self._bound_for(), run_id=self._run_id)
            self._errands.append(errand)
            self._changed.notify_all()
        return cast("T", errand.future.result(within_s))

    def wake(self) -> None:
        """Have the run's thread look again at what it waits for."""
        with self._changed:
            self._changed.notify_all()

    # For the run's own thread.

    def checkpoint(self) -> None:
        """Raise `Cancelled` if the run is to stand still."""
        self._spell.check()

    def boundary(self) -> None:
        """As `checkpoint`, between two steps: also where the run is only to end after this one."""
        with self._changed:
            if self._wanted is not None:
                raise Cancelled(self._wanted.reason or self._wanted.state)

    def wanted(self) -> WantedState | None:
        """What was asked for and is not heeded yet."""
        with self._changed:
            return self._wanted

    def heeded(self, wanted: WantedState) -> None:
        """The run is in the state that was wanted, and this is on record."""
        with self._changed:
            self._heeded = wanted.number
            self._enter(wanted.state)
            if self._wanted is wanted:
                self._wanted = None
            self._drop_errands()
            if wanted.state is RunState.RUNNING:
                self._spell = Cancellation()
                if self._wanted is not None and self._wanted.state is not RunState.INTERRUPTED:
                    self._spell.cancel(self._wanted.reason)

    def enter(self, state: RunState) -> None:
        """The run goes into another state by itself. Noted here before others are notified."""
        with self._changed:
            self._enter(state)

    def over(self) -> None:
        """The run has ended, and this is on record."""
        with self._changed:
            self._over = True
            self._wanted = None
            self._enter(RunState.FAILED if self._state.alive else self._state)
            self._drop_errands()

    def ask(self, question: Question) -> None:
        """The run waits for the person. Noted here before others are notified."""
        with self._changed:
            self._question, self._response = question, None
            self._enter(RunState.WAITING)

    def response(self) -> Response:
        """Wait for the response to the question; `Cancelled` when something else is wanted."""
        with self._changed:
            self._changed.wait_for(lambda: self._response or self._wanted)
            if self._response is None:
                self._question = None
                raise Cancelled("the question was withdrawn")
            return self._response

    def response_recorded(self) -> None:
        with self._changed:
            self._question = self._response = None
            self._enter(RunState.RUNNING)

    def errand(self) -> Errand | None:
        """Wait for the next errand; None when another state is wanted."""
        with self._changed:
            self._changed.wait_for(lambda: self._errands or self._wanted)
            return self._errands.popleft() if self._wanted is None else None

    def wait_for(self, happened: Callable[[], object]) -> None:
        """Wait until it has; `Cancelled` when another state is wanted first."""
        with self._changed:
            self._changed.wait_for(lambda: self._wanted or happened())
            if self._wanted is not None:
                raise Cancelled(self._wanted.reason or self._wanted.state)

    def wait(self, seconds: float) -> None:
        """Let time pass; `Cancelled` when another state is wanted."""
        with self._changed:
            if self._changed.wait_for(lambda: self._wanted, seconds):
                raise Cancelled("another state is wanted")

    def calling(
        self, device: Interruptible, *, for_person: bool = False
    ) -> AbstractContextManager[None]:
        """While inside, a call to the phone is in progress, which others can end.

        None begins once the run is to stand still, but for those that a person makes.
        """
        return self._calls.calling(device, _always if for_person else self._spell.check)

    def _bound_for(self) -> RunState:
        """Where the run will stand once it has heeded all that was asked for."""
        return self._wanted.state if self._wanted is not None else self._state

    def _enter(self, state: RunState) -> None:
        self._state = state
        self._changed.notify_all()

    def _drop_errands(self) -> None:
        """Refuse what is no longer possible."""
        now = self._bound_for()
        for errand in [item for item in self._errands if now not in POSSIBLE[item.request]]:
            self._errands.remove(errand)
            gone = WrongState(f"run {self._run_id} is {now} now: take it over to act", state=now)
            errand.future.set_exception(gone)

    def _await_heeded(self, number: int, *, interrupting: bool) -> bool:
        def heeded() -> bool:
            return self._heeded >= number or self._over

        began_s = time.monotonic()
        while True:
            with self._changed:
                if heeded():
                    return True
            if interrupting:
                self._calls.interrupt()
            # With no call in progress none will begin: the phone is still.
            still = not self._calls.in_progress
            within_s = self._heeded_within_s if still else self._still_within_s
            left_s = began_s + within_s - time.monotonic()
            if left_s <= 0:
                return False
            with self._changed:
                self._changed.wait_for(heeded, min(left_s, NUDGE_S))


def _always() -> None:
    """A call may begin."""
