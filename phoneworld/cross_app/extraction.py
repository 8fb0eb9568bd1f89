"""How oracles across apps read what they hand over: amounts, days, times and parts of texts.

A value that is handed over is read off the screen of one app and used in another; what the
parameters of a task say of it is for the judgement alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from phoneworld.apps.calendar.tasks.setup import rows_on, show_day
from phoneworld.apps.messages.tasks.setup import texts_of
from phoneworld.author import OracleLost, Pilot
from phoneworld.world import from_millis

NUMBER = r"\+1 \d{3} \d{3} \d{4}"
"""What phone numbers look like."""
MONTHS: Sequence[str] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
AMOUNT = re.compile(r"\$([\d,]+\.\d\d)")


def extract(pilot: Pilot, pattern: str, near: str, *, role: str = "") -> re.Match[str]:
    """What a pattern finds in the text on the screen that contains `near`."""
    text = pilot.reach(near, role=role).label
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        raise OracleLost(f"nothing like {pattern!r} in {text!r}")
    return found


def read_like(pilot: Pilot, near: str, pattern: str) -> str:
    """The first text on the screen that a pattern fits as a whole, once `near` is there."""
    pilot.reach(near)
    for element in pilot.screen.elements:
        if re.fullmatch(pattern, element.text):
            return element.text
    raise OracleLost(f"nothing on the screen reads like {pattern!r}")


def text_after(pilot: Pilot, start: str) -> str:
    """The message that follows the one that starts like this, in the chat that is open."""
    pilot.reach(start)
    for text, following in pairwise(texts_of(pilot)):
        if text.startswith(start):
            return following
    raise OracleLost(f"no message follows {start!r}")


def event_at(pilot: Pilot, day: str, time: str) -> str:
    """Look up a day in the calendar: the title of the event that goes on at a time."""
    pilot.follow(show_day(day))
    for row in rows_on(pilot, day):
        if row.start <= time < row.end:
            return row.title
    raise OracleLost(f"there is no event on {day} at {time}")


def listed(pilot: Pilot, start: str, end: str) -> Sequence[str]:
    """The texts that start like this, scrolled through until `end` shows, each once."""
    pilot.reach(start)
    pilot.reach(end)
    return list(dict.fromkeys(text for _, text in pilot.seen if text.startswith(start)))


def cents_in(text: str, *, nth: int = 0) -> int:
    """The amount that stands in a text, in cents; of several the one at a place."""
    found = AMOUNT.findall(text)
    if not found:
        raise OracleLost(f"no amount in {text!r}")
    return round(float(found[nth].replace(",", "")) * 100)


def clock_in(text: str) -> str:
    """A time as people write it (`6:05 pm`, `18:05`) as clocks do."""
    found = re.search(r"\b(\d{1,2}):(\d\d)(?: ?(am|pm))?", text)
    if found is None:
        raise OracleLost(f"no time in {text!r}")
    hour, minute, half = int(found[1]), found[2], found[3]
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return f"{hour:02d}:{minute}"


def day_in(pilot: Pilot, text: str) -> str:
    """A day as people write it (`21 May`, `Thu, 4 Jun`), of the year on the phone's clock, as
    `2026-05-21`.
    """
    found = re.search(rf"(\d{{1,2}}) ({'|'.join(MONTHS)})", text)
    if found is None:
        raise OracleLost(f"no day in {text!r}")
    year = from_millis(pilot.screen.time_s * 1000).year
    return date(year, MONTHS.index(found[2]) + 1, int(found[1])).isoformat()
