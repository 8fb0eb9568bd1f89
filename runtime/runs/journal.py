"""What happens to one run, on its way to the store: redacted and numbered; then watchers are notified."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from runtime.episode import Step
from runtime.observation import Observation, Screenshot
from runtime.runs.model import Happening, Looked, RunState, StateChanged, StepDone
from runtime.runs.ports import Clock, Store
from runtime.runs.privacy import RunPrivacy


class RunJournal:
    """Written by the run's own thread only.

    `history` is what a policy may read of the steps so far; `sequence` is the number of the last event.
    """

    def __init__(
        self,
        run_id: str,
        store: Store,
        privacy: RunPrivacy,
        clock: Clock,
        *,
        on_event: Callable[[], None],
        history: Iterable[Step] = (),
        sequence: int = 0,
        keep_screenshots: bool = True,
    ) -> None:
        self.run_id = run_id
        self.sequence = sequence
        steps = list(history)
        self.history = privacy.history(steps)
        self._record = privacy.record(steps)
        self._keep_screenshots = keep_screenshots
        self._store = store
        self._clock = clock
        self._on_event = on_event

    @property
    def step(self) -> int:
        """The number of the step that is being made."""
        return len(self.history)

    def write(self, happening: Happening) -> None:
        """Record it, for good; then tell."""
        self._keep(self._record.keep(happening))

    def state(self, state: RunState, reason: str = "") -> None:
        self.write(StateChanged(state, reason))

    def looked(self, observation: Observation) -> None:
        """A step begins. What redaction leaves of the screenshot is kept with it, if wanted."""
        kept = self._record.look(observation)
        screenshot = kept.screenshot if self._keep_screenshots else None
        self._keep(Looked(self.step, replace(kept, screenshot=None)), screenshot)

    def done(self, step: Step) -> None:
        """The step is over."""
        self.write(StepDone(self.step, step))
        self.history.append(step)

    def _keep(self, happening: Happening, screenshot: Screenshot | None = None) -> None:
        now_s = self._clock.now_s()
        event = self._store.append(self.run_id, happening, now_s=now_s, screenshot=screenshot)
        self.sequence = event.sequence
        self._on_event()
