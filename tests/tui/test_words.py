import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonebuddy.v1 import (
    action_pb2,
    device_service_pb2,
    observation_pb2,
    policy_service_pb2,
    run_pb2,
)
from tui_events import ALONE, APPROVAL, ASKED, Events, click, screen

from tui import words
from tui.action_words import action_words
from tui.plain_text import duration_words, one_line, plain, quoted, size_words

POINT = action_pb2.Target(point=action_pb2.Point(x=512.4, y=100))
NOWHERE = action_pb2.Target(point=action_pb2.Point(x=512.4, y=900))
SECOND = action_pb2.Target(element=1)
LOOK = screen("Save", "Name")
ACTIONS: dict[str, action_pb2.Action] = {
    "Tap 'Save'": click(0),
    "Tap something that is not on the screen": click(7),
    "Tap a place without a name": action_pb2.Action(click=action_pb2.Click(target=NOWHERE)),
    "Double-tap 'Save'": action_pb2.Action(double_click=action_pb2.DoubleClick(target=POINT)),
    "Double-tap 'Name'": action_pb2.Action(double_click=action_pb2.DoubleClick(target=SECOND)),
    "Touch and hold 'Name'": action_pb2.Action(long_press=action_pb2.LongPress(target=SECOND)),
    "Type 'hello'": action_pb2.Action(type=action_pb2.Type(text="hello")),
    "Type 'hello' into 'Name'": action_pb2.Action(
        type=action_pb2.Type(text="hello", target=SECOND)
    ),
    "Replace with 'hello'": action_pb2.Action(type=action_pb2.Type(text="hello", clear=True)),
    "Scroll down": action_pb2.Action(scroll=action_pb2.Scroll(direction=action_pb2.DIRECTION_DOWN)),
    "Scroll up at 'Name'": action_pb2.Action(
        scroll=action_pb2.Scroll(direction=action_pb2.DIRECTION_UP, target=SECOND)
    ),
    "Swipe right": action_pb2.Action(
        scroll=action_pb2.Scroll(
            stroke=action_pb2.Stroke(
                start=action_pb2.Point(x=1, y=2), end=action_pb2.Point(x=30, y=4)
            )
        )
    ),
    "Drag 'Name' to 'Save'": action_pb2.Action(drag=action_pb2.Drag(start=SECOND, end=POINT)),
    "Drag 'Name' to another place": action_pb2.Action(
        drag=action_pb2.Drag(start=SECOND, end=NOWHERE)
    ),
    "Drag 'Save' down": action_pb2.Action(drag=action_pb2.Drag(start=POINT, end=NOWHERE)),
    "Press back": action_pb2.Action(
        press_button=action_pb2.PressButton(button=action_pb2.BUTTON_BACK)
    ),
    "Open Settings": action_pb2.Action(open_app=action_pb2.OpenApp(app="Settings")),
    "Close Settings": action_pb2.Action(close_app=action_pb2.CloseApp(app="Settings")),
    "Wait 1 s": action_pb2.Action(wait=action_pb2.Wait()),
    "Wait 2.5 s": action_pb2.Action(wait=action_pb2.Wait(duration_ms=2500)),
    "Say 'It is 7'": action_pb2.Action(output=action_pb2.Output(text="It is 7")),
    "End the task as done": action_pb2.Action(
        finish=action_pb2.Finish(status=action_pb2.FINISH_STATUS_DONE)
    ),
    "Give up": action_pb2.Action(
        finish=action_pb2.Finish(status=action_pb2.FINISH_STATUS_IMPOSSIBLE, text="no such app")
    ),
    "Ask 'Which?'": action_pb2.Action(ask_user=action_pb2.AskUser(question="Which?")),
}


@pytest.mark.parametrize("said", ACTIONS)
def test_actions_are_said_in_words(said: str) -> None:
    assert action_words(ACTIONS[said], LOOK) == said


def test_every_kind_of_action_has_words() -> None:
    kinds = {field.name for field in action_pb2.Action.DESCRIPTOR.fields}
    assert {action.WhichOneof("action") for action in ACTIONS.values()} == kinds


def test_an_action_of_a_newer_runtime_is_no_crash() -> None:
    assert "does not know" in action_words(action_pb2.Action())


def test_a_nameless_element_is_called_by_its_role_and_what_stands_beside_it() -> None:
    look = screen("Wi-Fi")
    row = look.elements[0].bounds
    switch = observation_pb2.Element(index=1, role="switch")
    look.elements.append(switch)
    assert action_words(click(1), look) == "Tap the switch"
    look.elements[1].bounds.CopyFrom(
        observation_pb2.Bounds(left=820, top=row.top, right=880, bottom=row.bottom)
    )
    assert action_words(click(1), look) == "Tap the switch beside 'Wi-Fi'"


def test_without_a_look_elements_have_no_name() -> None:
    assert action_words(click(3)) == "Tap something on the screen"


def test_the_guards_question_says_what_happens_and_to_whom() -> None:
    assert words.question_title(APPROVAL) == "May I pay?"
    lines = words.question_lines(APPROVAL)
    assert lines[:2] == ("What will happen: Pay 12.50", "To whom or what: Corner Café")
    assert words.question_words(APPROVAL) == "Pay 12.50 (Corner Café)?"


def test_other_questions_say_their_text() -> None:
    assert words.question_words(ASKED) == "Which of the two accounts do you mean?"
    assert words.question_lines(ALONE)[0].startswith("This screen is for you alone")


@pytest.mark.parametrize(
    ("choice", "kind", "said"),
    [
        (run_pb2.CHOICE_APPROVE, run_pb2.QUESTION_KIND_APPROVAL, "You approved"),
        (run_pb2.CHOICE_APPROVE, run_pb2.QUESTION_KIND_HAND_OVER, "You handled it"),
        (run_pb2.CHOICE_APPROVE_FOR_RUN, None, "You approved for this run"),
        (run_pb2.CHOICE_DENY, run_pb2.QUESTION_KIND_APPROVAL, "You denied"),
        (run_pb2.CHOICE_DENY, run_pb2.QUESTION_KIND_ANSWER, "You gave no answer"),
        (
            run_pb2.CHOICE_NOBODY,
            run_pb2.QUESTION_KIND_APPROVAL,
            "Nobody was there to approve",
        ),
        (run_pb2.CHOICE_NOBODY, run_pb2.QUESTION_KIND_ANSWER, "Nobody was there to answer"),
        (run_pb2.CHOICE_ANSWER, None, "You said 'the first'"),
    ],
)
def test_responses_are_said_in_words(
    choice: run_pb2.Choice, kind: run_pb2.QuestionKind | None, said: str
) -> None:
    assert words.response_words(run_pb2.Response(choice=choice, text="the first"), kind) == said


def test_results_are_told_only_where_they_matter() -> None:
    events = Events()
    step = events.done(0, click(0)).step_done.record
    assert words.result_words(step) == ""
    assert words.step_words(step) == "Tap something that is not on the screen"
    unchanged = events.done(0, click(0), changed=False).step_done.record
    assert words.result_words(unchanged) == "nothing changed on the screen"
    failed = events.done(0, click(0), error="the phone is gone").step_done.record
    assert words.result_words(failed) == "the phone is gone"
    denied = run_pb2.Step(
        guard=run_pb2.GuardVerdict(approved=False),
        error="not done: the person said no to this; do something else, or ask them",
    )
    assert words.result_words(denied) == "you did not let it"
    denied.guard.unanswered = True
    assert words.result_words(denied) == "nobody was there to approve it"


def test_advice_to_the_policy_is_not_told_to_people() -> None:
    failed = run_pb2.Step(error="not done: the rule 'pay' never allows this; do something else")
    assert words.result_words(failed) == "not done: the rule 'pay' never allows this"


ENUMS: list[tuple[Callable[..., str], list[int]]] = [
    (words.state_words, run_pb2.RunState.values()),
    (words.device_state_words, device_service_pb2.DeviceState.values()),
    (words.policy_state_words, policy_service_pb2.PolicyState.values()),
]


@pytest.mark.parametrize(("say", "values"), ENUMS)
def test_every_state_has_its_own_words(say: Callable[..., str], values: list[int]) -> None:
    assert len({say(value) for value in values}) == len(values)
    assert say(9999) == "unknown"


def test_elements_are_read_aloud() -> None:
    switch = observation_pb2.Element(role="switch", text="Wi-Fi", checkable=True)
    assert words.element_words(switch) == "Wi-Fi, switch, off"
    switch.checked = True
    assert words.element_words(switch) == "Wi-Fi, switch, on"


def test_passwords_are_not_read_aloud() -> None:
    field = observation_pb2.Element(role="field", text="hunter2", password=True)
    assert "hunter2" not in words.element_words(field)


def test_phones_have_names() -> None:
    virtual = device_service_pb2.Device(address="phoneworld://", kind="phoneworld")
    assert words.device_words(virtual) == "Virtual phone (PhoneWorld)"
    real = device_service_pb2.Device(address="adb://1", kind="adb")
    assert words.device_words(real) == "adb://1"
    real.info.CopyFrom(run_pb2.DeviceInfo(model="Pixel 9", android_version="15"))
    assert words.device_words(real) == "Pixel 9, Android 15"


@given(st.text())
def test_nothing_that_steers_a_terminal_comes_through(text: str) -> None:
    shown = plain(text)
    assert all(c == "\n" or unicodedata.category(c)[0] != "C" for c in shown)
    assert "\n" not in one_line(text)


@given(st.text(), st.integers(2, 80))
def test_lines_are_cut_to_length(text: str, longest: int) -> None:
    assert len(one_line(text, longest)) <= longest


@given(st.text())
def test_actions_of_hostile_texts_stay_in_one_harmless_line(text: str) -> None:
    said = action_words(action_pb2.Action(type=action_pb2.Type(text=text)))
    assert said.startswith("Type '")
    assert "\x1b" not in said
    assert "\n" not in said


def test_escapes_and_turned_text_are_taken_out() -> None:
    assert quoted("a\x1b[31mb\u202ec") == "'a [31mbc'"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (-1, "0.0 s"),
        (0.44, "0.4 s"),
        (9.96, "10 s"),
        (59.6, "1 min"),
        (200, "3 min 20 s"),
        (7260, "2 h 1 min"),
    ],
)
def test_durations(seconds: float, said: str) -> None:
    assert duration_words(seconds) == said


@pytest.mark.parametrize(
    ("size", "said"),
    [(5, "5 B"), (1500, "1.5 kB"), (12_000, "12 kB"), (2_600_000_000, "2.6 GB")],
)
def test_sizes(size: int, said: str) -> None:
    assert size_words(size) == said
