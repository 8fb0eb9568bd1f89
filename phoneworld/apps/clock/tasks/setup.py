"""What the tasks with the clock share: labels, times and how people say them, forms and rows."""

from __future__ import annotations

import re
from random import Random

from phoneworld.apps.clock.data import PATH, WEEKDAYS, WEEKENDS, add_alarm, draw_time
from phoneworld.apps.clock.times import DAY_NAMES, HOUR, MINUTE, SECOND, WEEK, split_days
from phoneworld.author import Enter, Open, PickTime, Pilot, Scene, Script, Tap
from phoneworld.store import Database
from runtime.observation import Element

LABELS = (
    "Dentist", "Ferry", "Yoga", "Radio show", "Bakery shift", "Ice hockey", "Book club",
    "Train to Ashford", "Guitar lesson", "Parking meter", "Cat sitter", "Blood pressure pills",
    "Driving lesson", "Eye drops", "Morning run", "Choir rehearsal", "Allotment", "Physio",
)  # fmt: skip
TIMER_LABELS = (
    "Lasagne", "Hair dye", "Sourdough", "Stretching", "Ice bath", "Black tea", "Roast potatoes",
    "Chess move", "Reading time", "Dough rest", "Paint drying", "Sauna", "Broccoli", "Steak",
)  # fmt: skip


def database_of(scene: Scene) -> Database:
    """Clock's database on the phone of a task."""
    return scene.phone.databases[PATH]


def taken_times(scene: Scene) -> set[str]:
    """The times at which there is an alarm."""
    return {row["time"] for row in database_of(scene).rows("SELECT time FROM alarms")}


def free_time(scene: Scene, first_hour: int = 5, last_hour: int = 22) -> str:
    """A time at which there is no alarm."""
    return draw_time(scene.rng, taken_times(scene), first_hour, last_hour)


def few_alarms(scene: Scene, count: int) -> list[str]:
    """No alarms but some that are off, so that all are on the screen; their times."""
    rng, database = scene.rng, database_of(scene)
    database.run("DELETE FROM alarms")
    times: list[str] = []
    for label in rng.sample(LABELS, count):
        times.append(free_time(scene))
        days = rng.choice(("", WEEKDAYS, WEEKENDS, "Mon,Thu"))
        add_alarm(database, times[-1], label=label, days=days, enabled=False)
    return times


def shifted(time: str, minutes: int) -> str:
    """A time of day, some minutes later."""
    hour, minute = map(int, time.split(":"))
    hour, minute = divmod((hour * 60 + minute + minutes) % 1440, 60)
    return f"{hour:02d}:{minute:02d}"


def twelve_hours(time: str) -> str:
    """`18:05` as `6:05 PM`."""
    hour, minute = map(int, time.split(":"))
    return f"{hour % 12 or 12}:{minute:02d} {'AM' if hour < 12 else 'PM'}"


def spoken_time(rng: Random, time: str) -> str:
    """A time as somebody may write it."""
    return rng.choice((time, twelve_hours(time), time.lstrip("0") if time > "01" else time))


def spoken_length(length_ms: int) -> str:
    """A length of time in words: `1 hour 20 minutes`."""
    parts = (
        (length_ms // HOUR, "hour"),
        (length_ms % HOUR // MINUTE, "minute"),
        (length_ms % MINUTE // SECOND, "second"),
    )
    return " ".join(f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count)


def time_in(row: Element) -> str:
    """The time that a row of the list shows; nothing where that is cut off."""
    found = re.search(r"\b\d\d:\d\d\b", row.text)
    return found.group() if found else ""


def read_time(pilot: Pilot, label: str) -> str:
    """The time of the alarm of a name."""
    row = pilot.reach(f"{label},", role="item")
    if not time_in(row):
        pilot.scroll()
        row = pilot.reach(f"{label},", role="item")
    return time_in(row)


def fill_length(length_ms: int) -> Script:
    """Enter a length of time into the form of a new timer that is open."""
    fields = (
        ("Hours", length_ms // HOUR),
        ("Minutes", length_ms % HOUR // MINUTE),
        ("Seconds", length_ms % MINUTE // SECOND),
    )
    return tuple(Enter(str(number), into=field) for field, number in fields if number)


def fill_form(*, time: str = "", label: str = "", flip: str = "") -> Script:
    """Change what is given in the form that is open; `flip` are days as stored."""
    days = split_days(flip)
    return (
        *((Tap("Time"), PickTime(time)) if time else ()),
        *((Enter(label, into="Label", clear=True),) if label else ()),
        *(Tap(DAY_NAMES[day]) for day in WEEK if day in days),
    )


def open_section(section: str) -> Script:
    """Open Clock and go to one of its sections."""
    return (Open("Clock"), Tap(section, role="tab"))
