"""All steps of a run, read a page at a time: whoever wants to read something else goes in between."""

from __future__ import annotations

import time
from collections.abc import Generator
from itertools import count
from typing import Protocol

from runtime.episode import Step

PAGE = 20
LET_OTHERS_READ_S = 0.001
"""Locks are not fair: without it, the next page would be begun before who waits is awake."""


class Steps(Protocol):
    """Where steps are read from."""

    def steps(self, run_id: str, *, first: int = 0, limit: int = 50) -> list[Step]: ...


def all_steps(store: Steps, run_id: str) -> Generator[Step]:
    """The steps that are over, in order; without screenshots."""
    for first in count(step=PAGE):
        page = store.steps(run_id, first=first, limit=PAGE)
        yield from page
        if len(page) < PAGE:
            return
        time.sleep(LET_OTHERS_READ_S)
