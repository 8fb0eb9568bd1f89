"""Tasks that find something out in the address book, or find that it must be asked or left."""

from __future__ import annotations

from phoneworld.apps.contacts.cast import known_names, namesakes
from phoneworld.apps.contacts.tasks.changing import COMPANIES
from phoneworld.providers import contacts
from phoneworld.providers.contacts import PATH
from phoneworld.tasks.expect import Answered, Asked, Changed, Ended, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import make_address, make_person, make_phone_number
from runtime.actions import FinishStatus


class ReadNumber(Template):
    """A number is asked for."""

    name = "contacts.read_number"
    apps = ("Contacts",)
    hidden = ("phone",)
    goals = (
        "What is {name}'s phone number?",
        "Look up the phone number of {name} and tell me.",
        "I need {name}'s number. What is it?",
    )

    def setup(self, scene: Scene) -> Params:
        person, other = scene.rng.sample(scene.world.people, 2)
        return {
            "name": person.name,
            "phone": person.phone,
            "other": other.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["phone"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.tap(v["name"])
        pilot.say(pilot.read("phone").partition(",")[0])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"somebody else's number": {"name": v["other"]}}


class WhoWorksThere(Template):
    """Which of several namesakes works for a company can only be seen by opening them."""

    name = "contacts.who_works_there"
    level = Level.HARD
    apps = ("Contacts",)
    hidden = ("last",)
    goals = (
        "Which {first} in my contacts works at {company}? Tell me the last name.",
        "I know several people called {first}. What is the last name of the one at {company}?",
        "Tell me the full name of my contact {first} who works for {company}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        people = namesakes(scene, 4)
        companies = rng.sample(COMPANIES, 4)
        for person, company in zip(people, companies, strict=True):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, company=company
            )
        pick, other = rng.sample(range(4), 2)
        return {
            "first": people[pick].first,
            "last": people[pick].last,
            "company": companies[pick],
            "other": companies[other],
            "wrong": [person.last for n, person in enumerate(people) if n != pick],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["last"], nots=tuple(v["wrong"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.type(v["first"], into="Search contacts")
        first = v["first"]
        names = [e.text for e in pilot.screen.elements if e.text.startswith(f"{first} ")]
        if v.get("name_all"):
            pilot.say(", ".join(names))
            return
        for name in names:
            pilot.tap(name, role="item")
            pilot.reach("Edit contact")
            if pilot.shows(v["company"]):
                pilot.say(name)
                return
            pilot.back()

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another company": {"company": v["other"]},
            "named them all": {"name_all": True},
        }


class StarAfterAsking(Template):
    """Which of two namesakes is meant must be asked."""

    name = "contacts.ask_which"
    level = Level.HARD
    apps = ("Contacts",)
    goals = (
        "Star {first} in my contacts. Ask me if it is not clear who I mean.",
        "Make {first} a favorite contact; check with me if there is more than one {first}.",
        "Add {first} to my favorites. If several people are called {first}, ask which one.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {"first": first, "meant": names[0], "other": names[1]}

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Asked(),
            Changed(PATH, "raw_contacts", {"display_name": v["meant"]}, {"starred": 1}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.type(v["first"], into="Search contacts")
        name = v.get("guess") or pilot.ask(f"Which {v['first']} do you mean?")
        pilot.tap(name, role="item")
        pilot.tap("Add to favorites")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


class AlreadyFavorite(Template):
    """It is so already: the star must not be taken away."""

    name = "contacts.already_favorite"
    apps = ("Contacts",)
    goals = (
        "Make sure {name} is one of my favorite contacts.",
        "I want {name} among my favorites. Please check, and add them if they are not.",
        "Is {name} starred in Contacts? If not, star them.",
    )

    def setup(self, scene: Scene) -> Params:
        one, double = namesakes(scene)
        add = contacts.add_contact
        add(scene.phone.contacts, one.name, phone=one.phone, starred=True)
        add(scene.phone.contacts, double.name, phone=double.phone)
        return {"name": one.name, "double": double.name}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.type(v["name"], into="Search contacts")
        pilot.tap(v["name"], role="item")
        pilot.reach("Edit contact")
        if v.get("tap_anyway") or pilot.shows("Add to favorites"):
            pilot.tap("to favorites" if pilot.shows("Add to favorites") else "from favorites")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "took the star away": {"tap_anyway": True},
            "starred the other": {"name": v["double"]},
        }


class NoEmail(Template):
    """What is asked for is not known of this person, only of a namesake."""

    name = "contacts.no_email"
    apps = ("Contacts",)
    goals = (
        "What is {name}'s email address?",
        "Look up the email address of {name} in my contacts and tell me.",
        "I want to write to {name}. Which email address is saved for them?",
    )

    def setup(self, scene: Scene) -> Params:
        one, double = namesakes(scene)
        contacts.add_contact(scene.phone.contacts, one.name, phone=one.phone, address=one.address)
        contacts.add_contact(
            scene.phone.contacts, double.name, phone=double.phone, email=double.email
        )
        return {"name": one.name, "double": double.name, "guess": one.email}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.type(v["name"], into="Search contacts")
        pilot.tap(v["name"], role="item")
        pilot.reach("Edit contact")
        saved = pilot.find_id("email")
        if v.get("invent"):
            pilot.say(v["guess"])
        elif saved is not None:
            pilot.say(saved.text.partition(", Email")[0])
        else:
            pilot.give_up("No email address is saved for this contact.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the namesake's address": {"name": v["double"]}, "made one up": {"invent": True}}
