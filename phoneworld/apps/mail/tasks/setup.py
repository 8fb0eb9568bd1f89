"""What the tasks with mail share: people to write to, mails among other mails, how one is found."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from phoneworld.apps.mail import data
from phoneworld.apps.mail.letters import House, Letter
from phoneworld.author import (
    ENTER_KEY,
    Enter,
    Instead,
    Mistake,
    Open,
    OracleLost,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
)
from phoneworld.providers import contacts
from phoneworld.store import Database
from phoneworld.world import make_person, make_phone_number, millis

SOME_SHOPS = (
    (House("Lumen Lights", "orders@lumenlights.example"), House("Lumen Living", "shop@lumenliving.example")),
    (House("Fern & Fable", "orders@fernfable.example"), House("Fern & Field", "sales@fernfield.example")),
    (House("Harbor Outfitters", "orders@harborout.example"), House("Harbor Optics", "team@harboroptics.example")),
    (House("Redbrick Toys", "orders@redbricktoys.example"), House("Redbrick Tools", "orders@redbricktools.example")),
)  # fmt: skip
"""Pairs of shops with names that are alike; none of them has written before."""
SOME_HOTELS = (
    House("Villa Rosmarin", "stay@villarosmarin.example"),
    House("Harbor House", "desk@harborhouse.example"),
    House("Pension Linde", "rooms@pensionlinde.example"),
    House("Casa Mirador", "reservas@casamirador.example"),
    House("Station Hotel", "booking@stationhotel.example"),
)
SOME_SUPPLIERS = (
    House("Tidewater Gas", "billing@tidewatergas.example"),
    House("Beacon Mobile", "bills@beaconmobile.example"),
    House("Quarry Lane Gym", "office@quarrylanegym.example"),
    House("Sunfield Solar", "service@sunfieldsolar.example"),
)
SOME_LISTS = (
    (House("Weekend Hiker", "post@weekendhiker.example"), House("Weekend Baker", "post@weekendbaker.example")),
    (House("Street Photo Club", "news@streetphoto.example"), House("Street Food Club", "news@streetfood.example")),
    (House("Science Minute", "hello@scienceminute.example"), House("Finance Minute", "hello@financeminute.example")),
    (House("Jazz Cellar Dates", "dates@jazzcellar.example"), House("Wine Cellar Dates", "dates@winecellar.example")),
)  # fmt: skip
SUBJECTS = (
    "Keys for the flat", "Rehearsal on Tuesday", "Quarterly figures", "Your bicycle",
    "Birthday surprise", "New floor plan", "Allotment rota", "Choir robes", "Interview questions",
    "Boat trip", "Translation of the leaflet", "Cupboard for sale", "Volunteer list",
    "Kitchen measurements", "Reading list", "Theatre evening",
)  # fmt: skip
LINES = (
    "I wanted to let you know that everything is arranged for our side.",
    "Could you have a look at it when you find the time? There is no hurry.",
    "As promised, here is the short version. Let us talk about the rest when we meet.",
    "We changed two things since last week, and I would like to hear what you think.",
)
CODE = re.compile(r"Confirmation code: (\w+)")
TEXTS = (
    "I will be there at half past six.",
    "Please send me the final numbers by Friday.",
    "Thanks, that works well for me.",
    "Can we move it to next week?",
    "The key is under the blue pot.",
    "I have booked the small room for us.",
    "No need to bring anything.",
    "I agree with all three points.",
)


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody in the address book who has an address."""

    name: str
    address: str

    @property
    def first(self) -> str:
        return self.name.partition(" ")[0]


def mailbox(scene: Scene) -> Database:
    """The database of Mail."""
    return scene.phone.databases[data.PATH]


def add_friend(scene: Scene, *, first: str = "") -> Friend:
    """Somebody new in the address book, of a first name if one is given."""
    taken = {row["display_name"] for row in scene.phone.contacts.rows("SELECT * FROM raw_contacts")}
    while True:
        person = make_person(scene.rng)
        name = f"{first or person.first} {person.last}"
        if name not in taken:
            break
    address = f"{name.lower().replace(' ', '.')}@example.com"
    contacts.add_contact(
        scene.phone.contacts, name, phone=make_phone_number(scene.rng), email=address
    )
    return Friend(name, address)


def some_day_ms(scene: Scene) -> int:
    """Some time in the last two weeks."""
    rng = scene.rng
    return millis(
        scene.world.day(-rng.randint(1, 13), rng.randint(6, 21), rng.randint(0, 59))
        + timedelta(seconds=rng.randint(0, 59))
    )


def put(scene: Scene, letter: Letter, *, read: bool = True) -> int:
    """Put a made-up mail into the inbox; its id."""
    return data.add_letter(mailbox(scene), letter, at_ms=some_day_ms(scene), read=read)


def put_note(scene: Scene, friend: Friend, subject: str, text: str = "") -> int:
    """Put a mail from somebody into the inbox; its id."""
    body = text or scene.rng.choice(LINES)
    words = f"Hi {scene.world.owner.first},\n\n{body}\n\n{friend.first}"
    return put(scene, Letter(friend.name, friend.address, subject, words))


def search(query: str) -> Script:
    """Find mails from the list of mails."""
    return (Enter(query, into="Search in mail"), ENTER_KEY)


def read_by(pilot: Pilot, pattern: re.Pattern[str], near: str) -> str:
    """What a pattern finds in the text that contains `near`."""
    found = pattern.search(pilot.reach(near).text)
    if found is None:
        raise OracleLost(f"{near!r} stands there without a value")
    return found.group(1)


@dataclass(frozen=True, slots=True)
class Notes:
    """A mail, one of another subject by the same person, and one of its subject by another."""

    name: str
    subject: str
    mail: int
    other_subject: str
    other_name: str


def two_notes(scene: Scene) -> Notes:
    """Two mails from the same person, and one of the same subject from somebody else."""
    friend, stranger = add_friend(scene), add_friend(scene)
    subject, other = scene.rng.sample(SUBJECTS, 2)
    mail = put_note(scene, friend, subject)
    put_note(scene, stranger, subject)
    put_note(scene, friend, other)
    return Notes(friend.name, subject, mail, other_subject=other, other_name=stranger.name)


@dataclass(frozen=True, slots=True)
class OnlyNote:
    """The only mail of somebody, who has a namesake that has written too."""

    name: str
    double: str
    mail: int
    text: str


def only_note(scene: Scene) -> OnlyNote:
    """Two people of the same first name, and a mail from each."""
    rng = scene.rng
    friend = add_friend(scene)
    double = add_friend(scene, first=friend.first)
    subjects, texts = rng.sample(SUBJECTS, 2), rng.sample(TEXTS, 2)
    ids = [
        put(scene, Letter(one.name, one.address, subject, text))
        for one, subject, text in zip((friend, double), subjects, texts, strict=True)
    ]
    return OnlyNote(friend.name, double.name, ids[0], texts[0])


@dataclass(frozen=True)
class NoteTask(TaskType):
    """A task with one of the mails of `two_notes`."""

    apps = ("Mail",)

    name: str
    subject: str
    mail: int
    other_subject: str
    other_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        notes = two_notes(scene)
        return cls(
            name=notes.name,
            subject=notes.subject,
            mail=notes.mail,
            other_subject=notes.other_subject,
            other_name=notes.other_name,
        )

    def open_note(self) -> Script:
        """Open the mail of that person with that subject."""
        return (
            Open("Mail"),
            *search(f"{self.name} {self.subject}"),
            Tap(self.subject, role="item"),
        )

    def other_notes(self) -> dict[str, Mistake]:
        """The other mails that could be taken for it."""
        return {
            "another mail of that person": Instead(subject=self.other_subject),
            "somebody else's mail": Instead(name=self.other_name),
        }


def add_recipient(name: str, *, into: str = "To") -> Script:
    """Enter somebody of the address book as a recipient."""
    return (Enter(name, into=into), Tap(name, role="item"))
