"""`phoneworld check`: every template on several seeds, and every screen of their apps, on all cores."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from itertools import islice
from pathlib import Path

from phoneworld.catalogue import Catalogue
from phoneworld.catalogue.packaged import packaged_templates
from phoneworld.catalogue.wording_lint import lint_template, lint_wordings
from phoneworld.commands.catalogue_options import add_catalogue_options, catalogue_of
from phoneworld.commands.check_walks import WalkedApp, packages_of, summary, walk_one
from phoneworld.errors import TaskError
from phoneworld.packs import is_pack
from phoneworld.tasks.check import TaskFinding, check_task
from phoneworld.tasks.starts import PLACES, Start, find_start
from phoneworld.tasks.trial import Task
from phoneworld.walk import MOST_TRIES

BATCH = 8

EVERY = "every"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", help="templates, or the start of their names (default: all)"
    )
    parser.add_argument("--seeds", type=int, default=5, help="how many seeds each (default: 5)")
    parser.add_argument("--first-seed", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument(
        "--adb",
        action="store_true",
        help="run only the oracles, through adb, on a served phone (one process, minutes)",
    )
    parser.add_argument(
        "--wordings",
        action="store_true",
        help="check the sentences to train on and those held out, instead of the tasks",
    )
    parser.add_argument(
        "--manifest",
        type=Path,
        metavar="FOLDER",
        help="check the tasks of a rebuilt app, or of a pack, and list the sound ones in its "
        "catalogue.json",
    )
    parser.add_argument(
        "--each",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="rebuild every recording of at least 50 steps in these folders, and count its sound tasks",
    )
    parser.add_argument(
        "--start",
        nargs="+",
        default=[Start.HOME.value],
        metavar="START",
        help=f"where the tasks begin: {', '.join(Start)}, or {EVERY} place (default: home)",
    )
    parser.add_argument(
        "--tries",
        type=int,
        default=MOST_TRIES,
        help="how many taps, holds and typed texts are tried in each app, to find those that crash; "
        "0 for none (default: %(default)s)",
    )
    add_catalogue_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.seeds < 1:
        raise TaskError(f"--seeds {arguments.seeds} checks nothing: give at least 1")
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.seeds)
    if arguments.manifest is not None:
        return _write_manifests(arguments.manifest, tuple(seeds))
    if arguments.each:
        from phoneworld.reconstruction.task_survey import count_tasks, format_counts

        print(format_counts(count_tasks(arguments.each, jobs=arguments.jobs)))
        return 0
    starts = _starts(arguments.start)
    # `check androidworld` means the pack of that name, and all of it.
    arguments.folders += [Path(name) for name in arguments.names if is_pack(Path(name))]
    catalogue = catalogue_of(arguments)
    names = _chosen(catalogue, arguments.names)
    started = time.monotonic()
    findings: list[TaskFinding] = []
    walks: list[WalkedApp] = []
    if arguments.wordings:
        # A folder's app may have taken the place of a built-in one, with its templates.
        gone = packaged_templates().keys() - catalogue.templates.keys()
        worded = [name for name in catalogue.wordings.templates if name not in gone]
        wanted = worded if not arguments.names else [name for name in worded if name in names]
        findings += lint_wordings(catalogue.templates, catalogue.wordings, wanted)
        names = [name for name in wanted if name in catalogue.templates]
    with ExitStack() as stack:
        pool = None
        if arguments.adb:
            results = _over_adb(catalogue, names, seeds, starts)
        else:
            pool = stack.enter_context(ProcessPoolExecutor(max(1, arguments.jobs)))
            check = check_wordings if arguments.wordings else partial(check_templates, starts)
            results = (
                found
                for batch in pool.map(partial(check, catalogue, seeds), batched(names))
                for found in batch
            )
        for done, found in enumerate(results, 1):
            findings += found
            if sys.stderr.isatty():
                line = f"\r{done}/{len(names)} templates, {len(findings)} findings"
                print(line, end="", file=sys.stderr)
        if pool is not None and not arguments.wordings and arguments.tries > 0:
            walk = partial(walk_one, catalogue, arguments.first_seed, arguments.tries)
            walks += pool.map(walk, packages_of(catalogue, names))
            findings += [finding for one in walks for finding in one.findings]
    if sys.stderr.isatty():
        print(file=sys.stderr)
    _print(arguments, names, seeds, starts, findings, walks, time.monotonic() - started)
    return 1 if findings else 0


def _starts(names: list[str]) -> tuple[Start, ...]:
    return PLACES if names == [EVERY] else tuple(find_start(name) for name in names)


def _print(
    arguments: argparse.Namespace,
    names: list[str],
    seeds: range,
    starts: tuple[Start, ...],
    findings: list[TaskFinding],
    walks: list[WalkedApp],
    took_s: float,
) -> None:
    if arguments.json:
        body = {
            "templates": len(names),
            "seeds": list(seeds),
            "starts": list(starts),
            "screens": {
                one.label: {"seen": sorted(one.walked.seen), "unseen": sorted(one.walked.unseen)}
                for one in walks
            },
            "seconds": round(took_s, 2),
            "findings": [{"task": f.task, "check": f.check, "detail": f.detail} for f in findings],
        }
        print(json.dumps(body, indent=2))
        return
    for finding in findings:
        print(finding)
    if walks:
        print(summary(walks))
    verdict = f"{len(findings)} findings" if findings else "all sound"
    what = "wordings of " if arguments.wordings else ""
    where = f" from {', '.join(starts)}" if starts != (Start.HOME,) else ""
    line = f"{what}{len(names)} templates on {len(seeds)} seeds{where} in {took_s:.1f} s"
    print(f"{line}: {verdict}")


def _write_manifests(folder: Path, seeds: tuple[int, ...]) -> int:
    from phoneworld.catalogue.folder_tasks import check_folders

    checked = check_folders(folder, seeds=seeds)
    for finding in checked.wrong:
        print(f"not sound: {finding}")
    print(f"{folder}: {len(checked.sound)} sound tasks, {len(checked.wrong)} others")
    return 0


def _over_adb(
    catalogue: Catalogue, names: list[str], seeds: range, starts: tuple[Start, ...]
) -> Iterator[list[TaskFinding]]:
    from phoneworld.adb.proof.oracles import check_over_adb

    tasks = [
        Task(catalogue.template(name), seed, start=start)
        for name in names
        for seed in seeds
        for start in starts
    ]
    # Closed, so that the phone and the adb server end when the last oracle has.
    with closing(check_over_adb(catalogue.workshop(), tasks)) as found:
        for _ in names:
            of_template = islice(found, len(seeds) * len(starts))
            yield [finding for one in of_template for finding in one]


def _chosen(catalogue: Catalogue, wanted: list[str]) -> list[str]:
    known = catalogue.templates
    if not wanted:
        return list(known)
    names: list[str] = []
    for name in wanted:
        fitting = [one for one in known if one == name or one.startswith(f"{name}.")]
        names += fitting or [catalogue.template(name).name]
    return names


def batched(names: list[str]) -> list[list[str]]:
    """What a process is given at a time: it reads the catalogue anew for each."""
    return [names[first : first + BATCH] for first in range(0, len(names), BATCH)]


def check_templates(
    starts: Sequence[Start], catalogue: Catalogue, seeds: range, names: list[str]
) -> list[list[TaskFinding]]:
    """The findings of each template, in a process of its own."""
    workshop = catalogue.workshop()
    templates = [catalogue.template(name) for name in names]
    return [
        [
            finding
            for seed in seeds
            for start in starts
            for finding in check_task(workshop, template, seed, start)
        ]
        for template in templates
    ]


def check_wordings(catalogue: Catalogue, seeds: range, names: list[str]) -> list[list[TaskFinding]]:
    """The same of their wordings, filled in."""
    workshop = catalogue.workshop()
    wordings = catalogue.wordings
    return [lint_template(catalogue.template(name), wordings, workshop, seeds) for name in names]
