"""What was changed on the user's phone for a moment and must be put back, however the call ends.

What cannot be put back at once, because the phone is lost, stays pending: it is tried again before
the next look, and when the device is closed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager

from runtime.backends.adb.deadlines import Interruption
from runtime.errors import DeviceError

_log = logging.getLogger(__name__)


class PendingRestores:
    """The changes to one phone that are still to be undone, the newest first."""

    def __init__(self, interruption: Interruption) -> None:
        self._interruption = interruption
        self._pending: list[tuple[str, Callable[[], None]]] = []

    @property
    def pending(self) -> tuple[str, ...]:
        """What has not been put back yet."""
        return tuple(what for what, _ in self._pending)

    @contextmanager
    def restoring(self, what: str, put_back: Callable[[], None]) -> Generator[None]:
        """While inside, something is changed; on every way out it is put back, or stays pending."""
        self._pending.append((what, put_back))
        try:
            yield
        finally:
            self.restore()

    def restore(self) -> None:
        """Put back what is pending; what fails stays pending."""
        left: list[tuple[str, Callable[[], None]]] = []
        while self._pending:
            what, put_back = self._pending.pop()
            try:
                with self._interruption.held():
                    put_back()
            except DeviceError as error:
                _log.warning("%s could not be put back yet: %s", what, error)
                left.insert(0, (what, put_back))
        self._pending = left
