"""What travels comes back the same; what makes no sense is refused with the name of the field."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from enum import Enum

import pytest
import wire_values as some
from google.protobuf import text_format
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st
from phonebuddy.v1 import (
    action_pb2,
    agent_service_pb2,
    device_service_pb2,
    observation_pb2,
    policy_service_pb2,
    run_pb2,
)

from runtime.actions import Action, Click, ElementRef, FinishStatus, LongPress, Output, Point
from runtime.device import DeviceInfo, Performed
from runtime.engine import Usage
from runtime.episode import Decision, Finished, Outcome, Step
from runtime.errors import InvalidRequest
from runtime.observation import Observation
from runtime.runs.model import (
    Acting,
    Answered,
    Asked,
    Ended,
    Event,
    Limits,
    Looked,
    Opened,
    PolicyDecided,
    Question,
    Response,
    Run,
    RunState,
    StateChanged,
    StepDone,
    WhenBusy,
)
from runtime.server.codec import actions, devices, observations, policies, runs, steps
from runtime.server.codec.fields import EnumCodec


@given(some.ACTIONS)
def test_actions_come_back(action: Action) -> None:
    assert actions.read_action(actions.write_action(action), "action") == action


@given(some.observations())
def test_observations_come_back(observation: Observation) -> None:
    message = observations.write_observation(observation)
    assert observations.read_observation(message, "observation") == observation


@given(some.DECISIONS)
def test_decisions_come_back(decision: Decision) -> None:
    assert steps.read_decision(steps.write_decision(decision), "decision") == decision


@given(some.PERFORMED)
def test_what_was_performed_comes_back(performed: Performed) -> None:
    assert steps.read_performed(steps.write_performed(performed), "performed") == performed


@given(some.STEPS)
def test_steps_come_back(step: Step) -> None:
    assert steps.read_step(steps.write_step(step), "step") == step
    bare = steps.write_step(step, observation=False)
    assert not bare.HasField("observation")
    assert steps.read_step(bare, "step", observation=step.observation) == step


@given(some.OUTCOMES)
def test_outcomes_come_back(outcome: Outcome) -> None:
    assert steps.read_outcome(steps.write_outcome(outcome), "outcome") == outcome


@given(some.QUESTIONS, some.RESPONSES)
def test_questions_and_responses_come_back(question: Question, response: Response) -> None:
    assert runs.read_question(runs.write_question(question), "question") == question
    assert runs.read_response(runs.write_response(response), "response") == response


@given(some.LIMITS)
def test_limits_come_back(limits: Limits) -> None:
    assert runs.read_limits(runs.write_limits(limits), "limits", Limits()) == limits


@given(some.RUNS)
def test_runs_come_back(run: Run) -> None:
    message = runs.write_run(run)
    again = run_pb2.Run.FromString(message.SerializeToString())
    assert runs.read_run(again) == run


@given(some.DEVICE_INFOS)
def test_device_infos_come_back(info: DeviceInfo) -> None:
    assert devices.read_device_info(devices.write_device_info(info)) == info


@given(some.USAGES)
def test_every_figure_of_a_usage_is_sent(usage: Usage) -> None:
    message = steps.write_usage(usage)
    assert {field.name: value for field, value in message.ListFields()} == {
        name: value for name in Usage.__slots__ if (value := getattr(usage, name))
    }


@given(some.observations(), some.STEPS, some.QUESTIONS, some.RESPONSES, some.USAGES)
def test_every_kind_of_event_carries_what_happened(
    look: Observation, step: Step, question: Question, response: Response, usage: Usage
) -> None:
    action = Click(Point(1, 2))
    outcome = Outcome(Finished(FinishStatus.DONE, "yes"))
    happenings = {
        "state_changed": StateChanged(RunState.PAUSED, "why"),
        "opened": Opened(DeviceInfo("fake:", "fake", "m", "15", 1, 2, 3, "en")),
        "looked": Looked(3, look, "shot"),
        "policy_decided": PolicyDecided(3, step.decision, usage),
        "asked": Asked(3, question),
        "answered": Answered(3, "q", response),
        "acting": Acting(3, action),
        "step_done": StepDone(3, step),
        "ended": Ended(outcome),
    }
    written = {
        name: runs.write_event(Event(number, 5.25, happening), look)
        for number, (name, happening) in enumerate(happenings.items(), 1)
    }
    assert {event.WhichOneof("happening") for event in written.values()} == set(happenings)
    assert [event.sequence for event in written.values()] == list(range(1, len(happenings) + 1))
    assert written["looked"].looked.observation == observations.write_observation(look)
    assert written["looked"].looked.has_screenshot
    decided = written["policy_decided"].policy_decided
    assert decided.decision == steps.write_decision(step.decision)
    assert decided.usage == steps.write_usage(usage)
    assert written["asked"].asked.question == runs.write_question(question)
    assert written["answered"].answered.response == runs.write_response(response)
    assert written["acting"].acting.action == actions.write_action(action)
    assert written["acting"].acting.words.startswith("Tap ")
    assert written["step_done"].step_done.record == steps.write_step(step, observation=False)
    assert written["ended"].ended.outcome == steps.write_outcome(outcome)
    assert runs.read_time(written["ended"].time) == 5.25


ENUMS = {
    "direction": (actions.DIRECTIONS, action_pb2.Direction),
    "button": (actions.BUTTONS, action_pb2.Button),
    "finish status": (actions.FINISH_STATUSES, action_pb2.FinishStatus),
    "actor": (steps.ACTORS, run_pb2.Actor),
    "verdict": (steps.VERDICTS, run_pb2.Verdict),
    "run state": (runs.RUN_STATES, run_pb2.RunState),
    "question kind": (runs.QUESTION_KINDS, run_pb2.QuestionKind),
    "choice": (runs.CHOICES, run_pb2.Choice),
    "when busy": (runs.WHEN_BUSY, run_pb2.WhenBusy),
    "device state": (devices.DEVICE_STATES, device_service_pb2.DeviceState),
    "policy state": (policies.POLICY_STATES, policy_service_pb2.PolicyState),
}


@pytest.mark.parametrize("name", ENUMS)
def test_every_value_of_an_enum_has_one_on_the_other_side(name: str) -> None:
    codec, wire = ENUMS[name]
    numbers = [number for number in wire.values() if number != 0]
    ours: list[Enum] = [codec.read(number, name) for number in numbers]
    assert sorted(codec.write(value) for value in ours) == sorted(wire.keys()[1:])
    assert len(set(ours)) == len(type(ours[0])) == len(numbers)


@pytest.mark.parametrize("number", [0, 99, -1])
def test_an_enum_value_that_is_unknown_or_not_set_is_refused(number: int) -> None:
    codec: EnumCodec[RunState] = runs.RUN_STATES
    with pytest.raises(InvalidRequest) as refused:
        codec.read(number, "states")
    assert refused.value.field == "states"
    assert "RUN_STATE_QUEUED" in str(refused.value)


def _action(text: str) -> Callable[[], object]:
    return lambda: actions.read_action(text_format.Parse(text, action_pb2.Action()), "action")


def _start(text: str) -> Callable[[], object]:
    whole = f'goal: "g" device: "d" policy: "p" {text}'
    message = text_format.Merge(whole, agent_service_pb2.StartRunRequest())
    return lambda: runs.read_run_request(message, Limits())


def _look(**fields: object) -> Callable[[], object]:
    message = observation_pb2.Observation(width_px=1, height_px=1)
    message.MergeFrom(observation_pb2.Observation(**fields))  # type: ignore[arg-type]
    return lambda: observations.read_observation(message, "observation")


REFUSED = {
    "action": _action(""),
    "action.click.target": _action("click {}"),
    "action.click.target.element": _action("click { target { element: -1 } }"),
    "action.click.target.point.x": _action("click { target { point { x: nan y: 1 } } }"),
    "action.click.target.point.y": _action("click { target { point { x: 1 y: inf } } }"),
    "action.long_press.duration_ms": _action(
        "long_press { target { element: 1 } duration_ms: -5 }"
    ),
    "action.wait.duration_ms": _action("wait { duration_ms: 2000000000 }"),
    "action.scroll": _action("scroll {}"),
    "action.scroll.direction": _action("scroll { direction: DIRECTION_UNSPECIFIED }"),
    "action.scroll.stroke.start.x": _action("scroll { stroke { start { x: -1 } } }"),
    "action.drag.start": _action("drag { end { element: 1 } }"),
    "action.press_button.button": _action("press_button {}"),
    "action.open_app.app": _action("open_app { app: ' ' }"),
    "action.finish.status": _action("finish {}"),
    "action.type.text": _action(f"type {{ text: '{'x' * 10_001}' }}"),
    "goal": _start(f"goal: '{'x' * 10_001}'"),
    "device": _start("device: ''"),
    "policy": _start(f"policy: '{'x' * 1_001}'"),
    "limits.steps": _start("limits { steps: 0 }"),
    "limits.seconds": _start("limits { seconds: nan }"),
    "limits.tokens": _start("limits { tokens: -1 }"),
    "when_busy": lambda: runs.read_when_busy(77),
    "approved_rules": _start("approved_rules: ''"),
    "observation.width_px": lambda: observations.read_observation(
        observation_pb2.Observation(height_px=1), "observation"
    ),
    "observation.focused": _look(focused=0),
    "observation.rotation": _look(rotation=4),
    "observation.time_s": _look(time_s=math.inf),
    "observation.elements[0].index": _look(elements=[observation_pb2.Element(index=1)]),
    "observation.elements": _look(
        elements=[observation_pb2.Element(index=at) for at in range(5_001)]
    ),
    "observation.screenshot.mime": _look(screenshot=observation_pb2.Screenshot(mime="text/html")),
    "observation.screenshot.data": _look(
        screenshot=observation_pb2.Screenshot(data=bytes(16 * 1024 * 1024 + 1), mime="image/png")
    ),
    "decision": lambda: steps.read_decision(run_pb2.Decision(), "decision"),
    "step.actor": lambda: steps.read_step(
        run_pb2.Step(
            observation=observation_pb2.Observation(width_px=1, height_px=1),
            decision=run_pb2.Decision(unparsed=run_pb2.Unparsed()),
        ),
        "step",
    ),
    "response.choice": lambda: runs.read_response(run_pb2.Response(), "response"),
    "outcome.ending": lambda: steps.read_outcome(run_pb2.Outcome(), "outcome"),
}


@pytest.mark.parametrize("field", REFUSED)
def test_what_makes_no_sense_is_refused_with_the_name_of_the_field(field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        REFUSED[field]()
    assert refused.value.field == field


def test_durations_that_are_not_set_are_the_actions_own() -> None:
    message = action_pb2.Action()
    message.long_press.target.element = 4
    assert actions.read_action(message, "action") == LongPress(ElementRef(4))


def test_limits_that_are_not_set_are_the_servers() -> None:
    defaults = Limits(7, 8.0, 9)
    asked = run_pb2.Limits(seconds=3.0)
    assert runs.read_limits(asked, "limits", defaults) == replace(defaults, seconds=3.0)


def test_a_busy_device_is_queued_for_unless_said_otherwise() -> None:
    assert runs.read_when_busy(run_pb2.WHEN_BUSY_UNSPECIFIED) is WhenBusy.QUEUE
    assert runs.read_when_busy(run_pb2.WHEN_BUSY_REFUSE) is WhenBusy.REFUSE


def test_half_characters_of_a_policy_do_not_break_the_wire() -> None:
    message = actions.write_action(Output("a\ud800b"))
    assert message.output.text == "a?b"
    message.SerializeToString()


def test_any_duration_that_a_policy_asks_for_fits_the_wire() -> None:
    message = actions.write_action(LongPress(ElementRef(1), 10**15))
    assert message.long_press.duration_ms == 2**31 - 1


@given(st.binary(max_size=200))
def test_bytes_that_happen_to_be_an_observation_are_read_or_refused(data: bytes) -> None:
    try:
        message = observation_pb2.Observation.FromString(data)
    except DecodeError:
        return
    with suppress(InvalidRequest):
        observations.read_observation(message, "observation")
