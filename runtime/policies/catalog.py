"""Which bundles lie in the folders that policies are kept in, good and bad.

A bundle that cannot be read is found too, with its problem, and never hides another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from runtime.errors import PolicyError
from runtime.policies.bare import BarePolicy
from runtime.policies.bundle import FILE, PolicyManifest
from runtime.policies.manifest import read_manifest


@dataclass(frozen=True, slots=True)
class FoundBundle:
    """A bundle, or what should be one. Without a manifest, it goes by the name of its folder."""

    folder: Path
    name: str
    manifest: PolicyManifest | None
    problem: str = ""
    bare: bool = False


def find_policies(
    folders: Iterable[Path], bare: Iterable[BarePolicy] = ()
) -> tuple[FoundBundle, ...]:
    """The bare ones, then each folder's: itself if it is a bundle, else the bundles in it.

    A folder in it may hold one policy in several formats, a bundle each, as `trainer export` writes
    them. A folder that does not exist holds none. The second policy of a name has a problem.
    """
    found = [FoundBundle(one.folder, one.manifest.name, one.manifest, bare=True) for one in bare]
    for folder in folders:
        found.extend(_found_in(folder))
    first: dict[str, Path] = {}
    seen: set[tuple[Path, str]] = set()
    listed: list[FoundBundle] = []
    for one in found:
        if (one.folder, one.name) in seen:  # the same folder, given twice
            continue
        seen.add((one.folder, one.name))
        other = one.folder if one.problem else first.setdefault(one.name, one.folder)
        if other == one.folder:
            listed.append(one)
        else:
            problem = f"the name {one.name!r} is taken by {other}: rename one of them"
            listed.append(replace(one, problem=problem))
    return tuple(listed)


def _found_in(folder: Path) -> list[FoundBundle]:
    try:
        if not folder.is_dir():
            return []
        if _holds_manifest(folder):
            return [_read(folder)]
        found: list[FoundBundle] = []
        for path in _folders(folder):
            bundles = [path] if _holds_manifest(path) else _folders(path)
            found += [_read(bundle) for bundle in bundles if _holds_manifest(bundle)]
        return found
    except OSError as error:
        return [
            FoundBundle(folder, folder.name, None, f"{folder} cannot be read: {error.strerror}")
        ]


def _folders(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir())


def _holds_manifest(folder: Path) -> bool:
    path = folder / FILE
    return path.exists() or path.is_symlink()


def _read(folder: Path) -> FoundBundle:
    try:
        manifest = read_manifest(folder)
    except PolicyError as error:
        return FoundBundle(folder, folder.name, None, str(error))
    return FoundBundle(folder, manifest.name, manifest)
