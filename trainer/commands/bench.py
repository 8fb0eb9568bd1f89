"""`trainer bench`: measure, and compare with what is wanted.

Each part runs in a process of its own, with the threads and the memory allocator of a training, so that
one part's libraries and caches do not slow or swell another.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from runtime.bench_report import Figures, MeasuredTarget, render
from trainer.errors import TrainingError
from trainer.interrupt import PARENT

TARGETS = {
    "sft.over_trl": MeasuredTarget("SFT, tokens/s over trl's", 1.2, "x", at_least=True),
    "sft.loading_share": MeasuredTarget("loading, share of a training step", 0.10, ""),
    "rollouts.times_faster": MeasuredTarget("32 phones over one at a time", 3, "x", at_least=True),
    "rollouts.waiting_share": MeasuredTarget("phones and prompts, share of a rollout", 0.10, ""),
    "adapters.session_share": MeasuredTarget(
        "the adapters' session, steps/s over the bare loop's", 0.8, "x", at_least=True
    ),
    "adapters.gymnasium_share": MeasuredTarget(
        "Gymnasium, steps/s over the bare loop's", 0.8, "x", at_least=True
    ),
    "adapters.gymnasium_pixels_share": MeasuredTarget(
        "Gymnasium with pictures of 360x800, over the bare loop with them", 0.8, "x", at_least=True
    ),
    "adapters.trl_share": MeasuredTarget(
        "TRL's tools, steps/s over the bare loop's", 0.8, "x", at_least=True
    ),
    "memory.sft_peak_mb": MeasuredTarget("memory of a training", 8192, "MB"),
    "rollouts.peak_mb": MeasuredTarget("memory of rollouts", 8192, "MB"),
}
PARTS = ("sft", "rollouts", "memory", "adapters")
QUICK = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="less of it: only for orientation")
    parser.add_argument(
        "--only", action="append", default=[], choices=PARTS, metavar="PART", help=", ".join(PARTS)
    )
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of torch")
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)


def run(given: argparse.Namespace) -> int:
    """Measure; 0, whatever the figures are."""
    less = QUICK if given.quick else 1
    if given.part is not None:
        # Whoever ends the bench ends its parts, and what these have started.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        print(json.dumps(_measure(given.part, given.threads, less)))
        return 0
    figures: dict[str, float | Figures] = {}
    for part in PARTS:
        if not given.only or part in given.only:
            print(f"measuring {part} ...", file=sys.stderr, flush=True)
            figures[part] = _measure_apart(part, given)
    command = " ".join(["trainer bench", *(["--quick"] if given.quick else [])])
    print(render(command, figures, TARGETS, as_json=given.json))
    if not given.json:
        for line in contended(figures):
            print(line)
    return 0


def contended(figures: dict[str, float | Figures]) -> list[str]:
    """A line for each part that had to share its processors."""
    from trainer.bench.resource_usage import FREE_SHARE

    return [
        f"  {part}: had {share:.0%} of a processor, so read its figures by CPU time: "
        + ", ".join(f"{name} {value:.2f}" for name, value in those.items() if name.endswith("_cpu"))
        for part, those in figures.items()
        if isinstance(those, dict) and (share := those.get("processor_share", 1.0)) < FREE_SHARE
    ]


def _measure_apart(part: str, given: argparse.Namespace) -> Figures:
    from trainer.sft.launcher import settings_alone

    words = ["bench", "--part", part, "--threads", str(given.threads)]
    if given.quick:
        words.append("--quick")
    ended = subprocess.run(
        [sys.executable, "-m", "trainer", *words],
        env={**os.environ, **settings_alone(given.threads), PARENT: str(os.getpid())},
        stdout=subprocess.PIPE,
        check=False,
    )
    if ended.returncode:
        raise TrainingError(f"measuring {part} failed; what it said is above")
    # Libraries print as well; ours is the last line.
    return json.loads(ended.stdout.splitlines()[-1])


def _measure(part: str, threads: int, less: int) -> Figures:
    import torch

    from trainer.bench.material import make_material

    torch.set_num_threads(threads)
    with tempfile.TemporaryDirectory(prefix="trainer-bench-") as place:
        folder = Path(place)
        match part:
            case "sft":
                from trainer.bench.sft import measure_sft

                material = make_material(folder / "tokenizer", episodes=64)
                return measure_sft(material, folder / "trl", rounds=3, steps=12 // less)
            case "rollouts":
                from trainer.bench.rollouts import measure_rollouts

                material = make_material(folder / "tokenizer", episodes=96 // less)
                return measure_rollouts(material, alone=32 // less)
            case "adapters":
                from trainer.bench.adapters import measure_adapters

                return measure_adapters(episodes=40 // less, rounds=5)
            case _:
                from trainer.bench.memory import measure_memory

                return measure_memory(folder, episodes=48, steps=12)
