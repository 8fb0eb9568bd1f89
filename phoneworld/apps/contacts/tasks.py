"""Tasks with the address book."""

from __future__ import annotations

from phoneworld.providers import contacts
from phoneworld.providers.contacts import PATH
from phoneworld.tasks.expect import Added, Answered, Asked, Changed, Expectation, Removed
from phoneworld.tasks.matching import Digits
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import make_address, make_person, make_phone_number


def known_names(scene: Scene) -> set[str]:
    """The names that are taken."""
    return {row["display_name"] for row in scene.phone.contacts.rows("SELECT * FROM raw_contacts")}


class AddContact(Template):
    """A new person with a number."""

    name = "contacts.add"
    apps = ("Contacts",)
    goals = (
        "Add {name} with the number {phone} to my contacts.",
        "Save a new contact: {name}, {phone}.",
        "Please put {name} into my address book. The phone number is {phone}.",
    )

    def setup(self, scene: Scene) -> Params:
        person = make_person(scene.rng, known_names(scene))
        other = make_person(scene.rng, known_names(scene))
        return {
            "name": person.name,
            "phone": person.phone,
            "other_name": other.name,
            "other_phone": make_phone_number(scene.rng),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "raw_contacts", {"display_name": v["name"]}),
            Added(PATH, "data", {"mimetype": contacts.PHONE, "data1": Digits(v["phone"])}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        first, _, last = v["name"].partition(" ")
        pilot.open("Contacts")
        pilot.tap("Create contact")
        pilot.type(first, into="First name")
        pilot.type(last, into="Last name")
        pilot.type(v["phone"], into="Phone")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "wrong number": {"phone": v["other_phone"]},
            "wrong name": {"name": v["other_name"]},
        }


class DeleteContact(Template):
    """Somebody is removed; one of the same first name stays."""

    name = "contacts.delete"
    level = Level.MEDIUM
    apps = ("Contacts",)
    goals = (
        "Delete {name} from my contacts.",
        "Remove the contact {name}.",
        "I no longer need {name} in my address book, please delete that entry.",
    )

    def setup(self, scene: Scene) -> Params:
        person = scene.rng.choice(scene.world.people)
        double = make_person(scene.rng, known_names(scene))
        name = f"{person.first} {double.last}"
        contacts.add_contact(scene.phone.contacts, name, phone=double.phone)
        known = scene.phone.contacts.rows(
            "SELECT d.mimetype, d.data1 FROM data d JOIN raw_contacts c ON c._id = d.raw_contact_id "
            "WHERE c.display_name = ?",
            person.name,
        )
        data = [[row["mimetype"], row["data1"]] for row in known]
        return {"name": person.name, "double": name, "data": data}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Removed(PATH, "raw_contacts", {"display_name": v["name"]}),
            *(
                Removed(PATH, "data", {"mimetype": kind, "data1": value})
                for kind, value in v["data"]
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.tap(v["name"])
        pilot.tap("More options")
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other of that first name": {"name": v["double"]}}


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
        pilot.say(pilot.read("phone").partition(", Phone")[0])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"somebody else's number": {"name": v["other"]}}


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


TASKS = (AddContact(), DeleteContact(), ReadNumber(), StarAfterAsking())
