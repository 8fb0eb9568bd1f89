"""What the tasks with Simple Calendar Pro share: made-up events, and the way to a day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from phoneworld.author import PickDate, Scene, Script, Tap
from phoneworld.packs.androidworld.calendar_pro.data import PATH, add_event
from phoneworld.packs.androidworld.phone import NOW
from phoneworld.phone import Phone

LABEL = "Simple Calendar Pro"
MINUTES = (15, 30, 45, 60)
WITH = ("Breakfast with", "Interview with", "Video call with", "Handover with")
WHO = ("Ruth", "the landlord", "Accounting", "Prof. Baker", "the neighbours", "Design")
ABOUT = ("Lecture on", "Briefing for", "Rehearsal for", "Questions about")
WHAT = ("the Harbour Fair", "the New Website", "Project Heron", "the Summer School")
AIMS = ("agree on", "go through", "collect ideas for", "vote on", "draw up", "talk about")
MATTERS = ("the seating plan", "open invoices", "the next release", "travel costs", "the rota")
NOTES = ("Coffee is in the kitchen.", "Bring your own pen.", "The door code is on the mail.")
SPECIAL = (
    "Violin lesson,Garden party,Car inspection,Book club,Blood donation,Choir concert,Chess evening,"
    "Flat viewing,School play,Bike repair,Pottery course,Job fair,Museum visit,Boat trip,Tax talk"
).split(",")


def noise_title(rng: Random) -> str:
    """A title of which there may be many."""
    if rng.random() < 0.5:
        return f"{rng.choice(WITH)} {rng.choice(WHO)}"
    return f"{rng.choice(ABOUT)} {rng.choice(WHAT)}"


def description(rng: Random) -> str:
    """What an event is for."""
    text = f"We want to {rng.choice(AIMS)} {rng.choice(MATTERS)}."
    return f"{text} {rng.choice(NOTES)}" if rng.random() < 0.5 else text


def moment(day: date, hour: int, minute: int = 0) -> datetime:
    """A time of a day."""
    return datetime.combine(day, time(hour, minute), tzinfo=UTC)


def put_event(
    scene: Scene, title: str, start: datetime, minutes: int, *, about: str = "", location: str = ""
) -> None:
    """An event that is there before the task."""
    start_s = int(start.timestamp())
    add_event(
        scene.phone.databases[PATH],
        title,
        start_s=start_s,
        end_s=start_s + minutes * 60,
        description=about,
        location=location,
    )


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """An event that a task does not ask for."""

    title: str
    start: datetime
    end: datetime


Keep = Callable[[OtherEvent], bool]
"""Whether such an event may be there."""


def fill_october(scene: Scene, count: int, keep: Keep) -> None:
    """Other events of the month, each on a full hour."""
    rng = scene.rng
    _fill(
        scene,
        count,
        lambda: moment(NOW.date().replace(day=rng.randint(1, 31)), rng.randint(0, 23)),
        keep,
    )


def fill_weeks(scene: Scene, count: int, keep: Keep) -> None:
    """Other events within two weeks of now, at any minute."""
    rng = scene.rng
    half = 15 * 24 * 60
    _fill(scene, count, lambda: NOW + timedelta(minutes=rng.randrange(-half, half)), keep)


def _fill(scene: Scene, count: int, draw: Callable[[], datetime], keep: Keep) -> None:
    rng = scene.rng
    left = count
    while left:
        title, start, minutes = noise_title(rng), draw(), rng.choice(MINUTES)
        if keep(OtherEvent(title, start, start + timedelta(minutes=minutes))):
            put_event(scene, title, start, minutes, about=description(rng))
            left -= 1


def going(day: date) -> Script:
    """The steps to a day in the schedule."""
    return (Tap("Go to date"), PickDate(day.isoformat()))


def titles_between(phone: Phone, first: datetime, last: datetime) -> tuple[str, ...]:
    """The titles of events that begin in a span, in order."""
    rows = phone.databases[PATH].rows(
        "SELECT title FROM events WHERE start_ts >= ? AND start_ts < ? ORDER BY start_ts, id",
        int(first.timestamp()),
        int(last.timestamp()),
    )
    return tuple(row["title"] for row in rows)


def titles_on(phone: Phone, day: date) -> tuple[str, ...]:
    """The titles of events that begin on a day."""
    return titles_between(phone, moment(day, 0), moment(day, 0) + timedelta(days=1))
