"""Times of calls and messages, the way people read them."""

from __future__ import annotations

from functools import lru_cache

from phoneworld.world import from_millis

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS


def clock(at_ms: int) -> str:
    """`14:05`."""
    hours, minutes = divmod(at_ms // MINUTE_MS % (24 * 60), 60)
    return f"{hours:02d}:{minutes:02d}"


def day(at_ms: int, now_ms: int) -> str:
    """`Today`, `Yesterday`, `Tue, 12 May`; with the year where it is another."""
    return _day_name(at_ms // DAY_MS, now_ms // DAY_MS)


@lru_cache(maxsize=1024)
def _day_name(number: int, today: int) -> str:
    """The name of a day by its number since 1970; phones live in UTC."""
    if number == today:
        return "Today"
    if number == today - 1:
        return "Yesterday"
    moment, now = from_millis(number * DAY_MS), from_millis(today * DAY_MS)
    year = f" {moment.year}" if moment.year != now.year else ""
    return f"{moment:%a}, {moment.day} {moment:%b}{year}"


def moment(at_ms: int, now_ms: int) -> str:
    """`Yesterday, 14:05`."""
    return f"{day(at_ms, now_ms)}, {clock(at_ms)}"


def brief(at_ms: int, now_ms: int) -> str:
    """`Yesterday, 14:05`, or `11 May, 14:05` without the day of the week, where room is scarce."""
    name = day(at_ms, now_ms)
    return f"{name.partition(', ')[2] or name}, {clock(at_ms)}"


def short(at_ms: int, now_ms: int) -> str:
    """For the end of a row: the time of today, else the day."""
    return clock(at_ms) if day(at_ms, now_ms) == "Today" else day(at_ms, now_ms)


def length(seconds: int) -> str:
    """`45 s`, `12 min 5 s`, `1 h 3 min`."""
    if seconds < 60:
        return f"{seconds} s"
    minutes, rest = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def timer(seconds: float) -> str:
    """`02:09`, as it runs during a call."""
    whole = max(0, int(seconds))
    return f"{whole // 60:02d}:{whole % 60:02d}"
