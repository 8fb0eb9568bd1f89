"""What phones were like when runs began on them: to tell what a run changed, and to take it back.

Kept in memory only, as the virtual phones are that can go back. Of many runs, the last ones.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from runtime.device import DeviceSnapshot, SnapshotDevice
from runtime.errors import DeviceError
from runtime.runs.ports import HeldPhone

MOST_KEPT = 32


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """A phone before a run, and how to know it again after it (empty while the run goes on)."""

    device: str
    before: DeviceSnapshot
    after: str = ""


class RunSnapshots:
    """Those of the last runs, by their ids. Safe from any thread."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: dict[str, RunSnapshot] = {}

    def get(self, run_id: str) -> RunSnapshot | None:
        with self._lock:
            return self._kept.get(run_id)

    def keep(self, run_id: str, snapshot: RunSnapshot) -> None:
        with self._lock:
            self._kept.pop(run_id, None)
            self._kept[run_id] = snapshot
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]

    def drop(self, run_id: str) -> None:
        with self._lock:
            self._kept.pop(run_id, None)


class RunChanges:
    """What one run leaves different on its phone. Used by the run's own thread only."""

    def __init__(self, run_id: str, device: str, snapshots: RunSnapshots) -> None:
        self._run_id = run_id
        self._address = device
        self._snapshots = snapshots
        self._device: SnapshotDevice | None = None

    def begin(self, phone: HeldPhone) -> None:
        """Remember the phone as it is now, if it can be."""
        self._device = phone.snapshots
        if self._device is None:
            return
        try:
            snapshot = RunSnapshot(self._address, self._device.snapshot())
        except DeviceError:
            self._device = None  # the run will meet the fault itself
        else:
            self._snapshots.keep(self._run_id, snapshot)

    def end(self, phone: HeldPhone) -> tuple[str, ...] | None:
        """What has changed; None where that cannot be told, as on a phone that was opened anew."""
        device, kept = self._device, self._snapshots.get(self._run_id)
        try:
            if device is None or kept is None or phone.snapshots is not device:
                self._snapshots.drop(self._run_id)
                return None
            changes = device.changes_since(kept.before)
            after = device.snapshot().fingerprint
        except DeviceError:
            self._snapshots.drop(self._run_id)
            return None
        self._snapshots.keep(self._run_id, replace(kept, after=after))
        return changes
