"""Measures a warm `phonebuddy run` from its start to its first step, and where the time goes.

    python -m tui.first_step_bench --runs 5

Each run is a new process with a runtime of its own on the built-in virtual phone, ended after its first
step. Wall time is what a person waits; processor time, of the command and all processes it started, is
what can be compared on a machine that does other work. A part ends with the line that `--json` writes
for it. The first run warms the caches and does not count.
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass

import psutil

from tui.choices import EXAMPLE_TASK, VIRTUAL_PHONE

PARTS = ("begun", "phone", "policy", "look", "step")
"""In this order: the runtime answers; phone and policy are there; the screen is read; it has acted."""


@dataclass(frozen=True, slots=True)
class ElapsedTimes:
    """Seconds since the start."""

    wall_s: float
    cpu_s: float


def part_of(event: dict[str, object]) -> str:
    """The part that ends with this line of `phonebuddy run --json`; nothing for other lines."""
    match event:
        case {"event": "run"}:
            return "begun"
        case {"event": "opened"}:
            return "phone"
        case {"event": "state", "sequence": int(number), "reason": ""} if number > 1:
            return "policy"
        case {"event": "look", "step": 0}:
            return "look"
        case {"event": "step"}:
            return "step"
        case _:
            return ""


def measure(words: Sequence[str]) -> dict[str, ElapsedTimes]:
    """Start `phonebuddy run` with these words; when each part had ended, first to last."""
    command = [sys.executable, "-P", "-m", "tui", "run", *words, "--json"]
    began_s = time.monotonic()
    ended: dict[str, ElapsedTimes] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None:
            raise RuntimeError("the command has no output")
        tree = psutil.Process(process.pid)
        for line in process.stdout:
            part = part_of(json.loads(line))
            if part and part not in ended:
                ended[part] = ElapsedTimes(time.monotonic() - began_s, _cpu_s(tree))
            if part == "step":
                process.send_signal(signal.SIGINT)
                break
        process.communicate()
    return ended


def _cpu_s(root: psutil.Process) -> float:
    """Processor time of a process, of those it started, and of those of them that have ended."""
    total = 0.0
    for process in [root, *root.children(recursive=True)]:
        times = process.cpu_times()
        total += times.user + times.system + times.children_user + times.children_system
    return total


def figures(runs: Sequence[dict[str, ElapsedTimes]]) -> dict[str, float]:
    """Medians of when each part had ended, in seconds since the start."""
    told: dict[str, float] = {}
    for part in PARTS:
        told[f"{part}_cpu_s"] = round(statistics.median(run[part].cpu_s for run in runs), 2)
        told[f"{part}_wall_s"] = round(statistics.median(run[part].wall_s for run in runs), 2)
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tui.first_step_bench", description=__doc__)
    parser.add_argument("--task", default=EXAMPLE_TASK)
    parser.add_argument("--device", default=VIRTUAL_PHONE)
    parser.add_argument("--policy", default="")
    parser.add_argument("--runs", type=int, default=5, help="how often, besides the first")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as data:
        words = [options.task, "--device", options.device, "--data", data]
        words += ["--policy", options.policy] if options.policy else []
        runs = [measure(words) for _ in range(options.runs + 1)]
    told = figures(runs[1:])
    if options.json:
        sys.stdout.write(f"{json.dumps(told)}\n")
    else:
        sys.stdout.writelines(f"{name:16} {value}\n" for name, value in told.items())
    return 0


if __name__ == "__main__":
    sys.exit(main())
