import threading
import time

import pytest
from desk_scene import SlowPhone, until

from runtime.errors import Cancelled, InvalidRequest, UnknownQuestion, WrongState
from runtime.runs.control import RunControl
from runtime.runs.model import Choice, Question, QuestionKind, Response, RunState
from runtime.runs.run_device import RunDevice
from runtime.runs.transitions import RunTransition

QUESTION = Question("q1", QuestionKind.APPROVAL, "Send it?")


def running() -> RunControl:
    return control_of(RunState.RUNNING)


def control_of(state: RunState) -> RunControl:
    return RunControl("run-1", state=state, still_within_s=0.05, heeded_within_s=0.1)


def test_no_call_to_the_phone_begins_once_the_run_is_to_stand_still() -> None:
    control, phone = running(), SlowPhone()
    device = RunDevice(phone, control)
    device.look(screenshot=False)

    assert not control.ask_for(RunTransition.PAUSE)  # nobody has heeded

    with pytest.raises(Cancelled):
        device.look(screenshot=False)
    with pytest.raises(Cancelled):
        device.reopen()
    assert phone.calls == ["observe"]
    device.look(screenshot=False, for_person=True)


def test_run_whose_phone_is_still_is_given_time_to_heed() -> None:
    control = RunControl("run-1", state=RunState.RUNNING, still_within_s=0, heeded_within_s=30)

    def heed_late() -> None:
        until(lambda: control.wanted() is not None)
        time.sleep(0.1)
        wanted = control.wanted()
        assert wanted is not None
        control.heeded(wanted)

    thread = threading.Thread(target=heed_late)
    thread.start()

    assert control.ask_for(RunTransition.PAUSE)
    assert control.state is RunState.PAUSED
    thread.join()


def test_phone_that_is_being_opened_is_not_still() -> None:
    control = RunControl("run-1", state=RunState.RUNNING, still_within_s=0.05, heeded_within_s=60)
    phone = OpeningPhone()
    thread = threading.Thread(target=RunDevice(phone, control).reopen)
    thread.start()
    assert phone.opening.wait(120)
    began_s = time.monotonic()

    assert not control.ask_for(RunTransition.PAUSE)

    assert time.monotonic() - began_s < 30
    phone.open.set()
    thread.join()


class OpeningPhone(SlowPhone):
    """Takes its time to be opened anew."""

    def __init__(self) -> None:
        super().__init__()
        self.opening = threading.Event()
        self.open = threading.Event()

    def reopen(self) -> None:
        self.opening.set()
        assert self.open.wait(60)


def test_run_goes_on_with_a_new_spell_unless_it_is_stopped_again() -> None:
    control = running()
    control.ask_for(RunTransition.PAUSE)
    paused = control.wanted()
    assert paused is not None
    control.heeded(paused)
    control.ask_for(RunTransition.RESUME)
    resumed = control.wanted()
    assert resumed is not None
    control.ask_for(RunTransition.PAUSE)

    control.heeded(resumed)  # too late: it is to pause again

    with pytest.raises(Cancelled):
        control.checkpoint()
    assert control.wanted() is not None
    with pytest.raises(Cancelled):
        control.boundary()


def test_stopping_lets_the_step_end_unless_it_is_at_once() -> None:
    control = running()
    control.stop("the end")

    control.checkpoint()
    with pytest.raises(Cancelled):
        control.boundary()
    control.stop("the end", at_once=True)
    with pytest.raises(Cancelled):
        control.checkpoint()
    with pytest.raises(WrongState, match="interrupted"):
        control.ask_for(RunTransition.PAUSE)


def test_response_must_fit_the_question_that_is_open() -> None:
    control = running()
    control.ask(QUESTION)

    with pytest.raises(UnknownQuestion):
        control.respond("q0", Response(Choice.APPROVE))
    with pytest.raises(InvalidRequest, match="approve, approve_for_run, deny"):
        control.respond("q1", Response(Choice.ANSWER, "yes"))


def test_response_is_acknowledged_when_it_is_on_record_and_not_twice() -> None:
    control = running()
    control.ask(QUESTION)
    answered = threading.Event()

    def respond() -> None:
        control.respond("q1", Response(Choice.APPROVE))
        answered.set()

    thread = threading.Thread(target=respond)
    thread.start()
    assert control.response() == Response(Choice.APPROVE)
    with pytest.raises(UnknownQuestion):
        control.respond("q1", Response(Choice.DENY))
    time.sleep(0.02)
    assert not answered.is_set()

    control.response_recorded()

    thread.join(120)
    assert answered.is_set()


def test_response_to_a_run_that_ends_before_it_is_on_record_is_refused() -> None:
    control = running()
    control.ask(QUESTION)
    errors: list[WrongState] = []

    def respond() -> None:
        try:
            control.respond("q1", Response(Choice.APPROVE))
        except WrongState as error:
            errors.append(error)

    thread = threading.Thread(target=respond)
    thread.start()
    control.response()
    control.over()
    thread.join(120)
    assert len(errors) == 1


def test_errands_are_done_in_order_and_refused_once_the_run_goes_on() -> None:
    control = control_of(RunState.TAKEN_OVER)
    results: list[object] = []

    def want(value: str) -> None:
        try:
            results.append(control.do(RunTransition.ACT, lambda: value))
        except WrongState as error:
            results.append(error)

    first = threading.Thread(target=want, args=("first",))
    first.start()
    errand = control.errand()
    assert errand is not None
    errand.do()
    first.join(120)
    assert results == ["first"]

    second = threading.Thread(target=want, args=("second",))
    second.start()
    control.ask_for(RunTransition.RESUME)
    assert control.errand() is None
    wanted = control.wanted()
    assert wanted is not None
    control.heeded(wanted)
    second.join(120)
    assert isinstance(results[1], WrongState)


def test_run_that_is_over_refuses_everything() -> None:
    control = running()
    control.over()

    for request in (
        RunTransition.PAUSE,
        RunTransition.RESUME,
        RunTransition.TAKE_OVER,
        RunTransition.CANCEL,
    ):
        with pytest.raises(WrongState):
            control.ask_for(request)
    with pytest.raises(WrongState):
        control.do(RunTransition.ACT, lambda: None)


def test_wait_ends_when_what_it_waits_for_has_happened() -> None:
    control, happened = running(), threading.Event()
    waiting = threading.Thread(target=control.wait_for, args=(happened.is_set,))
    waiting.start()
    happened.set()
    control.wake()
    waiting.join(120)
    assert not waiting.is_alive()
