"""Taking a run back: its phone is made what it was before, if nobody used it since."""

from __future__ import annotations

from runtime.device import SnapshotDevice
from runtime.errors import CannotUndo, WrongState
from runtime.runs.model import Run, Undone
from runtime.runs.ports import Clock, DeviceSource, HeldPhone, Store
from runtime.runs.snapshots import RunSnapshot, RunSnapshots


class RunUndo:
    """Safe from any thread: whoever undoes has the phone alone."""

    def __init__(
        self, store: Store, phones: DeviceSource, snapshots: RunSnapshots, clock: Clock
    ) -> None:
        self._store = store
        self._phones = phones
        self._snapshots = snapshots
        self._clock = clock

    def undo(self, run_id: str) -> Run:
        """Take back all that a run did, or `CannotUndo` and why."""
        run = self._store.run(run_id)
        if run.state.alive:
            raise WrongState(
                f"run {run_id} is {run.state}: it can be taken back once it has ended",
                state=run.state,
            )
        kept = self._kept(run)
        with self._phones.hold(kept.device, f"undo of {run_id}") as phone:
            device = _rewindable(phone)
            if device.snapshot().fingerprint != kept.after:
                raise CannotUndo(
                    f"{kept.device} was used, or opened anew, since run {run_id} ended: to go back "
                    "would undo that too; take back what came after it first"
                )
            device.restore(kept.before)
        self._snapshots.drop(run_id)
        self._store.append(run_id, Undone(), now_s=self._clock.now_s())
        return self._store.run(run_id)

    def is_possible(self, run_id: str, phone: HeldPhone) -> bool:
        """Whether a run could be taken back now, on the phone that is held."""
        kept, device = self._snapshots.get(run_id), phone.snapshots
        if kept is None or device is None or not kept.after:
            return False
        return device.snapshot().fingerprint == kept.after

    def _kept(self, run: Run) -> RunSnapshot:
        if run.undone:
            raise CannotUndo(f"run {run.id} was taken back already")
        kept = self._snapshots.get(run.id)
        if kept is not None and kept.after:
            return kept
        if run.outcome is None or run.outcome.changes is None:
            raise CannotUndo(
                f"run {run.id} cannot be taken back: only virtual phones can go back, and only from "
                "runs that came to an end on them"
            )
        raise CannotUndo(
            f"run {run.id} cannot be taken back: the phone that it ran on is gone, as virtual phones "
            "end with their runtime; one that is opened now is as new"
        )


def _rewindable(phone: HeldPhone) -> SnapshotDevice:
    if phone.snapshots is None:
        raise CannotUndo("this phone cannot go back: only virtual phones can")
    return phone.snapshots
