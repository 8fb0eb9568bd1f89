"""What the questions about Tasks share: made-up tasks, and how to find those that are asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from phoneworld.apps.calendar.dates import start_of
from phoneworld.author import Scene
from phoneworld.packs.androidworld.phone import NOW
from phoneworld.packs.androidworld.tasks_org.data import LOW, PATH, add_task
from phoneworld.phone import Phone
from phoneworld.world import millis

LABEL = "Tasks"
NOISE = 20
NOTES = (
    "The papers are on the desk.",
    "Ask twice if need be.",
    "Not before lunch.",
    "It takes an hour at most.",
)
CHORES = (
    "Mend the gate,Oil the chain,Sort the photos,Paint the shed,Wash the curtains,Trim the hedge,"
    "Fill the bird feeder,Sharpen the knives,Pay the gardener,Return the drill,Scan the letters,"
    "Defrost the freezer,Clean the gutters,Label the jars"
).split(",")
ERRANDS = (
    "Sign the lease,Send the contract,Prepare the talk,Check the figures,Order new chairs,"
    "Plan the launch,Draft the offer,Test the backup,Call the printer,Proofread the flyer,"
    "Book the hall,Update the price list"
).split(",")


@dataclass(frozen=True, slots=True)
class OtherTask:
    """A task that a question does not ask for."""

    title: str
    importance: int
    due: datetime
    completed: datetime | None


Keep = Callable[[OtherTask], bool]
"""Whether such a task may be there."""


def put_task(
    scene: Scene,
    title: str,
    due: datetime,
    *,
    importance: int = LOW,
    completed: datetime | None = None,
    hidden_until: datetime | None = None,
) -> None:
    """A task that is there before the question."""
    add_task(
        scene.phone.databases[PATH],
        title,
        now_ms=millis(due - timedelta(days=7)),
        importance=importance,
        dueDate=millis(due),
        completed=millis(completed) if completed else 0,
        hideUntil=millis(hidden_until) if hidden_until else 0,
        notes=scene.rng.choice((*NOTES, None)),
    )


def fill(scene: Scene, keep: Keep) -> None:
    """Other tasks, due within a week of now, about half of them completed."""
    rng = scene.rng
    left = NOISE
    while left:
        other = _other(rng)
        if keep(other):
            hidden_until = other.due - timedelta(minutes=rng.randrange(3 * 1440, 9 * 1440))
            put_task(
                scene,
                other.title,
                other.due,
                importance=other.importance,
                completed=other.completed,
                hidden_until=hidden_until,
            )
            left -= 1


def _other(rng: Random) -> OtherTask:
    week = 7 * 1440
    due = NOW + timedelta(minutes=rng.randrange(-week, week))
    done = NOW - timedelta(minutes=rng.randrange(week, 3 * week))
    return OtherTask(
        rng.choice(CHORES), rng.randint(0, 3), due, done if rng.random() < 0.5 else None
    )


def titles_due(
    phone: Phone, first: date, last: date, *, completed: bool | None = None
) -> tuple[str, ...]:
    """The titles of tasks due from one day to another, in order; of open or completed ones only."""
    state = {None: "1", True: "completed > 0", False: "completed = 0"}[completed]
    rows = phone.databases[PATH].rows(
        f"SELECT title FROM tasks WHERE deleted = 0 AND dueDate >= ? AND dueDate < ? AND {state} "
        "ORDER BY dueDate, importance, title, _id",
        start_of(first),
        start_of(last + timedelta(days=1)),
    )
    return tuple(row["title"] for row in rows)
