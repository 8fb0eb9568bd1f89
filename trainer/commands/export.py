"""`trainer export CHECKPOINT --gguf --onnx --out FOLDER`: a policy for the runtime, with its proof."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from runtime.errors import UnknownFormat
from runtime.policies.bundle import EngineKind
from runtime.policies.manifest_rules import NAME
from runtime.prompts.format import ObservationKind
from runtime.prompts.registry import find_format
from runtime.turn.start import PolicyStart
from trainer.errors import ExportError
from trainer.export.formats import DEFAULTS, FORMATS, choose_formats
from trainer.export.onnx.exporter import Exporter
from trainer.facts import PolicyFacts, read_facts, read_opening

MOST_PROMPTS = 200
TASKS = 48


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "checkpoint", type=Path, help="a model's folder, or a LoRA's beside its base"
    )
    parser.add_argument("--out", type=Path, required=True, help="the bundle's folder; must be new")
    parser.add_argument("--gguf", action="store_true", help="for llama.cpp")
    parser.add_argument("--onnx", action="store_true", help="for onnxruntime")
    formats = "; ".join(f"{known.name}: {known.says}" for known in FORMATS.values())
    defaults = ", ".join(DEFAULTS.values())
    parser.add_argument(
        "--quant",
        default="",
        metavar="FORMAT,...",
        help=f"formats; several make a bundle each, in folders inside --out. {formats}. "
        f"Without: {defaults}",
    )
    parser.add_argument(
        "--restating-of",
        type=Path,
        metavar="BUNDLE",
        help="instead: that bundle, with the checkpoint as the weights that say what goals mean",
    )
    parser.add_argument(
        "--reader-of",
        type=Path,
        metavar="BUNDLE",
        help="instead: that bundle, with a reader (trainer reader) that says what goals mean",
    )
    parser.add_argument("--name", default="", help="the policy's name; without, that of --out")
    parser.add_argument(
        "--prompts",
        type=Path,
        help="held-out episodes to compare on: a data set or recorded runs; without, oracles on "
        "tasks of the validation split",
    )
    parser.add_argument(
        "--most", type=int, default=MOST_PROMPTS, help="compare on at most so many prompts"
    )
    parser.add_argument(
        "--tasks",
        type=int,
        default=TASKS,
        metavar="N",
        help=f"have the checkpoint and each format play so many test tasks (default {TASKS})",
    )
    parser.add_argument(
        "--allow-disagreement",
        action="store_true",
        help="keep formats that decide otherwise than the checkpoint, or solve fewer tasks; the figures "
        "say so",
    )
    parser.add_argument(
        "--exporter",
        choices=[one.value for one in Exporter],
        default=Exporter.AUTO.value,
        help="what makes ONNX graphs",
    )
    parser.add_argument("--threads", type=int, default=0, help="for measuring; 0 for all cores")
    asked = parser.add_argument_group("what the checkpoint does not say of itself")
    asked.add_argument("--format", help="the prompt format")
    asked.add_argument(
        "--history", type=int, help="how many steps of history a prompt shows; 0 for all"
    )
    asked.add_argument("--rules", type=Path, help="a file that replaces the prompt's first part")
    asked.add_argument("--observation", choices=[kind.value for kind in ObservationKind])
    asked.add_argument(
        "--least-confidence",
        type=float,
        metavar="P",
        help="a policy that restates declines what it is less sure of than this (0 to 1)",
    )
    asked.add_argument(
        "--sure-confidence",
        type=float,
        metavar="P",
        help="a policy that restates asks the person whether it has understood what it is less sure of (0 to 1)",
    )
    asked.add_argument(
        "--done-confidence",
        type=float,
        metavar="P",
        help="a run in which it was less sure of any step is told as perhaps done (0 to 1)",
    )
    parser.add_argument(
        "--starts",
        choices=[start.value for start in PolicyStart],
        help="where the policy may begin a task (without word of it: home)",
    )
    asked.add_argument("--base", help="what it was made from")
    asked.add_argument("--licence", help="what it may be used for")


def run(given: argparse.Namespace) -> int:
    """Export, and tell what came of it."""
    if given.restating_of is not None:
        return _add_restating(given)
    if given.reader_of is not None:
        return _add_reader(given)
    from trainer.export.export import ExportRequest, export
    from trainer.export.heldout import HeldOutPrompts, prefill

    engines = [kind for kind in (EngineKind.GGUF, EngineKind.ONNX) if getattr(given, kind.value)]
    names = [name.strip().lower() for name in given.quant.split(",") if name.strip()]
    name = given.name or given.out.absolute().name
    if not NAME.fullmatch(name):
        raise ExportError(f"{name!r} cannot be a policy's name: give another with --name")
    if given.most < 1:
        raise ExportError("--most must be at least 1: without prompts there is no proof")
    if given.tasks < 0:
        raise ExportError("--tasks is how many tasks are played: 0 or more")
    changes = _changes(given)
    request = ExportRequest(
        checkpoint=given.checkpoint,
        target=given.out,
        name=name,
        formats=choose_formats(names, engines),
        facts=lambda facts: replace(facts, **changes),
        exporter=Exporter(given.exporter),
        allow_disagreement=given.allow_disagreement,
        threads=given.threads,
        tasks=given.tasks,
    )
    shown: ObservationKind = changes.get("observation") or read_facts(given.checkpoint).observation

    def held_out() -> HeldOutPrompts:
        return prefill(
            given.prompts,
            most=given.most,
            screenshots=shown.has_screenshot,
            plain=read_opening(given.checkpoint).plain,
        )

    exported = export(request, held_out, report=print)
    for one in exported:
        print(f"{one.folder}: {one.manifest.name}")
    return 0


def _add_restating(given: argparse.Namespace) -> int:
    from trainer.export.restating import RestatingExport, add_restating

    wanted = RestatingExport(
        given.restating_of,
        given.checkpoint,
        given.out,
        given.least_confidence or 0.0,
        given.sure_confidence or 0.0,
        given.done_confidence or 0.0,
    )
    print(f"{given.out}: {add_restating(wanted, report=print).name}")
    return 0


def _add_reader(given: argparse.Namespace) -> int:
    from trainer.export.reader import ReaderExport, add_reader

    wanted = ReaderExport(
        given.reader_of,
        given.checkpoint,
        given.out,
        given.least_confidence or 0.0,
        given.sure_confidence or 0.0,
        given.done_confidence or 0.0,
    )
    print(f"{given.out}: {add_reader(wanted, report=print).name}")
    return 0


def _changes(given: argparse.Namespace) -> dict[str, Any]:
    """The fields of `PolicyFacts` that were given."""
    changes: dict[str, Any] = {
        "prompt_format": given.format,
        "history_steps": given.history,
        "observation": ObservationKind(given.observation) if given.observation else None,
        "starts": PolicyStart(given.starts) if given.starts else None,
        "least_confidence": given.least_confidence,
        "sure_confidence": given.sure_confidence,
        "done_confidence": given.done_confidence,
        "base": given.base,
        "licence": given.licence,
    }
    if given.rules is not None:
        try:
            changes["rules"] = given.rules.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise ExportError(f"{given.rules} cannot be read as text: {error}") from error
    stated = {field: value for field, value in changes.items() if value is not None}
    try:
        find_format(PolicyFacts(**stated).prompt_format)
    except UnknownFormat as error:
        raise ExportError(str(error)) from error
    return stated
