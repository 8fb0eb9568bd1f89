"""What the tasks with contacts share: names and numbers that nobody has yet, and namesakes."""

from __future__ import annotations

from phoneworld.author import Scene
from phoneworld.providers import contacts
from phoneworld.world import DOMAINS, FIRST, LAST, Person, make_address, make_phone_number

COMPANIES = (
    "Riverside Bakery,Atlas Freight,Juniper Labs,Copperfield Books,Sunrise Yoga,Pinewood Legal,"
    "Marble Arch Hotel,Quarry Construction,Violet Media,Tidewater Fishing"
).split(",")


def known_names(scene: Scene) -> set[str]:
    """All names in the address book."""
    return {row["display_name"] for row in scene.phone.contacts.rows("SELECT * FROM raw_contacts")}


def fresh_number(scene: Scene) -> str:
    """A number that is nowhere on the phone."""
    while True:
        number = make_phone_number(scene.rng)
        known = scene.phone.contacts.value("SELECT _id FROM data WHERE data1 = ?", number)
        called = scene.phone.calls.value("SELECT _id FROM calls WHERE number = ?", number)
        texted = scene.phone.messages.value("SELECT _id FROM threads WHERE recipient = ?", number)
        if known is None and called is None and texted is None:
            return number


def near_number(scene: Scene, number: str) -> str:
    """A number that nobody has and that differs from another only in its last digits."""
    for _ in range(200):
        other = f"{number[:-2]}{scene.rng.randint(0, 99):02d}"
        if other != number and not scene.phone.contacts.value(
            "SELECT _id FROM data WHERE data1 = ?", other
        ):
            return other
    return fresh_number(scene)


def namesakes(scene: Scene, count: int = 2) -> list[Person]:
    """People who share a first name that is new to the phone; they are not in the address book yet."""
    taken = {name.partition(" ")[0] for name in known_names(scene)}
    first = scene.rng.choice([name for name in FIRST if name not in taken])
    people: list[Person] = []
    for last in scene.rng.sample(LAST, count):
        email = f"{first.lower()}.{last.lower()}@{scene.rng.choice(DOMAINS)}"
        number = fresh_number(scene)
        while any(number == person.phone for person in people):
            number = fresh_number(scene)
        people.append(Person(first, last, number, email, make_address(scene.rng)))
    return people


def known_namesakes(scene: Scene, count: int = 2) -> list[Person]:
    """Namesakes, saved in the address book with their numbers."""
    people = namesakes(scene, count)
    for person in people:
        contacts.add_contact(scene.phone.contacts, person.name, phone=person.phone)
    return people
