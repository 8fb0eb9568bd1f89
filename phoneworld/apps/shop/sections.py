"""The four sections of the shop, and the bar that leads from one to the other."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.ui.bars import bottom_bar
from phoneworld.ui.view import View

SECTIONS = (
    ("Shop", "store", "home"),
    ("Wish list", "favorite", "wishes"),
    ("Cart", "shopping_cart", "cart"),
    ("Account", "person", "account"),
)


def section_bar(screen: Screen, chosen: str) -> View:
    """The bar at the bottom; a section takes the place of the one before."""

    def go(name: str) -> None:
        if name != chosen:
            screen.replace(next(route for label, _, route in SECTIONS if label == name))

    return bottom_bar([(name, icon) for name, icon, _ in SECTIONS], chosen, go)
