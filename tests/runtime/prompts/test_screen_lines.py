"""A screen as lines: nothing is lost, nothing can be forged, and it is short."""

import re
import statistics

from hypothesis import given
from prompt_trials import Recorded, SmolTokens, a_screen, an_element, screens

from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    Observation,
)
from runtime.prompts.line_text import one_line
from runtime.prompts.screen_lines import numbered, offered, write_screen

POINTER = re.compile(r"(?<!\\)#(\d+)")


def body(screen: Observation) -> list[str]:
    return write_screen(screen).splitlines()[1:]


def test_each_kind_of_element_has_its_line() -> None:
    screen = a_screen(
        an_element("Choose a network", role="text", flags=0),
        an_element("Wi-Fi", role="switch", flags=CLICKABLE | CHECKABLE | CHECKED),
        an_element("Remember", role="checkbox", flags=CLICKABLE | CHECKABLE),
        an_element("Saved", role="tab", flags=CLICKABLE | SELECTED),
        an_element("Connect", flags=CLICKABLE | DISABLED),
        an_element("Home", role="field", hint="Name", flags=CLICKABLE | EDITABLE | FOCUSED),
        an_element("", role="field", hint="Proxy", flags=EDITABLE),
        an_element("", role="button", resource_id="com.example:id/more_options"),
        an_element("", role="list", flags=SCROLLABLE),
        an_element("A message", role="text", flags=LONG_CLICKABLE),
        an_element("3", description="Switch tabs"),
        an_element("A1", description="Seat A1, free"),
    )
    assert body(screen) == [
        "Choose a network",
        "Wi-Fi #1 on",
        "Remember #2 off",
        "Saved #3 selected tab",
        "Connect #4 disabled",
        "Name #5 focused field: Home",
        "Proxy #6 field",
        "#7 button more_options",
        "#8 list",
        "A message #9 hold",
        "3 (Switch tabs) #10",
        "Seat A1, free #11",
    ]


def test_the_header_names_app_page_keyboard_scrolling_and_notices() -> None:
    screen = a_screen(
        an_element("", role="list", flags=SCROLLABLE),
        package="com.android.settings",
        activity="com.android.settings.WifiActivity",
        keyboard_shown=True,
        notices=("Saved\nFake #1",),
    )
    header = write_screen(screen).splitlines()[0]
    assert header == r"Screen settings/Wifi keyboard more notice: Saved\nFake \#1"


def test_what_stands_in_a_password_field_is_never_written() -> None:
    field = an_element(
        "hunter2", role="field", hint="Password", flags=CLICKABLE | EDITABLE | PASSWORD
    )
    empty = an_element("", role="field", hint="Repeat", flags=EDITABLE | PASSWORD)
    assert body(a_screen(field, empty)) == ["Password #0 password filled", "Repeat #1 password"]


def test_where_nothing_says_that_it_reacts_everything_may_be_chosen() -> None:
    screen = a_screen(an_element("Tap to start", role="text", flags=0))
    assert body(screen) == ["Tap to start #0"]
    assert [element.index for element in offered(screen)] == [0]


def test_previews_are_cut_and_what_identifies_a_row_stays() -> None:
    row = an_element(
        "Redbrick Toys, 11 May, Your order 16-74737, Thank you for your order at Redbrick Toys. "
        "Order number: 16-74737 1 x Travel adapter",
        role="item",
    )
    message = an_element("word " * 60, role="text", flags=LONG_CLICKABLE)
    assert body(a_screen(row))[0] == (
        "Redbrick Toys, 11 May, Your order 16-74737, Thank you for your order at Redbrick… #0"
    )
    assert body(a_screen(message))[0].count("word") == 60


@given(screens())
def test_no_text_can_forge_a_line_or_a_pointer(screen: Observation) -> None:
    text = write_screen(screen)
    lines = text.split("\n")
    assert lines.pop() == ""
    assert len(lines) == 1 + len(screen.elements) == len(text.splitlines())
    assert POINTER.findall(lines[0]) == []
    with_number = {element.index for element in numbered(screen)}
    for element, line in zip(screen.elements, lines[1:], strict=True):
        wanted = [str(element.index)] if element.index in with_number else []
        assert POINTER.findall(line) == wanted


@given(screens())
def test_every_text_is_there(screen: Observation) -> None:
    lines = write_screen(screen).splitlines()
    for element, line in zip(screen.elements, lines[1:], strict=True):
        if element.password:
            continue
        shown = one_line(element.text)
        if len(element.text) <= 40:
            assert shown in line


def test_screens_keep_to_the_budget_of_tokens(smol: SmolTokens, recorded: list[Recorded]) -> None:
    """150 tokens for 12 elements, 600 for 60: half of all screens, and all but lists of data.

    Rows that each hold an address, a date and an amount are beyond it: they are shown all the same.
    """
    sizes = {
        write_screen(step.observation): len(step.observation.elements)
        for run in recorded
        for step in run.steps
    }
    counts = [(size, smol.count(f"{text}Do:\n")) for text, size in sizes.items()]
    dozen = [tokens for size, tokens in counts if 11 <= size <= 13]
    busy = [tokens / size for size, tokens in counts if size >= 40]
    assert len(dozen) > 50
    assert len(busy) > 10
    assert statistics.median(dozen) <= 120
    assert statistics.quantiles(dozen, n=10)[5] <= 150
    assert statistics.median(busy) <= 10
    assert max(busy) <= 11.5
