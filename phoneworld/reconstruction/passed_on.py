"""What becomes of a value in one of PhoneWorld's own apps: a note, a text message, a mail, an expense; and where
one comes from: somebody's number in the address book, a note.

Generated tasks across apps (`shared_tasks`) are made of these. All of it is set up, done and judged as the tasks
across PhoneWorld's own apps are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.mail.tasks.setup import SUBJECTS, add_friend
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.author import Contains, Enter, Expectation, Open, Scene, Script, Tap
from phoneworld.cross_app.outcomes import logged, mailed, noted
from phoneworld.cross_app.setup import note_it
from phoneworld.cross_app.shared_steps import (
    log_expense,
    mail_to,
    open_contact,
    text_to,
    write_note,
)
from phoneworld.reconstruction.task_steps import made_up

TITLES = ("To remember", "For later", "Looked up", "Found on the phone", "Note to self")
ASIDE = ("The box has", "We agreed on", "It has to be", "Please take", "What goes in is")


class Receiver(Protocol):
    """Where a text goes. `goals` say so in three ways; `{0}` in them is what is passed on, `to` this receiver."""

    @property
    def other(self) -> Self:
        """The same somewhere else: to the wrong person, under the wrong title."""
        ...

    def wanted(self, text: str) -> list[Expectation]: ...
    def script(self, text: str) -> Script: ...


@dataclass(frozen=True)
class NewNote:
    """A new note with the text in it."""

    title: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*scene.rng.sample(TITLES, 2))

    @property
    def other(self) -> Self:
        return type(self)(self.wrong, self.title)

    def wanted(self, text: str) -> list[Expectation]:
        return [noted(self.title, Contains(text))]

    def script(self, text: str) -> Script:
        return write_note(self.title, text)


@dataclass(frozen=True)
class TextMessage:
    """A text message to somebody of the address book, who has a namesake."""

    name: str
    number: str
    double: str
    wrong_number: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        return cls(one.name, one.phone, double.name, double.phone)

    @property
    def other(self) -> Self:
        return type(self)(self.double, self.wrong_number, self.name, self.number)

    def wanted(self, text: str) -> list[Expectation]:
        return [sent(self.number, Contains(text))]

    def script(self, text: str) -> Script:
        return text_to(self.name, text)


@dataclass(frozen=True)
class NewMail:
    """A mail to somebody of the address book, who has a namesake."""

    name: str
    address: str
    double: str
    wrong_address: str
    subject: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one = add_friend(scene)
        double = add_friend(scene, first=one.first)
        subject = scene.rng.choice(SUBJECTS)
        return cls(one.name, one.address, double.name, double.address, subject)

    @property
    def other(self) -> Self:
        return type(self)(self.double, self.wrong_address, self.name, self.address, self.subject)

    def wanted(self, text: str) -> list[Expectation]:
        return [mailed(self.address, Contains(text), self.subject)]

    def script(self, text: str) -> Script:
        return (
            *mail_to(self.name, self.subject),
            Enter(text, into="Compose email"),
            Tap("Send", role="button"),
        )


@dataclass(frozen=True)
class NewExpense:
    """An expense of today; the text is its amount."""

    note: str
    wrong: str
    category: str
    day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        note, wrong = scene.rng.sample(TITLES, 2)
        category = scene.rng.choice(("Food", "Shopping", "Fun"))
        return cls(note, wrong, category, scene.world.day(0).date().isoformat())

    @property
    def other(self) -> Self:
        return type(self)(self.wrong, self.note, self.category, self.day)

    def wanted(self, text: str) -> list[Expectation]:
        return [logged(round(float(text) * 100), self.note, self.category, self.day)]

    def script(self, text: str) -> Script:
        return log_expense(round(float(text) * 100), self.note, self.category)


@dataclass(frozen=True, slots=True)
class ReceivingApp:
    """An app of PhoneWorld's own that takes values: how it is asked for, and how one is drawn."""

    app: str
    kind: str
    goals: tuple[str, str, str]
    draw: Callable[[Scene], Receiver]


RECEIVERS = (
    ReceivingApp(
        "Notes",
        "note",
        (
            "Find out {0}, and write it into a new note called “{{to.title}}”.",
            "I need a note titled “{{to.title}}” in Notes that says {0}.",
            "Make a new note “{{to.title}}” of this: {0}.",
        ),
        NewNote.draw,
    ),
    ReceivingApp(
        "Messages",
        "text",
        (
            "Text {{to.name}} {0}.",
            "{{to.name}} is asking {0}. Look it up and send it as a text message.",
            "Find out {0} and send it to {{to.name}} in Messages.",
        ),
        TextMessage.draw,
    ),
    ReceivingApp(
        "Mail",
        "mail",
        (
            "Mail {{to.name}} {0}. The subject is “{{to.subject}}”.",
            "Find out {0} and write it to {{to.name}} in a mail with the subject “{{to.subject}}”.",
            "Send a mail called “{{to.subject}}” to {{to.name}} that says {0}.",
        ),
        NewMail.draw,
    ),
)
AMOUNTS = ReceivingApp(
    "Expenses",
    "expense",
    (
        "Enter {0} into Expenses as an expense of today, with the note “{{to.note}}” and the category {{to.category}}.",
        "I paid {0}. Log it in Expenses under {{to.category}}, note “{{to.note}}”.",
        "Put an expense of {{to.category}} into Expenses, noted as “{{to.note}}”. Its amount is {0}.",
    ),
    NewExpense.draw,
)


@dataclass(frozen=True)
class SharedText:
    """A text that is to be found in one of PhoneWorld's own apps; `wrong` stands near it."""

    subject: str
    text: str
    wrong: str
    digits: bool = False

    @classmethod
    def from_note(cls, scene: Scene) -> Self:
        title, other = scene.rng.sample(TITLES, 2)
        text, wrong = made_up(scene.rng), f"{made_up(scene.rng)} w"
        note_it(scene, other, wrong)
        note_it(scene, title, text)
        return cls(title, text, wrong)

    @classmethod
    def from_contact(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        return cls(one.name, one.phone, double.phone, digits=True)


@dataclass(frozen=True, slots=True)
class GivingApp:
    """An app of PhoneWorld's own that a value comes from: what the value is called, how one is drawn and looked
    up.
    """

    app: str
    kind: str
    noun: str
    draw: Callable[[Scene], SharedText]
    script: Callable[[str], Script]


def _open_note(title: str) -> Script:
    return (Open("Notes"), Tap(title, role="item"))


GIVERS = (
    GivingApp(
        "Notes", "note", "what my note “{shared.subject}” says", SharedText.from_note, _open_note
    ),
    GivingApp(
        "Contacts",
        "contact",
        "the phone number that {shared.subject} has in Contacts",
        SharedText.from_contact,
        open_contact,
    ),
)
