"""What came of one task: the figures of an episode, small enough to keep all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from phoneworld.tasks.template import Template
from runtime.episode import (
    Actor,
    Ending,
    EnvironmentFault,
    Episode,
    Finished,
    FinishedUnsure,
    RanOut,
    RefusedByGuard,
    StoppedByPerson,
    Unparsed,
)
from trainer.data.trials import OFF, Trials

SIDE_EFFECT = "side effect: "
MOST_REASONS = 10
LONGEST_REASON = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResult:
    """One task by one policy. `success` is None where the phone, the way to it or the policy's
    engine failed (`fault`): that is neither success nor failure.

    `seconds` are those of each step: deciding, acting and looking again. `reasons` are the first of
    what speaks against success. `resident_mb` is what the server took after it, where there is one.
    """

    task: str
    template: str
    kind: str
    level: str
    seen: bool
    realism: str = OFF
    success: bool | None
    ending: str
    false_done: bool = False
    fault: str = ""
    steps: int = 0
    oracle_steps: int | None = None
    unreadable: int = 0
    impossible: int = 0
    guard_questions: int = 0
    guard_refusals: int = 0
    side_effects: int = 0
    reasons: tuple[str, ...] = ()
    seconds: tuple[float, ...] = ()
    resident_mb: float = 0.0
    confidence: float | None = None
    """How sure the policy was of what it was least sure of; None where it does not tell."""


@dataclass(slots=True)
class GuardCount:
    """How often the guard spoke in an episode."""

    questions: int = 0
    refusals: int = 0


def result_of(
    episode: Episode,
    template: Template,
    trials: Trials,
    *,
    realism: str = OFF,
    seconds: Sequence[float] = (),
    guard: GuardCount | None = None,
    resident_mb: float = 0.0,
    confidence: float | None = None,
) -> TaskResult:
    """The figures of an episode that is over."""
    if episode.outcome is None:
        raise ValueError(f"the episode of {episode.task} is not over")
    outcome = episode.outcome
    counted = guard or GuardCount()
    unreadable = sum(isinstance(step.decision.action, Unparsed) for step in episode.steps)
    reasons = outcome.judgement.reasons if outcome.judgement is not None else ()
    return TaskResult(
        task=episode.task,
        template=template.name,
        kind=template.kind.value,
        level=template.level.value,
        seen=not trials.catalogue.holds_out(template.name),
        realism=realism,
        success=outcome.success,
        ending=ending_words(outcome.ending),
        false_done=outcome.false_done,
        fault=outcome.ending.error if isinstance(outcome.ending, EnvironmentFault) else "",
        steps=sum(step.actor is not Actor.RUNTIME for step in episode.steps),
        oracle_steps=trials.oracle_steps(episode.task),
        unreadable=unreadable,
        impossible=sum(bool(step.error) for step in episode.steps) - unreadable,
        guard_questions=counted.questions,
        guard_refusals=counted.refusals,
        side_effects=sum(reason.startswith(SIDE_EFFECT) for reason in reasons),
        reasons=tuple(reason[:LONGEST_REASON] for reason in reasons[:MOST_REASONS]),
        seconds=tuple(round(value, 4) for value in seconds),
        resident_mb=round(resident_mb, 1),
        confidence=None if confidence is None else round(confidence, 4),
    )


def fault_of(
    task: str, template: Template, error: str, trials: Trials, *, realism: str = OFF
) -> TaskResult:
    """The result of a task that could not even be begun."""
    return TaskResult(
        task=task,
        template=template.name,
        kind=template.kind.value,
        level=template.level.value,
        seen=not trials.catalogue.holds_out(template.name),
        realism=realism,
        success=None,
        ending="fault",
        fault=error[:LONGEST_REASON],
    )


def ending_words(ending: Ending) -> str:
    """How an episode ended, as reports count it."""
    match ending:
        case Finished(status):
            return f"finished: {status.value}"
        case FinishedUnsure():
            return "finished: unsure"
        case RanOut(limit):
            return f"ran out: {limit}"
        case StoppedByPerson():
            return "stopped"
        case RefusedByGuard(rule):
            return f"refused: {rule}"
        case EnvironmentFault():
            return "fault"
        case _:
            assert_never(ending)
