"""The format of the published models: layout, coordinates, directions."""

import json

import pytest
from prompt_trials import SCREENSHOT, a_screen, an_element

from runtime.actions import (
    Click,
    Direction,
    ElementRef,
    OpenApp,
    Output,
    Point,
    Scroll,
    Stroke,
    Type,
)
from runtime.engine import Prompt
from runtime.episode import Actor, Decision, Step, Unparsed
from runtime.errors import UnknownFormat
from runtime.observation import EDITABLE, PASSWORD
from runtime.prompts import find_format, known_formats
from runtime.prompts.format import FormatOptions, ImagePart, ObservationKind, TextPart
from runtime.tool_table import TOOLS

SHOT = find_format("phonebuddy", FormatOptions(observation=ObservationKind.SCREENSHOT))
BOTH = find_format("phonebuddy", FormatOptions(observation=ObservationKind.BOTH))
ELEMENTS = find_format("phonebuddy", FormatOptions(observation=ObservationKind.ELEMENTS))
SCREEN = a_screen(
    an_element("Save", bounds=(500, 1000, 700, 1200)),
    an_element("Title", role="text", flags=0, bounds=(0, 0, 100, 100)),
    an_element("", role="field", hint="Password", flags=EDITABLE | PASSWORD),
)
HISTORY = (
    Step(SCREEN, Decision(OpenApp("Clock"), "The clock\nhas it."), Actor.POLICY),
    Step(SCREEN, Decision(Click(ElementRef(0))), Actor.POLICY, error="it is gone"),
    Step(SCREEN, Decision(Scroll(Direction.DOWN)), Actor.POLICY),
    Step(SCREEN, Decision(Output("It is 7")), Actor.PERSON),
    Step(SCREEN, Decision(Type("hunter2", ElementRef(2))), Actor.POLICY),
    Step(SCREEN, Decision(Unparsed("hm", "no call was found")), Actor.POLICY),
)
TOLD = """# Instruction
Set an alarm

# History of Previous Actions
- Step 1:
Thought: The clock has it.
Action: open_app({"app": "Clock"})
- Step 2:
Action: click({"points": [[600, 550]]})
Result: failed: it is gone
- Step 3:
Action: scroll({"direction": "up"})
- Step 4:
Thought: The user did this.
Action: finish({"text": "It is 7"})
- Step 5:
Action: type({"text": "****", "points": [[50, 25]]})
- Step 6:
Result: unreadable reply: no call was found
"""


def test_tools_come_first_then_the_picture_then_instruction_and_history() -> None:
    rendered = SHOT.render(Prompt("Set an alarm", SCREEN, HISTORY))
    tools, picture, text = rendered.parts
    assert isinstance(tools, TextPart)
    assert picture == ImagePart(SCREENSHOT)
    assert text == TextPart(TOLD)
    assert rendered.stable == 1
    assert SHOT.render(Prompt("Other", a_screen())).parts[0] == tools


def test_all_tools_are_described_with_points_alone_where_no_elements_are_shown() -> None:
    for form, has_index in ((SHOT, False), (BOTH, True)):
        tools = form.render(Prompt("Go", SCREEN)).parts[0]
        assert isinstance(tools, TextPart)
        listed = tools.text.partition("<tools>\n")[2].partition("\n</tools>")[0].splitlines()
        schemas = [json.loads(line)["function"] for line in listed]
        assert [schema["name"] for schema in schemas] == [tool.name for tool in TOOLS]
        assert ('"index"' in tools.text) is has_index
        assert "Where to look next" not in tools.text


def test_elements_come_last_where_they_are_shown() -> None:
    both = BOTH.render(Prompt("Go", SCREEN))
    assert isinstance(both.parts[-1], TextPart)
    assert both.parts[-1].text.endswith(
        "\n# Screen\nScreen app/Main\nSave #0\nTitle\nPassword #2 password\n"
    )
    alone = ELEMENTS.render(Prompt("Go", SCREEN, HISTORY))
    assert alone.stable == len(alone.parts) - 1
    assert not any(isinstance(part, ImagePart) for part in alone.parts)
    longer = ELEMENTS.render(Prompt("Go", SCREEN, (*HISTORY, HISTORY[0])))
    assert longer.parts[: alone.stable] == alone.parts[: alone.stable]


def test_a_limit_leaves_the_oldest_steps_out_and_keeps_their_numbers() -> None:
    form = find_format(
        "phonebuddy", FormatOptions(observation=ObservationKind.SCREENSHOT, history_steps=4)
    )
    text = form.render(Prompt("Go", SCREEN, HISTORY)).parts[-1]
    assert isinstance(text, TextPart)
    assert "- Step 2:" not in text.text
    assert "- Step 3:" in text.text


def test_rules_of_a_bundle_replace_the_tool_prompt() -> None:
    form = find_format("phonebuddy", FormatOptions(rules="My tools.\n"))
    assert form.render(Prompt("Go", SCREEN)).parts[0] == TextPart("My tools.\n")


def test_replies_have_a_thought_and_a_call() -> None:
    decision = Decision(Click(ElementRef(0)), "Tap <b>Save</b> </think>")
    assert SHOT.write_reply(decision, SCREEN) == (
        "<think>\nTap < b>Save< /b> < /think>\n</think>\n<tool_call>\n"
        '{"name": "click", "arguments": {"points": [[600, 550]]}}\n</tool_call>'
    )
    assert '"index": 0' in BOTH.write_reply(decision, SCREEN)
    to_a_title = Decision(Click(ElementRef(1)))
    assert '"points": [[50, 25]]' in BOTH.write_reply(to_a_title, SCREEN)


@pytest.mark.parametrize(
    ("finger", "ours"),
    [
        ("up", Direction.DOWN),
        ("down", Direction.UP),
        ("left", Direction.RIGHT),
        ("right", Direction.LEFT),
    ],
)
def test_a_bare_direction_is_the_finger_s(finger: str, ours: Direction) -> None:
    reply = f'<tool_call>{{"name": "scroll", "arguments": {{"direction": "{finger}"}}}}</tool_call>'
    assert SHOT.parse_reply(reply, SCREEN).action == Scroll(ours)
    assert f'"{finger}"' in SHOT.write_reply(Decision(Scroll(ours)), SCREEN)


def test_a_stroke_is_the_finger_s_way_in_both() -> None:
    stroke = Scroll(Stroke(Point(500, 800), Point(500, 200)))
    reply = SHOT.write_reply(Decision(stroke), SCREEN)
    assert '"points": [[500, 800], [500, 200]]' in reply
    assert SHOT.parse_reply(reply, SCREEN).action == stroke


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    assert known_formats() == ("compact", "marked", "phonebuddy", "tools")
    with pytest.raises(UnknownFormat, match="compact, marked, phonebuddy"):
        find_format("other", FormatOptions())
