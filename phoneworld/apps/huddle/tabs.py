"""The bar at the bottom of Huddle's four main screens."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.ui.bars import bottom_bar
from phoneworld.ui.view import View

TABS = (("Chats", "chat"), ("Contacts", "contacts"), ("Discover", "explore"), ("Me", "person"))
ROUTES = {"Chats": "chats", "Contacts": "contacts", "Discover": "discover", "Me": "me"}


def tab_bar(screen: Screen, chosen: str) -> View:
    """The bar, with the screen that is open marked."""

    def go(name: str) -> None:
        if name != chosen:
            screen.replace(ROUTES[name])

    return bottom_bar(TABS, chosen, go)
