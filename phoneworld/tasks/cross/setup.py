"""What tasks across apps share: talks and mails to set up, and the way of a value between apps.

A value that is handed over is read off the screen of one app (`glean`) and used in another; what
the parameters of a task say of it is for the judgement alone.
"""

from __future__ import annotations

import calendar
import re
from datetime import date

from phoneworld.apps.mail import data as mail
from phoneworld.apps.mail.tasks.finding import search
from phoneworld.apps.messages.data import receive
from phoneworld.apps.messages.tasks.words import write
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.notes.data import add_note
from phoneworld.errors import OracleLost
from phoneworld.tasks.matching import Contains, OneOf
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Scene
from phoneworld.world import from_millis, millis

MONTHS = list(calendar.month_name)
NUMBER = r"\+1 \d{3} \d{3} \d{4}"
"""What phone numbers look like."""
CLOSINGS = ("See you!", "Talk soon.", "Thanks a lot!", "All the best!", "Let me know if not.")
"""What ends a talk, so that the list of conversations does not show what matters."""

# Setting up


def talk(scene: Scene, address: str, *lines: str, hour: int = 8) -> None:
    """Somebody writes some messages in a row this morning; a closing word comes last."""
    for number, line in enumerate((*lines, scene.rng.choice(CLOSINGS))):
        at = scene.world.day(0, hour, 3 + 4 * number)
        receive(scene.phone, address, line, date_ms=millis(at))


def letter(
    scene: Scene, sender: str, address: str, subject: str, *paragraphs: str, days_ago: int
) -> int:
    """Put a mail from somebody into the inbox; its id."""
    rng = scene.rng
    # What came today came before the phone is taken up.
    at = scene.world.day(-days_ago, rng.randint(7, 20 if days_ago else 8), rng.randint(0, 59))
    return mail.add_mail(
        scene.phone.databases[mail.PATH],
        sender=sender,
        address=address,
        subject=subject,
        body="\n\n".join((f"Hi {scene.world.owner.first},", *paragraphs)),
        at_ms=millis(at),
    )


def note_it(
    scene: Scene, title: str, body: str = "", items: tuple[tuple[str, bool], ...] | None = None
) -> None:
    """A note of today; `items` (text, whether ticked) make it a checklist."""
    at = scene.phone.now_ms - scene.rng.randint(5, 50) * 60_000
    add_note(scene.phone.databases[NOTES_PATH], title, body, now_ms=at, items=items)


def long_day(day: date) -> str:
    """`Thursday, 21 May`."""
    return f"{day:%A}, {day.day} {day:%B}"


def twelve_hours(clock: str) -> str:
    """`18:05` as `6:05 pm`."""
    hour, minute = map(int, clock.split(":"))
    return f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}"


# Judging


def with_time(clock: str, *parts: str) -> OneOf:
    """A text that names a time, in one of the ways people write it, and contains the parts."""
    spaced = twelve_hours(clock)
    forms = {clock, spaced, spaced.replace(" ", ""), spaced.replace(":00", "")}
    return OneOf(*(Contains(*parts, form) for form in sorted(forms)))


# Reading


def glean(pilot: Pilot, pattern: str, near: str) -> re.Match[str]:
    """What a pattern finds in the text on the screen that contains `near`."""
    text = pilot.reach(near).label
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        raise OracleLost(f"nothing like {pattern!r} in {text!r}")
    return found


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
    """A day as people write it (`21 May`), of the year on the phone's clock, as `2026-05-21`."""
    found = re.search(rf"(\d{{1,2}}) ({'|'.join(MONTHS[1:])})", text)
    if found is None:
        raise OracleLost(f"no day in {text!r}")
    year = from_millis(pilot.screen.time_s * 1000).year
    return date(year, MONTHS.index(found[2]), int(found[1])).isoformat()


# Going about


def open_chat(pilot: Pilot, name: str) -> None:
    """Open the conversation with somebody."""
    pilot.open("Messages")
    pilot.tap(name, role="item")
    pilot.reach("More options")


def text_to(pilot: Pilot, name: str, text: str) -> None:
    """Send a message to somebody of the address book."""
    pilot.open("Messages")
    pilot.tap("Start chat")
    pilot.type(name, into="To: name or phone number")
    pilot.tap(name, role="item")
    write(pilot, text)


def open_mail(pilot: Pilot, query: str, subject: str, *, nth: int = 0) -> None:
    """Search for mails, and open the one of a subject; the newest comes first."""
    pilot.open("Mail")
    search(pilot, query)
    pilot.tap(subject, role="item", nth=nth)
