"""What a page tells of the picture: touches become actions, and nonsense becomes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui import manual_input
from tui.action_words import action_words
from tui.web.page_input import PageButton, read_input

AT, FAR = [500, 500], [500, 100]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"do": "touch", "start": AT, "end": AT, "held_s": 0.1}, "Tap a place without a name"),
        ({"do": "touch", "start": AT, "end": FAR, "held_s": 0.1}, "Swipe up"),
        ({"do": "touch", "start": AT, "end": FAR, "held_s": 2}, "Drag a place without a name up"),
        ({"do": "long_press", "at": AT}, "Touch and hold a place without a name"),
        ({"do": "wheel", "at": AT, "down": True}, "Scroll down"),
        ({"do": "button", "name": "home"}, "Press home"),
    ],
)
def test_what_is_done_to_the_picture_has_a_meaning(told: object, words: str) -> None:
    wish = read_input(told)
    assert isinstance(wish, manual_input.QueuedAction)
    assert action_words(wish.action) == words


def test_the_button_of_the_page_is_told_from_touches() -> None:
    assert read_input({"do": "take_over"}) is PageButton.TAKE_OVER


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        {},
        {"do": "launch"},
        {"do": "touch", "start": AT, "end": AT},
        {"do": "touch", "start": AT, "end": [1, 2, 3], "held_s": 0},
        {"do": "touch", "start": [0, 1001], "end": AT, "held_s": 0},
        {"do": "touch", "start": [0, -1], "end": AT, "held_s": 0},
        {"do": "touch", "start": AT, "end": AT, "held_s": 1e9},
        {"do": "long_press", "at": [float("nan"), 0]},
        {"do": "wheel", "at": AT, "down": 1},
        {"do": "button", "name": "power"},
        {"do": ["touch"]},
    ],
)
def test_what_makes_no_sense_does_nothing(told: object) -> None:
    assert read_input(told) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.sampled_from(["do", "start", "end", "held_s", "at", "name"]), JSON))
def test_no_message_of_a_page_is_too_strange(told: object) -> None:
    read_input(told)
