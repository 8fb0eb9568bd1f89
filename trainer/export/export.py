"""From a checkpoint to bundles: merge, write, quantize, prove, describe; all of them or none."""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from phoneworld import Task, open_catalogue
from runtime.engines.sampling import TokenSampling
from runtime.errors import PhoneBuddyError
from runtime.policies.bundle import FILE as POLICY
from runtime.policies.bundle import PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify
from runtime.prompts.known_requests import read_requests
from trainer.data.trials import Trials
from trainer.data.value_examples import with_examples
from trainer.errors import Disagreement, ExportError
from trainer.export.card import write_card
from trainer.export.files import FilesOf, check_formats, write_files
from trainer.export.formats import ExportFormat
from trainer.export.heldout import HeldOutPrompts
from trainer.export.onnx.exporter import Exporter
from trainer.export.proof import Proof, prove
from trainer.export.reference import Reference, Trace
from trainer.export.staging import Staging, check_room, staging
from trainer.export.success import (
    Outcomes,
    compare_outcomes,
    sample_tasks,
    solved_by_export,
    solved_in_torch,
)
from trainer.facts import FILE as FACTS
from trainer.facts import REQUESTS, PolicyFacts, write_facts
from trainer.models.checkpoint import ModelCheckpoint, merge_adapter, open_checkpoint
from trainer.models.torch_checkpoint import load_model

RULES, CARD = "rules.txt", "README.md"


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is to be exported, and how."""

    checkpoint: Path
    target: Path
    name: str
    formats: tuple[ExportFormat, ...]
    facts: Callable[[PolicyFacts], PolicyFacts] = field(default=lambda facts: facts)
    """What the checkpoint says of itself, corrected by whoever exports it."""
    exporter: Exporter = Exporter.AUTO
    allow_disagreement: bool = False
    threads: int = 0
    tasks: int = 0
    """So many tasks are played by the checkpoint and by each export."""


@dataclass(frozen=True, slots=True)
class Exported:
    """One bundle that was written."""

    folder: Path
    manifest: PolicyManifest
    known: ExportFormat
    proof: Proof

    @property
    def decides_alike(self) -> bool:
        return self.proof.equal_decisions >= self.known.least_equal

    @property
    def agrees(self) -> bool:
        return self.decides_alike and self.proof.solves_as_many


def export(
    request: ExportRequest,
    held_out: Callable[[], HeldOutPrompts],
    *,
    report: Callable[[str], None] = lambda _line: None,
) -> tuple[Exported, ...]:
    """Write a bundle for each format: `target` itself for one, folders in it for several.

    `held_out` is asked for prompts once the checkpoint is known to be whole. Raises `ExportError`,
    and `Disagreement` where a format decides otherwise more often than it may, or solves fewer tasks,
    and that was not allowed; there is no target then.
    """
    try:
        with staging(request.target) as places:
            checkpoint = _open(request, places.work)
            check_room(request.target, _room(checkpoint, request.formats))
            original = _ask_original(checkpoint, held_out, request.tasks, report)
            exported = tuple(
                _export_one(request, original, known, places, report) for known in request.formats
            )
            for one in exported:
                report(summary(one))
            if not request.allow_disagreement:
                refuse_disagreement(exported)
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            raise ExportError(
                f"there is no room left for {request.target} ({error.strerror}): nothing was kept; "
                "free some, or write elsewhere"
            ) from error
        raise ExportError(f"{request.target} cannot be written: {error}") from error
    except ExportError:
        raise
    except PhoneBuddyError as error:
        raise ExportError(f"{request.target} cannot be exported: {error}") from error
    return exported


@dataclass(frozen=True, slots=True)
class _Original:
    """The checkpoint, and what it decides itself."""

    checkpoint: ModelCheckpoint
    reference: Reference
    held_out: HeldOutPrompts
    traces: tuple[Trace, ...]
    trials: Trials
    tasks: tuple[Task, ...] = ()
    solved: Outcomes = field(default_factory=dict)
    """Which of the tasks it solves."""


def _open(request: ExportRequest, work: Path) -> ModelCheckpoint:
    checkpoint = open_checkpoint(merge_adapter(request.checkpoint, work))
    checkpoint = replace(checkpoint, facts=request.facts(checkpoint.facts))
    check_formats(checkpoint, request.formats)
    return checkpoint


def _ask_original(
    checkpoint: ModelCheckpoint,
    held_out: Callable[[], HeldOutPrompts],
    most_tasks: int,
    report: Callable[[str], None],
) -> _Original:
    model = load_model(checkpoint.folder)
    reference = Reference(checkpoint, model, checkpoint.facts.open_format())
    asked = held_out()
    fitting = tuple(held for held in asked.items if reference.fits(held.prompt))
    if not fitting:
        raise ExportError(
            f"none of the {len(asked.items)} held-out prompts fits the checkpoint's context: show "
            "less history, or name other prompts"
        )
    report(f"asking the checkpoint on {len(fitting)} of {len(asked.items)} prompts")
    traces = tuple(reference.decide(held.prompt) for held in fitting)
    trials = Trials(open_catalogue())
    original = _Original(checkpoint, reference, replace(asked, items=fitting), traces, trials)
    # Torch plays by elements only.
    if not most_tasks or checkpoint.facts.observation.has_screenshot:
        return original
    tasks = tuple(sample_tasks(trials.catalogue, most_tasks))
    report(f"having the checkpoint play {len(tasks)} tasks")
    solved = solved_in_torch(checkpoint, model, tasks, trials)
    return replace(original, tasks=tasks, solved=solved)


def _room(checkpoint: ModelCheckpoint, formats: tuple[ExportFormat, ...]) -> int:
    """Bytes that the export takes at most at a time: every format, and what is made on the way."""
    stored = sum(path.stat().st_size for path in checkpoint.folder.glob("*.safetensors"))
    return stored * (len(formats) + 1)


def _export_one(
    request: ExportRequest,
    original: _Original,
    known: ExportFormat,
    places: Staging,
    report: Callable[[str], None],
) -> Exported:
    checkpoint = original.checkpoint
    several = len(request.formats) > 1
    name = f"{request.name}-{known.name}" if several else request.name
    folder = places.made / name if several else places.made
    folder.mkdir(exist_ok=True)
    report(f"writing {known.name}: {known.says}")
    files = write_files(checkpoint, known, folder, places.work, exporter=request.exporter)
    manifest = write_bundle(
        folder,
        _manifest(checkpoint, name, known, folder, files),
        {path: folder / path for path in _listed(folder, checkpoint.facts, files)},
    )
    report(f"asking {known.name}")
    proof = prove(
        folder,
        manifest,
        held_out=original.held_out,
        reference=original.reference,
        traces=original.traces,
        types=files.types,
        threads=request.threads,
    )
    if original.tasks:
        report(f"having {known.name} play {len(original.tasks)} tasks")
        by_export = solved_by_export(
            folder, manifest, original.tasks, original.trials, threads=request.threads
        )
        proof = replace(proof, solved=compare_outcomes(by_export, original.solved))
    whole = _describe(folder, manifest, known, proof, checkpoint.facts, files)
    return Exported(request.target / name if several else request.target, whole, known, proof)


def _manifest(
    checkpoint: ModelCheckpoint, name: str, known: ExportFormat, folder: Path, files: FilesOf
) -> PolicyManifest:
    facts = checkpoint.facts
    if facts.rules is not None:
        (folder / RULES).write_text(facts.rules, encoding="utf-8")
    write_facts(folder, facts)
    if (checkpoint.folder / REQUESTS).is_file():
        known_requests = read_requests(checkpoint.folder / REQUESTS)
        if not known_requests.plain.examples:
            known_requests = with_examples(known_requests, open_catalogue())
        known_requests.save(folder / REQUESTS)
    return PolicyManifest(
        name=name,
        engine=known.engine,
        prompt_format=facts.prompt_format,
        base=facts.base,
        description=f"{checkpoint.text_config.get('model_type')} model in {known.name}",
        observation=facts.observation,
        history_steps=facts.history_steps,
        starts=facts.starts,
        requests=REQUESTS if (folder / REQUESTS).is_file() else "",
        least_confidence=facts.least_confidence,
        sure_confidence=facts.sure_confidence,
        done_confidence=facts.done_confidence,
        weights=files.weights,
        projector=files.projector,
        tokenizer=files.tokenizer,
        rules=RULES if facts.rules is not None else "",
        chat=checkpoint.chat(),
        sampling=TokenSampling(max_reply_tokens=facts.max_reply_tokens),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _listed(folder: Path, facts: PolicyFacts, files: FilesOf) -> list[str]:
    own = [REQUESTS] if (folder / REQUESTS).is_file() else []
    return [*files.all, FACTS, *own, *([RULES] if facts.rules is not None else [])]


def _describe(
    folder: Path,
    manifest: PolicyManifest,
    known: ExportFormat,
    proof: Proof,
    facts: PolicyFacts,
    files: FilesOf,
) -> PolicyManifest:
    """Write the card, and policy.json again with the figures; then see that the bundle is one."""
    card = write_card(manifest, known, facts, proof)
    (folder / CARD).write_text(card, encoding="utf-8")
    listed = [*_listed(folder, facts, files), CARD]
    (folder / POLICY).unlink()
    whole = write_bundle(
        folder,
        replace(manifest, figures=proof.figures(), files=()),
        {path: folder / path for path in listed},
    )
    strays = {path.name for path in folder.iterdir()} - {*listed, POLICY}
    if strays:
        raise ExportError(f"files were left in the bundle that it does not list: {sorted(strays)}")
    verify(folder, read_manifest(folder))
    return whole


def refuse_disagreement(exported: Sequence[Exported]) -> None:
    """`Disagreement` that tells of each format that is not as its checkpoint."""
    shares = ", ".join(
        f"{one.known.name} {one.proof.equal_decisions:.1%} of {one.known.least_equal:.1%}"
        for one in exported
        if not one.decides_alike
    )
    counts = ", ".join(
        f"{one.known.name} {solved.by_export}, the checkpoint {solved.in_torch} of {solved.tasks} that "
        f"both could try; {solved.played} were to be played"
        for one in exported
        if (solved := one.proof.solved) is not None and not solved.agrees
    )
    problems = [f"too few decisions are the checkpoint's own ({shares})"] if shares else []
    problems += [f"too few tasks were solved ({counts})"] if counts else []
    if problems:
        raise Disagreement(
            f"{', and '.join(problems)}: nothing was written; leave the format out, or take it as it "
            "is with --allow-disagreement"
        )


def summary(one: Exported) -> str:
    """A line for people."""
    proof = one.proof
    verdict = "as the checkpoint" if one.agrees else "NOT as the checkpoint"
    return (
        f"{one.known.name:<13} {proof.equal_decisions:>6.1%} equal decisions, "
        f"{proof.first_tokens:.1%} first tokens, KL {proof.divergence:.2g}, "
        f"{proof.prefill_per_s:,.0f} + {proof.decode_per_s:,.0f} tokens/s, "
        f"{proof.bytes / 2**20:.1f} MB: {verdict}" + (f" ({proof.types})" if proof.types else "")
    )
