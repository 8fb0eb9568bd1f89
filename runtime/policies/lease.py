"""A loaded policy on loan: while somebody has it, it is not unloaded."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from runtime.engine import Engine
from runtime.policies.bundle import PolicyManifest
from runtime.turn.start import AT_ONCE, Opening


class Lease:
    """Given back by `release`, or on leaving the `with`; giving it back again does nothing."""

    def __init__(
        self,
        engine: Engine,
        manifest: PolicyManifest,
        give_back: Callable[[], None],
        opening: Opening = AT_ONCE,
    ) -> None:
        self.engine = engine
        self.manifest = manifest
        self._give_back = give_back
        self._opening = opening
        self._lock = threading.Lock()
        self._released = False

    @property
    def opening(self) -> Opening:
        """How the policy begins a task."""
        return self._opening

    def release(self) -> None:
        with self._lock:
            if self._released:
                return
            self._released = True
        self._give_back()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()
