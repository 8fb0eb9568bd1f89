"""What can be asked of the store of runs: a page of them, and how long they are kept."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.runs.model import Run, RunState


@dataclass(frozen=True, slots=True)
class RunQuery:
    """Which runs, newest first. `before` is the id that a page begins after (`RunPage.next`)."""

    states: frozenset[RunState] = frozenset()
    """Empty for all."""
    device: str = ""
    search: str = ""
    """Words that the goal must have, in any order."""
    before: str = ""
    limit: int = 50


@dataclass(frozen=True, slots=True)
class RunPage:
    """Runs, and where the next page begins; empty after the last."""

    runs: tuple[Run, ...]
    next: str = ""


@dataclass(frozen=True, slots=True)
class Retention:
    """How much is kept of runs that have ended; 0 for no limit."""

    days: float = 0
    runs: int = 0
    bytes: int = 0
