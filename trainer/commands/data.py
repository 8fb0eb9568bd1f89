"""`trainer data`: show a data set's episodes, count them, find what is wrong, export them, list held-out templates."""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path

from phoneworld.commands.catalogue_options import add_split_options, catalogue_of
from runtime.prompts.format import FormatOptions, ObservationKind, PromptFormat
from runtime.prompts.registry import find_format, known_formats

HISTORY_STEPS = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    show = actions.add_parser("show", help="print episodes as a policy reads them")
    show.add_argument("folder", type=Path)
    show.add_argument("--episode", type=int, default=None, metavar="N", help="only this one")
    show.add_argument("--task", default="", metavar="TEXT", help="only tasks that begin like this")
    show.add_argument("--full", action="store_true", help="with whole prompts and replies")
    stats = actions.add_parser("stats", help="count")
    stats.add_argument("folder", type=Path)
    stats.add_argument("--json", action="store_true")
    lint = actions.add_parser("lint", help="find leaks, contradictions and broken episodes")
    lint.add_argument("folder", type=Path)
    lint.add_argument("--show", type=int, default=5, metavar="N", help="examples of each finding")
    held_out = actions.add_parser("held-out", help="list the templates that are never trained on")
    export = actions.add_parser("export", help="write episodes for other people's trainers")
    export.add_argument("folder", type=Path)
    export.add_argument(
        "--parquet", type=Path, required=True, metavar="OUT", help="a new folder of parquet files"
    )
    export.add_argument("--images", action="store_true", help="with the screenshots that were kept")
    for action in (lint, held_out, export):
        add_split_options(action)
    for action in (show, stats, lint):
        action.add_argument("--format", default="compact", choices=known_formats())
        action.add_argument("--history-steps", type=int, default=HISTORY_STEPS, metavar="N")
        action.add_argument(
            "--observation",
            default=ObservationKind.ELEMENTS.value,
            choices=[kind.value for kind in ObservationKind],
            help="what of a screen a policy is shown",
        )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    match given.action:
        case "show":
            return _show(given)
        case "stats":
            return _stats(given)
        case "lint":
            return _lint(given)
        case "export":
            return _export(given)
        case _:
            return _held_out(given)


def _format(given: argparse.Namespace) -> PromptFormat:
    options = FormatOptions(
        observation=ObservationKind(given.observation), history_steps=given.history_steps, rules=""
    )
    return find_format(given.format, options)


def _show(given: argparse.Namespace) -> int:
    from runtime.action_words import describe
    from runtime.episode import Unparsed
    from trainer.data.notes import notes_of
    from trainer.data.samples import samples_of
    from trainer.data.store import read_episodes
    from trainer.errors import InvalidDataRequest

    filmed = _format(given).observation.has_screenshot
    episodes = (
        e for e in read_episodes(given.folder, screenshots=filmed) if e.task.startswith(given.task)
    )
    if given.episode is not None:
        episodes = islice(episodes, given.episode, given.episode + 1)
    shown = 0
    for episode in episodes:
        shown += 1
        print(f"== {episode.id}: {episode.goal}")
        if given.full:
            for sample in samples_of(episode, _format(given)):
                print(f"--- step {sample.step}\n{sample.prompt}>>> {sample.reply}")
            continue
        for number, step in enumerate(episode.steps):
            action = step.decision.action
            said = (
                "unreadable" if isinstance(action, Unparsed) else describe(action, step.observation)
            )
            notes = "".join(f" (noted: {note})" for note in notes_of(step))
            answer = f" -> {step.answer}" if step.answer else ""
            app = step.observation.package.rpartition(".")[2]
            print(f"{number:3} {app:12} {said}{answer}{notes}")
        print(f"    {episode.outcome.ending if episode.outcome else 'no outcome'}")
    if not shown:
        raise InvalidDataRequest(f"{given.folder} has no such episode")
    return 0


def _stats(given: argparse.Namespace) -> int:
    from trainer.data.manifest import counts, read_manifest
    from trainer.data.stats import measure, quantiles

    stats = measure(given.folder, _format(given))
    lengths = {
        "steps of an episode": quantiles(stats.episodes),
        "characters of a prompt": quantiles(stats.prompts),
        "characters of a reply": quantiles(stats.replies),
    }
    if given.json:
        body = {
            "counts": counts(read_manifest(given.folder)),
            "kinds": {
                name: {field: getattr(kind, field) for field in kind.__slots__}
                for name, kind in stats.kinds.items()
            },
            "actions": dict(stats.actions.most_common()),
            "quantiles (p50, p90, p99, longest)": lengths,
            "computed": dict(stats.computed.most_common()),
            "skipped": dict(stats.skipped.reasons),
        }
        print(json.dumps(body, indent=1))
        return 0
    print(
        f"{'kind':12} {'episodes':>9} {'steps':>9} {'with notes':>11} {'need memory':>12} {'noted':>7}"
    )
    for name, kind in sorted(stats.kinds.items()):
        share = f"{100 * kind.noted / kind.need_memory:.1f} %" if kind.need_memory else "-"
        print(
            f"{name:12} {kind.episodes:9,} {kind.steps:9,} {kind.notes:11,} "
            f"{kind.need_memory:12,} {share:>7}"
        )
    for name, found in lengths.items():
        print(
            f"{name}: half up to {found[0]}, 90 % {found[1]}, 99 % {found[2]}, longest {found[3]}"
        )
    print("actions: " + ", ".join(f"{name} {n:,}" for name, n in stats.actions.most_common()))
    for reason, count in stats.skipped.reasons.most_common():
        print(f"no sample of {count:,} steps: {reason}")
    if stats.computed:
        print("templates with words that no screen showed (computed, or a fixed wording):")
        print("  " + ", ".join(f"{name} {n}" for name, n in stats.computed.most_common()))
    return 0


def _lint(given: argparse.Namespace) -> int:
    from trainer.data.lint import SERIOUS, Check, lint
    from trainer.data.trials import Trials

    report = lint(given.folder, _format(given), Trials(catalogue_of(given)))
    print(f"{report.episodes:,} episodes, {report.samples:,} samples")
    for check in Check:
        found = report.of(check)
        mark = " (unfit for training)" if found and check in SERIOUS else ""
        print(f"{check.value}: {len(found):,}{mark}")
        for finding in found[: given.show]:
            print(f"    {finding.where}: {finding.detail}")
    in_doubt = sum(found.samples for found in report.contradictions)
    print(f"samples whose prompt has several replies: {in_doubt:,}")
    for found in report.contradictions[: given.show]:
        print(f"--- {found.samples} samples\n{found.prompt}")
        for reply, place in found.replies:
            print(f">>> {reply!r} ({place})")
    return 0 if report.is_fit else 1


def _export(given: argparse.Namespace) -> int:
    from trainer.data.parquet_export import export_parquet

    counts = export_parquet(given.folder, given.parquet, catalogue_of(given), pictures=given.images)
    for split, count in counts.items():
        print(f"{split}.parquet: {count:,} episodes")
    return 0


def _held_out(given: argparse.Namespace) -> int:
    catalogue = catalogue_of(given)
    known, facts = catalogue.templates, catalogue.facts()
    names = facts.held_out_templates
    for name in names:
        print(f"{known[name].kind.value:12} {name}")
    if facts.splits.held_out_apps:
        print(f"among them those of {', '.join(facts.splits.held_out_apps)}, held out as apps")
    if facts.splits.held_out_families:
        families = ", ".join(facts.splits.held_out_families)
        print(f"among them those of the families {families}")
    print(f"{len(names)} of {len(known)} templates are never trained on")
    print(
        f"{facts.held_out_wordings:,} wordings are never trained on, {facts.train_wordings:,} are"
    )
    return 0
