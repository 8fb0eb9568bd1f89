"""Values as people say them, in the form that a known request has."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.tasks.value_forms import other_forms
from runtime.prompts.said_values import as_written

TIMES, CLOCK = ("7:30 PM", "6:10 AM"), ("06:02", "11:15")
DATES = ("Friday, 24 April", "11 June", "Fri 22 May 2026")


@pytest.mark.parametrize(
    ("said", "examples", "written"),
    [
        ("half past seven in the evening", TIMES, "7:30 PM"),
        ("quarter to eight in the morning", ("8:15 am",), "7:45 am"),
        ("7.30 pm", TIMES, "7:30 PM"),
        ("7 am", TIMES, "7:00 AM"),
        ("6 45", CLOCK, "06:45"),
        ("0730 hours", CLOCK, "07:30"),
        ("12 noon", TIMES, "12:00 PM"),
        ("quarter to 1 in the afternoon", CLOCK, "12:45"),
        ("7:15 PM", TIMES, "7:15 PM"),
        ("1.45 pm", ("16:00", "5:30 pm"), "1:45 pm"),
        ("sat 18 april", DATES, "Saturday, 18 April"),
        ("the 7th of june", DATES, "7 June"),
        ("may 13", DATES, "13 May"),
        ("Fri 22 May 2026", DATES, "Fri 22 May 2026"),
        ("wed may 13", ("Wed, 13 May",), "Wed, 13 May"),
        ("thurs", ("Monday",), "Thursday"),
        ("455 dollars", ("$12.25",), "$455"),
        ("12 dollars 25", ("$12",), "$12.25"),
        ("20 min", ("9 minutes",), "20 minutes"),
        ("1h30m", ("2 hours 5 minutes",), "1 hour 30 minutes"),
        ("twenty minutes", ("5 minutes",), "20 minutes"),
        ("+12725550121", ("+1 401 555 0175",), "+1 272 555 0121"),
        ("three", ("2",), "3"),
        ("walking", ("by car",), "on foot"),
        ("public transit", ("on foot",), "by public transport"),
    ],
)
def test_what_was_said_is_written_like_the_examples(
    said: str, examples: tuple[str, ...], written: str
) -> None:
    assert as_written(said, examples) == written


@pytest.mark.parametrize(
    ("said", "examples"),
    [
        ("whenever", TIMES),
        ("25:70", CLOCK),
        ("the 7th", ("11 June",)),
        ("a lot", ("$5",)),
        ("5551234", ("+1 401 555 0175",)),
        ("Roof inspection", ()),
        ("7:30", ()),
    ],
)
def test_what_cannot_be_read_stays_as_it_was_said(said: str, examples: tuple[str, ...]) -> None:
    assert as_written(said, examples) == said


def test_a_half_of_the_day_that_nobody_said_is_not_added() -> None:
    assert as_written("half past 7", TIMES) == "7:30"


@given(st.integers(0, 23), st.integers(0, 59))
def test_every_form_of_a_time_is_the_time_again(hour: int, minute: int) -> None:
    value = f"{hour % 12 or 12}:{minute:02} {'AM' if hour < 12 else 'PM'}"
    forms = [one for one in other_forms(value) if any(char.isalpha() for char in one)]
    read = {as_written(form, ("7:30 PM",)) for form in forms if "midday" not in form}
    assert read == {value}


@given(st.integers(1, 9_999), st.integers(0, 99))
def test_every_form_of_an_amount_is_the_amount_again(whole: int, cents: int) -> None:
    value = f"${whole}.{cents:02}" if cents else f"${whole}"
    assert {as_written(form, ("$4.20",)) for form in other_forms(value)} == {value}


@given(st.text(max_size=300), st.sampled_from([TIMES, CLOCK, DATES, ("$5",), ("3 days",), ("2",)]))
def test_no_words_are_too_much(said: str, examples: tuple[str, ...]) -> None:
    assert as_written(said, examples) or not said


def test_long_values_take_no_long_time() -> None:
    began_s = time.process_time()
    for said in ("1" * 20_000, "1 h " * 5_000, "a " * 10_000, "7 " * 10_000 + "pm"):
        for examples in (TIMES, DATES, ("$5",), ("9 minutes",), ("2",), ("+1 401 555 0175",)):
            as_written(said, examples)
    assert time.process_time() - began_s < 5
