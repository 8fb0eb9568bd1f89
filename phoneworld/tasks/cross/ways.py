"""What tasks across apps share where money, shops and chats come in: amounts, days, common deeds.

`phoneworld.tasks.handover` has the same for talks, mails and times.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from phoneworld.apps.calculator.data import PATH as CALCULATOR_PATH
from phoneworld.apps.contacts.cast import known_namesakes
from phoneworld.apps.expenses.data import ME as PAID_BY_ME
from phoneworld.apps.expenses.data import PATH as EXPENSES_PATH
from phoneworld.apps.huddle.data import ME, add_message
from phoneworld.apps.huddle.data import PATH as HUDDLE_PATH
from phoneworld.apps.huddle.tasks.chats import chat_of
from phoneworld.apps.huddle.wording import day_readings
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.wallet import data as wallet
from phoneworld.errors import OracleLost
from phoneworld.tasks.expect import Added, Maybe
from phoneworld.tasks.handover import CLOSINGS
from phoneworld.tasks.matching import Contains, OneOf
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Params, Scene
from phoneworld.world import Person, from_millis, millis

SUMS = tuple(Maybe(Added(CALCULATOR_PATH, "history", {})) for _ in range(4))
"""What is to be reckoned may be reckoned with the calculator, which remembers it."""

MONTHS: Sequence[str] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
AMOUNT = re.compile(r"\$([\d,]+\.\d\d)")

# Setting up


def chat(scene: Scene, person: Person, *lines: str, hour: int = 8) -> int:
    """Somebody writes on Huddle this morning; a closing word comes last. The chat's id."""
    database = scene.phone.databases[HUDDLE_PATH]
    number = chat_of(scene, person)
    for minute, line in enumerate((*lines, scene.rng.choice(CLOSINGS))):
        at_ms = millis(scene.world.day(0, hour, 3 + 4 * minute))
        add_message(database, number, line, sender=person.name, at_ms=at_ms, unread=True)
    return number


def payees(scene: Scene) -> tuple[Person, Person]:
    """Two people of one first name, in the address book and in the Wallet."""
    one, double = known_namesakes(scene)
    for person in (one, double):
        wallet.add_person(scene.phone.databases[wallet.PATH], person.name)
    return one, double


def account(scene: Scene) -> Params:
    """The PIN and the balance of the Wallet, as parameters."""
    database = scene.phone.databases[wallet.PATH]
    return {"pin": wallet.pin_of(database), "balance": wallet.balance_of(database)}


# Judging


def amount(cents: int, *parts: str) -> OneOf:
    """A text that names an amount, with or without a comma for the thousands, and the parts."""
    shown = f"{cents / 100:,.2f}"
    return OneOf(*(Contains(*parts, form) for form in sorted({shown, shown.replace(",", "")})))


def with_day(day: str, *parts: str) -> OneOf:
    """A text that names a day, in one of the ways people write it, and contains the parts.

    Of one digit it is also found in a longer number: let tasks be about days of two digits.
    """
    number = str(date.fromisoformat(day).day)
    # "May 20" is in "11 May 2026" as well, so after the month such a day needs a comma.
    comma = "," if day.startswith(number) else ""
    forms = (
        f"{form}{comma}" if form.endswith(f" {number}") else form for form in day_readings(day)
    )
    return OneOf(*(Contains(*parts, form) for form in forms))


def noted(title: str, body: Any) -> Added:
    """A new note. `Any`: a text, or a matcher."""
    where = {"title": title, "body": body, "checklist": 0, "place": "notes"}
    return Added(NOTES_PATH, "notes", where)


def logged(cents: int, note: str, category: str, day: str) -> Added:
    """A new expense of one's own."""
    where = {"amount": cents, "note": note, "category": category, "day": day}
    return Added(EXPENSES_PATH, "expenses", {**where, "payer": PAID_BY_ME})


def posted(number: int, text: Any) -> Added:
    """A message of one's own in a chat of Huddle. `Any`: a text, or a matcher."""
    return Added(HUDDLE_PATH, "messages", {"chat_id": number, "sender": ME, "text": text})


# Reading


def cents_in(text: str, *, nth: int = 0) -> int:
    """The amount that stands in a text, in cents; of several the one at a place."""
    found = AMOUNT.findall(text)
    if not found:
        raise OracleLost(f"no amount in {text!r}")
    return round(float(found[nth].replace(",", "")) * 100)


def dollars(cents: int) -> str:
    """An amount as people read it: `$1,234.50`."""
    return f"${cents / 100:,.2f}"


def typed(cents: int) -> str:
    """An amount as people type it: `1234.50`."""
    return f"{cents / 100:.2f}"


def short_day(pilot: Pilot, text: str) -> str:
    """A day as lists show it (`Thu, 4 Jun`), of the year on the phone's clock, as `2026-06-04`."""
    found = re.search(rf"(\d{{1,2}}) ({'|'.join(MONTHS)})", text)
    if found is None:
        raise OracleLost(f"no day in {text!r}")
    year = from_millis(pilot.screen.time_s * 1000).year
    return date(year, MONTHS.index(found[2]) + 1, int(found[1])).isoformat()


def read_like(pilot: Pilot, near: str, pattern: str) -> str:
    """The first text on the screen that a pattern fits as a whole, once `near` is there."""
    pilot.reach(near)
    for element in pilot.screen.elements:
        if re.fullmatch(pattern, element.text):
            return element.text
    raise OracleLost(f"nothing on the screen reads like {pattern!r}")


# Doing


def open_huddle(pilot: Pilot, name: str) -> None:
    """Open a chat of Huddle."""
    pilot.open("Huddle")
    pilot.tap(name, role="item")
    pilot.reach("Attach a file")


def write_note(pilot: Pilot, title: str, body: str, *, save: bool = True) -> None:
    """Write a new note."""
    pilot.open("Notes")
    pilot.tap("New note")
    pilot.tap("Text note")
    pilot.type(title, into="Title")
    pilot.type(body, into="Note")
    if save:
        pilot.tap("Save")


def log_expense(pilot: Pilot, cents: int, note: str, category: str, day: str = "") -> None:
    """Enter an expense; today's unless a day is named."""
    pilot.open("Expenses")
    pilot.tap("Add expense")
    pilot.type(typed(cents), into="Amount")
    pilot.type(note, into="Note")
    pilot.tap("Category")
    pilot.tap(category, role="radio")
    if day:
        pilot.tap("Date")
        pilot.pick_date(day)
    pilot.tap("Save")


def new_task(pilot: Pilot, list_name: str, title: str, due: str = "") -> None:
    """Enter a task with a due date in a list of Tasks, whichever is shown."""
    pilot.open("Tasks")
    pilot.tap("Add task")
    pilot.type(title, into="Title")
    pilot.back()
    pilot.tap_id("list")
    pilot.tap(list_name, role="radio")
    if due:
        pilot.tap("Due date")
        pilot.pick_date(due)
    pilot.tap("Save")


def all_day_event(pilot: Pilot, title: str, day: str, description: str = "") -> None:
    """Enter an event for a whole day, up to saving it."""
    pilot.open("Calendar")
    pilot.tap("New event")
    pilot.type(title, into="Title")
    pilot.back()
    pilot.tap("All day")
    pilot.tap("Start date")
    pilot.pick_date(day)
    if description:
        pilot.type(description, into="Description")


def share_by_text(pilot: Pilot, name: str, *, send: bool = True) -> None:
    """Hand what the share sheet shows to Messages, and send it to somebody."""
    pilot.tap("Messages", role="item")
    pilot.type(name, into="To: name or phone number")
    pilot.tap(name, role="item")
    if send:
        pilot.tap("Send")


def share_by_huddle(pilot: Pilot, name: str, *, answer: str = "Send") -> None:
    """Hand what the share sheet shows to Huddle, and send it to a chat."""
    pilot.tap("Huddle", role="item")
    pilot.type(name, into="Search chats")
    pilot.tap(name, role="item")
    pilot.tap(answer, role="button")


def mail_to(pilot: Pilot, name: str, subject: str) -> None:
    """Begin a mail to somebody of the address book."""
    pilot.open("Mail")
    pilot.tap("Compose")
    pilot.type(name, into="To")
    pilot.tap(name, role="item")
    pilot.type(subject, into="Subject")


def listed(pilot: Pilot, start: str, end: str) -> Sequence[str]:
    """The texts that start like this, scrolled through until `end` shows, each once."""
    pilot.reach(start)
    pilot.reach(end)
    return list(dict.fromkeys(text for _, text in pilot.seen if text.startswith(start)))
