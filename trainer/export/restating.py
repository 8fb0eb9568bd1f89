"""Gives a bundle weights of their own that say what goals mean, beside those that decide.

The deciding weights, their proof and their figures stay as they are; the new ones are proven on
validation requests, against their checkpoint and against what was meant.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from runtime.engines.limits import EngineLimits
from runtime.policies.bundle import FILE as POLICY
from runtime.policies.bundle import EngineKind, Figure, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.engine_loader import load_engine
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify
from runtime.prompts.known_requests import read_requests
from runtime.turn.decider import EngineDecider
from trainer.errors import Disagreement, ExportError
from trainer.evaluation.torch_policy import load_torch_policy
from trainer.evaluation.understanding import ask_all, validation_requests
from trainer.export.files import check_formats, write_files
from trainer.export.formats import DEFAULTS, FORMATS, ExportFormat
from trainer.export.onnx.exporter import Exporter
from trainer.export.staging import staging
from trainer.export.understanding_proof import UnderstandingProof
from trainer.facts import REQUESTS
from trainer.models.checkpoint import TOKENIZER, ModelCheckpoint, open_checkpoint

PLACE = "restating"
"""The folder of the weights inside the bundle."""
READER = "reader"
"""The folder of a reader, whose place they take."""
_PREFIX = "restating: "


@dataclass(frozen=True, slots=True)
class RestatingExport:
    """A bundle, the checkpoint that is to say what goals mean, and where both go together."""

    bundle: Path
    checkpoint: Path
    target: Path
    least_confidence: float = 0.0
    sure_confidence: float = 0.0
    done_confidence: float = 0.0
    requests: int = 400
    """So many are asked as a proof."""


def add_restating(
    wanted: RestatingExport, *, report: Callable[[str], None] = lambda _line: None
) -> PolicyManifest:
    """Write the bundle. `ExportError` if the two do not fit, `Disagreement` if the export restates
    otherwise than the checkpoint; there is no target then.
    """
    before = read_manifest(wanted.bundle)
    verify(wanted.bundle, before)
    checkpoint = open_checkpoint(wanted.checkpoint)
    known = FORMATS[DEFAULTS[EngineKind(before.engine)]]
    check_formats(checkpoint, (known,))
    _check_fit(wanted, before, checkpoint)
    with staging(wanted.target) as places:
        part = places.made / PLACE
        part.mkdir()
        report(f"writing {known.name}: {known.says}")
        files = write_files(checkpoint, known, part, places.work, exporter=Exporter.AUTO)
        if files.tokenizer:
            (part / files.tokenizer).unlink()  # the bundle has the same
        shutil.copyfile(checkpoint.folder / REQUESTS, places.made / REQUESTS)
        own = [f"{PLACE}/{path}" for path in files.all if path != files.tokenizer]
        sources = {path: places.made / path for path in (*own, REQUESTS)}
        sources |= {
            file.path: wanted.bundle / file.path
            for file in before.files
            if file.path not in sources and not file.path.startswith((f"{PLACE}/", f"{READER}/"))
        }
        manifest = replace(
            before,
            requests=REQUESTS,
            reader="",
            restating_weights=f"{PLACE}/{files.weights}",
            least_confidence=wanted.least_confidence,
            sure_confidence=wanted.sure_confidence,
            done_confidence=wanted.done_confidence,
            files=(),
        )
        whole = write_bundle(places.made, manifest, sources)
        report(f"asking both what {wanted.requests} requests mean")
        proof = _figures(wanted, places.made, whole, known)
        others = tuple(one for one in before.figures if not one.name.startswith(_PREFIX))
        (places.made / POLICY).unlink()
        whole = write_bundle(places.made, replace(manifest, figures=(*others, *proof)), sources)
        for figure in proof:
            report(f"{figure.name} {figure.value:.1f} {figure.unit} ({figure.how})")
    return whole


def _check_fit(
    wanted: RestatingExport, before: PolicyManifest, checkpoint: ModelCheckpoint
) -> None:
    if not (checkpoint.folder / REQUESTS).is_file():
        raise ExportError(
            f"{checkpoint.folder} knows no requests: train it with a table [restating] first"
        )
    same = not before.tokenizer or (
        (wanted.bundle / before.tokenizer).read_bytes()
        == (checkpoint.folder / TOKENIZER).read_bytes()
    )
    if not same:
        raise ExportError(
            f"{checkpoint.folder} has another tokenizer than {wanted.bundle}: train it from that "
            "bundle's own weights (`trainer unpack`)"
        )


def _figures(
    wanted: RestatingExport, made: Path, manifest: PolicyManifest, known: ExportFormat
) -> tuple[Figure, ...]:
    requests = validation_requests("restating proof")[: wanted.requests]
    shown = read_requests(made / REQUESTS)
    in_torch = ask_all(load_torch_policy(wanted.checkpoint), shown, requests)
    with closing(load_engine(made, manifest, EngineLimits())) as engine:
        exported = ask_all(EngineDecider(engine), shown, requests)
    proof = UnderstandingProof(exported, in_torch, wanted.least_confidence)
    if proof.alike < known.least_equal:
        raise Disagreement(
            f"{known.name} says {proof.alike:.1%} of the requests again, or declines them, as the "
            f"checkpoint does, and {known.least_equal:.1%} were asked for: nothing was written"
        )
    return proof.figures(_PREFIX, alike="as the checkpoint")
