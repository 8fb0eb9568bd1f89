"""What is asked of the address book in few words: a name to keep, to star, or to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_names, namesakes, near_number
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Enter,
    Expectation,
    ExpectedAnswer,
    ExpectedScreen,
    Instead,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    ShownElement,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers import contacts
from phoneworld.providers.contacts import PATH
from phoneworld.world import make_address, make_person

PACKAGE = "com.phoneworld.contacts"


def look_up(name: str) -> Script:
    """Open the contact of a name."""
    return (Open("Contacts"), Enter(name, into="Search contacts"), Tap(name, role="item"))


def add_two(scene: Scene, *, starred: bool = False) -> tuple[str, str]:
    """Two namesakes, both starred or neither; their names."""
    one, double = namesakes(scene)
    for person in (one, double):
        contacts.add_contact(scene.phone.contacts, person.name, phone=person.phone, starred=starred)
    return one.name, double.name


@dataclass(frozen=True)
class AddName(TaskType):
    """A new contact of whom only the name is said."""

    template = "contacts.add_name"
    apps = ("Contacts",)
    goals = (
        "Create a contact for {name}.",
        "Make an entry for {name} in my address book, just the name.",
        "I want {name} among my contacts; I'll fill in the rest later.",
    )

    name: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        known = known_names(scene)
        person, other = make_person(scene.rng, known), make_person(scene.rng, known)
        return cls(name=person.name, other=other.name)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "raw_contacts", {"display_name": self.name, "starred": 0})]

    def script(self) -> Script:
        first, _, last = self.name.partition(" ")
        return (
            Open("Contacts"),
            Tap("Create contact"),
            Enter(first, into="First name"),
            Enter(last, into="Last name"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        number = Enter("+1 202 555 0100", into="Phone")
        return {
            "another name": Instead(name=self.other),
            "a number made up": Swap(Tap("Save"), number, Tap("Save")),
        }


@dataclass(frozen=True)
class Star(TaskType):
    """A contact becomes a favorite; one of the same first name does not."""

    template = "contacts.star"
    apps = ("Contacts",)
    goals = (
        "Add {name} to my favorites.",
        "Star the contact {name}.",
        "{name} should be one of my favorite contacts from now on.",
    )

    name: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, double = add_two(scene)
        return cls(name=name, double=double)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "raw_contacts", {"display_name": self.name}, {"starred": 1})]

    def script(self) -> Script:
        return (*look_up(self.name), Tap("Add to favorites"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "taken away again": Also(Tap("Remove from favorites")),
        }


@dataclass(frozen=True)
class Unstar(TaskType):
    """A favorite is no longer one; the contact stays."""

    template = "contacts.unstar"
    apps = ("Contacts",)
    goals = (
        "Remove {name} from my favorites.",
        "Take the star off the contact {name}.",
        "{name} need not be a favorite contact any longer.",
    )

    name: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, double = add_two(scene, starred=True)
        return cls(name=name, double=double)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "raw_contacts", {"display_name": self.name}, {"starred": 0})]

    def script(self) -> Script:
        return (*look_up(self.name), Tap("Remove from favorites"))

    def mistakes(self) -> dict[str, Mistake]:
        delete = (Tap("More options"), Tap("Delete"), Tap("Delete", role="button"))
        return {
            "the other of that first name": Instead(name=self.double),
            "deleted": Swap(Tap("Remove from favorites"), *delete),
        }


@dataclass(frozen=True)
class ReadAddress(TaskType):
    """Where somebody lives."""

    template = "contacts.address"
    apps = ("Contacts",)
    hidden = ("street",)
    goals = (
        "What is {name}'s address?",
        "Where does {name} live, according to my contacts?",
        "Look up the street address of {name} and tell me.",
    )

    name: str
    double: str
    street: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = namesakes(scene)
        elsewhere = double.address
        while elsewhere.partition(",")[0] == one.address.partition(",")[0]:
            elsewhere = make_address(scene.rng)
        for person, address in ((one, one.address), (double, elsewhere)):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, address=address
            )
        return cls(
            name=one.name,
            double=double.name,
            street=one.address.partition(",")[0],
            wrong=elsewhere.partition(",")[0],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.street, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(look_up(self.name))
        pilot.say(pilot.read("address").rpartition(", Address")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other of that first name": Instead(name=self.double)}


@dataclass(frozen=True)
class WhoseNumber(TaskType):
    """To whom a number belongs; somebody else has one much like it."""

    template = "contacts.whose_number"
    apps = ("Contacts",)
    hidden = ("name",)
    goals = (
        "Whose number is {number}?",
        "Who in my contacts has the number {number}?",
        "Find out in my address book who {number} belongs to.",
    )

    number: str
    name: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = namesakes(scene)
        similar = near_number(scene, one.phone)
        contacts.add_contact(scene.phone.contacts, one.name, phone=one.phone)
        contacts.add_contact(scene.phone.contacts, double.name, phone=similar)
        return cls(number=one.phone, name=one.name, double=double.name)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.name, nots=(self.double,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Contacts")
        pilot.type(self.number, into="Search contacts")
        people = [e.text for e in pilot.screen.elements if e.role == "item"]
        pilot.say(people[0] if people else "Nobody")

    def mistakes(self) -> dict[str, Mistake]:
        return {"who has the similar number": Swap(Say, Say(self.double))}


@dataclass(frozen=True)
class ShowContact(TaskType):
    """A contact is looked at, and nothing else."""

    template = "contacts.show"
    apps = ("Contacts",)
    goals = (
        "Show me the contact {name}.",
        "Open {name}'s entry in my contacts.",
        "I want to see what I have saved about {name}.",
    )

    name: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, double = add_two(scene)
        return cls(name=name, double=double)

    def expect(self) -> list[Expectation]:
        shows = (ShownElement(text=self.name), ShownElement(description="Edit contact"))
        return [ExpectedScreen(PACKAGE, shows)]

    def script(self) -> Script:
        return look_up(self.name)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "only searched": Way(Open("Contacts"), Enter(self.name, into="Search contacts")),
            "starred too": Also(Tap("Add to favorites")),
        }
