"""How an ending leaves a run, and its words for people."""

from __future__ import annotations

from typing import assert_never

from runtime.actions import FinishStatus
from runtime.episode import (
    Ending,
    EnvironmentFault,
    Finished,
    FinishedUnsure,
    RanOut,
    RefusedByGuard,
    StoppedByPerson,
)
from runtime.runs.model import RunState


def final_state(ending: Ending) -> RunState:
    """The state that an ending leaves a run in."""
    match ending:
        case Finished() | FinishedUnsure() | RanOut() | RefusedByGuard():
            return RunState.FINISHED
        case StoppedByPerson():
            return RunState.CANCELLED
        case EnvironmentFault():
            return RunState.FAILED
        case _:
            assert_never(ending)


def words(ending: Ending) -> str:
    """How a run ended, in a sentence for people. What the policy said is quoted."""
    match ending:
        case Finished(status, text):
            says = {
                FinishStatus.DONE: "The policy says that it is done",
                FinishStatus.IMPOSSIBLE: "The policy gave up",
                FinishStatus.REFUSED: "The policy refused",
            }[status]
            return f"{says}: {text!r}." if text else f"{says}."
        case FinishedUnsure(_, doubt):
            return f"The policy says that it is done, and one step is in doubt: {doubt}."
        case RanOut(limit):
            if limit == "dollars":
                return "It reached its spending limit."
            if limit in {"steps", "seconds", "tokens", "context"}:
                return f"It ran out of {limit}."
            return f"It ended unfinished: {limit}."
        case StoppedByPerson(reason):
            return f"A person stopped it: {reason}." if reason else "A person stopped it."
        case RefusedByGuard(rule, reason):
            return f"The guard stopped it: {reason or f'rule {rule!r}'}."
        case EnvironmentFault(error):
            return f"It failed: {error.rstrip('.')}."
        case _:
            assert_never(ending)
