"""A phone as a person leaves it: made by using it, tap by tap, without writing anything.

Every tap goes through the interface. One that writes to any database, leads out of the app,
or opens what could not be left again without a change, is taken back. So a start is nothing but
open screens: what a task's verdict compares is the same from everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import assert_never

from phoneworld.device import PhoneDevice
from phoneworld.errors import TaskError
from phoneworld.phone import Phone
from phoneworld.realism import Realism
from phoneworld.tasks.back_navigation import MAX_BACKS, Leftovers, step_back
from phoneworld.tasks.starts import Start
from runtime.actions import Action, Click, ElementRef, OpenApp, Point, Scroll, Stroke, Type

MAX_DEPTH = 3
"""How many screens of an app may lie over each other."""
TAPS_IN_AN_APP = 12
"""How long a dialog or a field is looked for in one app."""
WORDS = ("a", "be", "12", "to do", "mar")
RECENTS_BUTTON = Point(833, 990)
PULL_DOWN = Stroke(Point(500, 3), Point(500, 600))
ONLY_THIS_TIME = "permission_allow_one_time_button"


def _always() -> bool:
    return True


def leave_phone(phone: Phone, start: Start, own_apps: Sequence[str], rng: Random) -> None:
    """Bring a phone from its home screen to a start. `own_apps` are the labels of the task's apps."""
    realism = phone.realism
    phone.realism = undisturbed(realism)
    try:
        _Person(phone, own_apps, rng).leave_at(start)
    finally:
        phone.realism = realism
        phone.toast_text = ""
        phone.notices.clear()
        phone.touch()


def undisturbed(realism: Realism) -> Realism:
    """The same phone to look at, without latency and mishaps."""
    return replace(
        realism,
        latency_ms=0,
        popups=0.0,
        permission_prompts=0.0,
        ads=0.0,
        slow_loading=0.0,
        flaky_touches=0.0,
        layout_shift=0.0,
    )


class _Person:
    """Uses a phone for a while, without a plan."""

    def __init__(self, phone: Phone, own_apps: Sequence[str], rng: Random) -> None:
        self._phone = phone
        self._device = PhoneDevice(phone)
        self._rng = rng
        self._before = phone.databases.serialize()
        self._clipboard = phone.clipboard
        shown = {app.label: app.package for app in phone.apps.values() if app.in_launcher}
        self._own = [shown[label] for label in dict.fromkeys(own_apps) if label in shown]
        self._others = [package for package in shown.values() if package not in self._own]

    def leave_at(self, start: Start) -> None:
        match start:
            case Start.HOME:
                return
            case Start.OTHER_APP:
                if self._rng.random() < 0.3:
                    self._use_one_of(self._own)
                reached = self._use_one_of(self._others)
            case Start.APP_DEEP:
                apps = self._own or self._others
                reached = self._use_one_of(apps, deep=True) or self._use_one_of(apps)
            case Start.DIALOG:
                reached = self._look_for(self._shows_dialog)
            case Start.KEYBOARD:
                reached = self._look_for(lambda: self._phone.keyboard_shown, fields=True)
                self._type_a_little()
            case Start.SHADE:
                if self._rng.random() < 0.7:
                    self._use_one_of(self._any_app())
                reached = self._open_panel(Scroll(PULL_DOWN))
            case Start.RECENTS:
                for _ in range(self._rng.randint(1, 3)):
                    self._use_one_of(self._any_app())
                reached = self._open_panel(Click(RECENTS_BUTTON))
            case Start.ANYWHERE:
                raise TaskError("draw the start first: `anywhere` is no place on a phone")
            case _:
                assert_never(start)
        if not reached:
            raise TaskError(
                f"no app of this phone can be left at {start.value!r} without changing something"
            )

    def _any_app(self) -> list[str]:
        return self._own if self._own and self._rng.random() < 0.5 else self._others

    def _shows_dialog(self) -> bool:
        return self._phone.activity.overlay is not None

    def _open_panel(self, action: Action) -> bool:
        self._device.perform(action, self._device.observe())
        return self._phone.panel is not None

    # Using apps

    def _use_one_of(self, packages: Sequence[str], *, deep: bool = False) -> bool:
        """Open an app and go a few taps into it; `deep`: beyond its first screen."""
        for package in self._rng.sample(packages, len(packages)):
            if not self._open(package):
                continue
            taps = self._rng.randint(1 if deep else 0, 3)
            for _ in range(TAPS_IN_AN_APP):
                if taps <= 0 and self._is_far_enough(package, deep=deep):
                    return True
                taps -= self._tap(package)
            if self._is_far_enough(package, deep=deep):
                return True
        return False

    def _is_far_enough(self, package: str, *, deep: bool) -> bool:
        return not deep or not Leftovers(self._phone).as_new(package)

    def _look_for(self, found: Callable[[], bool], *, fields: bool = False) -> bool:
        """Tap around in one app after another until a condition holds."""
        own_first = self._rng.random() < 0.5
        first, then = (self._own, self._others) if own_first else (self._others, self._own)
        for package in (*self._rng.sample(first, len(first)), *self._rng.sample(then, len(then))):
            before = self._phone.snapshot()
            if self._open(package):
                for _ in range(TAPS_IN_AN_APP):
                    if self._tap(package, fields=fields, may_end=found) and found():
                        return True
            self._phone.restore(before)
        return False

    # Single touches

    def _open(self, package: str) -> bool:
        return self._do(OpenApp(self._phone.apps[package].label), package)

    def _tap(
        self,
        package: str,
        *,
        fields: bool = False,
        may_end: Callable[[], bool] = _always,
    ) -> bool:
        """Tap something that can be tapped, a field where `fields` are wanted and there are any."""
        elements = self._device.observe().elements
        targets = [element for element in elements if element.clickable and element.enabled]
        wanted = [element for element in targets if element.editable] if fields else []
        if not (wanted or targets):
            return False
        chosen = self._rng.choice(wanted or targets)
        return self._do(Click(ElementRef(chosen.index)), package, may_end)

    def _type_a_little(self) -> None:
        if self._rng.random() < 0.5:
            self._do(Type(self._rng.choice(WORDS)), self._phone.front)

    def _do(self, action: Action, package: str, may_end: Callable[[], bool] = _always) -> bool:
        """Act in an app. Undone, and False, if the phone may not be left in the result."""
        before = self._phone.snapshot()
        performed = self._device.perform(action, self._device.observe())
        self._allow_once()
        fits = not performed.note and self._is_in(package) and self._is_unchanged()
        if fits and (not may_end() or self._can_be_left()):
            return True
        self._phone.restore(before)
        return False

    def _allow_once(self) -> None:
        """Give an app the permission it asks for, this time only: that is written nowhere."""
        if self._phone.panel is None:
            return
        screen = self._device.observe()
        for element in screen.elements:
            if element.resource_id.endswith(ONLY_THIS_TIME):
                self._device.perform(Click(ElementRef(element.index)), screen)
                return

    def _is_in(self, package: str) -> bool:
        phone = self._phone
        inside = phone.front == package and phone.panel is None
        return inside and len(phone.tasks[package]) <= MAX_DEPTH

    def _is_unchanged(self) -> bool:
        phone = self._phone
        return phone.clipboard == self._clipboard and phone.databases.serialize() == self._before

    def _can_be_left(self) -> bool:
        """Whether the way back to the app's first screen, and out of it, writes nothing."""
        phone = self._phone
        here, package = phone.snapshot(), phone.front
        for _ in range(MAX_BACKS):
            if phone.front != package:
                break
            screen = self._device.observe()
            self._device.perform(step_back(screen), screen)
        unchanged = self._is_unchanged()
        phone.restore(here)
        return unchanged
