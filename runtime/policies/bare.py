"""A GGUF file without a bundle, such as the published models': served as it is, on request.

Nobody vouches for its content: there is no checksum to hold it to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from runtime.bundle_files import open_regular
from runtime.engines.sampling import TokenSampling
from runtime.errors import BadBundle
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.manifest_rules import NAME
from runtime.prompts.format import ChatMarkup, ObservationKind

_MAGIC = b"GGUF"
_STRANGE = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class BarePolicy:
    """A manifest made up for files in a folder. It lists none, so nothing is verified."""

    folder: Path
    manifest: PolicyManifest


def bare_gguf(
    weights: Path,
    *,
    projector: Path | None = None,
    name: str = "",
    prompt_format: str = "phonebuddy",
    observation: ObservationKind | None = None,
    context_tokens: int = 0,
    chat: ChatMarkup | None = None,
    sampling: TokenSampling | None = None,
) -> BarePolicy:
    """A policy of a GGUF file and, for screenshots, its projector (mmproj) in the same folder.

    Without `name`, it is called as the file is; without `observation`, it sees screenshots if it has
    a projector and elements if not.
    """
    folder = weights.parent
    for file in (weights, projector) if projector is not None else (weights,):
        _check(file)
    if projector is not None and projector.parent.resolve() != folder.resolve():
        raise BadBundle(
            f"the projector {projector} must lie in the folder of its weights, {folder}: move it there"
        )
    if observation is None:
        observation = ObservationKind.ELEMENTS if projector is None else ObservationKind.SCREENSHOT
    if observation.has_screenshot and projector is None:
        raise BadBundle(f"{weights.name} cannot see screenshots without its projector (mmproj)")
    manifest = PolicyManifest(
        name=name or _STRANGE.sub("-", weights.stem).strip("-._")[:100],
        engine=EngineKind.GGUF,
        prompt_format=prompt_format,
        description="a GGUF file without a bundle: not verified",
        observation=observation,
        context_tokens=context_tokens,
        weights=weights.name,
        projector="" if projector is None else projector.name,
        chat=chat,
        sampling=TokenSampling() if sampling is None else sampling,
    )
    if not NAME.fullmatch(manifest.name):
        raise BadBundle(
            f"{manifest.name!r} cannot be a policy's name: give one of letters and digits"
        )
    return BarePolicy(folder, manifest)


def _check(path: Path) -> None:
    try:
        with open_regular(path.resolve(strict=True)) as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise BadBundle(f"{path} cannot be read: {error.strerror or error}") from error
    if magic != _MAGIC:
        raise BadBundle(f"{path} is no GGUF file: it begins with {magic!r}")
