"""What the tasks with expenses share: things bought, amounts and days."""

from __future__ import annotations

from datetime import date
from random import Random

from phoneworld.apps.expenses.data import PATH
from phoneworld.author import Pilot, Scene
from phoneworld.store import Database
from runtime.observation import Element

PURCHASES = {
    "Eating out": ("Ramen bar", "Brunch", "Birthday dinner", "Tapas evening", "Food truck"),
    "Transport": ("Airport shuttle", "Ferry", "Bike repair", "Toll road", "Rental car"),
    "Home": ("Curtains", "Plumber", "Desk lamp", "Paint", "Door lock"),
    "Health": ("Eye test", "Physiotherapy", "Vitamins", "Sunscreen", "Massage"),
    "Leisure": ("Theatre", "Climbing hall", "Board game", "Zoo visit", "Pottery course"),
    "Clothes": ("Raincoat", "Jeans", "Sneakers", "Wool socks", "Suit"),
    "Gifts": ("Baby shower gift", "Thank-you card", "Farewell present", "Chocolates"),
}
"""Things to buy, by category. The seeded expenses have none of them, so a note tells a task's expense apart."""


def database_of(scene: Scene) -> Database:
    return scene.phone.databases[PATH]


def draw_cents(rng: Random, low: int, high: int) -> int:
    """An amount in cents between two dollar values that is probably not on the phone already."""
    return rng.randint(low, high) * 100 + rng.choice((13, 35, 45, 60, 65, 70, 85))


def draw_purchase(rng: Random) -> tuple[str, str]:
    """A category and something bought in it."""
    category = rng.choice(tuple(PURCHASES))
    return category, rng.choice(PURCHASES[category])


def draw_day(scene: Scene, first: int, last: int) -> str:
    """A day between two offsets from today, in days."""
    return scene.world.day(scene.rng.randint(first, last)).date().isoformat()


def spoken(day: str) -> str:
    """A day as people say it: `Saturday, 9 May`."""
    moment = date.fromisoformat(day)
    return f"{moment:%A}, {moment.day} {moment:%B}"


def first_row(pilot: Pilot) -> Element:
    """The first expense in the list on the screen."""
    return pilot.reach("·", role="item")
