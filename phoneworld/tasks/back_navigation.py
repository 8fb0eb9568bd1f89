"""How to get from wherever an app was left to its first screen, as it is when the app has just started.

`Leftovers` knows what was open before the task began. It looks into the phone, as only an oracle
can; the steps themselves (Back, a dialog's Discard) are those of a person, and go through the
interface.
"""

from __future__ import annotations

from typing import Any

from phoneworld.activity import Activity
from phoneworld.locale import readings
from phoneworld.phone import LAUNCHER, Phone
from runtime.actions import Action, Click, ElementRef, PressButton, SystemButton
from runtime.observation import Element, Observation

MAX_BACKS = 4
"""How often Back is pressed before the app is closed and opened again."""
DISCARD = "Discard"


def step_back(screen: Observation) -> Action:
    """One step towards an app's first screen: discard a draft if that is offered, else press Back."""
    element = find_discard(screen.elements)
    if element is not None:
        return Click(ElementRef(element.index))
    return PressButton(SystemButton.BACK)


def find_discard(elements: tuple[Element, ...]) -> Element | None:
    """The button that throws a draft away."""
    wanted = {text.casefold() for text in readings(DISCARD)}
    for element in elements:
        if element.text.casefold() in wanted:
            return element
    return None


class Leftovers:
    """The screens that were open on a phone when a task began."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._screens = [
            activity
            for package, stack in phone.tasks.items()
            if package != LAUNCHER
            for activity in stack
        ]

    def on_top(self, package: str) -> bool:
        """Whether opening the app would show a screen from before the task."""
        stack = self._phone.tasks.get(package)
        return bool(stack) and any(stack[-1] is screen for screen in self._screens)

    def forget(self, package: str) -> None:
        """Forget an app: from now on the task itself has opened its screens."""
        self._screens = [screen for screen in self._screens if screen.package != package]

    def in_front(self, package: str) -> bool:
        """Whether the app is in front, with nothing over it."""
        return self._phone.front == package and self._phone.panel is None

    def as_new(self, package: str) -> bool:
        """Whether the app shows just what it would show if it were started now."""
        if not self.in_front(package):
            return False
        return _same(self._phone.tasks[package], _started(self._phone, package))


def _started(phone: Phone, package: str) -> list[Activity]:
    """The screens of an app that has just been started, on a copy of the phone."""
    copy = Phone(phone.apps)
    copy.restore(phone.snapshot())
    copy.stop_app(package)
    copy.launch(package)
    started = copy.tasks[package]
    copy.databases.close()
    return started


def _same(open_now: list[Activity], started: list[Activity]) -> bool:
    if len(open_now) != len(started):
        return False
    top = started[-1]
    # A field that had the cursor at the start need not have it again: oracles tap what they fill in.
    if open_now[-1].keyboard and not top.keyboard:
        return False
    return all(_shown(a) == _shown(b) for a, b in zip(open_now, started, strict=True))


def _shown(activity: Activity) -> tuple[Any, ...]:
    """What tells a screen from another. Empty values are as good as none."""
    return (
        activity.route,
        activity.args,
        {name: value for name, value in activity.state.items() if value not in ("", None, [], {})},
        {name: offset for name, offset in activity.scroll.items() if offset},
        activity.overlay,
    )
