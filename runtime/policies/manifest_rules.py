"""What a manifest must hold to make sense, field by field. Refused with a `BadBundle` that names it."""

from __future__ import annotations

import math
import re
from pathlib import PurePosixPath

from runtime.engines.registry import find_engine, known_engines
from runtime.engines.sampling import TokenSampling
from runtime.errors import BadBundle
from runtime.policies.bundle import FILE, PolicyManifest

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
MOST_FILES = 1000
MOST_PATH_CHARS = 300

_SHA256 = re.compile(r"[0-9a-f]{64}")
_POINTERS = (
    "weights",
    "projector",
    "adapter",
    "tokenizer",
    "rules",
    "requests",
    "restating_weights",
    "reader",
)
_LARGEST = 1 << 62


def check_manifest(manifest: PolicyManifest) -> None:
    """Raise a `BadBundle` for the first field that makes no sense."""
    _require(
        NAME.fullmatch(manifest.name),
        "name",
        f"{manifest.name[:60]!r} must be 1 to 100 letters, digits, '.', '_' or '-', "
        "and begin with a letter or digit",
    )
    _require(
        NAME.fullmatch(manifest.prompt_format), "prompt_format", "it must name a prompt format"
    )
    _within("coordinates", manifest.coordinates, 1, 1_000_000)
    _within("history_steps", manifest.history_steps, 0, 100_000)
    _within("context_tokens", manifest.context_tokens, 0, 100_000_000)
    _require(0 <= manifest.least_confidence <= 1, "least_confidence", "it must be from 0 to 1")
    _require(0 <= manifest.sure_confidence <= 1, "sure_confidence", "it must be from 0 to 1")
    _require(0 <= manifest.done_confidence <= 1, "done_confidence", "it must be from 0 to 1")
    _check_sampling(manifest.sampling)
    for figure in manifest.figures:
        _require(figure.name, "figures", "a figure has no name")
        _require(math.isfinite(figure.value), "figures", f"{figure.name} is not finite")
    _check_files(manifest)
    _check_engine(manifest)


def check_path(path: str, field: str) -> None:
    """`BadBundle` for a path that could lead out of the folder, or means different files elsewhere."""
    shown = repr(path[:60])
    _require(path and len(path) <= MOST_PATH_CHARS, field, f"{shown} is no path of a file")
    _require(
        not any(ord(char) < 32 or char in '\\:*?"<>|' for char in path),
        field,
        f"the path {shown} has a character that not every system takes",
    )
    _require(not path.startswith("/"), field, f"the path {shown} must be relative to the folder")
    _require(
        path == PurePosixPath(path).as_posix() and ".." not in path.split("/") and path != ".",
        field,
        f"the path {shown} must lead straight to a file inside the folder",
    )


def _check_sampling(sampling: TokenSampling) -> None:
    _require(0 <= sampling.temperature <= 100, "sampling", "temperature must be between 0 and 100")
    _require(0 < sampling.top_p <= 1, "sampling", "top_p must be above 0 and at most 1")
    _within("sampling", sampling.seed, 0, (1 << 63) - 1)
    _within("sampling", sampling.max_reply_tokens, 1, 1_000_000)


def _check_files(manifest: PolicyManifest) -> None:
    _require(len(manifest.files) <= MOST_FILES, "files", f"more than {MOST_FILES} files")
    listed: set[str] = set()
    for file in manifest.files:
        check_path(file.path, "files")
        _require(file.path != FILE, "files", f"{FILE} cannot hold its own checksum")
        # Two names that one system keeps apart and another does not.
        folded = file.path.casefold()
        _require(folded not in listed, "files", f"{file.path!r} is listed twice")
        listed.add(folded)
        _within("files", file.size, 0, _LARGEST)
        _require(
            _SHA256.fullmatch(file.sha256),
            "files",
            f"the sha256 of {file.path!r} must be 64 lower-case hexadecimal digits",
        )
    paths = {file.path for file in manifest.files}
    for field in _POINTERS:
        path: str = getattr(manifest, field)
        if path:
            check_path(path, field)
            _require(path in paths, field, f"{path!r} is not among the files that are listed")


def _check_engine(manifest: PolicyManifest) -> None:
    kind = manifest.engine
    _require(
        kind in known_engines(),
        "engine",
        f"there is no engine {kind[:60]!r}: known are {', '.join(known_engines())}",
    )
    engine = find_engine(kind)
    if engine.is_remote:
        remote = manifest.remote
        if remote is None:
            raise BadBundle("field 'remote': a remote policy must say where it answers")
        _require(remote.url, "remote", "it has no url")
        _require(remote.model, "remote", "it names no model")
        _require(not manifest.weights, "weights", "a remote policy has no weights of its own")
        return
    _require(manifest.remote is None, "remote", f"only for the remote engine, not for {kind}")
    _require(manifest.weights, "weights", f"the {kind} engine needs a file of weights")
    _require(
        not engine.needs_projector or manifest.projector or not manifest.observation.has_screenshot,
        "projector",
        "a policy that is shown screenshots needs one (mmproj)",
    )


def _within(field: str, number: int, least: int, most: int) -> None:
    _require(least <= number <= most, field, f"{number} is not between {least} and {most}")


def _require(holds: object, field: str, problem: str) -> None:
    if not holds:
        raise BadBundle(f"field {field!r}: {problem}")
