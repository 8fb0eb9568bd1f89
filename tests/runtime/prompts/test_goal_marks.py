"""Marks: which lines of a screen a task speaks of."""

from __future__ import annotations

from guard_screens import button, screen
from hypothesis import given
from hypothesis import strategies as st

from runtime.engine import Prompt
from runtime.prompts.compact import CompactFormat, MarkedFormat
from runtime.prompts.format import FormatOptions, TextPart
from runtime.prompts.goal_marks import GoalWords, escaped

GOAL = 'Move my "[Lunch with Oscar]" to [Tue 19 May], same time.'


def test_the_line_that_shares_most_with_the_values_is_told_from_its_siblings() -> None:
    labels = [
        "Lunch with Cleo, Tuesday 12:00",
        "Lunch with Oscar, Monday 12:00",
        "Lunch with Oscar, Tuesday 12:00",
        "Move",
        "Settings",
    ]
    assert GoalWords(GOAL).marks(labels) == ["+", "+", "*", "~", ""]


def test_days_months_numbers_and_plurals_are_compared_by_what_they_mean() -> None:
    words = GoalWords("Delete the timers of [Wednesday 03 June].")
    assert words.marks(["Wed 3 Jun", "Thu 4 Jun", "Timer"]) == ["*", "", "~"]


def test_less_than_half_of_a_value_is_no_hint() -> None:
    assert GoalWords("Open [Roof repair offer 2026].").marks(["Tax 2026", "Offer 2026"]) == [
        "",
        "*",
    ]


def test_in_a_goal_without_brackets_every_word_may_be_a_value() -> None:
    assert GoalWords("call ada please").marks(["Ada Okafor", "Bruno", "Please"]) == ["*", "", ""]


def test_what_was_noted_counts_too() -> None:
    words = GoalWords("Enter the code from [Ada].", ["the code is 4711"])
    assert words.marks(["4711", "4712"]) == ["*", ""]


def test_no_text_of_a_screen_passes_for_a_mark() -> None:
    shown = screen(button("*Pay now"), button("Wi-Fi"))
    prompt = Prompt("Turn on [Wi-Fi].", shown)

    (*_, newest) = MarkedFormat(FormatOptions()).render(prompt).parts
    (*_, plain) = CompactFormat(FormatOptions()).render(prompt).parts

    assert isinstance(newest, TextPart)
    assert isinstance(plain, TextPart)
    assert "\\*Pay now #" in newest.text
    assert "\n*Wi-Fi #" in newest.text
    assert "\nWi-Fi #" in plain.text


@given(st.text(), st.lists(st.text(), max_size=5))
def test_every_line_has_at_most_one_mark_and_none_of_its_own(goal: str, labels: list[str]) -> None:
    marks = GoalWords(goal).marks(labels)
    assert len(marks) == len(labels)
    assert set(marks) <= {"", "*", "+", "~"}
    assert not any(escaped(label).startswith(("*", "+", "~")) for label in labels)
