"""What a mini-app is, how mini-apps are found, and the frame around their screens.

A mini-app is a folder (or a file) in `phoneworld/apps/huddle/mini/` with a `MINI`; nothing else
names it. Its screens become Huddle's, as `<name>/<screen>`; its tables live in Huddle's database
and start with `<name>_`, so that no two mini-apps get into each other's way.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from phoneworld.app import Screen
from phoneworld.apps.huddle import mini as folder
from phoneworld.errors import AppError
from phoneworld.phone import Phone
from phoneworld.ui.bars import TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Text
from phoneworld.world import World


@dataclass(frozen=True, slots=True)
class MiniApp:
    """A mini-app: what Discover shows of it, its screens, and its data.

    `name` is the folder's; `screens` has at least `home`, which opens first. `derived` is as in
    `App`. A screen opens another one by its whole name: `self.open("ride/trip", id=3)`.
    """

    name: str
    label: str
    tagline: str
    icon: str
    color: str
    screens: Mapping[str, type[Screen]]
    schema: str
    seed: Callable[[Phone, World], None]
    derived: tuple[str, ...] = ()


@cache
def find_minis() -> Mapping[str, MiniApp]:
    """All mini-apps by name, in the order of their labels."""
    found: list[MiniApp] = []
    for info in pkgutil.iter_modules(folder.__path__):
        origin = f"{folder.__name__}.{info.name}"
        mini = getattr(import_module(origin), "MINI", None)
        if not isinstance(mini, MiniApp):
            raise AppError(f"{origin} has no MINI: define MINI = MiniApp(...) in it")
        _check(mini, origin, info.name)
        found.append(mini)
    return {mini.name: mini for mini in sorted(found, key=lambda mini: mini.label)}


def _check(mini: MiniApp, origin: str, name: str) -> None:
    if mini.name != name:
        raise AppError(f"{origin} calls itself {mini.name!r}: a mini-app is named like its folder")
    if "home" not in mini.screens:
        raise AppError(f"{origin} has no screen 'home': it is the one that Discover opens")
    for table in re.findall(r"CREATE TABLE (\w+)", mini.schema):
        if not table.startswith(f"{name}_"):
            raise AppError(f"{origin}: the table {table!r} must start with '{name}_'")


def leave_mini(screen: Screen) -> None:
    """Close all screens of the mini-app in front, whatever way they were opened."""
    phone, package = screen.phone, screen.app.package
    while phone.front == package and "/" in phone.activity.route:
        phone.close_screen()


def mini_bar(screen: Screen, title: str, *, actions: Sequence[View] = ()) -> TopBar:
    """The top bar of a mini-app's screen: back, actions, and the way out."""
    leave = IconButton("cancel", "Exit mini-app", lambda: leave_mini(screen), id="exit")
    return TopBar(title, back=screen.close, actions=(*actions, leave))


def banner(mini_color: str, caption: str, value: str, note: str = "", *, id: str = "") -> View:
    """A panel in a mini-app's own colour, with what matters most."""
    return Column(
        Text(caption, "small", color="#ffffffd9"),
        Text(value, "headline", color="#ffffff").named(id),
        Text(note, "small", color="#ffffffd9") if note else None,
        pad=(20, 18),
        gap=2,
        bg=mini_color,
        radius=18,
    )
