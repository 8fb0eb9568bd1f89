"""Lists that are fetched again and again, one fetch at a time.

A runtime may take longer to answer than until the next fetch is due: that one is left out, for a fetch
that is given up for the next never ends.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from textual.screen import Screen
from textual.worker import Worker


class PeriodicRefresh:
    """Fetches for a screen, for as long as it is there."""

    # What a screen is left with makes no difference here.
    def __init__(
        self, screen: Screen[Any], fetch: Callable[[], Coroutine[None, None, None]]
    ) -> None:
        self._screen = screen
        self._fetch = fetch
        self._worker: Worker[None] | None = None

    def begin(self, every_s: float) -> None:
        """Fetch now, and from now on."""
        self.now()
        self._screen.set_interval(every_s, self.now)

    def now(self) -> None:
        """Fetch, unless that is being done."""
        if self._worker is None or self._worker.is_finished:
            self.anew()

    def anew(self) -> None:
        """Fetch something else: what is being fetched is wanted no more."""
        self._worker = self._screen.run_worker(self._fetch, group="list", exclusive=True)
