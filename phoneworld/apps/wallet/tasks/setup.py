"""What the tasks of the Wallet draw, and what their oracles and verdicts share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from random import Random

from phoneworld.apps.wallet.data import PATH, add_person
from phoneworld.author import Added, Changed, Enter, Expectation, Scene, Script, Tap
from phoneworld.formats import dollars
from phoneworld.store import Database
from phoneworld.world import LAST

REASONS = (
    "concert tickets,pizza,taxi ride,birthday cake,rent,guitar lesson,train ticket,tools".split(",")
)


@dataclass(frozen=True, slots=True)
class Payee:
    """Somebody to whom money can be sent."""

    name: str
    handle: str


def database_of(scene: Scene) -> Database:
    return scene.phone.databases[PATH]


def draw_people(scene: Scene, count: int) -> list[Payee]:
    """Some of those to whom money can be sent."""
    rows = database_of(scene).rows("SELECT name, handle FROM people ORDER BY _id")
    return scene.rng.sample([Payee(row["name"], row["handle"]) for row in rows], count)


def add_namesake(scene: Scene, name: str) -> str:
    """Enter somebody of the same first name; their full name."""
    database = database_of(scene)
    first = name.partition(" ")[0]
    while True:
        double = f"{first} {scene.rng.choice(LAST)}"
        if database.value("SELECT 1 FROM people WHERE name = ?", double) is None:
            add_person(database, double)
            return double


def draw_cents(rng: Random, low: int, high: int) -> int:
    return rng.randint(low, high) * 100 + rng.choice((0, 0, 25, 50, 80))


def plain(cents: int) -> str:
    """An amount as people say it: `$20`, `$12.50`."""
    return dollars(cents).removesuffix(".00")


def spoken(day: str) -> str:
    """A day as people say it: `1 June`."""
    moment = date.fromisoformat(day)
    return f"{moment.day} {moment:%B}"


def paid(balance: int, cents: int, booked: Mapping[str, str]) -> list[Expectation]:
    """So many cents have left an account that had this balance, and are in the books."""
    return [
        Changed(PATH, "account", {"balance": balance}, {"balance": balance - cents}),
        Added(PATH, "transactions", {**booked, "amount": -cents}),
    ]


def enter_pin(pin: str) -> Script:
    """Confirm with the PIN."""
    return (Enter(pin, into="PIN"), Tap("Confirm"))


def send(name: str, amount: str, note: str, pin: str) -> Script:
    """Send somebody money, all the way."""
    return (
        Tap("Send", role="button"),
        Tap(name, role="item"),
        Enter(amount.removeprefix("$"), into="Amount"),
        *((Enter(note, into="Note"),) if note else ()),
        Tap("Continue"),
        Tap("Send money", role="button"),
        *enter_pin(pin),
    )
