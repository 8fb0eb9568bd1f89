"""Tasks that change the address book."""

from __future__ import annotations

from phoneworld.apps.contacts.cast import fresh_number, known_names, namesakes, near_number
from phoneworld.providers import contacts
from phoneworld.providers.contacts import PATH
from phoneworld.tasks.expect import Added, Changed, Expectation, Removed
from phoneworld.tasks.matching import Digits
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import make_person, make_phone_number

COMPANIES = (
    "Riverside Bakery,Atlas Freight,Juniper Labs,Copperfield Books,Sunrise Yoga,Pinewood Legal,"
    "Marble Arch Hotel,Quarry Construction,Violet Media,Tidewater Fishing"
).split(",")
NOTES = (
    "Met at the {place}",
    "Allergic to {food}",
    "Prefers calls after {hour} pm",
    "Birthday on {day} {month}",
    "Knows a good {craft}",
)


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


class EditNumber(Template):
    """Somebody has a new number; one of the same first name keeps theirs."""

    name = "contacts.edit_number"
    level = Level.MEDIUM
    apps = ("Contacts",)
    goals = (
        "{name} has a new number: {phone}. Please update the contact.",
        "Change the phone number of {name} to {phone}.",
        "Update my address book: {name} can now be reached at {phone}, the old number is no longer valid.",
    )

    def setup(self, scene: Scene) -> Params:
        one, double = namesakes(scene)
        contact = 0
        for person in (double, one):
            contact = contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, email=person.email
            )
        phone = fresh_number(scene)
        return {
            "name": one.name,
            "phone": phone,
            "contact": contact,
            "double": double.name,
            "slip": near_number(scene, phone),
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {"raw_contact_id": v["contact"], "mimetype": contacts.PHONE}
        return [Changed(PATH, "data", where, {"data1": Digits(v["phone"])})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.type(v["name"], into="Search contacts")
        pilot.tap(v["name"], role="item")
        pilot.tap("Edit contact")
        pilot.type(v["phone"], into="Phone", clear=True)
        if not v.get("skip_save"):
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other of that first name": {"name": v["double"]},
            "a slip in the number": {"phone": v["slip"]},
            "not saved": {"skip_save": True},
        }


class SetCompanyAndNote(Template):
    """Two things are added to what is known of somebody."""

    name = "contacts.set_company_and_note"
    level = Level.MEDIUM
    apps = ("Contacts",)
    goals = (
        '{name} works at {company}. Put that into the contact, with the note "{note}".',
        'Edit the contact {name}: the company is {company} and the note should read "{note}".',
        'Please add a note saying "{note}" to {name} in my contacts, and set the company to {company}.',
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "name": one.name,
            "company": company,
            "note": note,
            "contact": contact,
            "double": double.name,
            "other": other,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(
                PATH,
                "data",
                {"raw_contact_id": v["contact"], "mimetype": kind, "data1": value},
            )
            for kind, value in ((contacts.COMPANY, v["company"]), (contacts.NOTE, v["note"]))
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.type(v["name"], into="Search contacts")
        pilot.tap(v["name"], role="item")
        pilot.tap("Edit contact")
        pilot.type(v["company"], into="Company")
        if not v.get("skip_note"):
            pilot.type(v["note"], into="Note")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other of that first name": {"name": v["double"]},
            "another company": {"company": v["other"]},
            "forgot the note": {"skip_note": True},
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
        while double.last == person.last:
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


class DeleteDuplicate(Template):
    """Somebody is entered twice; only the number tells which entry is to go."""

    name = "contacts.delete_duplicate"
    level = Level.HARD
    apps = ("Contacts",)
    goals = (
        "{name} is in my contacts twice. Delete the entry with the number {old} and keep the other.",
        "Clean up the duplicate of {name}: the entry that says {old} is outdated, remove it.",
        "There are two entries for {name}. Get rid of the one whose number is {old}.",
    )

    def setup(self, scene: Scene) -> Params:
        person = namesakes(scene, 1)[0]
        numbers = [person.phone, near_number(scene, person.phone)]
        scene.rng.shuffle(numbers)
        ids = [
            contacts.add_contact(scene.phone.contacts, person.name, phone=number)
            for number in numbers
        ]
        pick = scene.rng.randrange(2)
        return {
            "name": person.name,
            "old": numbers[pick],
            "contact": ids[pick],
            "kept": numbers[1 - pick],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Removed(PATH, "raw_contacts", {"_id": v["contact"]}),
            Removed(PATH, "data", {"raw_contact_id": v["contact"]}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        pilot.type(v["name"], into="Search contacts")
        pilot.tap(v["name"], role="item")
        if v["old"] not in pilot.read("phone"):
            pilot.back()
            pilot.tap(v["name"], role="item", nth=1)
        pilot.tap("More options")
        pilot.tap("Delete")
        if not v.get("skip_confirm"):
            pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the wrong entry": {"old": v["kept"]}, "not confirmed": {"skip_confirm": True}}
