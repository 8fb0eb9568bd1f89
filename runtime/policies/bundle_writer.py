"""Writing a bundle: the files first, `policy.json` last and at once, so that half a bundle is none."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from runtime.bundle_files import open_regular
from runtime.errors import BadBundle
from runtime.policies.bundle import FILE, BundleFile, PolicyManifest
from runtime.policies.manifest import write_manifest
from runtime.policies.manifest_rules import check_path
from runtime.policies.verification import PIECE_BYTES


def write_bundle(
    folder: Path, manifest: PolicyManifest, files: Mapping[str, Path]
) -> PolicyManifest:
    """Copy `files` (path in the bundle -> where it lies now) into a folder and describe them.

    `manifest.files` is left empty: the manifest that is returned has them, with size and sha256. A
    file that lies in its place already stays there. A folder that holds a bundle is refused.
    """
    if manifest.files:
        raise BadBundle(
            "the files of a manifest are found when the bundle is written: leave it empty"
        )
    if (folder / FILE).exists():
        raise BadBundle(
            f"{folder} already holds a bundle, which is never written over: choose another"
        )
    for path in files:
        check_path(path, "files")
    # Everything but the files is checked before gigabytes are copied.
    expected = tuple(BundleFile(path, 0, "0" * 64) for path in sorted(files))
    write_manifest(replace(manifest, files=expected))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        listed = tuple(_copy(files[path], folder, path) for path in sorted(files))
        whole = replace(manifest, files=listed)
        _put(folder / FILE, write_manifest(whole))
    except OSError as error:
        raise BadBundle(f"no bundle can be written to {folder}: {error}") from error
    return whole


def _copy(source: Path, folder: Path, path: str) -> BundleFile:
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    size = 0
    in_place = target.exists() and target.samefile(source)
    with open_regular(source.resolve(strict=True)) as file:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".writing-")
        try:
            with os.fdopen(handle, "wb") as copy:
                while piece := file.read(PIECE_BYTES):
                    digest.update(piece)
                    size += len(piece)
                    if not in_place:
                        copy.write(piece)
                copy.flush()
                os.fsync(copy.fileno())
            if not in_place:
                _publish(Path(name), target)
        finally:
            Path(name).unlink(missing_ok=True)
    return BundleFile(path, size, digest.hexdigest())


def _put(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _publish(Path(name), target)
    finally:
        Path(name).unlink(missing_ok=True)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _publish(written: Path, target: Path) -> None:
    # mkstemp gives a file to its owner only; a bundle is read by whoever serves it.
    written.chmod(0o644)
    written.replace(target)
