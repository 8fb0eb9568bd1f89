"""How Clock reckons with times and says them. Pure functions: the time now is always handed in."""

from __future__ import annotations

from datetime import timedelta

from phoneworld.world import from_millis, millis

WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
DAY_NAMES = {
    "Mon": "Monday",
    "Tue": "Tuesday",
    "Wed": "Wednesday",
    "Thu": "Thursday",
    "Fri": "Friday",
    "Sat": "Saturday",
    "Sun": "Sunday",
}
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE


def join_days(days: set[str]) -> str:
    """Days of the week as they are stored: `Mon,Wed`."""
    return ",".join(day for day in WEEK if day in days)


def split_days(days: str) -> set[str]:
    """The days of what was stored."""
    return set(days.split(",")) if days else set()


def next_ring(time: str, days: str, after_ms: int) -> int:
    """When an alarm rings next after a moment."""
    hour, minute = map(int, time.split(":"))
    start = from_millis(after_ms)
    chosen = split_days(days)
    for ahead in range(9):
        moment = start.replace(hour=hour, minute=minute, second=0, microsecond=0)
        moment += timedelta(days=ahead)
        if millis(moment) > after_ms and (not chosen or WEEK[moment.weekday()] in chosen):
            return millis(moment)
    raise AssertionError(f"no day of the week is among {days!r}")


def days_text(days: str) -> str:
    """Days as people say them; nothing for an alarm that does not repeat."""
    chosen = split_days(days)
    if len(chosen) == 7:
        return "Every day"
    if chosen == set(WEEK[:5]):
        return "Weekdays"
    if chosen == set(WEEK[5:]):
        return "Weekends"
    return ", ".join(day for day in WEEK if day in chosen)


def wait_text(length_ms: int) -> str:
    """How long it is until then: `8 hours 5 minutes`."""
    minutes = max(1, -(-length_ms // MINUTE))
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [
        f"{number} {name}{'' if number == 1 else 's'}"
        for number, name in ((days, "day"), (hours, "hour"), (minutes, "minute"))
        if number
    ]
    return " ".join(parts)


def length_text(length_ms: int) -> str:
    """A length of time as a timer shows it: `1:02:03`, `12:30`; what has begun counts as a second."""
    seconds = max(0, -(-length_ms // SECOND))
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}"


def exact_text(length_ms: int) -> str:
    """A length of time as a stopwatch shows it: `01:02.34`."""
    minutes, rest = divmod(max(0, length_ms), MINUTE)
    hours, minutes = divmod(minutes, 60)
    shown = f"{minutes:02d}:{rest // SECOND:02d}.{rest % SECOND // 10:02d}"
    return f"{hours}:{shown}" if hours else shown


def clock_text(now_ms: int, offset_minutes: int = 0) -> str:
    """The time of day, here or where the clocks are ahead by some minutes."""
    return f"{from_millis(now_ms + offset_minutes * MINUTE):%H:%M}"


def day_text(now_ms: int) -> str:
    """The day: `Thu, 14 May`."""
    now = from_millis(now_ms)
    return f"{now:%a}, {now.day} {now:%b}"


def offset_text(now_ms: int, offset_minutes: int) -> str:
    """How a place's time relates to ours: `Tomorrow, 9 h ahead`."""
    here, there = from_millis(now_ms), from_millis(now_ms + offset_minutes * MINUTE)
    day = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}[(there.date() - here.date()).days]
    if not offset_minutes:
        return f"{day}, same time"
    hours, minutes = divmod(abs(offset_minutes), 60)
    amount = f"{hours} h {minutes} min" if minutes else f"{hours} h"
    return f"{day}, {amount} {'ahead' if offset_minutes > 0 else 'behind'}"
