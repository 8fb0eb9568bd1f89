"""Simple Calendar Pro beyond its tasks: repetition, changes, search."""

from datetime import UTC, date, datetime, timedelta

import pytest
from androidworld_pack import PACK_CATALOGUE
from hypothesis import given
from hypothesis import strategies as st

from phoneworld import Task, Trial, Workshop
from phoneworld.packs.androidworld.calendar_pro.data import (
    DAILY_S,
    MONTHLY_S,
    PATH,
    SCHEMA,
    WEEKLY_S,
    YEARLY_S,
    add_event,
    events_between,
    events_from,
    rule_of,
)
from phoneworld.store import Database
from phoneworld.tasks.pilot import Pilot

MONDAY = date(2023, 10, 16)


@pytest.fixture
def events() -> Database:
    database = Database("/events.db")
    database.script(SCHEMA)
    return database


@pytest.fixture
def pilot(pack_workshop: Workshop) -> Pilot:
    template = PACK_CATALOGUE.templates["androidworld.simple_calendar_add_one_event"]
    pilot = Pilot(Trial(pack_workshop, Task(template, 0)))
    pilot.trial.phone.databases[PATH].run("DELETE FROM events")
    pilot.trial.phone.touch()
    pilot.open("Simple Calendar Pro")
    return pilot


def put(database: Database, day: date, hour: int, interval: int, *, minutes: int = 60) -> None:
    start_s = int(datetime(day.year, day.month, day.day, hour, tzinfo=UTC).timestamp())
    add_event(
        database,
        "Rowing",
        start_s=start_s,
        end_s=start_s + minutes * 60,
        repeat_interval=interval,
        repeat_rule=rule_of(interval, day),
    )


def days(database: Database, first: date, last: date) -> list[date]:
    return [
        datetime.fromtimestamp(one["dtstart"] / 1000, UTC).date()
        for one in events_between(database, first, last)
    ]


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        (0, [MONDAY]),
        (DAILY_S, [MONDAY + timedelta(days=n) for n in range(15)]),
        (WEEKLY_S, [MONDAY + timedelta(days=7 * n) for n in range(3)]),
        (MONTHLY_S, [MONDAY]),
    ],
)
def test_an_event_comes_again(events: Database, interval: int, expected: list[date]) -> None:
    put(events, MONDAY, 9, interval)
    first, last = MONDAY - timedelta(days=14), MONDAY + timedelta(days=14)
    assert days(events, first, last) == expected


@pytest.mark.parametrize(
    ("interval", "day"), [(MONTHLY_S, date(2024, 2, 16)), (YEARLY_S, date(2026, 10, 16))]
)
def test_months_and_years_later(events: Database, interval: int, day: date) -> None:
    put(events, MONDAY, 9, interval)
    assert days(events, day, day) == [day]
    assert days(events, day + timedelta(days=1), day + timedelta(days=1)) == []


@given(
    ahead=st.integers(0, 60), span=st.integers(0, 20), interval=st.sampled_from((DAILY_S, WEEKLY_S))
)
def test_a_span_has_each_of_its_days_once(ahead: int, span: int, interval: int) -> None:
    database = Database("/events.db")
    database.script(SCHEMA)
    put(database, MONDAY, 23, interval, minutes=30)
    first = MONDAY + timedelta(days=ahead)
    last = first + timedelta(days=span)
    step = interval // DAILY_S
    expected = [first + timedelta(days=n) for n in range(span + 1) if (ahead + n) % step == 0]
    assert days(database, first, last) == expected


def test_what_goes_on_past_midnight_is_on_both_days(events: Database) -> None:
    put(events, MONDAY, 23, 0, minutes=120)
    tuesday = MONDAY + timedelta(days=1)
    assert days(events, tuesday, tuesday) == [MONDAY]
    assert len(events_from(events, tuesday, 0, 10)) == 1


def test_an_event_is_changed_and_keeps_its_id(pilot: Pilot) -> None:
    database = pilot.trial.phone.databases[PATH]
    pilot.tap("New event")
    pilot.type("Tide table", into="Title")
    pilot.tap("Repetition")
    pilot.tap("Weekly")
    pilot.tap("Save")
    (before,) = database.rows("SELECT * FROM events")
    assert before["repeat_rule"] == 1 << 6
    pilot.tap("Tide table")
    pilot.tap("Edit event")
    pilot.type("Pier 4", into="Location")
    pilot.tap_id("start_date")
    pilot.pick_date("2023-10-17")
    pilot.tap("Save")
    (after,) = database.rows("SELECT * FROM events")
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"location", "start_ts", "end_ts", "repeat_rule"}
    assert after["repeat_rule"] == 1 << 1


def test_an_event_without_title_is_not_saved(pilot: Pilot) -> None:
    pilot.tap("New event")
    pilot.tap("Save")
    assert pilot.trial.phone.databases[PATH].rows("SELECT * FROM events") == []
    assert pilot.shows("Title")


def test_repeating_events_stand_on_each_of_their_days(pilot: Pilot) -> None:
    pilot.tap("New event")
    pilot.type("Tide table", into="Title")
    pilot.tap("Repetition")
    pilot.tap("Daily")
    pilot.tap("Save")
    pilot.tap("Go to date")
    pilot.pick_date("2023-11-20")
    pilot.tap("Tide table")
    assert "20 Nov" in pilot.read("date")
    assert pilot.shows("Daily")
