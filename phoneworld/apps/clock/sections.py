"""The four sections of Clock, and the bar that leads from one to the other."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.ui.bars import TopBar, bottom_bar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.view import View

SECTIONS = (
    ("Alarm", "alarm", "alarms"),
    ("Clock", "access_time", "world"),
    ("Timer", "hourglass_empty", "timer"),
    ("Stopwatch", "timer", "stopwatch"),
)


def section_bar(screen: Screen, chosen: str) -> View:
    """The bar at the bottom; a section takes the place of the one before."""

    def go(name: str) -> None:
        if name != chosen:
            screen.replace(next(route for label, _, route in SECTIONS if label == name))

    return bottom_bar([(name, icon) for name, icon, _ in SECTIONS], chosen, go)


def top_bar(screen: Screen, title: str, *actions: View) -> TopBar:
    """The bar on top. The menu calls the screen's method `settings`."""
    more = IconButton("more_vert", "More options", lambda: screen.menu({"Settings": "settings"}))
    return TopBar(title, actions=(*actions, more))
