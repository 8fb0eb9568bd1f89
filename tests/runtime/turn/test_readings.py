"""Readings: what a goal is taken to mean where the policy is not sure."""

from __future__ import annotations

from runtime.actions import Finish, FinishStatus, Output
from runtime.engine import Decided
from runtime.episode import Decision, Unparsed
from runtime.prompts.near_request import NearRequest
from runtime.turn.readings import Readings

NEAR = (
    NearRequest("Say {text} to {name}.", -0.5),
    NearRequest("Call {name}.", -0.9),
    NearRequest("Start the stopwatch.", -3.0),
)


def answer(number: int, said: str, confidence: float | None) -> Decided:
    return Decided(Decision(Output(said), reply=f"{number}\n"), confidence=confidence)


def test_a_policy_that_is_sure_is_asked_once() -> None:
    readings = Readings(NEAR)

    readings.take(answer(1, "Say hi to Ada.", 0.9))

    assert readings.following == 0
    assert readings.likeliest().decision.action == Output("Say hi to Ada.")


def test_whoever_does_not_tell_how_sure_it_is_is_asked_once() -> None:
    readings = Readings(NEAR)

    readings.take(answer(2, "Call Ada.", None))

    assert readings.following == 0


def test_a_doubtful_goal_is_read_as_each_request_and_the_likeliest_is_taken() -> None:
    readings = Readings(NEAR)

    readings.take(answer(1, "Say Ada to Ring.", 0.1))
    asked: list[int] = []
    for said, confidence in (("Say Ada to Ring.", 0.02), ("Call Ada.", 0.95), ("Start.", 1.0)):
        asked.append(readings.following)
        readings.take(answer(readings.following, said, confidence))

    assert (asked, readings.following) == ([1, 2, 3], 0)
    likeliest = readings.likeliest()
    assert likeliest.decision.action == Output("Call Ada.")
    assert likeliest.confidence is not None
    assert 0.3 < likeliest.confidence < 0.95


def test_a_request_that_is_far_off_is_not_taken_because_it_has_no_values() -> None:
    readings = Readings(NEAR)

    for said, confidence in (("", 0.6), ("Say a to b.", 0.4), ("Call b.", 0.3), ("Start.", 1.0)):
        readings.take(answer(readings.following or 1, said, confidence))

    assert readings.likeliest().decision.action == Output("Say a to b.")


def test_none_of_them_is_believed() -> None:
    readings = Readings(NEAR)
    none = Decided(Decision(Finish("", FinishStatus.IMPOSSIBLE), reply="0"), confidence=0.3)

    readings.take(none)

    assert (readings.following, readings.likeliest()) == (0, none)


def test_readings_that_cannot_be_said_are_left_out() -> None:
    readings = Readings(NEAR[:2])
    unread = Decided(Decision(Unparsed("", "no value"), reply="1\n"), confidence=0.9)

    for one in (answer(1, "Say a to b.", 0.2), unread, answer(2, "Call b.", 0.01)):
        readings.take(one)

    assert readings.likeliest().decision.action == Output("Call b.")
