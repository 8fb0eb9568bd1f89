"""Learns how acts sound (`runtime/guard/act_sense.py`) from the sketched screens and names of acts in the tests.

    python scripts/train_act_sense.py                          # writes runtime/guard/act_sense.bin
    python scripts/train_act_sense.py --without apps_n.txt     # without a file, judges that file, writes nothing

The same files give the same weights. What is left out is measured alone and together with the rules.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from screen_sketches import load_acts, load_sketches  # noqa: E402 - a folder of the tests

from runtime.guard.act_sense import BUCKETS, UNIT, WEIGHTS, features, features_of_name  # noqa: E402
from runtime.guard.cases import load_cases  # noqa: E402
from runtime.guard.scene import GuardedScreen  # noqa: E402
from runtime.guard.touch import readings  # noqa: E402

HERE = ROOT / "tests" / "runtime" / "guard"
EPOCHS = 30
RATE = 0.1
DECAY = 1e-4
BIAS_RATE = 0.01
SEED = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A button, as the buckets that it falls into, and whether it is to be asked about."""

    buckets: np.ndarray[Any, np.dtype[np.int64]]
    asks: bool


def sketched(cases: list[dict[str, Any]]) -> list[Example]:
    """Examples of cases, with the screens around the buttons."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cases.json"
        file.write_text(json.dumps(cases), encoding="utf-8")
        loaded = load_cases(file)
    found: list[Example] = []
    for case in loaded:
        scene = GuardedScreen(case.observation)
        element = readings(case.action, scene)[0].element
        if element is not None:
            found.append(Example(np.array(features(element, scene)), case.asks))
    return found


def named(path: Path) -> list[Example]:
    """Examples of names alone: lines of `act_lexicon.txt`."""
    found: list[Example] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        kind, *labels = (part.strip() for part in line.split("|"))
        found += [Example(np.array(features_of_name(label)), kind == "+") for label in labels]
    return found


def train(examples: list[Example]) -> tuple[np.ndarray[Any, np.dtype[np.float64]], float]:
    """Logistic regression by stochastic gradients, each bucket with a rate of its own (AdaGrad)."""
    weights, seen = np.zeros(BUCKETS), np.full(BUCKETS, 1e-6)
    bias = 0.0
    generator = np.random.default_rng(SEED)
    for _ in range(EPOCHS):
        for number in generator.permutation(len(examples)):
            one = examples[number]
            scale = 1 / np.sqrt(len(one.buckets))
            score = bias + weights[one.buckets].sum() * scale
            error = 1 / (1 + np.exp(-score)) - one.asks
            gradient = error * scale + DECAY * weights[one.buckets]
            seen[one.buckets] += gradient**2
            weights[one.buckets] -= RATE * gradient / np.sqrt(seen[one.buckets])
            bias -= BIAS_RATE * error
    return weights, bias


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--without", action="append", default=[], help="a file to be left out and judged"
    )
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights are written")
    arguments = parser.parse_args()
    cases: list[dict[str, Any]] = []
    left_out: list[dict[str, Any]] = []
    for file in sorted(HERE.glob("sketches*/*.txt")):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / file.name).write_text(
                file.read_text(encoding="utf-8"), encoding="utf-8"
            )
            (left_out if file.name in arguments.without else cases).extend(
                load_sketches(Path(folder))
            )
    examples = [
        *sketched(cases),
        *sketched(load_acts(HERE / "core_acts.toml")),
        *named(HERE / "act_lexicon.txt"),
    ]
    weights, bias = train(examples)
    if not left_out:
        bytes_ = np.clip(np.rint(weights / UNIT), -128, 127).astype(np.int8).tobytes()
        arguments.out.write_bytes(bytes_ + round(bias * 256).to_bytes(2, "big", signed=True))
        print(f"{len(examples)} examples, written to {arguments.out}")
        return
    tested = sketched(left_out)
    scores = [
        (bias + weights[one.buckets].sum() / np.sqrt(len(one.buckets)), one.asks) for one in tested
    ]
    risky = sorted(score for score, asks in scores if asks)
    calm = sorted(score for score, asks in scores if not asks)
    above = sum(one > other for one in risky for other in calm) / (len(risky) * len(calm))
    print(
        f"{len(examples)} examples; of {len(risky)} risky and {len(calm)} harmless ones, a risky one sounds more so in {above:.1%} of pairs"
    )


if __name__ == "__main__":
    main()
