"""How far "done" can be believed, by how sure the policy was."""

from __future__ import annotations

from trainer.evaluation.done_confidence import describe_levels, done_levels
from trainer.evaluation.result import TaskResult


def result(
    *, success: bool | None, confidence: float | None, ending: str = "finished: done"
) -> TaskResult:
    return TaskResult(
        task="t#1",
        template="t",
        kind="single-app",
        level="easy",
        seen=True,
        success=success,
        ending=ending,
        confidence=confidence,
    )


RESULTS = [
    result(success=True, confidence=0.95),
    result(success=True, confidence=0.45, ending="finished: unsure"),
    result(success=False, confidence=0.35),
    result(success=False, confidence=0.75),
    result(success=False, confidence=0.1, ending="ran out: steps"),
    result(success=None, confidence=0.1),
]


def test_each_level_counts_what_is_still_told_as_done() -> None:
    levels = {one.least: one for one in done_levels(RESULTS)}

    everything, half = levels[0.0], levels[0.5]
    assert (everything.told, everything.false_done, everything.solved_unsure) == (0.8, 0.4, 0.0)
    assert (half.told, half.false_done, half.solved_unsure) == (0.4, 0.2, 0.2)
    assert len(describe_levels(list(levels.values())).splitlines()) == len(levels) + 1


def test_a_policy_that_does_not_tell_has_no_levels() -> None:
    assert done_levels([result(success=True, confidence=1.0)]) == []
    assert done_levels([]) == []
