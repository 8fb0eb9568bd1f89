"""A store of runs in memory: as `RunStore`, but for surviving anything."""

import threading

from runtime.episode import Step
from runtime.errors import UnknownRun, WrongState
from runtime.observation import Screenshot
from runtime.runs.model import (
    Event,
    Happening,
    Looked,
    Run,
    RunRequest,
    RunState,
    StateChanged,
    StepDone,
)
from runtime.runs.projection import after


class MemoryStore:
    """Enough for a desk; keys are not remembered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: dict[str, Run] = {}
        self._events: dict[str, list[Event]] = {}
        self._screenshots: dict[tuple[str, int], Screenshot] = {}

    def create(self, request: RunRequest, *, key: str = "", now_s: float) -> tuple[Run, bool]:
        run_id = f"run-{len(self._runs)}"
        self._runs[run_id] = Run(run_id, request, RunState.QUEUED, now_s, now_s)
        self._events[run_id] = []
        self.append(run_id, StateChanged(RunState.QUEUED), now_s=now_s)
        return self._runs[run_id], True

    def append(
        self,
        run_id: str,
        happening: Happening,
        *,
        now_s: float,
        screenshot: Screenshot | None = None,
    ) -> Event:
        with self._lock:
            run = self.run(run_id)
            event = Event(run.sequence + 1, now_s, happening)
            self._runs[run_id] = after(run, event)
            self._events[run_id].append(event)
            if screenshot is not None and isinstance(happening, Looked):
                self._screenshots[run_id, happening.step] = screenshot
            return event

    def run(self, run_id: str) -> Run:
        if run_id not in self._runs:
            raise UnknownRun(run_id)
        return self._runs[run_id]

    def events(self, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]:
        return self._events[run_id][after : after + limit]

    def steps(self, run_id: str, *, first: int = 0, limit: int = 50) -> list[Step]:
        done = [e.happening for e in self._events[run_id] if isinstance(e.happening, StepDone)]
        return [item.record for item in done][first : first + limit]

    def screenshot(self, run_id: str, step: int) -> Screenshot | None:
        return self._screenshots.get((run_id, step))

    def interrupt_all(self, *, now_s: float) -> list[Run]:
        return []

    def delete(self, run_id: str) -> None:
        if self.run(run_id).state.alive:
            raise WrongState(run_id)
        del self._runs[run_id], self._events[run_id]

    def close(self) -> None:
        """Nothing to let go of."""
