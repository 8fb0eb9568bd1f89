"""The emulator's named snapshots of one phone, in memory: gone when the server ends.

The first, `default_boot`, is the phone as it was when it was served: loading it is a reset.
"""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.adb.handset.display import apply_display
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.errors import InvalidEmulatorRequest

BOOT = "default_boot"
MAX_SNAPSHOTS = 64


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The phone, and the files that adb left on it."""

    phone: bytes
    files: dict[str, bytes]

    @property
    def size_bytes(self) -> int:
        return len(self.phone) + sum(map(len, self.files.values()))


class Snapshots:
    """All snapshots of one session. `loaded` is the name of the one it last became."""

    def __init__(self, session: AdbSession) -> None:
        self._session = session
        self._kept: dict[str, Snapshot] = {}
        self.loaded = BOOT
        self.save(BOOT)

    def sizes(self) -> dict[str, int]:
        """All names, with their sizes in bytes."""
        return {name: snapshot.size_bytes for name, snapshot in self._kept.items()}

    def save(self, name: str) -> None:
        """Keep the phone as it is now. A snapshot of that name is replaced."""
        if not name:
            raise InvalidEmulatorRequest("a snapshot needs a name: give a snapshot_id")
        if name not in self._kept and len(self._kept) >= MAX_SNAPSHOTS:
            raise InvalidEmulatorRequest(
                f"{MAX_SNAPSHOTS} snapshots are kept already: delete one first"
            )
        session = self._session
        self._kept[name] = Snapshot(session.phone.snapshot(), dict(session.files))

    def load(self, name: str) -> None:
        """Make the phone what it was."""
        snapshot = self._find(name)
        session = self._session
        session.phone.restore(snapshot.phone)
        # In place: the session's file tree shows this very dictionary.
        session.files.clear()
        session.files.update(snapshot.files)
        apply_display(session)
        self.loaded = name

    def delete(self, name: str) -> None:
        """Forget one."""
        self._find(name)
        del self._kept[name]

    def _find(self, name: str) -> Snapshot:
        snapshot = self._kept.get(name)
        if snapshot is None:
            raise InvalidEmulatorRequest(
                f"there is no snapshot {name!r}; there are {', '.join(self._kept)}"
            )
        return snapshot
