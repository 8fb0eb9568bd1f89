"""Whether all arms had the same dose: counted from what their logs say was done, not from what was planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from trainer.errors import EvaluationError
from trainer.rl import journal

MOST_FAULTS = 0.02
"""The share of tries that faults may take from one arm and not from another."""


@dataclass(frozen=True, slots=True)
class Dose:
    """What one training did. `tries` are those begun, faults among them; `repeated` are groups whose task
    was tried before in that training.
    """

    name: str
    iterations: int
    tries: int
    faults: int
    updates: int
    repeated: int

    @property
    def fault_share(self) -> float:
        return self.faults / max(self.tries, 1)


def read_dose(name: str, folder: Path, *, until: int | None = None) -> Dose:
    """The dose of a training, from its log; up to an iteration, or all of it."""
    lines = [
        line
        for line in journal.read(folder / journal.FILE)
        if until is None or line["iteration"] <= until
    ]
    faults = sum(line["faults"] for line in lines)
    tasks = Counter(task for line in lines for task in line["tasks"])
    return Dose(
        name,
        len(lines),
        sum(line["tries"] for line in lines) + faults,
        faults,
        sum(line["updates"] for line in lines),
        sum(tasks.values()) - len(tasks),
    )


def check_equal(doses: Sequence[Dose], *, least_tries: int) -> None:
    """`EvaluationError` where trainings had different doses, or one had too few tries."""
    for what in ("iterations", "tries", "updates"):
        found = {one.name: getattr(one, what) for one in doses}
        if len(set(found.values())) > 1:
            told = ", ".join(f"{name} {value:,}" for name, value in found.items())
            raise EvaluationError(f"the arms differ in {what}, so they cannot be compared: {told}")
    shares = [one.fault_share for one in doses]
    if shares and max(shares) - min(shares) > MOST_FAULTS:
        told = ", ".join(f"{one.name} {100 * one.fault_share:.1f} %" for one in doses)
        raise EvaluationError(f"faults took more tries from some arms than from others: {told}")
    short = [one for one in doses if one.tries < least_tries]
    if short:
        raise EvaluationError(
            f"{short[0].name} had {short[0].tries:,} tries, and the recipe wants {least_tries:,}"
        )
