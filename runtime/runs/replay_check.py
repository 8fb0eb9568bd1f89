"""Whether a phone is as it was when a run began on it: said before the run is replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runtime.episode import Actor, Step
from runtime.errors import DeviceBusy, UnknownRun
from runtime.runs.model import Run
from runtime.runs.ports import DeviceSource, HeldPhone, Store
from runtime.runs.privacy import RunPrivacy
from runtime.runs.replay import RunReplay
from runtime.runs.replay_values import (
    Replacement,
    ReplayParameter,
    ReplayValue,
    ReplayValues,
    parameters_of,
)
from runtime.runs.snapshots import RunSnapshots
from runtime.runs.step_pages import all_steps
from runtime.runs.undoing import RunUndo

_MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class ReplayCheck:
    """How a phone differs from then, a sentence each; `can_undo` would make it what it was."""

    differences: tuple[str, ...] = ()
    can_undo: bool = False
    goal: str = ""
    """The run's, with the values in it."""
    replacements: tuple[Replacement, ...] = ()
    parameters: tuple[ReplayParameter, ...] = ()


class ReplayChecker:
    """Looks, and touches nothing. Safe from any thread."""

    def __init__(
        self,
        store: Store,
        phones: DeviceSource,
        snapshots: RunSnapshots,
        privacy: RunPrivacy,
        undo: RunUndo,
    ) -> None:
        self._store = store
        self._phones = phones
        self._snapshots = snapshots
        self._privacy = privacy
        self._undo = undo

    def check(
        self, run_id: str, device: str = "", values: Sequence[ReplayValue] = ()
    ) -> ReplayCheck:
        """How a phone (the run's own where none is named) differs from when the run began.

        And what `values` would replace; `InvalidRequest` for one that replaces nothing.
        """
        run = self._store.run(run_id)
        steps = list(all_steps(self._store, run_id))
        replaced = ReplayValues(steps, values)
        found = self._compared(run, device or run.request.device, steps, values)
        return replace(
            found,
            goal=replaced.text(run.request.goal),
            replacements=replaced.replacements,
            parameters=parameters_of(steps),
        )

    def _compared(
        self, run: Run, address: str, steps: Sequence[Step], values: Sequence[ReplayValue]
    ) -> ReplayCheck:
        run_id = run.id
        try:
            with self._phones.hold(address, f"check of {run_id}") as phone:
                differences = [
                    *self._data(run_id, address, phone),
                    *self._screen(run_id, phone, steps, values),
                ]
                possible = bool(differences) and self._undo.is_possible(run_id, phone)
        except DeviceBusy:
            return ReplayCheck((f"{address} is in use: it cannot be compared with what it was.",))
        return ReplayCheck(tuple(differences), possible)

    def _data(self, run_id: str, address: str, phone: HeldPhone) -> list[str]:
        kept, device = self._snapshots.get(run_id), phone.snapshots
        if kept is None or device is None or kept.device != address:
            return []
        changes = [self._privacy.text_for_log(line) for line in device.changes_since(kept.before)]
        if not changes:
            return []
        more = len(changes) - _MOST_TOLD
        told = "; ".join(changes[:_MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")
        return [f"The phone is not as it was: {told}."]

    def _screen(
        self, run_id: str, phone: HeldPhone, steps: Sequence[Step], values: Sequence[ReplayValue]
    ) -> list[str]:
        if not steps:
            raise UnknownRun(f"run {run_id} has no steps that could be compared with the phone")
        if steps[0].actor is Actor.RUNTIME:
            return []  # it went to the home screen first, and will again
        why = RunReplay(steps, self._privacy, values).first_difference(phone.observe())
        return [f"The screen is not as it was: {why.rstrip('.')}."] if why else []
