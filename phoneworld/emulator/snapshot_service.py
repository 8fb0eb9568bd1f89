"""The emulator's snapshot service, as far as snapshots stay on this side of the wire."""

from __future__ import annotations

from collections.abc import Callable

from phoneworld.emulator import codec
from phoneworld.emulator.errors import EmulatorError
from phoneworld.emulator.snapshots import Snapshots
from phoneworld.emulator.stubs import emulator_pb2 as pb
from phoneworld.errors import SnapshotError


class SnapshotService:
    """Saves, loads, lists and deletes. What fails is told in the answer, as the emulator does."""

    def __init__(self, snapshots: Snapshots) -> None:
        self._snapshots = snapshots

    async def list_snapshots(self, request: pb.SnapshotFilter) -> pb.SnapshotList:
        del request
        return codec.listing_of(self._snapshots)

    async def save_snapshot(self, request: pb.SnapshotPackage) -> pb.SnapshotPackage:
        return _attempt(self._snapshots.save, request.snapshot_id)

    async def load_snapshot(self, request: pb.SnapshotPackage) -> pb.SnapshotPackage:
        return _attempt(self._snapshots.load, request.snapshot_id)

    async def delete_snapshot(self, request: pb.SnapshotPackage) -> pb.SnapshotPackage:
        return _attempt(self._snapshots.delete, request.snapshot_id)


def _attempt(act: Callable[[str], None], name: str) -> pb.SnapshotPackage:
    try:
        act(name)
    except (EmulatorError, SnapshotError) as error:
        return pb.SnapshotPackage(snapshot_id=name, success=False, err=str(error).encode())
    return pb.SnapshotPackage(snapshot_id=name, success=True)
