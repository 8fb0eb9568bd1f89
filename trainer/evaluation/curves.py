"""How a training went, from its log: shares that are right or solved, step by step.

Supervised trainings log scores on held-out samples every so often; trainings by reward log every iteration,
whose tries are few: these are averaged over the iterations around each.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trainer.errors import EvaluationError

LOG = "log.jsonl"
_SHARES = ("whole", "tokens", "label", "pointer", "text", "digits")
_AROUND = 3

Line = list[tuple[float, float]]
"""Steps, and the share at each."""


def read_curves(folder: Path) -> dict[str, Line]:
    """The curves of a training's folder, by what they are of."""
    path = folder / LOG
    try:
        entries = [
            json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line
        ]
    except (OSError, ValueError) as error:
        raise EvaluationError(f"{path} is no log of a training: {error}") from error
    curves = _supervised(entries) or _by_reward(entries)
    if not curves:
        raise EvaluationError(f"there is neither a validation nor an iteration in {path} yet")
    return curves


def _supervised(entries: Sequence[dict[str, Any]]) -> dict[str, Line]:
    # An interrupted training logs some steps twice: the later line counts.
    checks = {one["step"]: one for one in entries if one.get("kind") == "validation"}
    found = {
        name: [
            (float(step), float(one[name])) for step, one in sorted(checks.items()) if name in one
        ]
        for name in _SHARES
    }
    return {name: line for name, line in found.items() if line}


def _by_reward(entries: Sequence[dict[str, Any]]) -> dict[str, Line]:
    iterations = {
        one["iteration"]: one["success"] for one in entries if one.get("success") is not None
    }
    points = sorted(iterations.items())
    if not points:
        return {}
    smooth: Line = []
    for number, (iteration, _) in enumerate(points):
        near = points[max(0, number - _AROUND) : number + _AROUND + 1]
        smooth.append((float(iteration), sum(success for _, success in near) / len(near)))
    return {"success": smooth}
