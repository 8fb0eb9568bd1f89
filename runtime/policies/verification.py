"""Whether the files of a bundle are those its manifest lists: there, regular, whole and unchanged.

Read in pieces, so that weights of any size take no memory. What was read once is not read again
while it is the same file, by its identity and times (`Digests`).
"""

from __future__ import annotations

import hashlib
import os
import threading
from pathlib import Path

from runtime.bundle_files import find_file, open_regular
from runtime.cancellation import Cancellation
from runtime.errors import BadBundle
from runtime.policies.bundle import BundleFile, PolicyManifest

PIECE_BYTES = 1 << 20

_Identity = tuple[str, int, int, int, int, int]


class Digests:
    """The sha256 of files, remembered in memory. Safe from any thread."""

    def __init__(self, *, most: int = 10_000) -> None:
        self._most = most
        self._known: dict[_Identity, str] = {}
        self._lock = threading.Lock()

    def sha256(self, path: Path, *, cancel: Cancellation | None = None) -> tuple[int, str]:
        """The size of a file and its sha256 in hexadecimal."""
        with open_regular(path) as file:
            identity = _identity(path, file.fileno())
            with self._lock:
                known = self._known.get(identity)
            if known is not None:
                return identity[1], known
            digest = hashlib.sha256()
            buffer = bytearray(PIECE_BYTES)
            view = memoryview(buffer)
            while count := file.readinto(buffer):
                if cancel is not None:
                    cancel.check()
                digest.update(view[:count])
            if _identity(path, file.fileno()) != identity:
                raise BadBundle(f"{path.name} changed while it was read: try again")
        found = digest.hexdigest()
        with self._lock:
            while len(self._known) >= self._most:
                self._known.pop(next(iter(self._known)))
            self._known[identity] = found
        return identity[1], found


def verify(
    folder: Path,
    manifest: PolicyManifest,
    *,
    digests: Digests | None = None,
    cancel: Cancellation | None = None,
) -> None:
    """Raise a `BadBundle` that names the first file which is not what the manifest says."""
    known = Digests() if digests is None else digests
    try:
        for listed in manifest.files:
            _verify_file(folder, listed, known, cancel)
    except BadBundle as error:
        raise BadBundle(f"the policy {manifest.name!r} does not verify: {error}") from error


def _verify_file(
    folder: Path, listed: BundleFile, digests: Digests, cancel: Cancellation | None
) -> None:
    path = find_file(folder, listed.path)
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
    if size != listed.size:
        raise BadBundle(
            f"{listed.path!r} has {size:,} bytes, not {listed.size:,}: "
            "it was cut off or replaced; copy the bundle again"
        )
    _, found = digests.sha256(path, cancel=cancel)
    if found != listed.sha256:
        raise BadBundle(
            f"the sha256 of {listed.path!r} is {found[:16]}…, not {listed.sha256[:16]}…: "
            "it was changed or damaged; copy the bundle again"
        )


def _identity(path: Path, handle: int) -> _Identity:
    status = os.fstat(handle)
    return (
        str(path),
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_dev,
        status.st_ino,
    )
