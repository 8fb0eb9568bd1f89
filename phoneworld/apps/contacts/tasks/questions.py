"""Tasks that look somebody up: the answer is there, the user must be asked, or nothing is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import COMPANIES, known_names, namesakes
from phoneworld.author import (
    Also,
    Changed,
    End,
    Expectation,
    ExpectedAnswer,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.providers import contacts
from phoneworld.providers.contacts import PATH
from phoneworld.world import make_address, make_person, make_phone_number


@dataclass(frozen=True)
class ReadNumber(TaskType):
    """What somebody's phone number is."""

    template = "contacts.read_number"
    apps = ("Contacts",)
    hidden = ("phone",)
    goals = (
        "What is {name}'s phone number?",
        "Look up the phone number of {name} and tell me.",
        "I need {name}'s number. What is it?",
    )

    name: str
    phone: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        person, other = scene.rng.sample(scene.world.people, 2)
        return cls(name=person.name, phone=person.phone, other=other.name)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.phone)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Contacts")
        pilot.tap(self.name)
        pilot.say(pilot.read("phone").partition(",")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"somebody else's number": Instead(name=self.other)}


@dataclass(frozen=True)
class WhoWorksThere(TaskType):
    """Which of several namesakes works at a company; each contact must be opened to see it."""

    template = "contacts.who_works_there"
    level = Level.HARD
    apps = ("Contacts",)
    hidden = ("last",)
    goals = (
        "Which {first} in my contacts works at {company}? Tell me the last name.",
        "I know several people called {first}. What is the last name of the one at {company}?",
        "Tell me the full name of my contact {first} who works for {company}.",
    )

    first: str
    last: str
    company: str
    other: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = namesakes(scene, 4)
        companies = rng.sample(COMPANIES, 4)
        for person, company in zip(people, companies, strict=True):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, company=company
            )
        pick, other = rng.sample(range(4), 2)
        return cls(
            first=people[pick].first,
            last=people[pick].last,
            company=companies[pick],
            other=companies[other],
            wrong=tuple(person.last for n, person in enumerate(people) if n != pick),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.last, nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Contacts")
        pilot.type(self.first, into="Search contacts")
        texts = [element.text for element in pilot.screen.elements]
        for name in [text for text in texts if text.startswith(f"{self.first} ")]:
            pilot.tap(name, role="item")
            pilot.reach("Edit contact")
            if pilot.shows(self.company):
                pilot.say(name)
                return
            pilot.back()

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another company": Instead(company=self.other),
            "named them all": Swap(Say, Say(", ".join((self.last, *self.wrong)))),
        }


@dataclass(frozen=True)
class StarAfterAsking(TaskType):
    """A contact becomes a favorite; the user must be asked which of two namesakes."""

    template = "contacts.ask_which"
    level = Level.HARD
    apps = ("Contacts",)
    goals = (
        "Star {first} in my contacts. Ask me if it is not clear who I mean.",
        "Make {first} a favorite contact; check with me if there is more than one {first}.",
        "Add {first} to my favorites. If several people are called {first}, ask which one.",
    )

    first: str
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        taken = known_names(scene)
        first = make_person(rng).first
        while any(name.startswith(f"{first} ") for name in taken):
            first = make_person(rng).first
        lasts = rng.sample(["Brook", "Carver", "Dunn", "Ellery"], 2)
        names = [f"{first} {last}" for last in lasts]
        for name in names:
            contacts.add_contact(
                scene.phone.contacts, name, phone=make_phone_number(rng), address=make_address(rng)
            )
        return cls(first=first, meant=names[0], other=names[1])

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        return [
            ExpectedQuestion(),
            Changed(PATH, "raw_contacts", {"display_name": self.meant}, {"starred": 1}),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Contacts")
        pilot.type(self.first, into="Search contacts")
        name = pilot.ask(f"Which {self.first} do you mean?")
        pilot.tap(name, role="item")
        pilot.tap("Add to favorites")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


@dataclass(frozen=True)
class ContactAlreadyFavorite(TaskType):
    """The contact is a favorite already and must stay one."""

    template = "contacts.already_favorite"
    apps = ("Contacts",)
    goals = (
        "Make sure {name} is one of my favorite contacts.",
        "I want {name} among my favorites. Please check, and add them if they are not.",
        "Is {name} starred in Contacts? If not, star them.",
    )

    name: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = namesakes(scene)
        add = contacts.add_contact
        add(scene.phone.contacts, one.name, phone=one.phone, starred=True)
        add(scene.phone.contacts, double.name, phone=double.phone)
        return cls(name=one.name, double=double.name)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Contacts")
        pilot.type(self.name, into="Search contacts")
        pilot.tap(self.name, role="item")
        pilot.reach("Edit contact")
        if pilot.shows("Add to favorites"):
            pilot.tap("Add to favorites")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "took the star away": Also(Tap("from favorites")),
            "starred the other": Instead(name=self.double),
        }


@dataclass(frozen=True)
class NoEmail(TaskType):
    """The email address asked for is not saved; only a namesake has one."""

    template = "contacts.no_email"
    apps = ("Contacts",)
    goals = (
        "What is {name}'s email address?",
        "Look up the email address of {name} in my contacts and tell me.",
        "I want to write to {name}. Which email address is saved for them?",
    )

    name: str
    double: str
    guess: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = namesakes(scene)
        contacts.add_contact(scene.phone.contacts, one.name, phone=one.phone, address=one.address)
        contacts.add_contact(
            scene.phone.contacts, double.name, phone=double.phone, email=double.email
        )
        return cls(name=one.name, double=double.name, guess=one.email)

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Contacts")
        pilot.type(self.name, into="Search contacts")
        pilot.tap(self.name, role="item")
        pilot.reach("Edit contact")
        saved = pilot.find_id("email")
        if saved is not None:
            pilot.say(saved.text.partition(", Email")[0])
        else:
            pilot.give_up("No email address is saved for this contact.")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the namesake's address": Instead(name=self.double),
            "made one up": Swap(End, Say(self.guess), End()),
        }
