"""How an ending leaves a run, and its words for people."""

from __future__ import annotations

from typing import assert_never

from runtime.episode import (
    Ending,
    EnvironmentFault,
    Finished,
    RanOut,
    RefusedByGuard,
    StoppedByPerson,
)
from runtime.runs.model import RunState


def final_state(ending: Ending) -> RunState:
    """The state that an ending leaves a run in."""
    match ending:
        case Finished() | RanOut() | RefusedByGuard():
            return RunState.FINISHED
        case StoppedByPerson():
            return RunState.CANCELLED
        case EnvironmentFault():
            return RunState.FAILED
        case _:
            assert_never(ending)


def words(ending: Ending) -> str:
    """How a run ended, for people."""
    match ending:
        case Finished(status, text):
            return f"{status.value}: {text}" if text else status.value
        case RanOut(limit):
            return (
                f"ran out of {limit}"
                if limit in {"steps", "seconds", "tokens", "context"}
                else limit
            )
        case StoppedByPerson(reason):
            return reason or "stopped by a person"
        case RefusedByGuard(rule):
            return f"the policy insisted on what the guard refuses ({rule})"
        case EnvironmentFault(error):
            return error
        case _:
            assert_never(ending)
