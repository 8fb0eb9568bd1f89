"""What can be asked of a run in which state, and where that leads: one table, nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from runtime.errors import WrongState
from runtime.runs.model import RunState


class RunTransition(StrEnum):
    """What can be asked of a run."""

    PAUSE = "pause"
    RESUME = "resume"
    TAKE_OVER = "take over"
    CANCEL = "cancel"
    RESPOND = "respond to"
    ACT = "act in"
    LOOK = "look through"
    CONTINUE = "continue"
    DELETE = "delete"


_QUEUED, _RUNNING, _WAITING = RunState.QUEUED, RunState.RUNNING, RunState.WAITING
_PAUSED, _TAKEN_OVER, _CANCELLED = RunState.PAUSED, RunState.TAKEN_OVER, RunState.CANCELLED
_ENDED = [state for state in RunState if not state.alive]

# What a run is in already can be asked for again: a client that lost the answer asks twice.
POSSIBLE: Mapping[RunTransition, Mapping[RunState, RunState]] = {
    RunTransition.PAUSE: dict.fromkeys((_RUNNING, _WAITING, _TAKEN_OVER, _PAUSED), _PAUSED),
    RunTransition.RESUME: dict.fromkeys((_PAUSED, _TAKEN_OVER, _RUNNING), _RUNNING),
    RunTransition.TAKE_OVER: dict.fromkeys((_RUNNING, _WAITING, _PAUSED, _TAKEN_OVER), _TAKEN_OVER),
    RunTransition.CANCEL: dict.fromkeys(
        (_QUEUED, _RUNNING, _WAITING, _PAUSED, _TAKEN_OVER, _CANCELLED), _CANCELLED
    ),
    RunTransition.RESPOND: {_WAITING: _RUNNING},
    RunTransition.ACT: {_TAKEN_OVER: _TAKEN_OVER},
    RunTransition.LOOK: {_PAUSED: _PAUSED, _TAKEN_OVER: _TAKEN_OVER},
    RunTransition.CONTINUE: {RunState.INTERRUPTED: _QUEUED},
    RunTransition.DELETE: {state: state for state in _ENDED},
}

_ADVICE: Mapping[RunState, str] = {
    _QUEUED: "it has not begun: wait for its turn, or cancel it",
    _RUNNING: "pause it or take it over first",
    _WAITING: "respond to its question, take it over or cancel it",
    _PAUSED: "resume it, take it over or cancel it",
    _TAKEN_OVER: "act, resume it or cancel it",
    RunState.FINISHED: "it has ended: start another",
    RunState.FAILED: "it has ended: start another",
    _CANCELLED: "it has ended: start another",
    RunState.INTERRUPTED: "continue it first",
}


def state_after(request: RunTransition, state: RunState, *, run_id: str) -> RunState:
    """The state that a request leads to from `state`; `WrongState` where it is not possible."""
    target = POSSIBLE[request].get(state)
    if target is None:
        raise WrongState(
            f"run {run_id} is {state.replace('_', ' ')}, so you cannot {request} it: "
            f"{_ADVICE[state]}",
            state=state,
        )
    return target
