import json
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_format import PlainFormat

from runtime.actions import Click, ElementRef, Finish, FinishStatus, OpenApp
from runtime.cancellation import Cancellation
from runtime.engine import Prompt
from runtime.engines.scripted import ScreenCondition, ScriptFileEngine, ScriptLine, read_script
from runtime.episode import Actor, Decision, Step, Unparsed
from runtime.errors import BadBundle, Cancelled, EngineClosed
from runtime.prompts.format import ObservationKind
from runtime.testing import FakeDevice, check_engine

OPEN = {"action": {"name": "open_app", "arguments": {"app": "Notes"}}, "thought": "there"}
TAP = {"action": {"name": "click", "arguments": {"index": 1}}}
BYE = {"action": {"name": "finish", "arguments": {}}}


def engine(tmp_path: Path, *lines: object) -> ScriptFileEngine:
    script = tmp_path / "script.jsonl"
    script.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return ScriptFileEngine(read_script(script), PlainFormat())


def prompt(*, package: str = "", history: tuple[Step, ...] = ()) -> Prompt:
    look = FakeDevice().observe()
    return Prompt("go", replace(look, package=package or look.package), history)


def test_lines_are_replied_in_order_for_each_session(tmp_path: Path) -> None:
    policy = engine(tmp_path, OPEN, TAP, BYE)
    actions = [
        policy.decide(prompt(), session=session).decision.action for session in ("a", "b", "a", "b")
    ]

    assert actions == [
        OpenApp("Notes"),
        OpenApp("Notes"),
        Click(ElementRef(1)),
        Click(ElementRef(1)),
    ]


def test_reply_is_read_as_a_models_is(tmp_path: Path) -> None:
    policy = engine(tmp_path, {"reply": "I do not know"}, OPEN)

    assert isinstance(policy.decide(prompt(), session="a").decision.action, Unparsed)
    assert policy.decide(prompt(), session="a").decision.thought == "there"


def test_script_that_ran_out_cannot_go_on(tmp_path: Path) -> None:
    policy = engine(tmp_path, OPEN)
    policy.decide(prompt(), session="a")

    for _ in range(2):
        action = policy.decide(prompt(), session="a").decision.action
        assert isinstance(action, Finish)
        assert action.status is FinishStatus.IMPOSSIBLE
        assert "none of its 1 lines is left" in action.text


def test_lines_whose_condition_fails_are_passed_over_for_good(tmp_path: Path) -> None:
    policy = engine(
        tmp_path,
        {**TAP, "when": {"package": "com.example.other"}},
        {**OPEN, "when": {"has_text": "NOTES"}},
        {**BYE, "when": {"has_text": "not on this screen"}},
        TAP,
    )

    assert policy.decide(prompt(), session="a").decision.action == OpenApp("Notes")
    other = prompt(package="com.example.other")
    assert policy.decide(other, session="a").decision.action == Click(ElementRef(1))


def test_continued_run_goes_on_where_it_was(tmp_path: Path) -> None:
    policy = engine(tmp_path, OPEN, TAP, BYE)
    look = FakeDevice().observe()
    history = (
        Step(look, Decision(OpenApp("Notes")), Actor.POLICY),
        Step(look, Decision(Click(ElementRef(0))), Actor.PERSON),
    )

    for session in ("", "new"):
        decided = policy.decide(prompt(history=history), session=session)
        assert decided.decision.action == Click(ElementRef(1))


def test_ended_session_begins_again(tmp_path: Path) -> None:
    policy = engine(tmp_path, OPEN, TAP)
    policy.decide(prompt(), session="a")
    policy.end_session("a")

    assert policy.decide(prompt(), session="a").decision.action == OpenApp("Notes")


def test_reply_takes_its_time_in_pieces(tmp_path: Path) -> None:
    policy = engine(tmp_path, {**OPEN, "seconds": 0.3})
    heard: list[float] = []
    started = time.monotonic()
    decided = policy.decide(prompt(), on_text=lambda _: heard.append(time.monotonic() - started))

    assert time.monotonic() - started >= 0.3
    assert len(heard) == decided.usage.reply_tokens > 5
    assert heard[-1] - heard[0] > 0.1
    assert decided.usage.decode_ms >= 200


def test_cancelled_reply_takes_no_line(tmp_path: Path) -> None:
    policy = engine(tmp_path, {**OPEN, "seconds": 0}, {**TAP, "seconds": 60})
    policy.decide(prompt(), session="a")
    cancel = Cancellation()
    threading.Timer(0.1, cancel.cancel).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        policy.decide(prompt(), session="a", cancel=cancel)
    assert time.monotonic() - started < 30

    threading.Timer(0.1, policy.close).start()
    with pytest.raises(EngineClosed):
        policy.decide(prompt(), session="a")


def test_contract_holds(tmp_path: Path) -> None:
    slow = [{**line, "seconds": 0.1} for line in (OPEN, TAP, BYE)]
    check_engine(lambda: engine(tmp_path, *slow))


def test_screenshots_are_wanted_as_the_format_wants_them() -> None:
    lines = (ScriptLine("x"),)

    assert ScriptFileEngine(lines, PlainFormat(ObservationKind.BOTH)).wants_screenshot
    assert not ScriptFileEngine(lines, PlainFormat()).wants_screenshot


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("[]", "must be an object"),
        ("{", "no JSON"),
        ('{"seconds": 1}', "either a reply or an action"),
        ('{"reply": "a", "action": {"name": "finish"}}', "either a reply or an action"),
        ('{"reply": "a", "thought": "b"}', "a thought goes with an action"),
        ('{"reply": 1}', "reply must be a text"),
        ('{"reply": "a", "seconds": -1}', "between 0 and 3600"),
        ('{"reply": "a", "seconds": NaN}', "NaN is no number"),
        ('{"reply": "a", "seconds": true}', "seconds must be a number"),
        ('{"reply": "a", "reply": "b"}', "there twice"),
        ('{"reply": "a", "if": {}}', "unknown field 'if'"),
        ('{"reply": "a", "when": {"text": "b"}}', "when has an unknown field"),
        ('{"action": {"name": "fly", "arguments": {}}}', "no tool 'fly'"),
        ('{"action": {"name": "click", "arguments": {}}}', "click needs"),
    ],
)
def test_wrong_line_is_reported_by_its_number(tmp_path: Path, line: str, complaint: str) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(f'# a comment\n\n{{"reply": "fine"}}\n{line}\n')

    with pytest.raises(BadBundle, match=rf"line 4 of script.jsonl: .*{complaint}"):
        read_script(script)


def test_script_without_a_reply_is_none(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text("# nothing\n")

    with pytest.raises(BadBundle, match="holds no reply"):
        read_script(script)


@given(st.text(), st.floats(0, 3600), st.text(), st.text())
def test_every_reply_is_read_back(reply: str, seconds: float, package: str, text: str) -> None:
    line = {"reply": reply, "seconds": seconds, "when": {"package": package, "has_text": text}}
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.jsonl"
        script.write_text(json.dumps(line))

        assert read_script(script) == (ScriptLine(reply, seconds, ScreenCondition(package, text)),)
