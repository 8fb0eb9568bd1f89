"""Days and times in the words of the suite's questions."""

from datetime import date, time, timedelta
from random import Random

import pytest

from phoneworld.errors import TaskError
from phoneworld.packs.androidworld.asked_days import (
    NEXT_WEEK,
    THIS_WEEK,
    TODAY,
    clock_meant,
    day_meant,
    days_meant,
    settle_day,
    word_clock,
    wordings,
)


@pytest.mark.parametrize("ahead", range(-30, 31))
def test_every_wording_of_a_day_means_that_day(ahead: int) -> None:
    day = TODAY + timedelta(days=ahead)
    assert {day_meant(words) for words in wordings(day)} == {day}


def test_no_day_is_worded_by_what_could_mean_another() -> None:
    today, in_a_week = wordings(TODAY), wordings(TODAY + timedelta(days=7))
    assert today == ["October 15 2023", "October 15", "today"]
    assert in_a_week == ["October 22 2023", "October 22"]
    assert wordings(date(2023, 10, 18))[2:] == ["this Wednesday"]


def test_a_weekday_alone_may_be_over() -> None:
    assert days_meant("Thursday") == (date(2023, 10, 19), date(2023, 10, 12))
    assert days_meant("this Thursday") == (date(2023, 10, 19),)
    assert days_meant("the Thursday after next") == (date(2023, 10, 26),)
    assert days_meant("Sunday") == (date(2023, 10, 22), date(2023, 10, 8))


def test_what_fits_settles_which_day_is_meant() -> None:
    assert settle_day("Thursday", lambda day: day < TODAY) == "October 12 2023"
    assert settle_day("Thursday", lambda day: day > TODAY) == "October 19 2023"
    assert settle_day("Thursday", lambda day: False) == "October 19 2023"  # noqa: ARG005


def test_weeks_begin_on_monday() -> None:
    assert (date(2023, 10, 9), date(2023, 10, 15)) == THIS_WEEK
    assert (date(2023, 10, 16), date(2023, 10, 22)) == NEXT_WEEK


@pytest.mark.parametrize("seed", range(4))
def test_every_wording_of_a_time_means_that_time(seed: int) -> None:
    rng = Random(seed)
    for minute in range(0, 1440, 5):
        at = time(minute // 60, minute % 60)
        assert clock_meant(word_clock(rng, at)) == at


@pytest.mark.parametrize("words", ["", "someday", "the Blursday after next", "this fortnight"])
def test_what_is_no_day_is_refused(words: str) -> None:
    with pytest.raises(TaskError):
        days_meant(words)


@pytest.mark.parametrize("words", ["", "noon", "25:00", "13pm"])
def test_what_is_no_time_is_refused(words: str) -> None:
    with pytest.raises(TaskError):
        clock_meant(words)
