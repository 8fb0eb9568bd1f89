"""The made-up person whose phone it is, and the people, places and days of their life.

One seed gives one world. Every app fills its database from it, so that the same people write
messages, come to meetings and are owed money. Each app draws from a random stream of its own:
adding an app changes nothing in the others.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from random import Random

FIRST = (
    "Ada Alan Alma Amir Anna Aria Ben Bianca Bruno Carla Cleo Dana David Dora Elif Elena Emil Erik "
    "Fatima Felix Finn Greta Hana Hugo Ida Ines Ivan Jana Jonas Julia Kai Karim Lara Lena Leo Lina "
    "Lucia Luis Maja Marco Maria Mateo Mila Nadia Nils Nina Noah Nora Olga Oscar Pablo Paula Petra "
    "Quinn Rafael Rania Rosa Ruth Samir Sara Selma Simon Sofia Stella Tariq Tess Theo Tom Uma Vera "
    "Victor Wanda Yara Yusuf Zoe"
).split()
LAST = (
    "Abbott Adler Almeida Bauer Becker Blake Brandt Calder Castro Chen Costa Dahl Diaz Doyle Eriksen "
    "Faber Ferrari Fischer Fox Garcia Grant Haas Hansen Hayes Hoffman Ibrahim Ito Jensen Jung Kaplan "
    "Keller Kim Klein Kovacs Lang Larsen Lopez Lund Marino Meyer Moreau Nakamura Navarro Novak Nunez "
    "Okafor Olsen Ortega Park Patel Pereira Petrov Quist Ramos Reyes Ricci Rossi Sato Schmidt Silva "
    "Singh Sousa Stone Tanaka Torres Vega Voss Wagner Walsh Weber Winter Wolf Yamada Young Zhang"
).split()
STREETS = (
    "Elm Street,Oak Avenue,Harbor Road,Mill Lane,Station Street,Garden Way,Park Avenue,Hill Road,"
    "River Street,Market Square,Church Lane,Lake View,Sunset Drive,Maple Street,Cedar Lane,"
    "Bridge Street,King Street,Queen Street,Forest Road,Meadow Lane"
).split(",")
CITIES = (
    "Fairview,Brookfield,Lakeside,Easton,Westport,Ashford,Milton,Kingsbury,Norwood,Clifton"
).split(",")
DOMAINS = ("example.com", "example.org", "example.net")

EPOCH = datetime(2026, 5, 14, 9, 41, tzinfo=UTC)
"""When every phone is switched on: a Thursday morning. Phones live in UTC."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, with what an address book knows of them."""

    first: str
    last: str
    phone: str
    email: str
    address: str

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"


def stream(*names: str | int) -> Random:
    """A random stream of its own for these names: the same names, the same numbers."""
    digest = hashlib.sha256("/".join(map(str, names)).encode()).digest()
    return Random(int.from_bytes(digest[:8], "big"))


def make_phone_number(rng: Random) -> str:
    """A number that belongs to nobody: 555-01xx is kept free for fiction."""
    return f"+1 {rng.randint(201, 989)} 555 01{rng.randint(0, 99):02d}"


def make_address(rng: Random) -> str:
    """Street and city."""
    return f"{rng.randint(1, 199)} {rng.choice(STREETS)}, {rng.choice(CITIES)}"


def make_person(rng: Random, taken: set[str] | None = None) -> Person:
    """Somebody whose full name is not among those taken (it is added)."""
    while True:
        first, last = rng.choice(FIRST), rng.choice(LAST)
        if taken is None or f"{first} {last}" not in taken:
            break
    if taken is not None:
        taken.add(f"{first} {last}")
    email = f"{first.lower()}.{last.lower()}@{rng.choice(DOMAINS)}"
    return Person(first, last, make_phone_number(rng), email, make_address(rng))


class World:
    """Everything that is made up for one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def rng(self, name: str) -> Random:
        """The random stream of one app or subject."""
        return stream("world", self.seed, name)

    @property
    def now(self) -> datetime:
        return EPOCH

    @cached_property
    def owner(self) -> Person:
        """Whose phone it is."""
        return make_person(self.rng("owner"))

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """The people in the address book, each with a first name of their own."""
        rng = self.rng("people")
        names = rng.sample([name for name in FIRST if name != self.owner.first], 24)
        people: list[Person] = []
        for first in names:
            person = make_person(rng)
            email = f"{first.lower()}.{person.last.lower()}@{rng.choice(DOMAINS)}"
            people.append(Person(first, person.last, person.phone, email, person.address))
        return tuple(people)

    def day(self, offset: int, hour: int = 0, minute: int = 0) -> datetime:
        """A time `offset` days from today."""
        midnight = self.now.replace(hour=0, minute=0, second=0, microsecond=0)
        return midnight + timedelta(days=offset, hours=hour, minutes=minute)


def millis(moment: datetime) -> int:
    """A time as Android stores it."""
    return int(moment.timestamp() * 1000)


@lru_cache(maxsize=4096)
def from_millis(stamp: float) -> datetime:
    """A time that Android stored."""
    return datetime.fromtimestamp(stamp / 1000, tz=UTC)
