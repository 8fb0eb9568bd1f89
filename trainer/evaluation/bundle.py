"""From what was named on the command line to something that decides: a bundle, or a checkpoint."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from runtime.engine import Engine
from runtime.engines.limits import EngineLimits
from runtime.policies.bundle import FILE, EngineKind, PolicyManifest
from runtime.policies.engine_loader import load_engine
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify
from trainer.errors import EvaluationError

CONFIG = "config.json"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle whose files are what its manifest says."""

    folder: Path
    manifest: PolicyManifest


def open_bundle(folder: Path) -> Bundle:
    """A bundle, verified."""
    if not (folder / FILE).is_file():
        raise EvaluationError(
            f"{folder} is no policy bundle (it has no {FILE}): `trainer export` makes one, and "
            "`--through torch` measures a checkpoint as it is"
        )
    manifest = read_manifest(folder)
    verify(folder, manifest)
    return Bundle(folder, manifest)


def start_engine(bundle: Bundle, *, jobs: int) -> Engine:
    """The bundle's own engine, with room for so many phones at once."""
    limits = EngineLimits(sessions=max(1, jobs), queue=max(64, jobs))
    return load_engine(bundle.folder, bundle.manifest, limits)


def start_drawing_engine(bundle: Bundle, *, jobs: int, temperature: float, seed: int) -> Engine:
    """The same, but replies are drawn at a temperature, for each session others."""
    manifest = bundle.manifest
    if manifest.engine not in (EngineKind.GGUF, EngineKind.ONNX):
        raise EvaluationError(
            f"{bundle.folder} is a {manifest.engine} policy, which would answer all tries at a task "
            "alike: take a gguf or an onnx bundle"
        )
    sampling = replace(manifest.sampling, temperature=temperature, top_p=1.0, seed=seed)
    drawing = replace(bundle, manifest=replace(manifest, sampling=sampling))
    return start_engine(drawing, jobs=jobs)


def fingerprint(folder: Path) -> str:
    """What tells a policy from another of the same name: its manifest's bytes, or its weights'."""
    digest = hashlib.sha256()
    manifest = folder / FILE
    files = [manifest] if manifest.is_file() else sorted(folder.glob("*.safetensors"))
    for path in files:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]


def fingerprint_of(bundle: Bundle) -> str:
    """The same of a bundle; a model that is named has its manifest, as its name makes it."""
    if (bundle.folder / FILE).is_file():
        return fingerprint(bundle.folder)
    return hashlib.sha256(repr(bundle.manifest).encode()).hexdigest()[:16]


def is_checkpoint(folder: Path) -> bool:
    """Whether a folder is laid out as transformers lays one out."""
    return (folder / CONFIG).is_file() and not (folder / FILE).is_file()
