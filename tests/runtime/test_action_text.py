import json
import time
from typing import Any, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runtime.action_text import format_action, format_reply, parse_reply, tool_schemas
from runtime.actions import (
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
    Wait,
)
from runtime.episode import Unparsed

coordinates = st.integers(0, 1000) | st.floats(0, 1000)
points = st.builds(Point, coordinates, coordinates)
refs = st.builds(ElementRef, st.integers(0, 500))
targets = points | refs
texts = st.text() | st.sampled_from(
    ["</tool_call>", "<think>", "</think>x", "</parameter>", "<function=finish>", "“a”", "a\n\"b'"]
)
names = texts.filter(str.strip)
durations = st.integers(0, 10**6)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Click, targets),
    st.builds(DoubleClick, targets),
    st.builds(LongPress, targets, durations),
    st.builds(Type, texts, targets | st.none(), st.booleans()),
    st.builds(Scroll, st.sampled_from(Direction), targets | st.none()),
    st.builds(Scroll, st.builds(Stroke, points, points)),
    st.builds(Drag, targets, targets, durations),
    st.builds(PressButton, st.sampled_from(SystemButton)),
    st.builds(OpenApp, names),
    st.builds(CloseApp, names),
    st.builds(Wait, durations),
    st.builds(Output, texts),
    st.builds(Finish, texts, st.sampled_from(FinishStatus)),
    st.builds(AskUser, names),
)

CLICK = Click(Point(512, 300))
CANONICAL = [
    (CLICK, '{"name": "click", "arguments": {"points": [[512, 300]]}}'),
    (Click(ElementRef(5)), '{"name": "click", "arguments": {"index": 5}}'),
    (DoubleClick(Point(1.0, 2.5)), '{"name": "double_click", "arguments": {"points": [[1, 2.5]]}}'),
    (LongPress(ElementRef(0)), '{"name": "long_press", "arguments": {"index": 0}}'),
    (
        LongPress(ElementRef(0), 900),
        '{"name": "long_press", "arguments": {"index": 0, "duration": 900}}',
    ),
    (Type("héllo"), '{"name": "type", "arguments": {"text": "héllo"}}'),
    (
        Type("a", ElementRef(2), clear=True),
        '{"name": "type", "arguments": {"text": "a", "index": 2, "clear": true}}',
    ),
    (Scroll(Direction.DOWN), '{"name": "scroll", "arguments": {"direction": "down"}}'),
    (
        Scroll(Stroke(Point(500, 800), Point(500, 200))),
        '{"name": "scroll", "arguments": {"points": [[500, 800], [500, 200]]}}',
    ),
    (
        Drag(ElementRef(1), ElementRef(2)),
        '{"name": "drag", "arguments": {"indices": [1, 2]}}',
    ),
    (
        Drag(ElementRef(1), Point(3, 4)),
        '{"name": "drag", "arguments": {"start": {"index": 1}, "end": [3, 4]}}',
    ),
    (PressButton(SystemButton.BACK), '{"name": "button_press", "arguments": {"type": "back"}}'),
    (OpenApp("Clock"), '{"name": "open_app", "arguments": {"app": "Clock"}}'),
    (CloseApp("Clock"), '{"name": "close_app", "arguments": {"app": "Clock"}}'),
    (Wait(500), '{"name": "wait", "arguments": {"time": 500}}'),
    (Output("42"), '{"name": "output", "arguments": {"text": "42"}}'),
    (Finish(), '{"name": "finish", "arguments": {"text": ""}}'),
    (
        Finish("no", FinishStatus.IMPOSSIBLE),
        '{"name": "finish", "arguments": {"text": "no", "status": "impossible"}}',
    ),
    (AskUser("Which?"), '{"name": "ask_user", "arguments": {"question": "Which?"}}'),
]


@pytest.mark.parametrize(("action", "text"), CANONICAL)
def test_action_has_one_canonical_text(action: Action, text: str) -> None:
    assert format_action(action) == text


CALL = '{"name": "click", "arguments": {"points": [[512, 300]]}}'
CLICK_FORMS = {
    "canonical": f"<tool_call>{CALL}</tool_call>",
    "closing tag missing": f"<tool_call>{CALL}",
    "last brace missing": f"<tool_call>{CALL[:-1]}</tool_call>",
    "trailing commas": '<tool_call>{"name": "click", "arguments": {"points": [[512, 300,],],},}',
    "single quotes": f"<tool_call>{CALL}</tool_call>".replace('"', "'"),
    "smart quotes": "<tool_call>{“name”: “click”, “arguments”: {“points”: [[512, 300]]}}",
    "flat pair": CALL.replace("[[512, 300]]", "[512, 300]"),
    "coordinate": CALL.replace("points", "coordinate"),
    "point": CALL.replace("points", "point").replace("[[512, 300]]", "[512, 300]"),
    "name in capitals": CALL.replace("click", "Click"),
    "arguments as text": json.dumps(
        {"name": "click", "arguments": json.dumps({"points": [[512, 300]]})}
    ),
    "null argument": CALL.replace("]]", ']], "index": null'),
    "keys swapped": '<tool_call>{"arguments": {"points": [[512, 300]]}, "name": "click"}',
    "code fence": f"```json\n{CALL}\n```",
    "fence in block": f"<tool_call>\n```json\n{CALL}\n```\n</tool_call>",
    "bare": CALL,
    "noise around": f"Now I tap {{it}}.\n<tool_call>so: {CALL} }} done</tool_call><|im_end|>",
    "prose around bare call": f'It is {{"a": 1}} here.\n{CALL}\nThat was it.',
    "said twice": f"<tool_call>{CALL}</tool_call>\n<tool_call>{CALL}</tool_call>",
    "after a thought": f"<think>hm</think>\n<tool_call>{CALL}</tool_call>",
    "thought opened by the template": f"hm\n</think>\n\n<tool_call>{CALL}</tool_call>",
    "XML": (
        "<tool_call>\n<function=click>\n<parameter=points>\n[[512, 300]]\n</parameter>\n"
        "</function>\n</tool_call>"
    ),
    "XML without block": "<function=click><parameter=points>[[512,300]]</parameter></function>",
    "XML without function's end": (
        "<tool_call><function=click><parameter=points>[512, 300]</parameter></tool_call>"
    ),
}


@pytest.mark.parametrize("reply", CLICK_FORMS.values(), ids=CLICK_FORMS.keys())
def test_tolerated_form_means_the_same(reply: str) -> None:
    decision = parse_reply(reply)

    assert decision.action == CLICK
    assert decision.reply == reply


@pytest.mark.parametrize(
    ("call", "action"),
    [
        ('"press_button", "arguments": {"button": "Home"}', PressButton(SystemButton.HOME)),
        ('"open_app", "arguments": {"package": "a.b"}', OpenApp("a.b")),
        ('"type", "arguments": {"text": "a\nb"}', Type("a\nb")),
        ('"type", "arguments": {"text": "\\ud83d\\ude00"}', Type("😀")),
        ('"type", "arguments": {"text": "“so” it\'s"}', Type("“so” it's")),
        (
            '"scroll", "arguments": {"points": [1, 2, 3, 4]}',
            Scroll(Stroke(Point(1, 2), Point(3, 4))),
        ),
        (
            '"scroll", "arguments": {"start": [1, 2], "end": [3, 4]}',
            Scroll(Stroke(Point(1, 2), Point(3, 4))),
        ),
        (
            '"scroll", "arguments": {"points": [[1, 2], [3, 4]], "duration": 300}',
            Scroll(Stroke(Point(1, 2), Point(3, 4))),
        ),
        ('"drag", "arguments": {"start": [1, 2], "end": [3, 4]}', Drag(Point(1, 2), Point(3, 4))),
        (
            '"scroll", "arguments": {"direction": "up", "index": 3}',
            Scroll(Direction.UP, ElementRef(3)),
        ),
        (
            '"double_click", "arguments": {"point": [1, 2], "interval": 90}',
            DoubleClick(Point(1, 2)),
        ),
        ('"wait", "arguments": {}', Wait()),
        ('"wait", "arguments": {"time": 20.0}', Wait(20)),
        ('"finish", "arguments": {}', Finish()),
    ],
)
def test_published_and_other_spellings_are_read(call: str, action: Action) -> None:
    assert parse_reply(f'<tool_call>{{"name": {call}}}</tool_call>').action == action


def test_xml_text_is_taken_as_it_stands() -> None:
    reply = (
        "<tool_call><function=type><parameter=text>\n 12 {\n\n</parameter>"
        "<parameter=clear>true</parameter></function></tool_call>"
    )

    assert parse_reply(reply).action == Type(" 12 {\n", clear=True)


REFUSED = {
    "prose": ("I will finish now. finish()", "no call"),
    "empty": ("", "no call"),
    "tag only": ("<tool_call></tool_call>", "no call in it"),
    "unknown tool": ('{"name": "fly", "arguments": {}}', "no tool 'fly'"),
    "no arguments": ('<tool_call>{"name": "finish"}</tool_call>', '"arguments"'),
    "argument missing": ('{"name": "click", "arguments": {}}', "click needs"),
    "unknown argument": ('{"name": "wait", "arguments": {"enter": true}}', "no argument 'enter'"),
    "two targets": ('{"name": "click", "arguments": {"points": [[1, 2]], "index": 1}}', "needs"),
    "argument twice": (
        '{"name": "click", "arguments": {"points": [1, 2], "point": [3, 4]}}',
        "twice",
    ),
    "key twice": ('{"name": "click", "name": "finish", "arguments": {}}', "twice"),
    "off the screen": ('{"name": "click", "arguments": {"points": [[1, 1001]]}}', "off the screen"),
    "negative": ('{"name": "click", "arguments": {"points": [[-1, 1]]}}', "off the screen"),
    "two points": ('{"name": "click", "arguments": {"points": [[1, 2], [3, 4]]}}', "one point"),
    "one point": ('{"name": "drag", "arguments": {"points": [[1, 2]]}}', "two points"),
    "a box": ('{"name": "click", "arguments": {"points": [1, 2, 3, 4]}}', "one point"),
    "text for a number": ('{"name": "click", "arguments": {"points": [["1", 2]]}}', "a number"),
    "true for a number": ('{"name": "click", "arguments": {"points": [[true, 2]]}}', "a number"),
    "number for a text": ('{"name": "type", "arguments": {"text": 5}}', "a text"),
    "text for a flag": ('{"name": "type", "arguments": {"text": "", "clear": "no"}}', "true or"),
    "index true": ('{"name": "click", "arguments": {"index": true}}', "whole number"),
    "index negative": ('{"name": "click", "arguments": {"index": -1}}', "negative"),
    "index broken": ('{"name": "click", "arguments": {"index": 1.5}}', "whole number"),
    "NaN": ('{"name": "click", "arguments": {"points": [[NaN, 1]]}}', "NaN"),
    "infinite": ('{"name": "click", "arguments": {"points": [[1e999, 1]]}}', "not finite"),
    "time negative": ('{"name": "wait", "arguments": {"time": -1}}', "negative"),
    "unknown button": ('{"name": "button_press", "arguments": {"type": "power"}}', "one of"),
    "unknown status": ('{"name": "finish", "arguments": {"status": "ok"}}', "one of"),
    "no app": ('{"name": "open_app", "arguments": {"app": " "}}', "empty"),
    "two calls": (f'<tool_call>{CALL}\n{{"name": "finish", "arguments": {{}}}}', "different"),
    "two blocks": (
        f'<tool_call>{CALL}</tool_call><tool_call>{{"name": "wait", "arguments": {{}}}}',
        "different",
    ),
    "two bare calls": (f'{CALL} or {{"name": "wait", "arguments": {{}}}}', "different"),
    "good call, broken call": (f'{CALL} or {{"name": "finish", "arguments": {{', "not closed"),
    "cut off in text": ('<tool_call>{"name": "type", "arguments": {"text": "Dear', "not closed"),
    "cut off in XML": ("<tool_call><function=type><parameter=text>\nDear", "not closed"),
    "XML cut off between": (
        "<tool_call><function=type><parameter=text>Dear</parameter>",
        "not closed",
    ),
    "inner call of a broken one": (
        '{"name": "type", "arguments": {"name": "finish", "arguments": {}}',
        "ends|neither",
    ),
    "call in a thought": (f"<think><tool_call>{CALL}</tool_call></think>", "no call"),
    "call in an open thought": (f"<think><tool_call>{CALL}</tool_call>", "not closed"),
    "call before a thought's end": (f"<tool_call>{CALL}</tool_call></think>", "no call"),
    "call in a thought closed twice": (
        f"<think>a</think><tool_call>{CALL}</tool_call></think>",
        "no call",
    ),
    "history's style": ('<tool_call>click({"points": [[1, 2]]})</tool_call>', '"name"'),
    "half a character": ('{"name": "type", "arguments": {"text": "\\ud83d"}}', "half"),
}


@pytest.mark.parametrize(("reply", "reason"), REFUSED.values(), ids=REFUSED.keys())
def test_unclear_reply_is_unparsed_with_its_reason(reply: str, reason: str) -> None:
    action = parse_reply(reply).action

    assert isinstance(action, Unparsed)
    assert any(part in action.reason for part in reason.split("|")), action.reason
    assert action.reply == reply


@pytest.mark.parametrize(
    ("reply", "thought"),
    [
        (f"<think>\na\n</think>\nb\n<tool_call>{CALL}</tool_call> c", "a\nb"),
        (f"a</think><tool_call>{CALL}", "a"),
        (f"a\n```json\n{CALL}\n```", "a"),
        ("just words", "just words"),
        ("<think>never closed", "never closed"),
    ],
)
def test_thought_is_what_stands_before_the_call(reply: str, thought: str) -> None:
    assert parse_reply(reply).thought == thought


@given(actions, st.text(alphabet=st.characters(exclude_characters="<`")).map(str.strip))
def test_written_reply_reads_back_as_the_same_action_and_thought(
    action: Action, thought: str
) -> None:
    decision = parse_reply(format_reply(action, thought))

    assert decision.action == action
    assert decision.thought == thought


@given(actions, texts)
def test_no_thought_changes_the_action(action: Action, thought: str) -> None:
    assert parse_reply(format_reply(action, thought)).action == action


@given(actions)
def test_bare_call_reads_back(action: Action) -> None:
    assert parse_reply(format_action(action)).action == action


markup = st.sampled_from(
    """<tool_call> </tool_call> <think> </think> <function= <parameter= { } "name" "arguments"
    : , "click" "finish" ' “ [ ] 1 \\""".split()
)


@given(st.lists(markup | st.text(max_size=5)).map("".join))
@example('{"name":"finish"')
def test_no_text_raises_or_finishes_without_a_finish_call(text: str) -> None:
    action = parse_reply(text).action

    assert not isinstance(action, Finish) or "finish" in text.lower()


@given(actions, st.data())
def test_damaged_reply_never_raises_nor_becomes_finish(action: Action, data: st.DataObject) -> None:
    reply = format_reply(action, "why")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(reply)))
        removed = data.draw(st.integers(0, 8))
        reply = reply[:place] + data.draw(markup | st.text(max_size=3)) + reply[place + removed :]

    read = parse_reply(reply).action

    assert not isinstance(read, Finish) or "finish" in reply.lower()


@given(actions, st.data())
def test_reply_that_is_cut_off_is_no_action(action: Action, data: st.DataObject) -> None:
    reply = format_reply(action)
    end = reply.rindex("}")

    assert isinstance(parse_reply(reply[: data.draw(st.integers(0, end))]).action, Unparsed)


PIECES = """{ <tool_call> <tool_call>{ {" {“ <function=a> <think></think> </think> {"a": {"a":[
<function=a><parameter=b> [ ``` \\ {"a":1} 1 '""".split()


@pytest.mark.parametrize("piece", [*PIECES, " "])
@pytest.mark.parametrize("start", ["", "<tool_call>", '{"a":"', '<tool_call>{"name":"'])
def test_hostile_reply_is_read_in_linear_time(start: str, piece: str) -> None:
    reply = start + piece * (100_000 // len(piece))
    began = time.process_time()

    action = parse_reply(reply).action

    assert isinstance(action, Unparsed)
    assert time.process_time() - began < 1


def test_every_action_has_one_tool_in_the_schemas() -> None:
    named = {json.loads(format_action(action))["name"] for action, _ in CANONICAL}

    assert {type(action) for action, _ in CANONICAL} == set(get_args(Action))
    assert sorted(named) == sorted(schema["function"]["name"] for schema in tool_schemas())


@given(actions)
def test_written_arguments_are_valid_by_exactly_one_form_of_the_schema(action: Action) -> None:
    call = json.loads(format_action(action))
    by_name = {schema["function"]["name"]: schema["function"] for schema in tool_schemas()}
    parameters = by_name[call["name"]]["parameters"]
    forms = parameters.get("anyOf", [parameters])

    assert [_is_valid(call["arguments"], form) for form in forms].count(True) == 1


def _is_valid(value: object, schema: dict[str, Any]) -> bool:
    """As much of JSON schema as the tools use."""
    if "anyOf" in schema:
        return any(_is_valid(value, option) for option in schema["anyOf"])
    match schema["type"], value:
        case "object", dict():
            properties = schema["properties"]
            return set(schema["required"]) <= set(value) <= set(properties) and all(
                _is_valid(item, properties[name]) for name, item in value.items()
            )
        case "array", list():
            return schema["minItems"] <= len(value) <= schema["maxItems"] and all(
                _is_valid(item, schema["items"]) for item in value
            )
        case "string", str():
            return value in schema.get("enum", [value]) and len(value) >= schema.get("minLength", 0)
        case "boolean", bool():
            return True
        case "integer", int() | float():
            return isinstance(value, int) and value >= schema["minimum"]
        case "number", int() | float():
            return schema["minimum"] <= value <= schema["maximum"]
        case _:
            return False
