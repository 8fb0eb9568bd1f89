"""The call to the phone that a run is making, if it makes one: others can end it, never a later one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol

from runtime.errors import DeviceError


class Interruptible(Protocol):
    """What has calls that another thread can end."""

    def interrupt(self) -> None: ...


class PhoneCalls:
    """One call at a time. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._called: Interruptible | None = None

    @property
    def in_progress(self) -> bool:
        with self._lock:
            return self._called is not None

    @contextmanager
    def calling(self, device: Interruptible, allowed: Callable[[], None]) -> Generator[None]:
        """While inside, a call is in progress. `allowed` raises if none may begin any more."""
        with self._lock:
            allowed()
            self._called = device
        try:
            yield
        finally:
            # Waits for an interruption that is just being asked for: it belongs to this call.
            with self._lock:
                self._called = None

    def interrupt(self) -> None:
        """End the call in progress. It may not have begun to heed yet: ask until it has ended."""
        with self._lock:
            if self._called is None:
                return
            try:
                self._called.interrupt()
            except DeviceError:
                return  # gone, and the call with it
