"""`python -m runtime bench`: measure, and compare with what is wanted."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from runtime.bench_report import Figures, MeasuredTarget, render

GGUF, ONNX = "smollm2-q8", "smollm2-onnx-int8"

TARGETS = {
    "decide_overhead_ms.median": MeasuredTarget("gRPC adds to Decide, median", 2, "ms"),
    "screen_tokens.most_at_12_elements": MeasuredTarget(
        "tokens of a screen of 12 elements", 150, ""
    ),
    "screen_tokens.most_at_60_elements": MeasuredTarget(
        "tokens of a screen of 60 elements", 600, ""
    ),
    "first_token.times_shorter": MeasuredTarget(
        "first token, steps 2 to 10", 4, "x", at_least=True
    ),
    "first_token.grammar_share_of_decode": MeasuredTarget("grammar's share of decoding", 0.10, ""),
    "interleaved.together_over_rival": MeasuredTarget(
        "8 runs, over llama-cpp's server", 1.5, "x", at_least=True
    ),
    "interleaved.together_over_one_by_one": MeasuredTarget(
        "8 runs, over one by one", 1, "x", at_least=True
    ),
    "interleaved.unread_share": MeasuredTarget("replies that could not be read", 0, ""),
    "side_by_side.slower_over_faster_prefill": MeasuredTarget(
        "slower engine, prompts", 0.5, "x", at_least=True
    ),
    "side_by_side.slower_over_faster_decode": MeasuredTarget(
        "slower engine, replies", 0.5, "x", at_least=True
    ),
    "memory.besides_mb": MeasuredTarget("memory besides model and KV", 150, "MB"),
    "idle.percent_of_a_core": MeasuredTarget("50 idle runs, 200 watchers", 5, "%"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="less of it: only for orientation")
    parser.add_argument("--only", action="append", default=[], metavar="PART", help="measure this")
    parser.add_argument(
        "--policies",
        type=Path,
        help="the folder that scripts/make_bench_policies.py has made: without, no engine is measured",
    )
    parser.add_argument("--memory-of", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--prompts", type=Path, help=argparse.SUPPRESS)


def run(given: argparse.Namespace) -> int:
    """Measure; 0, whatever the figures are."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    if given.memory_of is not None:
        from runtime.bench.engines import memory_here

        print(json.dumps(memory_here(given.memory_of, given.prompts)))
        return 0
    less = 4 if given.quick else 1
    parts = _parts(given.policies, less)
    unknown = set(given.only) - set(parts)
    if unknown:
        print(
            f"error: there is no part {', '.join(sorted(unknown))}; there are {', '.join(parts)}",
            file=sys.stderr,
        )
        return 2
    figures: dict[str, float | Figures] = {}
    for name, part in parts.items():
        if not given.only or name in given.only:
            print(f"measuring {name} ...", file=sys.stderr)
            figures[name] = part()
    command = " ".join(["python -m runtime bench", *(["--quick"] if given.quick else [])])
    print(render(command, figures, TARGETS, as_json=given.json))
    return 0


def _parts(policies: Path | None, less: int) -> dict[str, Callable[[], Figures]]:
    from runtime.bench import wire

    parts: dict[str, Callable[[], Figures]] = {
        "decide_overhead_ms": lambda: wire.decide_overhead(times=1000 // less),
        "idle": lambda: wire.idle_cost(runs=50, watchers=200, seconds=20 / less),
    }
    if policies is None:
        return parts
    from runtime.bench import engines

    gguf, onnx = policies / GGUF, policies / ONNX
    parts |= {
        "screen_tokens": lambda: engines.screen_tokens(gguf, seeds=12 // less, steps=200),
        "first_token": lambda: engines.first_token(gguf, runs=8 // less),
        "interleaved": lambda: engines.interleaved(gguf, runs=8, steps=max(2, 6 // less)),
        "side_by_side": lambda: engines.side_by_side(gguf, onnx, runs=4 // less, steps=5),
        "memory": lambda: engines.memory(gguf),
    }
    return parts
