"""`phoneworld check`: every template on several seeds, on all cores."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from itertools import islice

from phoneworld.errors import TaskError
from phoneworld.tasks.check import Finding, check_task
from phoneworld.tasks.registry import find_template, templates
from phoneworld.tasks.starts import PLACES, Start, find_start
from phoneworld.tasks.trial import Task
from phoneworld.workshop import Workshop

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
        "--start",
        nargs="+",
        default=[Start.HOME.value],
        metavar="START",
        help=f"where the tasks begin: {', '.join(Start)}, or {EVERY} place (default: home)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.seeds < 1:
        raise TaskError(f"--seeds {arguments.seeds} checks nothing: give at least 1")
    names = _chosen(arguments.names)
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.seeds)
    starts = _starts(arguments.start)
    started = time.monotonic()
    findings: list[Finding] = []
    with ExitStack() as stack:
        if arguments.adb:
            results = _over_adb(names, seeds, starts)
        else:
            pool = stack.enter_context(ProcessPoolExecutor(max(1, arguments.jobs)))
            results = pool.map(check_template, names, [seeds] * len(names), [starts] * len(names))
        for done, found in enumerate(results, 1):
            findings += found
            if sys.stderr.isatty():
                print(
                    f"\r{done}/{len(names)} templates, {len(findings)} findings",
                    end="",
                    file=sys.stderr,
                )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    took_s = time.monotonic() - started
    if arguments.json:
        print(
            json.dumps(
                {
                    "templates": len(names),
                    "seeds": list(seeds),
                    "starts": list(starts),
                    "seconds": round(took_s, 2),
                    "findings": [
                        {"task": f.task, "check": f.check, "detail": f.detail} for f in findings
                    ],
                },
                indent=2,
            )
        )
    else:
        for finding in findings:
            print(finding)
        verdict = f"{len(findings)} findings" if findings else "all sound"
        where = f" from {', '.join(starts)}" if starts != (Start.HOME,) else ""
        told = f"{len(names)} templates on {len(seeds)} seeds{where} in {took_s:.1f} s"
        print(f"{told}: {verdict}")
    return 1 if findings else 0


def _starts(names: list[str]) -> tuple[Start, ...]:
    return PLACES if names == [EVERY] else tuple(find_start(name) for name in names)


def _over_adb(names: list[str], seeds: range, starts: tuple[Start, ...]) -> Iterator[list[Finding]]:
    from phoneworld.adb.proof.oracles import check_over_adb

    tasks = [
        Task(find_template(name), seed, start)
        for name in names
        for seed in seeds
        for start in starts
    ]
    # Closed, so that the phone and the adb server end when the last oracle has.
    with closing(check_over_adb(Workshop(), tasks)) as found:
        for _ in names:
            of_template = islice(found, len(seeds) * len(starts))
            yield [finding for one in of_template for finding in one]


def _chosen(wanted: list[str]) -> list[str]:
    if not wanted:
        return list(templates())
    names: list[str] = []
    for name in wanted:
        fitting = [known for known in templates() if known == name or known.startswith(f"{name}.")]
        names += fitting or [find_template(name).name]
    return names


def check_template(
    name: str, seeds: range, starts: Sequence[Start] = (Start.HOME,)
) -> list[Finding]:
    """Check one template, in a process of its own."""
    workshop = Workshop()
    template = find_template(name)
    return [
        finding
        for seed in seeds
        for start in starts
        for finding in check_task(workshop, template, seed, start)
    ]
