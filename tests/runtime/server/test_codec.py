"""What travels comes back the same; what makes no sense is refused with the name of the field."""

import json
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import cast, get_args

import pytest
import wire_values as some
from google.protobuf import text_format
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st
from phonebuddy.v1 import (
    action_pb2,
    agent_service_pb2,
    device_service_pb2,
    observation_pb2,
    policy_service_pb2,
    run_pb2,
)

from runtime.actions import (
    Action,
    Click,
    ElementRef,
    Finish,
    LongPress,
    Output,
    Scroll,
    Wait,
)
from runtime.device import DeviceInfo, Performed
from runtime.engine import Usage
from runtime.episode import Actor, Decision, Outcome, Step
from runtime.errors import InvalidRequest
from runtime.observation import Observation
from runtime.record_codec import from_json, to_json
from runtime.runs.model import (
    Acting,
    Event,
    Happening,
    Limits,
    Looked,
    PolicyDecided,
    Run,
    RunState,
    StepDone,
    WhenBusy,
)
from runtime.server.codec import actions, devices, observations, policies, runs, steps
from runtime.server.codec.field_groups import NotSent, Oneof
from runtime.server.codec.fields import EnumCodec
from runtime.server.codec.messages import MessageCodec


@given(some.ACTIONS)
def test_actions_come_back(action: Action) -> None:
    assert actions.read_action(actions.write_action(action), "action") == action


@given(some.observations())
def test_observations_come_back(observation: Observation) -> None:
    message = observations.write_observation(observation)
    assert observations.read_observation(message, "observation") == observation


@given(some.DECISIONS)
def test_decisions_come_back(decision: Decision) -> None:
    assert steps.DECISION.read(steps.DECISION.write(decision), "decision") == decision


@given(some.PERFORMED)
def test_what_was_performed_comes_back(performed: Performed) -> None:
    assert steps.PERFORMED.read(steps.PERFORMED.write(performed), "performed") == performed


@given(some.STEPS)
def test_steps_come_back(step: Step) -> None:
    assert steps.read_step(steps.write_step(step), "step") == step


@given(some.OUTCOMES)
def test_outcomes_come_back(outcome: Outcome) -> None:
    assert steps.read_outcome(steps.OUTCOME.write(outcome), "outcome") == outcome


@given(some.LIMITS)
def test_limits_come_back(limits: Limits) -> None:
    assert runs.read_limits(runs.LIMITS.write(limits), "limits", Limits()) == limits


@given(some.RUNS)
def test_runs_come_back(run: Run) -> None:
    message = runs.write_run(run)
    again = run_pb2.Run.FromString(message.SerializeToString())
    assert runs.read_run(again) == run


@given(some.DEVICE_INFOS)
def test_device_infos_come_back(info: DeviceInfo) -> None:
    assert devices.read_device_info(devices.DEVICE_INFO.write(info)) == info


def test_every_kind_of_event_has_made_up_values() -> None:
    assert set(some.HAPPENINGS) == set(get_args(Happening))


@pytest.mark.parametrize("kind", some.HAPPENINGS)
@settings(max_examples=40)
@given(st.data())
def test_every_kind_of_event_comes_back(kind: type[Happening], data: st.DataObject) -> None:
    event = Event(
        data.draw(some.SEQUENCES), data.draw(some.TIMES), data.draw(some.HAPPENINGS[kind])
    )
    screen = some.look_at("Save")
    if isinstance(event.happening, StepDone):
        screen = event.happening.record.observation
    sent = runs.write_event(event, screen).SerializeToString()

    read = runs.read_event(run_pb2.Event.FromString(sent), screen)

    assert read.time_s == pytest.approx(event.time_s, abs=1e-6)
    assert replace(read, time_s=event.time_s) == event


@pytest.mark.parametrize("kind", some.HAPPENINGS)
@settings(max_examples=40)
@given(st.data())
def test_every_kind_of_event_is_stored_as_it_is(kind: type[Happening], data: st.DataObject) -> None:
    union = cast("type[Happening]", Happening)
    happening = some.without_screenshot(data.draw(some.HAPPENINGS[kind]))

    assert from_json(union, json.loads(json.dumps(to_json(union, happening)))) == happening


def test_an_event_tells_its_action_in_words_and_whether_there_is_a_screenshot() -> None:
    look = some.look_at("Save")
    tap = Click(ElementRef(0))

    acting = runs.write_event(Event(1, 0.0, Acting(0, tap)), look)
    decided = runs.write_event(Event(1, 0.0, PolicyDecided(0, Decision(tap), Usage())), look)
    looked = runs.write_event(Event(1, 0.0, Looked(0, look, "0.png")))

    assert acting.acting.words == decided.policy_decided.words == "Tap 'Save'"
    assert looked.looked.has_screenshot
    assert not runs.write_event(Event(1, 0.0, Looked(0, look))).looked.has_screenshot


def test_the_words_of_an_action_are_left_out_where_its_screen_is_not_known() -> None:
    assert runs.write_event(Event(1, 0.0, Acting(0, Click(ElementRef(0))))).acting.words == ""


def test_a_step_does_not_send_its_look_again() -> None:
    step = Step(some.look_at("Save"), Decision(Output("x")), Actor.POLICY)

    assert not runs.write_event(Event(1, 0.0, StepDone(0, step))).step_done.record.HasField(
        "observation"
    )


def test_a_description_without_a_field_of_the_dataclass_is_refused() -> None:
    with pytest.raises(TypeError, match="Wait lacks"):
        MessageCodec(Wait, action_pb2.Wait)


def test_a_description_without_a_field_of_the_message_is_refused() -> None:
    with pytest.raises(TypeError, match="Finish lacks"):
        MessageCodec(Finish, action_pb2.Finish, text=NotSent(""), status=actions.FINISH_STATUSES)


def test_a_description_without_a_kind_of_the_union_is_refused() -> None:
    with pytest.raises(TypeError, match="Stroke"):
        MessageCodec(
            Scroll,
            action_pb2.Scroll,
            motion=Oneof("motion", direction=actions.DIRECTIONS),
            target=NotSent(None),
        )


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
    "decision": lambda: steps.DECISION.read(run_pb2.Decision(), "decision"),
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
