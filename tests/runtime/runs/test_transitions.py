import pytest

from runtime.errors import WrongState
from runtime.runs.model import RunState
from runtime.runs.transitions import POSSIBLE, RunTransition, state_after

S = RunState
# Written out once more, by hand, so that a slip in the table is seen.
EXPECTED: dict[RunTransition, dict[RunState, RunState]] = {
    RunTransition.PAUSE: {
        S.RUNNING: S.PAUSED,
        S.WAITING: S.PAUSED,
        S.TAKEN_OVER: S.PAUSED,
        S.PAUSED: S.PAUSED,
    },
    RunTransition.RESUME: {S.PAUSED: S.RUNNING, S.TAKEN_OVER: S.RUNNING, S.RUNNING: S.RUNNING},
    RunTransition.TAKE_OVER: {
        S.RUNNING: S.TAKEN_OVER,
        S.WAITING: S.TAKEN_OVER,
        S.PAUSED: S.TAKEN_OVER,
        S.TAKEN_OVER: S.TAKEN_OVER,
    },
    RunTransition.CANCEL: {
        S.QUEUED: S.CANCELLED,
        S.RUNNING: S.CANCELLED,
        S.WAITING: S.CANCELLED,
        S.PAUSED: S.CANCELLED,
        S.TAKEN_OVER: S.CANCELLED,
        S.CANCELLED: S.CANCELLED,
    },
    RunTransition.RESPOND: {S.WAITING: S.RUNNING},
    RunTransition.ACT: {S.TAKEN_OVER: S.TAKEN_OVER},
    RunTransition.LOOK: {S.TAKEN_OVER: S.TAKEN_OVER, S.PAUSED: S.PAUSED},
    RunTransition.CONTINUE: {S.INTERRUPTED: S.QUEUED},
    RunTransition.DELETE: {
        S.FINISHED: S.FINISHED,
        S.FAILED: S.FAILED,
        S.CANCELLED: S.CANCELLED,
        S.INTERRUPTED: S.INTERRUPTED,
    },
}


@pytest.mark.parametrize("request_", RunTransition)
@pytest.mark.parametrize("state", RunState)
def test_request_is_possible_exactly_where_it_makes_sense(
    request_: RunTransition, state: RunState
) -> None:
    expected = EXPECTED[request_].get(state)
    if expected is None:
        with pytest.raises(WrongState, match="run-1 is") as caught:
            state_after(request_, state, run_id="run-1")
        assert caught.value.state == state
    else:
        assert state_after(request_, state, run_id="run-1") is expected


def test_table_has_every_request() -> None:
    assert set(POSSIBLE) == set(RunTransition)
