"""People across apps: who they are is read in one app, and used in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    date_words,
    find_event,
    on,
    put_event,
    some_time,
    some_titles,
    tap_row,
)
from phoneworld.apps.contacts.tasks.setup import (
    COMPANIES,
    fresh_number,
    known_names,
    known_namesakes,
    namesakes,
    near_number,
)
from phoneworld.apps.mail.tasks.setup import LINES, SUBJECTS
from phoneworld.apps.messages.tasks.setup import say_something, sent, something_else
from phoneworld.author import (
    Added,
    Changed,
    Child,
    Digits,
    Enter,
    Expectation,
    Hold,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
    Without,
    templates_of,
)
from phoneworld.cross_app.extraction import NUMBER, extract
from phoneworld.cross_app.setup import letter
from phoneworld.cross_app.shared_steps import open_contact, open_mail, text_to
from phoneworld.providers import contacts
from phoneworld.providers.contacts import PATH
from phoneworld.world import make_person


@dataclass(frozen=True)
class SignatureNumber(TaskType):
    """A new number stands below a mail; an older mail and a namesake's have others."""

    template = "cross.signature_number"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Contacts")
    hidden = ("phone",)
    goals = (
        "{name} has a new phone number. It stands at the end of their mail '{subject}'. Update the contact.",
        "Take the phone number from the signature of {name}'s mail about '{subject}' and put it into the contact in place of the old one.",
        "My contact {name} still has an old number. The right one is below the mail '{subject}' that they sent me; please correct it.",
    )

    name: str
    subject: str
    phone: str
    contact: int
    earlier: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = namesakes(scene)
        add = contacts.add_contact
        add(scene.phone.contacts, double.name, phone=double.phone, email=double.email)
        contact = add(scene.phone.contacts, one.name, phone=one.phone, email=one.email)
        phone = fresh_number(scene)
        subject, earlier = rng.sample(SUBJECTS, 2)
        for writer, about, number, age in (
            (one, earlier, near_number(scene, phone), rng.randint(8, 13)),
            (double, subject, double.phone, rng.randint(5, 7)),
            (one, subject, phone, rng.randint(1, 4)),
        ):
            end = f"{writer.name}\nPhone: {number}"
            letter(scene, writer.name, writer.email, about, rng.choice(LINES), end, days_ago=age)
        return cls(
            name=one.name,
            subject=subject,
            phone=phone,
            contact=contact,
            earlier=earlier,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        where = {"raw_contact_id": self.contact, "mimetype": contacts.PHONE}
        return [Changed(PATH, "data", where, {"data1": Digits(self.phone)})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(f"{self.name} {self.subject}", self.subject))
        number = extract(pilot, NUMBER, "Phone: ")[0]
        pilot.follow(open_contact(self.name))
        pilot.tap("Edit contact")
        pilot.type(number, into="Phone", clear=True)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the number of an earlier mail": Instead(subject=self.earlier),
            "the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class ContactFromMail(TaskType):
    """The sender of a mail becomes a contact, with all that the mail tells of them."""

    template = "cross.contact_from_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Contacts")
    hidden = ("name", "phone", "email", "company")
    goals = (
        "Whoever sent me the mail '{subject}' is not in my contacts yet. Add them with name, phone number, email address and company.",
        "Make a new contact of the sender of '{subject}': name, phone, email and company are all in that mail.",
        "I got a mail called '{subject}' from somebody new. Save the sender in my address book, including the phone number, the email address and the company they write for.",
    )

    subject: str
    name: str
    phone: str
    email: str
    company: str
    old_phone: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        taken = known_names(scene)
        people = [make_person(rng, taken) for _ in range(3)]
        company, rival = rng.sample(COMPANIES, 2)
        thing, other = rng.sample(("kitchen", "roof", "garden", "bathroom", "cellar", "stairs"), 2)
        subjects = [f"Offer for the {thing}", f"Offer for the {other}"]
        phones = [fresh_number(scene) for _ in range(3)]
        for person, subject, firm, phone in zip(
            people, subjects, (company, rival), phones, strict=False
        ):
            letter(
                scene,
                person.name,
                person.email,
                subject,
                f"I have taken over your file from {people[2].first}, whose number {phones[2]} is no longer in use.",
                "The offer is on its way to you by post.",
                f"{person.name}\n{firm}\nPhone: {phone}",
                days_ago=rng.randint(1, 6),
            )
        return cls(
            subject=subjects[0],
            name=people[0].name,
            phone=phones[0],
            email=people[0].email,
            company=company,
            old_phone=phones[2],
            other=subjects[1],
        )

    def expect(self) -> list[Expectation]:
        details = (
            (contacts.PHONE, Digits(self.phone)),
            (contacts.EMAIL, self.email),
            (contacts.COMPANY, self.company),
        )
        children = tuple(
            Child("data", "raw_contact_id", {"mimetype": sort, "data1": value})
            for sort, value in details
        )
        return [Added(PATH, "raw_contacts", {"display_name": self.name}, children)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.subject, self.subject))
        first, _, last = pilot.read("sender").partition(" ")
        email = pilot.read("address")
        number = extract(pilot, NUMBER, "Phone: ")[0]
        firm = extract(pilot, rf" {last}\n(.+)", "Phone: ")[1]
        pilot.open("Contacts")
        pilot.tap("Create contact")
        pilot.type(first, into="First name")
        pilot.type(last, into="Last name")
        pilot.type(number, into="Phone")
        pilot.type(email, into="Email")
        pilot.type(firm, into="Company")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the sender of the other offer": Instead(subject=self.other),
            "the number of somebody else": Swap(
                Enter(self.phone, into="Phone"), Enter(self.old_phone, into="Phone")
            ),
        }


@dataclass(frozen=True)
class TextGuest(TaskType):
    """The calendar tells who comes; on another day it is a namesake."""

    template = "cross.text_guest"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Messages")
    hidden = ("guest",)
    goals = (
        'Text the guest of my "{title}" on {date}: {text}',
        'Who is invited to "{title}" on {date}? Send that person a text message saying "{text}".',
        'Please let the person I meet for "{title}" on {date} know by text: "{text}"',
    )

    title: str
    date: str
    day: str
    text: str
    guest: str
    number: str
    other_day: str
    other_text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        guests = known_namesakes(scene)
        title = some_titles(rng, 1)[0]
        days = rng.sample(range(1, 20), 2)
        for person, day in zip(guests, days, strict=True):
            put_event(scene, title, day, some_time(rng), 60, guest=(person.name, person.email))
        text = say_something(rng)
        return cls(
            title=title,
            date=date_words(rng, on(scene, days[0])),
            day=on(scene, days[0]).isoformat(),
            text=text,
            guest=guests[0].name,
            number=guests[0].phone,
            other_day=on(scene, days[1]).isoformat(),
            other_text=something_else(rng, text),
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, self.text)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        tap_row(pilot, self.title, self.day)
        guest = pilot.reach("@", role="item").text.partition(", ")[0]
        pilot.follow(text_to(guest, self.text))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the guest of the other day": Instead(day=self.other_day),
            "another text": Instead(text=self.other_text),
        }


@dataclass(frozen=True)
class SaveGuest(TaskType):
    """One of the guests of an event is unknown: the email address is copied into a new contact."""

    template = "cross.save_guest"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Contacts")
    hidden = ("guest", "email")
    goals = (
        'One of the guests of my "{title}" is not in my contacts yet. Save them with name and email address.',
        'Two people are invited to "{title}". Add the one that my address book lacks, with the email address from the invitation.',
        'Check who comes to "{title}" and make a contact, name and email, for the guest I have not saved so far.',
    )

    title: str
    other: str
    guest: str
    email: str
    friend: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        guest, stranger = (make_person(rng, known_names(scene)) for _ in range(2))
        friend = rng.choice(scene.world.people)
        title, other = some_titles(rng, 2)
        guests = [(guest.name, guest.email), (friend.name, friend.email)]
        rng.shuffle(guests)
        day = rng.randint(1, 15)
        put_event(scene, other, day, "18:00", 60, guest=(stranger.name, stranger.email))
        event = put_event(scene, title, day, some_time(rng, 9, 16), 45, guest=guests[0])
        scene.phone.calendar.insert(
            "attendees", event_id=event, attendeeName=guests[1][0], attendeeEmail=guests[1][1]
        )
        return cls(
            title=title, other=other, guest=guest.name, email=guest.email, friend=friend.name
        )

    def expect(self) -> list[Expectation]:
        email = {"mimetype": contacts.EMAIL, "data1": self.email}
        children = (Child("data", "raw_contact_id", email),)
        return [Added(PATH, "raw_contacts", {"display_name": self.guest}, children)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        pilot.tap(self.title, role="item")
        pilot.reach("@", role="item")
        guests = [e.text.partition(", ")[0] for e in pilot.screen.elements if "@" in e.text]
        pilot.open("Contacts")
        unknown = ""
        for name in guests:
            pilot.type(name, into="Search contacts", clear=True)
            if not pilot.shows(name, role="item"):
                unknown = name
                break
        pilot.open("Calendar")
        pilot.hold(unknown, role="item")
        pilot.tap("Copy")
        pilot.open("Contacts")
        pilot.tap("Create contact")
        first, _, last = unknown.partition(" ")
        pilot.type(first, into="First name")
        pilot.type(last, into="Last name")
        pilot.hold("Email", role="field")
        pilot.tap("Paste")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        guest, friend = (Hold(name, role="item") for name in (self.guest, self.friend))
        return {
            "the address of the other guest": Swap(guest, friend),
            "the guest of another event": Instead(title=self.other),
            "without the address": Without(Hold("Email", role="field"), Tap("Paste")),
        }


TASKS = templates_of(
    SignatureNumber,
    ContactFromMail,
    TextGuest,
    SaveGuest,
)
