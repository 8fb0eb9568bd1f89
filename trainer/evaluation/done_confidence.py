"""How far a policy's "done" can be believed: by how sure it was of what it was least sure of.

For each level: what would still be told as done, how much of that is not, and how much of what is
solved would be told as perhaps done only. A bundle's `done_confidence` is chosen from this, on the
validation split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.evaluation.result import TaskResult

LEVELS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_SAID = frozenset({"finished: done", "finished: unsure"})


@dataclass(frozen=True, slots=True)
class DoneLevel:
    """Shares of all tasks: told as done, told as done that are not, solved but told as perhaps done."""

    least: float
    told: float
    false_done: float
    solved_unsure: float


def done_levels(results: Sequence[TaskResult]) -> list[DoneLevel]:
    """From none up; empty where the policy does not tell how sure it is."""
    judged = [one for one in results if one.success is not None]
    said = [(one, one.confidence) for one in judged if one.ending in _SAID]
    if not said or all(confidence in {None, 1.0} for _, confidence in said):
        return []
    found: list[DoneLevel] = []
    for least in LEVELS:
        told = [one for one, confidence in said if confidence is None or confidence >= least]
        unsure = [one for one, confidence in said if confidence is not None and confidence < least]
        counts = (
            len(told),
            sum(not one.success for one in told),
            sum(bool(one.success) for one in unsure),
        )
        found.append(DoneLevel(least, *(count / len(judged) for count in counts)))
    return found


def describe_levels(levels: Sequence[DoneLevel]) -> str:
    """As a table for people."""
    lines = ["done confidence   told as done   of these not done   solved, perhaps done"]
    lines += [
        f"{one.least:15.2f}  {one.told:12.1%}  {one.false_done:17.1%}  {one.solved_unsure:19.1%}"
        for one in levels
    ]
    return "\n".join(lines)
