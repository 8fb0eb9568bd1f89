import pytest

from runtime.actions import FinishStatus
from runtime.engine import Usage
from runtime.episode import (
    Decision,
    Ending,
    EnvironmentFault,
    Finished,
    Outcome,
    RanOut,
    RefusedByGuard,
    StoppedByPerson,
    Unparsed,
)
from runtime.runs.model import (
    Answered,
    Asked,
    Choice,
    Ended,
    Event,
    Happening,
    PolicyDecided,
    Question,
    QuestionKind,
    Response,
    Run,
    RunRequest,
    RunState,
    StateChanged,
)
from runtime.runs.projection import after

RUN = Run("r", RunRequest("goal", "fake://", "p"), RunState.RUNNING, 0, 0, sequence=4)
QUESTION = Question("q", QuestionKind.ANSWER, "Which Ada?")


def happened(*happenings: Happening) -> Run:
    run = RUN
    for number, happening in enumerate(happenings, run.sequence + 1):
        run = after(run, Event(number, float(number), happening))
    return run


@pytest.mark.parametrize(
    ("ending", "state", "reason"),
    [
        (Finished(FinishStatus.DONE, "ok"), RunState.FINISHED, "done: 'ok'."),
        (RanOut("steps"), RunState.FINISHED, "ran out of steps"),
        (StoppedByPerson(), RunState.CANCELLED, "A person stopped it."),
        (RefusedByGuard("pay"), RunState.FINISHED, "pay"),
        (EnvironmentFault("the cable is loose"), RunState.FAILED, "loose"),
    ],
)
def test_ending_decides_the_state(ending: Ending, state: RunState, reason: str) -> None:
    run = happened(Ended(Outcome(ending)))

    assert (run.state, run.outcome) == (state, Outcome(ending))
    assert reason in run.reason


def test_question_stands_until_it_is_answered() -> None:
    asked = happened(Asked(0, QUESTION))
    answered = happened(Asked(0, QUESTION), Answered(0, "q", Response(Choice.ANSWER, "Byron")))

    assert (asked.state, asked.question) == (RunState.WAITING, QUESTION)
    assert answered.question is None


def test_question_is_gone_once_the_run_does_something_else() -> None:
    assert happened(Asked(0, QUESTION), StateChanged(RunState.PAUSED)).question is None


def test_tokens_of_prompts_and_replies_add_up() -> None:
    decided = PolicyDecided(0, Decision(Unparsed("", "")), Usage(100, 90, 20))

    assert happened(decided, decided).tokens == 240


def test_continued_run_has_not_ended() -> None:
    run = happened(Ended(Outcome(StoppedByPerson())), StateChanged(RunState.QUEUED))

    assert (run.state, run.outcome) == (RunState.QUEUED, None)


def test_event_out_of_order_is_refused() -> None:
    with pytest.raises(ValueError, match="does not follow"):
        after(RUN, Event(9, 0, StateChanged(RunState.PAUSED)))
