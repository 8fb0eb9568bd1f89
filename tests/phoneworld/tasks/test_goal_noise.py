from __future__ import annotations

from random import Random

import pytest
from built_in import CATALOGUE
from hypothesis import given
from hypothesis import strategies as st

from phoneworld import Task, Trial
from phoneworld.tasks.goal_noise import NoiseLevel, reword
from phoneworld.tasks.template import Parameters
from phoneworld.tasks.value_forms import other_forms

EVERYTHING = NoiseLevel(lower=1, bare=1, typo=1, before=1, after=1, forms=0)
NOTHING = NoiseLevel(lower=0, bare=0, typo=0, before=0, after=0, forms=0)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("Wed, 13 May", "wed 13 may"),
        ("Friday, 15 May", "friday the 15th of may"),
        ("Fri 5 Jun 2026", "june 5th"),
        ("May 22", "the 22nd of may"),
        ("13:30", "1:30 pm"),
        ("13:30", "half past one in the afternoon"),
        ("12:00", "noon"),
        ("00:15", "12:15 am"),
        ("4:45 PM", "16:45"),
        ("4:45 PM", "quarter to five in the afternoon"),
        ("$455", "455 dollars"),
        ("$60.35", "60 dollars 35"),
        ("13 minutes 45 seconds", "13 min 45 sec"),
        ("5 minutes", "five minutes"),
        ("+1 401 555 0175", "+14015550175"),
        ("3", "three"),
        ("Thursday", "thu"),
        ("on foot", "walking"),
    ],
)
def test_value_has_the_form_that_people_write(value: str, form: str) -> None:
    assert form in other_forms(value)


@pytest.mark.parametrize(
    "value",
    [
        "724794",
        "25:30",
        "Dinner is at 7:30",
        "Let's meet on Friday",
        "B3",
        "5100 0000 5685 1962",
        "",
    ],
)
def test_what_must_stand_as_it_is_has_no_other_form(value: str) -> None:
    assert other_forms(value) == ()


@given(st.integers(0, 23), st.integers(0, 59))
def test_times_of_the_day_are_told_apart(hour: int, minute: int) -> None:
    """No form of a time is one of the time twelve hours later."""
    later = f"{(hour + 12) % 24}:{minute:02}"
    assert not set(other_forms(f"{hour}:{minute:02}")) & {later, *other_forms(later)}


@given(st.integers(0, 2**32))
def test_parameters_are_never_misspelt(seed: int) -> None:
    goal = reword(
        'Write "{text}" to {name}, as a message.',
        {"text": "Dinner at seven, OK?", "name": "Ada Lovelace"},
        Random(seed),
        EVERYTHING,
    )
    assert "Dinner at seven, OK?" in goal
    assert "Ada Lovelace" in goal
    assert '"' not in goal


def test_without_noise_the_goal_is_the_sentence_filled_in() -> None:
    assert reword("Set {count:02} alarms.", {"count": 3}, Random(0), NOTHING) == "Set 03 alarms."


def test_every_wording_of_the_catalogue_can_be_noisy() -> None:
    workshop = CATALOGUE.workshop()
    for name, template in CATALOGUE.templates.items():
        parameters = Parameters(Trial(workshop, Task(template, 5)).drawn)
        for number, sentence in enumerate(
            (*template.goals, *CATALOGUE.wordings.train.get(name, ()))
        ):
            goal = reword(sentence, parameters, Random(f"{name} {number}"))
            assert goal, sentence
            assert "{" not in goal, sentence
