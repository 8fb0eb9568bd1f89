"""What a training tells of each iteration: one JSON object a line, crash-safe."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from phoneworld.catalogue import CatalogueFacts
from runtime.record_codec import to_json
from trainer.rl.lockstep import RolloutTimes
from trainer.rl.policy_update import Updated
from trainer.rl.trajectories import Trajectory, TrajectoryGroup

FILE = "log.jsonl"
CATALOGUE = "catalogue.json"
# `Any`: what JSON can say.
Line = dict[str, Any]


def append(path: Path, line: Mapping[str, Any]) -> None:
    """Add a line; it is on the disk when this returns."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(line)}\n")
        file.flush()
        os.fsync(file.fileno())


def write_catalogue(folder: Path, facts: CatalogueFacts) -> None:
    """Say beside the log what tasks were chosen from, and what was held out."""
    text = json.dumps(to_json(CatalogueFacts, facts), ensure_ascii=False, indent=1)
    (folder / CATALOGUE).write_text(f"{text}\n", encoding="utf-8")


def read(path: Path) -> list[Line]:
    """All whole lines; a last one that was cut off by a crash is left out."""
    if not path.exists():
        return []
    lines: list[Line] = []
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            break
    return lines


def forget_after(path: Path, iteration: int) -> None:
    """Drop the lines of later iterations: they are done again."""
    kept = [line for line in read(path) if line["iteration"] <= iteration]
    if not path.exists():
        return
    fresh = path.with_suffix(".new")
    fresh.write_text("".join(f"{json.dumps(line)}\n" for line in kept), encoding="utf-8")
    fresh.replace(path)


def report(
    iteration: int,
    groups: Sequence[TrajectoryGroup],
    *,
    used: int,
    replayed: int,
    updated: Updated,
    pace: RolloutTimes,
    train_s: float,
    rate: float = 1.0,
    gap: float = 0.0,
) -> Line:
    """An iteration in figures. `rate` is the share of the learning rates that it had, `gap` how far the
    sampler's log-probabilities were from the policy's own.
    """
    tries = [trajectory for group in groups for trajectory in group.tries]
    turns = sum(len(trajectory.turns) for trajectory in tries)
    return {
        "iteration": iteration,
        "reward": _mean([trajectory.reward for trajectory in tries]),
        "success": _mean([trajectory.success for trajectory in tries]),
        "by": _by_kind(tries),
        "tries": len(tries),
        "faults": sum(len(group.faults) for group in groups),
        "fault": next((fault.error for group in groups for fault in group.faults), ""),
        "groups": len(groups),
        "used_groups": used,
        "replayed": replayed,
        "steps": turns,
        "unreadable": sum(trajectory.unreadable for trajectory in tries),
        "false_done": sum(trajectory.false_done for trajectory in tries),
        "lessons": updated.samples,
        "stale_lessons": updated.stale,
        "entropy": updated.entropy,
        "clip_fraction": updated.clipped,
        "kl": updated.kl,
        "gap": gap,
        "gradient": updated.gradient,
        "updates": updated.steps,
        "rehearsed": updated.rehearsed,
        "rate": rate,
        "tasks": [f"{group.environment}/{group.task}" for group in groups],
        "rollout_s": round(pace.phones_s + pace.policy_s, 3),
        "phones_s": round(pace.phones_s, 3),
        "policy_s": round(pace.policy_s, 3),
        "train_s": round(train_s, 3),
        "phone_steps_per_s": round(pace.steps / max(pace.phones_s, 1e-9), 1),
        "reply_tokens_per_s": round(pace.reply_tokens / max(pace.policy_s, 1e-9), 1),
    }


def told(line: Line, iterations: int) -> str:
    """An iteration in one line."""
    why = f" ({line['fault']})" if line["fault"] else ""
    by = ", ".join(f"{name} {100 * each['success']:.0f} %" for name, each in line["by"].items())
    return (
        f"{line['iteration']} of {iterations}: {by or 'faults only'}; "
        f"{line['used_groups']}/{line['groups']} groups, entropy {line['entropy']:.3f}, "
        f"kl {line['kl']:.4f}, unreadable {line['unreadable']}/{line['steps']}, "
        f"faults {line['faults']}{why}, rollout {line['rollout_s']:.0f} s, train {line['train_s']:.0f} s"
    )


def figures_of(line: Line) -> dict[str, float]:
    """What of an iteration can be plotted."""
    whole = {
        name: float(value)
        for name, value in line.items()
        if isinstance(value, int | float) and name != "iteration"
    }
    return whole | {f"success {name}": each["success"] for name, each in line["by"].items()}


def _by_kind(tries: Sequence[Trajectory]) -> Line:
    found: dict[str, list[Trajectory]] = {}
    for trajectory in tries:
        found.setdefault(f"{trajectory.environment}/{trajectory.kind}", []).append(trajectory)
    return {
        name: {
            "tries": len(some),
            "reward": _mean([trajectory.reward for trajectory in some]),
            "success": _mean([trajectory.success for trajectory in some]),
        }
        for name, some in sorted(found.items())
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
