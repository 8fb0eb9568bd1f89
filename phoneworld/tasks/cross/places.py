"""Places across apps: where something is, is read in one app and used in another."""

from __future__ import annotations

from phoneworld.apps.contacts.cast import known_namesakes
from phoneworld.apps.mail.tasks.scenery import LINES, SUBJECTS
from phoneworld.apps.maps import data
from phoneworld.apps.maps.city import category_of
from phoneworld.apps.maps.tasks.keeping import two_lists
from phoneworld.apps.maps.tasks.scenery import (
    NEW_NAMES,
    add_branches,
    add_pair,
    add_place,
    find_place,
    town,
)
from phoneworld.apps.messages.tasks.words import sent
from phoneworld.providers import contacts
from phoneworld.tasks.expect import Added, Asked, Expectation
from phoneworld.tasks.handover import (
    glean,
    letter,
    open_chat,
    open_mail,
    talk,
    text_to,
    with_time,
)
from phoneworld.tasks.matching import Anything
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Kind, Level, Params, Scene, Template
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


class SaveTextedBranch(Template):
    """Which of two branches is meant stands in a message."""

    name = "cross.save_texted_branch"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Maps")
    hidden = ("street",)
    goals = (
        "{name} texted me which {place} we meet at. Save that one to my list {list} in Maps.",
        "There are several {place}. Put the one that {name} means in our chat on the list {list} in Maps.",
        "Add the {place} from {name}'s message to {list} on the map; mind the street.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = add_branches(scene)
        person, double = known_namesakes(scene)
        talk(scene, double.phone, f"I am at {one.name}, {other.street}.", hour=7)
        talk(
            scene,
            person.phone,
            f"Shall we meet at {one.name}?",
            f"I mean the one at {one.street}, not the new one.",
        )
        return {
            **two_lists(scene),
            "name": person.name,
            "place": one.name,
            "street": one.street,
            "id": one.id,
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(data.PATH, "saved", {"list_id": v["list_id"], "place_id": v["id"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_chat(pilot, v["name"])
        text = "I am at" if v["name"] == v["double"] else "I mean the one at"
        street = glean(pilot, STREET, text)[0].strip()
        pilot.open("Maps")
        find_place(pilot, v["place"], street)
        pilot.tap("Save", role="button")
        pilot.tap(v["list"], role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the branch of another message": {"name": v["double"]},
            "another list": {"list": v["other_list"]},
        }


class TextClosingTime(Template):
    """The map knows how long a place is open; somebody wants to know."""

    name = "cross.text_closing_time"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Maps", "Messages")
    hidden = ("hours",)
    goals = (
        "{name} wants to know until when {place} is open on {day}. Look it up on the map and text them the closing time.",
        "Text {name} what time {place} closes on {day}s.",
        "Find out on the map when {place} closes on {day}, and send the time to {name} in a message.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        category, place, alike = rng.choice(NEW_NAMES)
        one, double = known_namesakes(scene)
        clocks = [f"{h}:{m}" for h in range(15, 23) for m in ("00", "15", "30", "45")]
        closing = rng.sample(clocks, 8)
        week = {day: ("09:00", closing[day]) for day in range(7)}
        add_place(scene, place, category, hours=week)
        add_place(scene, alike, category, hours=dict.fromkeys(range(7), ("09:00", closing[7])))
        day, other = rng.sample(range(7), 2)
        return {
            "name": one.name,
            "number": one.phone,
            "place": place,
            "day": data.WEEK[day],
            "hours": f"09:00 – {closing[day]}",
            "closes": closing[day],
            "other_day": data.WEEK[other],
            "alike": alike,
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(v["number"], with_time(v["closes"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        find_place(pilot, v["place"])
        closes = pilot.read(f"hours_{v['day'].lower()}").rpartition(" ")[2]
        text_to(pilot, v["name"], f"{v['place']} closes at {closes} on {v['day']}.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another day": {"day": v["other_day"]},
            "a place of a similar name": {"place": v["alike"]},
            "to the namesake": {"name": v["double"]},
        }


class AddressToContact(Template):
    """An address is copied from the map into somebody's contact."""

    name = "cross.place_address_to_contact"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Maps", "Contacts")
    hidden = ("address",)
    goals = (
        "{name} now works at {place}. Enter the street address of {place} as {name}'s address in my contacts.",
        "Copy the address of {place} from the map into the contact {name}.",
        "Please add an address to my contact {name}: it is that of {place}, which you find in Maps.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = add_pair(scene)
        person, double = known_namesakes(scene)
        contact = scene.phone.contacts.value(
            "SELECT _id FROM raw_contacts WHERE display_name = ?", person.name
        )
        return {
            "name": person.name,
            "contact": contact,
            "place": one.name,
            "address": one.address,
            "other": other.name,
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {"raw_contact_id": v["contact"], "mimetype": contacts.ADDRESS}
        return [Added(contacts.PATH, "data", {**where, "data1": v["address"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        find_place(pilot, v["place"])
        pilot.hold(pilot.read("address"), role="item")
        pilot.tap("Copy")
        pilot.open("Contacts")
        pilot.type(v["name"], into="Search contacts")
        pilot.tap(v["name"], role="item")
        pilot.tap("Edit contact")
        pilot.hold("Address", role="field")
        pilot.tap("Paste")
        if not v.get("skip_save"):
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a place of a similar name": {"place": v["other"]},
            "the namesake": {"name": v["double"]},
            "not saved": {"skip_save": True},
        }


class WorkFromMail(Template):
    """The address of the new office is in a mail; Maps learns it as the place of work."""

    name = "cross.work_address_from_mail"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Mail", "Maps")
    hidden = ("address",)
    goals = (
        "Our office has moved, {name} mailed me the new address. Set it as my work address in Maps.",
        "Take the address of the new office from {name}'s mail '{subject}' and save it as Work on the map.",
        "Maps should know where I work from now on: the address is in {name}'s mail about '{subject}'.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {"name": person.name, "subject": subject, "address": address, "near": "us here now"}

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"name": data.WORK, "address": v["address"], "x": Anything(), "y": Anything()}
        return [Added(data.PATH, "labels", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_mail(pilot, v["name"], v["subject"])
        address = glean(pilot, rf"{STREET}, \w+", v["near"])[0]
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(address, into="Search places")
        pilot.enter()
        pilot.tap(address, role="item")
        pilot.tap(f"Set as {v.get('label', 'work')}", role="item")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the old office": {"near": "The old office"}, "as home": {"label": "home"}}


class AskRecommended(Template):
    """Two places were recommended: which one is meant must be asked."""

    name = "cross.ask_which_recommendation"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Maps")
    hidden = ("meant", "other")
    goals = (
        "Save the {kind} that {name} recommended by text to my list {list} in Maps. Ask me if it is not clear which one.",
        "{name} has texted me a tip for a {kind}. Put it on {list} in Maps; check with me if there is more than one.",
        "Add {name}'s {kind} tip from our chat to the list {list} on the map. If several are named, ask which I want.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        person = rng.choice(scene.world.people)
        kind, *names = rng.choice(
            (
                ("restaurant", "Casa Verde", "The Tin Whistle", "Plum & Pepper"),
                ("cafe", "Amber Lantern", "Seven Spoons", "Cafe Orlando"),
                ("museum", "Museum of Maps", "Museum of Masks", "Gallery Nine"),
                ("bakery", "Hearth & Grain", "Crumb Street", "Blue Oven"),
            )
        )
        rng.shuffle(names)
        category = category_of(kind.capitalize()).name
        places = [add_place(scene, name, category) for name in names]
        talk(
            scene,
            person.phone,
            f"If you look for a {kind}: {names[0]} is lovely.",
            f"And so is {names[1]}, only smaller.",
        )
        meant = rng.randrange(2)
        return {
            **two_lists(scene),
            "kind": kind,
            "name": person.name,
            "meant": names[meant],
            "other": names[1 - meant],
            "id": places[meant].id,
        }

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"list_id": v["list_id"], "place_id": v["id"]}
        return [Asked(), Added(data.PATH, "saved", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_chat(pilot, v["name"])
        one = glean(pilot, r": (.*) is lovely", "is lovely")[1]
        other = glean(pilot, r"so is (.*), only", "only smaller")[1]
        place = v.get("guess") or pilot.ask(f"Which one do you mean, {one} or {other}?")
        pilot.open("Maps")
        find_place(pilot, place)
        pilot.tap("Save", role="button")
        pilot.tap(v["list"], role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


TASKS = (
    SaveTextedBranch(),
    TextClosingTime(),
    AddressToContact(),
    WorkFromMail(),
    AskRecommended(),
)
