"""Passes what happens to runs on to the log and the metrics, once it is recorded.

Stands between the desk and the store, so that only what is on record (and redacted) is passed on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from runtime.action_words import say
from runtime.episode import Step, Unparsed
from runtime.observation import Screenshot
from runtime.runs.endings import words
from runtime.runs.model import (
    Asked,
    Ended,
    Event,
    Happening,
    Run,
    RunRequest,
    StateChanged,
    StepDone,
)
from runtime.runs.ports import Store

HappeningListener = Callable[[str, Happening], None]
"""Called with what happened to a run, in its thread: quick."""

_log = logging.getLogger(__name__)


class NotifyingStore:
    """A store of runs that calls its listeners with what is written to it. Safe from any thread."""

    def __init__(self, store: Store, listeners: Sequence[HappeningListener]) -> None:
        self._store = store
        self._listeners = listeners

    def create(self, request: RunRequest, *, key: str = "", now_s: float) -> tuple[Run, bool]:
        run, new = self._store.create(request, key=key, now_s=now_s)
        if new:
            about = {"run_id": run.id, "device": request.device, "policy": request.policy}
            _log.info("a run begins", extra=about)
        return run, new

    def append(
        self,
        run_id: str,
        happening: Happening,
        *,
        now_s: float,
        screenshot: Screenshot | None = None,
    ) -> Event:
        event = self._store.append(run_id, happening, now_s=now_s, screenshot=screenshot)
        for listener in self._listeners:
            try:
                listener(run_id, happening)
            except Exception:  # noqa: BLE001 - a listener's fault is not the run's
                _log.exception(
                    "a listener of what happens to runs failed", extra={"run_id": run_id}
                )
        return event

    def run(self, run_id: str) -> Run:
        return self._store.run(run_id)

    def events(self, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]:
        return self._store.events(run_id, after=after, limit=limit)

    def steps(self, run_id: str, *, first: int = 0, limit: int = 50) -> list[Step]:
        return self._store.steps(run_id, first=first, limit=limit)

    def interrupt_all(self, *, now_s: float) -> list[Run]:
        interrupted = self._store.interrupt_all(now_s=now_s)
        for run in interrupted:
            _log.warning("a run was alive when the server ended", extra={"run_id": run.id})
        return interrupted

    def delete(self, run_id: str) -> None:
        self._store.delete(run_id)
        _log.info("a run was deleted", extra={"run_id": run_id})


def log_happening(run_id: str, happening: Happening) -> None:
    """A line of the log for what people want to know of a run."""
    match happening:
        case StateChanged(state, reason):
            _log.info("%s%s", state, f": {reason}" if reason else "", extra={"run_id": run_id})
        case Asked(step, question):
            _log.info("asks: %s", question.text, extra={"run_id": run_id, "step": step})
        case StepDone(step, record):
            spent = sum(ms for _, ms in record.timings_ms)
            about = {"run_id": run_id, "step": step, "milliseconds": round(spent, 1)}
            _log.info("%s", _words(record), extra=about)
        case Ended(outcome):
            _log.info("ended: %s", words(outcome.ending), extra={"run_id": run_id})
        case _:
            pass


def _words(step: Step) -> str:
    action = step.decision.action
    if isinstance(action, Unparsed):
        return f"unreadable: {action.reason}"
    words = say(action, step.observation)
    return f"{words} (not done: {step.error})" if step.error else words
