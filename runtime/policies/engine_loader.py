"""From a bundle to an engine: the prompt format and the engine it names, both found by entry points.

No engine is named here. Each is imported when a bundle first needs it; where its libraries are not
installed, that is an `UnsupportedPolicy` with the command that installs them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.actions import SCALE
from runtime.bundle_files import find_file, read_bounded
from runtime.engine import Engine
from runtime.engines.limits import EngineLimits
from runtime.engines.offer import LoadRequest
from runtime.engines.reader.load import load_reader
from runtime.engines.registry import find_engine
from runtime.engines.routed import load_routed, restating_request
from runtime.errors import BadBundle, UnsupportedPolicy
from runtime.policies.bundle import PolicyManifest
from runtime.prompts.format import FormatOptions, PromptFormat, shows_schema
from runtime.prompts.registry import find_format
from runtime.turn.start import Opening

if TYPE_CHECKING:
    from runtime.prompts.known_requests import KnownRequests

MOST_RULES_BYTES = 1_000_000


def load_engine(
    folder: Path,
    manifest: PolicyManifest,
    limits: EngineLimits,
    *,
    environ: Mapping[str, str] | None = None,
) -> Engine:
    """The engine of a bundle that was verified. `environ` holds the keys of model servers.

    Raises `BadBundle` or `UnsupportedPolicy` with the reason; nothing is left behind then.
    """
    if problem := missing_libraries(manifest):
        raise UnsupportedPolicy(problem)
    request = LoadRequest(
        name=manifest.name,
        prompt_format=format_of(folder, manifest),
        limits=limits,
        weights=_optional(folder, manifest, manifest.weights),
        projector=_optional(folder, manifest, manifest.projector),
        adapter=_optional(folder, manifest, manifest.adapter),
        tokenizer=_optional(folder, manifest, manifest.tokenizer),
        files=frozenset((folder / file.path).resolve() for file in manifest.files),
        chat=manifest.chat,
        sampling=manifest.sampling,
        context_tokens=manifest.context_tokens,
        remote=manifest.remote,
        environ=os.environ if environ is None else environ,
    )
    offer = find_engine(manifest.engine)
    reader = _optional(folder, manifest, manifest.reader)
    if reader is not None:
        return load_routed(
            offer,
            request,
            lambda: load_reader(reader, lambda path: _listed(folder, manifest, path)),
        )
    restating = _optional(folder, manifest, manifest.restating_weights)
    if restating is not None:
        return load_routed(
            offer, request, lambda: offer.load(restating_request(request, restating))
        )
    return offer.load(request)


def format_of(folder: Path, manifest: PolicyManifest) -> PromptFormat:
    """The prompt format that a bundle names, as it wants it."""
    if manifest.coordinates != SCALE:
        raise UnsupportedPolicy(
            f"the policy {manifest.name!r} says points of 0 to {manifest.coordinates}, and prompt "
            f"formats speak of 0 to {SCALE}: train or serve it with those"
        )
    rules = None
    if manifest.rules:
        data = read_bounded(_path(folder, manifest, manifest.rules), MOST_RULES_BYTES)
        try:
            rules = data.decode()
        except UnicodeDecodeError as error:
            raise BadBundle(f"{manifest.rules!r} is not UTF-8 text") from error
    options = FormatOptions(
        observation=manifest.observation, history_steps=manifest.history_steps, rules=rules
    )
    return find_format(manifest.prompt_format, options)


def opening_of(folder: Path, manifest: PolicyManifest) -> Opening:
    """How a bundle's policy begins a task."""
    path = _optional(folder, manifest, manifest.requests)
    known = None if path is None else _known_requests(path)
    return Opening(
        manifest.starts,
        known,
        manifest.least_confidence,
        manifest.sure_confidence,
        manifest.done_confidence,
        reads_schema=shows_schema(find_format(manifest.prompt_format)),
    )


def _known_requests(path: Path) -> KnownRequests:
    try:
        from runtime.prompts.known_requests import read_requests
    except ModuleNotFoundError as error:
        raise UnsupportedPolicy(
            f"{path} lists known requests, and reading them needs {error.name}: install it"
        ) from error
    return read_requests(path)


def is_installed(library: str) -> bool:
    """Whether a library is there; it is not loaded for that."""
    return find_spec(library) is not None


def missing_libraries(
    manifest: PolicyManifest, installed: Callable[[str], bool] = is_installed
) -> str:
    """What is not installed that the policy needs, and how to get it; empty if all is there."""
    engine = find_engine(manifest.engine)
    missing = [name for name in engine.libraries if not installed(name)]
    if not missing:
        return ""
    return (
        f"the policy {manifest.name!r} needs the {manifest.engine} engine, and {', '.join(missing)} "
        f"is not installed: {engine.install}"
    )


def _path(folder: Path, manifest: PolicyManifest, path: str) -> Path:
    # A file without a bundle may be a link to anywhere: nobody but the user chose it.
    return find_file(folder, path) if manifest.files else folder / path


def _listed(folder: Path, manifest: PolicyManifest, path: str) -> Path:
    """A file that another one of the bundle names: only one that was verified."""
    if path not in {file.path for file in manifest.files}:
        raise BadBundle(f"the policy {manifest.name!r} reads {path[:80]!r}, which it does not list")
    return find_file(folder, path)


def _optional(folder: Path, manifest: PolicyManifest, path: str) -> Path | None:
    return _path(folder, manifest, path) if path else None
