"""Ways that several tasks across apps go: to a chat or a mail, and from a value to what is made of
it in another app.
"""

from __future__ import annotations

from phoneworld.apps.calendar.tasks.setup import fill_times
from phoneworld.apps.clock.tasks.setup import fill_form
from phoneworld.apps.mail.tasks.setup import search
from phoneworld.apps.messages.tasks.setup import write
from phoneworld.author import BACK, Enter, Open, PickDate, Script, Tap, TapId

# Going there


def open_chat(name: str) -> Script:
    """Open the conversation with somebody in Messages."""
    return (Open("Messages"), Tap(name, role="item"))


def open_huddle(name: str) -> Script:
    """Open a chat of Huddle."""
    return (Open("Huddle"), Tap(name, role="item"))


def open_mail(query: str, subject: str, *, nth: int = 0) -> Script:
    """Search for mails, and open the one of a subject; the newest comes first."""
    return (Open("Mail"), *search(query), Tap(subject, role="item", nth=nth))


def open_contact(name: str) -> Script:
    """Look somebody up in the address book."""
    return (Open("Contacts"), Enter(name, into="Search contacts"), Tap(name, role="item"))


def route_from_home(address: str, mode: str) -> Script:
    """Choose an address among the places found in Maps, and the way there from home."""
    return (
        Tap(address, role="item"),
        Tap("Directions", role="button"),
        Tap("Choose starting point"),
        Tap("Home", role="item"),
        Tap(mode, role="item"),
    )


# Telling somebody


def text_to(name: str, text: str) -> Script:
    """Send a message to somebody of the address book."""
    return (
        Open("Messages"),
        Tap("Start chat"),
        Enter(name, into="To: name or phone number"),
        Tap(name, role="item"),
        *write(text),
    )


def post(name: str, text: str) -> Script:
    """Write into a chat of Huddle."""
    return (*open_huddle(name), Enter(text, into="Message"), Tap("Send"))


def mail_to(name: str, subject: str) -> Script:
    """Begin a mail to somebody of the address book."""
    return (
        Open("Mail"),
        Tap("Compose"),
        Enter(name, into="To"),
        Tap(name, role="item"),
        Enter(subject, into="Subject"),
    )


def answer_mail(text: str) -> Script:
    """Reply to the mail that is open in Mail."""
    return (
        Open("Mail"),
        Tap("Reply", role="button"),
        Enter(text, into="Compose email"),
        Tap("Send", role="button"),
    )


def share_by_text(name: str) -> Script:
    """Hand what the share sheet shows to Messages, and send it to somebody."""
    return (
        Tap("Messages", role="item"),
        Enter(name, into="To: name or phone number"),
        Tap(name, role="item"),
        Tap("Send"),
    )


def share_by_huddle(name: str) -> Script:
    """Hand what the share sheet shows to Huddle, and send it to a chat."""
    return (
        Tap("Huddle", role="item"),
        Enter(name, into="Search chats"),
        Tap(name, role="item"),
        Tap("Send", role="button"),
    )


# Writing it down


def write_note(title: str, body: str) -> Script:
    """Write a new note."""
    return (
        Open("Notes"),
        Tap("New note"),
        Tap("Text note"),
        Enter(title, into="Title"),
        Enter(body, into="Note"),
        Tap("Save"),
    )


def log_expense(cents: int, note: str, category: str, day: str = "") -> Script:
    """Enter an expense; today's unless a day is named."""
    return (
        Open("Expenses"),
        Tap("Add expense"),
        Enter(typed(cents), into="Amount"),
        Enter(note, into="Note"),
        Tap("Category"),
        Tap(category, role="radio"),
        *((Tap("Date"), PickDate(day)) if day else ()),
        Tap("Save"),
    )


def typed(cents: int) -> str:
    """An amount as people type it: `1234.50`."""
    return f"{cents / 100:.2f}"


def new_task(list_name: str, title: str, due: str) -> Script:
    """Enter a task with a due date in a list of Tasks, whichever is shown."""
    return (
        Open("Tasks"),
        Tap("Add task"),
        Enter(title, into="Title"),
        BACK,
        TapId("list"),
        Tap(list_name, role="radio"),
        Tap("Due date"),
        PickDate(due),
        Tap("Save"),
    )


def all_day_event(title: str, day: str, description: str = "") -> Script:
    """Enter an event for a whole day."""
    return (
        Open("Calendar"),
        Tap("New event"),
        Enter(title, into="Title"),
        BACK,
        Tap("All day"),
        Tap("Start date"),
        PickDate(day),
        *((Enter(description, into="Description"),) if description else ()),
        Tap("Save"),
    )


def timed_event(
    title: str, day: str, start: str, end: str, *, location: str = "", description: str = ""
) -> Script:
    """Enter an event from one time to another."""
    return (
        Open("Calendar"),
        Tap("New event"),
        Enter(title, into="Title"),
        *((Enter(location, into="Location"),) if location else ()),
        BACK,
        *fill_times(day, start, end),
        *((Enter(description, into="Description"),) if description else ()),
        Tap("Save"),
    )


def set_alarm(time: str, label: str) -> Script:
    """Make a new alarm."""
    return (Open("Clock"), Tap("Add alarm"), *fill_form(time=time, label=label), Tap("Save"))


def request_money(name: str, cents: int, note: str) -> Script:
    """Ask somebody for money with the Wallet."""
    return (
        Open("Wallet"),
        Tap("Request", role="button"),
        Tap(name, role="item"),
        Enter(typed(cents), into="Amount"),
        Enter(note, into="Note"),
        TapId("go"),
    )
