"""Places across apps: where something is, is read in one app and used in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.mail.tasks.setup import LINES, SUBJECTS
from phoneworld.apps.maps import data
from phoneworld.apps.maps.city import category_of
from phoneworld.apps.maps.tasks.setup import (
    NEW_NAMES,
    add_branches,
    add_pair,
    add_place,
    find_place,
    town,
    two_lists,
)
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.author import (
    Added,
    Anything,
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import extract
from phoneworld.cross_app.outcomes import with_time
from phoneworld.cross_app.setup import letter, talk
from phoneworld.cross_app.shared_steps import open_chat, open_contact, open_mail, text_to
from phoneworld.providers import contacts
from phoneworld.world import STREETS, make_person

STREET = r"\d+ (?:[A-Z][a-z]+ ?){2}"


def two_addresses(scene: Scene) -> tuple[str, str]:
    """Two addresses of the town on the map."""
    numbers, streets = scene.rng.sample(range(3, 199), 2), scene.rng.sample(STREETS, 2)
    name = data.town_of(town(scene))
    one, other = (
        f"{number} {street}, {name}" for number, street in zip(numbers, streets, strict=True)
    )
    return one, other


@dataclass(frozen=True)
class SaveTextedBranch(TaskType):
    """Which of two branches is meant stands in a message."""

    template = "cross.save_texted_branch"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Maps")
    hidden = ("street",)
    goals = (
        "{name} texted me which {place} we meet at. Save that one to my list {list_name} in Maps.",
        "There are several {place}. Put the one that {name} means in our chat on the list {list_name} in Maps.",
        "Add the {place} from {name}'s message to {list_name} on the map; mind the street.",
    )

    list_name: str
    list_id: int
    other_list: str
    name: str
    place: str
    street: str
    id: int
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_branches(scene)
        person, double = known_namesakes(scene)
        talk(scene, double.phone, f"I am at {one.name}, {other.street}.", hour=7)
        talk(
            scene,
            person.phone,
            f"Shall we meet at {one.name}?",
            f"I mean the one at {one.street}, not the new one.",
        )
        wanted, other_list = two_lists(scene)
        return cls(
            list_name=wanted.name,
            list_id=wanted.id,
            other_list=other_list.name,
            name=person.name,
            place=one.name,
            street=one.street,
            id=one.id,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "saved", {"list_id": self.list_id, "place_id": self.id})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        text = "I am at" if self.name == self.double else "I mean the one at"
        street = extract(pilot, STREET, text)[0].strip()
        pilot.open("Maps")
        pilot.follow(find_place(self.place, street))
        pilot.tap("Save", role="button")
        pilot.tap(self.list_name, role="checkbox")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the branch of another message": Instead(name=self.double),
            "another list": Instead(list_name=self.other_list),
        }


@dataclass(frozen=True)
class TextClosingTime(TaskType):
    """The map knows how long a place is open; somebody wants to know."""

    template = "cross.text_closing_time"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Maps", "Messages")
    hidden = ("hours",)
    goals = (
        "{name} wants to know until when {place} is open on {day}. Look it up on the map and text them the closing time.",
        "Text {name} what time {place} closes on {day}s.",
        "Find out on the map when {place} closes on {day}, and send the time to {name} in a message.",
    )

    name: str
    number: str
    place: str
    day: str
    hours: str
    closes: str
    other_day: str
    alike: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, place, alike = rng.choice(NEW_NAMES)
        one, double = known_namesakes(scene)
        clocks = [f"{h}:{m}" for h in range(15, 23) for m in ("00", "15", "30", "45")]
        closing = rng.sample(clocks, 8)
        week = {day: ("09:00", closing[day]) for day in range(7)}
        add_place(scene, place, category, hours=week)
        add_place(scene, alike, category, hours=dict.fromkeys(range(7), ("09:00", closing[7])))
        day, other = rng.sample(range(7), 2)
        return cls(
            name=one.name,
            number=one.phone,
            place=place,
            day=data.WEEK[day],
            hours=f"09:00 – {closing[day]}",
            closes=closing[day],
            other_day=data.WEEK[other],
            alike=alike,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, with_time(self.closes))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place))
        closes = pilot.read(f"hours_{self.day.lower()}").rpartition(" ")[2]
        pilot.follow(text_to(self.name, f"{self.place} closes at {closes} on {self.day}."))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another day": Instead(day=self.other_day),
            "a place of a similar name": Instead(place=self.alike),
            "to the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class AddressToContact(TaskType):
    """An address is copied from the map into somebody's contact."""

    template = "cross.place_address_to_contact"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Maps", "Contacts")
    hidden = ("address",)
    goals = (
        "{name} now works at {place}. Enter the street address of {place} as {name}'s address in my contacts.",
        "Copy the address of {place} from the map into the contact {name}.",
        "Please add an address to my contact {name}: it is that of {place}, which you find in Maps.",
    )

    name: str
    contact: int
    place: str
    address: str
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        person, double = known_namesakes(scene)
        contact = scene.phone.contacts.value(
            "SELECT _id FROM raw_contacts WHERE display_name = ?", person.name
        )
        return cls(
            name=person.name,
            contact=contact,
            place=one.name,
            address=one.address,
            other=other.name,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        where = {"raw_contact_id": self.contact, "mimetype": contacts.ADDRESS}
        return [Added(contacts.PATH, "data", {**where, "data1": self.address})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place))
        pilot.hold(pilot.read("address"), role="item")
        pilot.tap("Copy")
        pilot.follow(open_contact(self.name))
        pilot.tap("Edit contact")
        pilot.hold("Address", role="field")
        pilot.tap("Paste")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a place of a similar name": Instead(place=self.other),
            "the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class WorkFromMail(TaskType):
    """The address of the new office is in a mail; Maps learns it as the place of work."""

    template = "cross.work_address_from_mail"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Mail", "Maps")
    hidden = ("address",)
    goals = (
        "Our office has moved, {name} mailed me the new address. Set it as my work address in Maps.",
        "Take the address of the new office from {name}'s mail '{subject}' and save it as Work on the map.",
        "Maps should know where I work from now on: the address is in {name}'s mail about '{subject}'.",
    )

    name: str
    subject: str
    address: str
    near: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = make_person(rng)
        address, other = two_addresses(scene)
        subject, unrelated = "We have moved", rng.choice(SUBJECTS)
        letter(
            scene,
            person.name,
            person.email,
            subject,
            f"The old office at {other} is closed since Monday.",
            f"You find us here now: {address}",
            person.first,
            days_ago=rng.randint(1, 4),
        )
        letter(
            scene, person.name, person.email, unrelated, rng.choice(LINES), person.first, days_ago=1
        )
        return cls(name=person.name, subject=subject, address=address, near="us here now")

    def expect(self) -> list[Expectation]:
        wanted = {"name": data.WORK, "address": self.address, "x": Anything(), "y": Anything()}
        return [Added(data.PATH, "labels", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.name, self.subject))
        address = extract(pilot, rf"{STREET}, \w+", self.near)[0]
        pilot.open("Maps")
        pilot.follow(find_place(address))
        pilot.tap("Set as work", role="item")

    def mistakes(self) -> dict[str, Mistake]:
        as_work, as_home = Tap("Set as work", role="item"), Tap("Set as home", role="item")
        return {
            "the old office": Instead(near="The old office"),
            "as home": Swap(as_work, as_home),
        }


@dataclass(frozen=True)
class AskRecommended(TaskType):
    """Two places were recommended: which one is meant must be asked."""

    template = "cross.ask_which_recommendation"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Maps")
    hidden = ("meant", "other")
    goals = (
        "Save the {what} that {name} recommended by text to my list {list_name} in Maps. Ask me if it is not clear which one.",
        "{name} has texted me a tip for a {what}. Put it on {list_name} in Maps; check with me if there is more than one.",
        "Add {name}'s {what} tip from our chat to the list {list_name} on the map. If several are named, ask which I want.",
    )

    list_name: str
    list_id: int
    what: str
    name: str
    meant: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = rng.choice(scene.world.people)
        what, *names = rng.choice(
            (
                ("restaurant", "Casa Verde", "The Tin Whistle", "Plum & Pepper"),
                ("cafe", "Amber Lantern", "Seven Spoons", "Cafe Orlando"),
                ("museum", "Museum of Maps", "Museum of Masks", "Gallery Nine"),
                ("bakery", "Hearth & Grain", "Crumb Street", "Blue Oven"),
            )
        )
        rng.shuffle(names)
        category = category_of(what.capitalize()).name
        places = [add_place(scene, name, category) for name in names]
        talk(
            scene,
            person.phone,
            f"If you look for a {what}: {names[0]} is lovely.",
            f"And so is {names[1]}, only smaller.",
        )
        meant = rng.randrange(2)
        wanted, _ = two_lists(scene)
        return cls(
            list_name=wanted.name,
            list_id=wanted.id,
            what=what,
            name=person.name,
            meant=names[meant],
            other=names[1 - meant],
            id=places[meant].id,
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        wanted = {"list_id": self.list_id, "place_id": self.id}
        return [ExpectedQuestion(), Added(data.PATH, "saved", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        one = extract(pilot, r": (.*) is lovely", "is lovely")[1]
        other = extract(pilot, r"so is (.*), only", "only smaller")[1]
        place = pilot.ask(f"Which one do you mean, {one} or {other}?")
        pilot.open("Maps")
        pilot.follow(find_place(place))
        pilot.tap("Save", role="button")
        pilot.tap(self.list_name, role="checkbox")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


TASKS = templates_of(
    SaveTextedBranch,
    TextClosingTime,
    AddressToContact,
    WorkFromMail,
    AskRecommended,
)
