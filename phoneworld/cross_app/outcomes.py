"""What tasks across apps want to come of them: new notes, expenses, events and messages, and texts
that name an amount, a day or a time in one of the ways people write it.
"""

from __future__ import annotations

from phoneworld.apps.calculator.data import PATH as CALCULATOR_PATH
from phoneworld.apps.calendar.dates import DAY_MS
from phoneworld.apps.calendar.tasks.setup import FIRST_CALENDAR, stamp
from phoneworld.apps.clock.data import PATH as CLOCK_PATH
from phoneworld.apps.expenses.data import ME as PAID_BY_ME
from phoneworld.apps.expenses.data import PATH as EXPENSES_PATH
from phoneworld.apps.huddle.data import ME
from phoneworld.apps.huddle.data import PATH as HUDDLE_PATH
from phoneworld.apps.huddle.formats import day_readings
from phoneworld.apps.mail import data as mail
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.wallet.data import PATH as WALLET_PATH
from phoneworld.apps.wallet.data import SENT, handle_for
from phoneworld.author import Added, Changed, Contains, Expectation, Maybe, OneOf
from phoneworld.cross_app.setup import twelve_hours
from phoneworld.providers import calendar

Text = str | Contains | OneOf
"""A text as it must be, or what it must name."""

SUMS = tuple(Maybe(Added(CALCULATOR_PATH, "history", {})) for _ in range(4))
"""What is to be reckoned may be reckoned with the calculator, which remembers it."""


def noted(title: str, body: Text) -> Added:
    """A new note."""
    where = {"title": title, "body": body, "checklist": 0, "place": "notes"}
    return Added(NOTES_PATH, "notes", where)


def logged(cents: int, note: str, category: str, day: str) -> Added:
    """A new expense of one's own."""
    where = {"amount": cents, "note": note, "category": category, "day": day}
    return Added(EXPENSES_PATH, "expenses", {**where, "payer": PAID_BY_ME})


def posted(number: int, text: Text) -> Added:
    """A message of one's own in a chat of Huddle."""
    return Added(HUDDLE_PATH, "messages", {"chat_id": number, "sender": ME, "text": text})


def money_sent(name: str, cents: int, balance: int, **details: str) -> list[Expectation]:
    """So much went from the Wallet's balance to somebody, and is in the books."""
    booked = {"kind": SENT, "party": name, "handle": handle_for(name), "amount": -cents}
    return [
        Changed(WALLET_PATH, "account", {"balance": balance}, {"balance": balance - cents}),
        Added(WALLET_PATH, "transactions", {**booked, **details}),
    ]


def mailed(address: str, body: Text, subject: str) -> Added:
    """A mail that went out."""
    where = {"folder": mail.SENT, "recipients": address, "subject": subject, "body": body}
    return Added(mail.PATH, "mails", where)


def new_alarm(time: str, label: str) -> Added:
    """A new alarm that rings once."""
    where = {"time": time, "label": label, "days": "", "enabled": 1}
    return Added(CLOCK_PATH, "alarms", where)


def new_event(title: str, start_ms: int, end_ms: int, **details: Text) -> Added:
    """A new event from one time to another."""
    times = {"dtstart": start_ms, "dtend": end_ms, "allDay": 0}
    return _entered({"title": title, **times, **details})


def whole_day(title: str, day: str, **details: Text) -> Added:
    """A new event of a whole day."""
    start = stamp(day, "00:00")
    times = {"dtstart": start, "dtend": start + DAY_MS, "allDay": 1}
    return _entered({"title": title, **times, **details})


def _entered(where: dict[str, Text | int]) -> Added:
    """A new event in the calendar that the form offers, as no task names another."""
    return Added(calendar.PATH, "events", {**where, "calendar_id": FIRST_CALENDAR})


def amount(cents: int) -> Contains:
    """A text that names an amount, however its thousands and zeros are written."""
    return Contains(f"{cents / 100:.2f}")


def with_day(day: str) -> OneOf:
    """A text that names a day, in one of the ways people write it."""
    return OneOf(*map(Contains, day_readings(day)))


def with_time(clock: str, *parts: str) -> OneOf:
    """A text that names a time, in one of the ways people write it, and contains the parts."""
    spaced = twelve_hours(clock)
    forms = {clock, spaced, spaced.replace(" ", ""), spaced.replace(":00", "")}
    return OneOf(*(Contains(*parts, form) for form in sorted(forms)))
