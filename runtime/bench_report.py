"""What every bench command shares: figures with their targets, the machine they were taken on."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class MeasuredTarget:
    """A figure and its bound. `at_least`: larger is better."""

    name: str
    bound: float
    unit: str
    at_least: bool = False

    def met(self, figure: float) -> bool:
        return figure >= self.bound if self.at_least else figure <= self.bound


def render(
    command: str,
    figures: Mapping[str, float | Figures],
    targets: Mapping[str, MeasuredTarget],
    *,
    as_json: bool,
) -> str:
    """The figures, with the machine and the date; targets by path (`group.name`), met or missed.

    As text, figures without a target are left to the caller, and so is a target that was not
    measured.
    """
    machine = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "python": platform.python_version(),
        "command": command,
    }
    if as_json:
        return json.dumps({"machine": machine, "figures": figures}, indent=2)
    lines = [", ".join(machine.values())]
    for path, target in targets.items():
        figure = pick(figures, path)
        if figure is None:
            lines.append(f"  {target.name:<36} {'':>10} (not measured)")
            continue
        bound = f"{'at least' if target.at_least else 'at most'} {target.bound:g}"
        verdict = "met" if target.met(figure) else "MISSED"
        lines.append(f"  {target.name:<36} {figure:>10.3f} {target.unit:<3} ({bound}: {verdict})")
    return "\n".join(lines)


def pick(figures: Mapping[str, float | Figures], path: str) -> float | None:
    """The figure at `name` or `group.name`, if it was measured."""
    group, _, name = path.partition(".")
    found = figures.get(group)
    return found.get(name) if isinstance(found, dict) else found


def processor() -> str:
    """The processor's name, as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
