"""What the tasks of the Wallet draw, and the steps that several of their oracles take."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

from phoneworld.apps.wallet.data import PATH, add_person
from phoneworld.store import Database
from phoneworld.tasks.expect import Added, Changed, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Params, Scene
from phoneworld.wording import dollars
from phoneworld.world import LAST

REASONS = (
    "concert tickets,pizza,taxi ride,birthday cake,rent,guitar lesson,train ticket,tools".split(",")
)


def database_of(scene: Scene) -> Database:
    return scene.phone.databases[PATH]


def draw_people(scene: Scene, count: int) -> list[dict[str, Any]]:
    """Some of those to whom money can be sent."""
    return scene.rng.sample(database_of(scene).rows("SELECT * FROM people ORDER BY _id"), count)


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


def paid(v: Params, cents: int, booked: dict[str, Any]) -> list[Expectation]:
    """So many cents have left the account, and are in the books."""
    return [
        Changed(PATH, "account", {"balance": v["balance"]}, {"balance": v["balance"] - cents}),
        Added(PATH, "transactions", {**booked, "amount": -cents}),
    ]


def enter_pin(pilot: Pilot, pin: str) -> None:
    """Confirm with the PIN."""
    pilot.type(pin, into="PIN")
    pilot.tap("Confirm")


def send(pilot: Pilot, name: str, amount: str, note: str, pin: str) -> None:
    """Send somebody money, all the way."""
    pilot.tap("Send", role="button")
    pilot.tap(name, role="item")
    pilot.type(amount.removeprefix("$"), into="Amount")
    if note:
        pilot.type(note, into="Note")
    pilot.tap("Continue")
    pilot.tap("Send money", role="button")
    enter_pin(pilot, pin)
