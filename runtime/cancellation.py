"""Ending work from another thread, at once: one value that waits, decodes and calls all heed."""

from __future__ import annotations

import threading
from collections.abc import Callable

from runtime.errors import Cancelled


class Cancellation:
    """Cancelled once, for good, with a reason. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._event = threading.Event()
        self._reason = ""
        self._listeners: dict[int, Callable[[], None]] = {}
        self._next = 0

    @property
    def cancelled(self) -> bool:
        return self._event.is_set()

    @property
    def reason(self) -> str:
        return self._reason

    def cancel(self, reason: str = "") -> None:
        """Cancel, and tell every listener, in this thread. Cancelling again does nothing."""
        with self._lock:
            if self._event.is_set():
                return
            self._reason = reason
            self._event.set()
            listeners = list(self._listeners.values())
            self._listeners.clear()
        for listener in listeners:
            listener()

    def check(self) -> None:
        """Raise `Cancelled` if it is."""
        if self._event.is_set():
            raise Cancelled(self._reason or "cancelled")

    def wait(self, seconds: float) -> None:
        """Let time pass, or raise `Cancelled` as soon as it is."""
        if self._event.wait(seconds):
            self.check()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have `listener` called on cancellation (now, if it is cancelled already).

        It must be quick, must not raise, and is called at most once. What is returned ends the
        listening; a call in progress is not waited for.
        """
        with self._lock:
            if not self._event.is_set():
                key = self._next
                self._next += 1
                self._listeners[key] = listener
                return lambda: self._forget(key)
        listener()
        return lambda: None

    def _forget(self, key: int) -> None:
        with self._lock:
            self._listeners.pop(key, None)
