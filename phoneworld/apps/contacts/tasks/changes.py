"""Tasks that change the address book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import (
    COMPANIES,
    fresh_number,
    known_names,
    namesakes,
    near_number,
)
from phoneworld.author import (
    Added,
    Changed,
    Child,
    Digits,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Tap,
    TaskType,
)
from phoneworld.providers import contacts
from phoneworld.providers.contacts import PATH
from phoneworld.world import make_person, make_phone_number

NOTES = (
    "Met at the {place}",
    "Allergic to {food}",
    "Prefers calls after {hour} pm",
    "Birthday on {day} {month}",
    "Knows a good {craft}",
)


@dataclass(frozen=True)
class AddContact(TaskType):
    """A new contact is saved with a number."""

    template = "contacts.add"
    apps = ("Contacts",)
    goals = (
        "Add {name} with the number {phone} to my contacts.",
        "Save a new contact: {name}, {phone}.",
        "Please put {name} into my address book. The phone number is {phone}.",
    )

    name: str
    phone: str
    other_name: str
    other_phone: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = make_person(scene.rng, known_names(scene))
        other = make_person(scene.rng, known_names(scene))
        return cls(
            name=person.name,
            phone=person.phone,
            other_name=other.name,
            other_phone=make_phone_number(scene.rng),
        )

    def expect(self) -> list[Expectation]:
        number = {"mimetype": contacts.PHONE, "data1": Digits(self.phone)}
        children = (Child("data", "raw_contact_id", number),)
        return [Added(PATH, "raw_contacts", {"display_name": self.name}, children)]

    def script(self) -> Script:
        first, _, last = self.name.partition(" ")
        return (
            Open("Contacts"),
            Tap("Create contact"),
            Enter(first, into="First name"),
            Enter(last, into="Last name"),
            Enter(self.phone, into="Phone"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "wrong number": Instead(phone=self.other_phone),
            "wrong name": Instead(name=self.other_name),
        }


@dataclass(frozen=True)
class EditNumber(TaskType):
    """A contact's number is changed; another contact with the same first name stays as it is."""

    template = "contacts.edit_number"
    level = Level.MEDIUM
    apps = ("Contacts",)
    goals = (
        "{name} has a new number: {phone}. Please update the contact.",
        "Change the phone number of {name} to {phone}.",
        "Update my address book: {name} can now be reached at {phone}, the old number is no longer valid.",
    )

    name: str
    phone: str
    contact: int
    double: str
    slip: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = namesakes(scene)
        contact = 0
        for person in (double, one):
            contact = contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, email=person.email
            )
        phone = fresh_number(scene)
        return cls(
            name=one.name,
            phone=phone,
            contact=contact,
            double=double.name,
            slip=near_number(scene, phone),
        )

    def expect(self) -> list[Expectation]:
        where = {"raw_contact_id": self.contact, "mimetype": contacts.PHONE}
        return [Changed(PATH, "data", where, {"data1": Digits(self.phone)})]

    def script(self) -> Script:
        return (
            Open("Contacts"),
            Enter(self.name, into="Search contacts"),
            Tap(self.name, role="item"),
            Tap("Edit contact"),
            Enter(self.phone, into="Phone", clear=True),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "a slip in the number": Instead(phone=self.slip),
        }


@dataclass(frozen=True)
class SetCompanyAndNote(TaskType):
    """A contact gets a company and a note."""

    template = "contacts.set_company_and_note"
    level = Level.MEDIUM
    apps = ("Contacts",)
    goals = (
        '{name} works at {company}. Put that into the contact, with the note "{note}".',
        'Edit the contact {name}: the company is {company} and the note should read "{note}".',
        'Please add a note saying "{note}" to {name} in my contacts, and set the company to {company}.',
    )

    name: str
    company: str
    note: str
    contact: int
    double: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = namesakes(scene)
        company, other = rng.sample(COMPANIES, 2)
        contact = 0
        for person in (double, one):
            contact = contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, address=person.address
            )
        note = rng.choice(NOTES).format(
            place=rng.choice(("chess club", "school fair", "train station", "book market")),
            food=rng.choice(("peanuts", "shellfish", "cats", "strawberries")),
            hour=rng.randint(3, 8),
            day=rng.randint(1, 28),
            month=rng.choice(("March", "June", "August", "November")),
            craft=rng.choice(("plumber", "tailor", "painter", "dentist")),
        )
        return cls(
            name=one.name,
            company=company,
            note=note,
            contact=contact,
            double=double.name,
            other=other,
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(
                PATH,
                "data",
                {"raw_contact_id": self.contact, "mimetype": kind, "data1": value},
            )
            for kind, value in ((contacts.COMPANY, self.company), (contacts.NOTE, self.note))
        ]

    def script(self) -> Script:
        return (
            Open("Contacts"),
            Enter(self.name, into="Search contacts"),
            Tap(self.name, role="item"),
            Tap("Edit contact"),
            Enter(self.company, into="Company"),
            Enter(self.note, into="Note"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "another company": Instead(company=self.other),
        }


@dataclass(frozen=True)
class DeleteContact(TaskType):
    """A contact is deleted; another with the same first name stays."""

    template = "contacts.delete"
    level = Level.MEDIUM
    apps = ("Contacts",)
    goals = (
        "Delete {name} from my contacts.",
        "Remove the contact {name}.",
        "I no longer need {name} in my address book, please delete that entry.",
    )

    name: str
    double: str
    data: tuple[tuple[str, str], ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = scene.rng.choice(scene.world.people)
        double = make_person(scene.rng, known_names(scene))
        while double.last == person.last:
            double = make_person(scene.rng, known_names(scene))
        name = f"{person.first} {double.last}"
        contacts.add_contact(scene.phone.contacts, name, phone=double.phone)
        known = scene.phone.contacts.rows(
            "SELECT d.mimetype, d.data1 FROM data d JOIN raw_contacts c ON c._id = d.raw_contact_id "
            "WHERE c.display_name = ?",
            person.name,
        )
        data = tuple((row["mimetype"], row["data1"]) for row in known)
        return cls(name=person.name, double=name, data=data)

    def expect(self) -> list[Expectation]:
        return [
            Removed(PATH, "raw_contacts", {"display_name": self.name}),
            *(
                Removed(PATH, "data", {"mimetype": kind, "data1": value})
                for kind, value in self.data
            ),
        ]

    def script(self) -> Script:
        return (
            Open("Contacts"),
            Tap(self.name),
            Tap("More options"),
            Tap("Delete"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other of that first name": Instead(name=self.double)}


@dataclass(frozen=True)
class DeleteDuplicate(TaskType):
    """A person is in the address book twice; only the number tells which entry to delete."""

    template = "contacts.delete_duplicate"
    level = Level.HARD
    apps = ("Contacts",)
    goals = (
        "{name} is in my contacts twice. Delete the entry with the number {old} and keep the other.",
        "Clean up the duplicate of {name}: the entry that says {old} is outdated, remove it.",
        "There are two entries for {name}. Get rid of the one whose number is {old}.",
    )

    name: str
    old: str
    contact: int
    kept: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person = namesakes(scene, 1)[0]
        numbers = [person.phone, near_number(scene, person.phone)]
        scene.rng.shuffle(numbers)
        ids = [
            contacts.add_contact(scene.phone.contacts, person.name, phone=number)
            for number in numbers
        ]
        pick = scene.rng.randrange(2)
        return cls(name=person.name, old=numbers[pick], contact=ids[pick], kept=numbers[1 - pick])

    def expect(self) -> list[Expectation]:
        return [
            Removed(PATH, "raw_contacts", {"_id": self.contact}),
            Removed(PATH, "data", {"raw_contact_id": self.contact}),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Contacts")
        pilot.type(self.name, into="Search contacts")
        pilot.tap(self.name, role="item")
        if self.old not in pilot.read("phone"):
            pilot.back()
            pilot.tap(self.name, role="item", nth=1)
        pilot.tap("More options")
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the wrong entry": Instead(old=self.kept)}
