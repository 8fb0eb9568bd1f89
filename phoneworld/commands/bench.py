"""`phoneworld bench`: measure, and compare with what is wanted."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping

from phoneworld import measure
from phoneworld.catalogue import open_catalogue
from phoneworld.measure_episodes import episode_rates, record_episodes
from runtime.bench_report import Figures, MeasuredTarget, pick, render

CONTACTS = (10, 1000, 100_000)
TARGETS = {
    "steps_per_s.all": MeasuredTarget("steps with element observations", 2000, "/s", at_least=True),
    "episode_steps_per_s.elements": MeasuredTarget(
        "steps of whole episodes, elements only", 5000, "/s", at_least=True
    ),
    "episode_steps_per_s.rgb_360x800": MeasuredTarget(
        "steps of whole episodes, raw pictures of 360x800", 300, "/s", at_least=True
    ),
    "episode_steps_per_s.rgb_540x1200": MeasuredTarget(
        "steps of whole episodes, raw pictures of 540x1200", 150, "/s", at_least=True
    ),
    "episode_resets_per_s.elements": MeasuredTarget(
        "resets with a task's set-up and first look", 2000, "/s", at_least=True
    ),
    "resets_per_s.phone": MeasuredTarget("resets of a phone", 1000, "/s", at_least=True),
    "snapshot_ms.snapshot": MeasuredTarget("snapshot", 1, "ms"),
    "snapshot_ms.restore": MeasuredTarget("restore", 1, "ms"),
    "rendering_ms.median": MeasuredTarget("rendering, median over apps", 15, "ms"),
    "rendering_ms.worst": MeasuredTarget("rendering, slowest app", 15, "ms"),
    "memory_mb.per_further_phone": MeasuredTarget("memory of a further phone", 8, "MB"),
    "memory_mb.all": MeasuredTarget("memory of 256 phones", 2500, "MB"),
    "import_s": MeasuredTarget("cold import", 0.4, "s"),
}


ADB_TARGETS = {
    "tap_direct_socket_ms": MeasuredTarget("tap, direct adb socket", 1, "ms"),
    "tap_adb_server_ms": MeasuredTarget("tap, through adb's server", 2, "ms"),
    "tap_backend_ms": MeasuredTarget("tap, our backend, settling apart", 20, "ms"),
    "look_backend_ms": MeasuredTarget("look, our backend, with a picture", 80, "ms"),
    "tap_backend_over_uiautomator2": MeasuredTarget("tap: ours over uiautomator2's", 1, ""),
    "tap_backend_over_adbutils": MeasuredTarget("tap: ours over adbutils'", 1, ""),
    "look_backend_over_uiautomator2": MeasuredTarget("look: ours over uiautomator2's", 1, ""),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the work: only for orientation"
    )
    parser.add_argument(
        "--adb", action="store_true", help="measure served phones: taps and looks over adb"
    )
    parser.add_argument(
        "--episodes", action="store_true", help="measure whole episodes alone, and their resets"
    )
    parser.add_argument("--memory-of", type=int, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    if arguments.memory_of:
        print(json.dumps(measure.memory_mb(arguments.memory_of)))
        return 0
    less = 10 if arguments.quick else 1
    if arguments.adb:
        return _bench_adb(arguments, times=200 // less)
    catalogue = open_catalogue()
    workshop = catalogue.workshop()
    workshop.built(0)
    figures: dict[str, float | Figures] = {}
    templates = list(catalogue.templates.values())
    parts: dict[str, Callable[[], float | Figures]] = {
        "import_s": lambda: measure.import_seconds(times=7),
        "new_world_s": lambda: measure.world_seconds(workshop),
        "steps_per_s": lambda: measure.steps_per_second(workshop, steps=2000 // less),
        "steps_per_s_by_contacts": lambda: measure.steps_by_contacts(
            workshop, CONTACTS, steps=4000 // less
        ),
        "resets_per_s": lambda: measure.resets_per_second(workshop, templates, resets=2000 // less),
        "snapshot_ms": lambda: measure.snapshot_ms(workshop, times=500 // less),
        "rendering_ms": lambda: measure.rendering_ms(workshop, times=max(3, 20 // less)),
        "memory_mb": lambda: _memory_apart(256 // less),
    }
    for name, part in () if arguments.episodes else parts.items():
        print(f"measuring {name} ...", file=sys.stderr)
        figures[name] = part()
    print("measuring episodes ...", file=sys.stderr)
    rates = episode_rates(workshop, record_episodes(workshop, templates, 120 // less))
    figures["episode_steps_per_s"], figures["episode_resets_per_s"] = rates.steps, rates.resets
    _print(arguments, figures, TARGETS)
    if not arguments.json and not arguments.episodes:
        by_contacts = {
            count: pick(figures, f"steps_per_s_by_contacts.{count}") for count in CONTACTS
        }
        by_count = ", ".join(f"{count}: {rate:.0f}" for count, rate in by_contacts.items())
        print(f"  steps/s by number of contacts: {by_count}")
    return 0


def _bench_adb(arguments: argparse.Namespace, *, times: int) -> int:
    from phoneworld.adb.proof.measure import measure as measure_adb

    figures: dict[str, float | Figures] = {**measure_adb(times=times)}
    _print(arguments, figures, ADB_TARGETS)
    if not arguments.json:
        for name in sorted(figures.keys() - ADB_TARGETS.keys()):
            print(f"  {name:<36} {pick(figures, name):>10.3f}")
    return 0


def _print(
    arguments: argparse.Namespace,
    figures: Mapping[str, float | Figures],
    targets: Mapping[str, MeasuredTarget],
) -> None:
    words = [
        "phoneworld bench",
        *(f"--{word}" for word in ("adb", "episodes", "quick") if vars(arguments)[word]),
    ]
    print(render(" ".join(words), figures, targets, as_json=arguments.json))


def _memory_apart(phones: int) -> Figures:
    command = [sys.executable, "-m", "phoneworld", "bench", "--memory-of", str(phones)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
