"""The listeners of runs. They are called without what happened and read it by themselves, so that none
can slow a run.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TypeVar

Listener = Callable[[], None]
"""Called in the run's thread: quick, and reads what happened in a thread of its own."""
StepTextListener = Callable[[int, str], None]
"""Called with a step's number and a new piece of what the policy writes: quick."""
Unsubscribe = Callable[[], None]

L = TypeVar("L")

_log = logging.getLogger(__name__)


class RunListeners:
    """The listeners of all runs. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 0
        # Replaced, never changed, so that listeners are called without a lock.
        self._listeners: dict[str, dict[int, Listener]] = {}
        self._text: dict[str, dict[int, StepTextListener]] = {}

    def subscribe(self, run_id: str, listener: Listener) -> Unsubscribe:
        """Have `listener` called after each new event. What is returned ends that."""
        with self._lock:
            key = self._next = self._next + 1
            self._listeners[run_id] = {**self._listeners.get(run_id, {}), key: listener}
        return lambda: self._forget(self._listeners, run_id, key)

    def subscribe_text(self, run_id: str, listener: StepTextListener) -> Unsubscribe:
        """Have `listener` called with what the policy writes. What is returned ends that."""
        with self._lock:
            key = self._next = self._next + 1
            self._text[run_id] = {**self._text.get(run_id, {}), key: listener}
        return lambda: self._forget(self._text, run_id, key)

    def notify(self, run_id: str) -> None:
        for listener in self._listeners.get(run_id, {}).values():
            try:
                listener()
            except Exception:  # noqa: BLE001 - a watcher's fault is not the run's
                _log.exception("a watcher of run %s failed", run_id)

    def notify_text(self, run_id: str, step: int, text: str) -> None:
        for listener in self._text.get(run_id, {}).values():
            try:
                listener(step, text)
            except Exception:  # noqa: BLE001 - a watcher's fault is not the run's
                _log.exception("a watcher of run %s failed", run_id)

    def _forget(self, of: dict[str, dict[int, L]], run_id: str, key: int) -> None:
        with self._lock:
            left = {k: v for k, v in of.get(run_id, {}).items() if k != key}
            if left:
                of[run_id] = left
            else:
                of.pop(run_id, None)
