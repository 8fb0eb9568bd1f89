"""How oracles see and touch a phone: elements are found by what is written on them.

Everything goes through the trial's device, so that an oracle runs in process and over adb alike. An
element that cannot be found is `OracleLost`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from phoneworld.errors import OracleLost
from phoneworld.gestures import LOST_TOUCH, NOTHING_THERE
from phoneworld.locale import readings
from phoneworld.phone import Phone
from phoneworld.tasks.template import TaskType
from runtime.actions import Action, Click, Direction, ElementRef, Scroll, Wait
from runtime.device import Device, Performed
from runtime.observation import Element, Observation

DISMISSALS = ("Not now", "Later", "Got it", "Close", "While using the app")
"""The buttons that put a pop-up away."""
MAX_PAGES = 40
MAX_RETRIES = 3
MAX_ACTIONS = 300
"""More than any task takes: an oracle that was led astray may go round in circles."""
Recorder = Callable[[Observation, Action, Performed], None]


class Steerable(Protocol):
    """A trial, or whatever drives one."""

    @property
    def drawn(self) -> TaskType: ...
    @property
    def phone(self) -> Phone: ...
    @property
    def device(self) -> Device: ...
    @property
    def finished(self) -> bool: ...
    def observe(self) -> Observation: ...
    def act(self, action: Action, observation: Observation) -> Performed: ...


class UiDriver:
    """Looks at the screen of a trial and acts on it.

    `screen` is what it saw last, `actions` is all that it did, and `seen` holds every text that was
    on the screen, each with the package that showed it.
    """

    def __init__(self, trial: Steerable, recorder: Recorder | None = None) -> None:
        self.trial = trial
        self.actions: list[Action] = []
        self.seen: list[tuple[str, str]] = []
        self._recorder = recorder
        self.screen = self._look()

    def _look(self) -> Observation:
        self.screen = self.trial.observe()
        for element in self.screen.elements:
            self.seen.append((self.screen.package, element.label))
        self.seen.extend((self.screen.package, notice) for notice in self.screen.notices)
        return self.screen

    def find(self, label: str, *, role: str = "", nth: int = 0) -> Element | None:
        """The element with this text: the whole text, else its first line, else a part of it."""
        wanted = {text.casefold() for text in readings(label)}
        exact: list[Element] = []
        start: list[Element] = []
        within: list[Element] = []
        for element in self.screen.elements:
            if role and element.role != role:
                continue
            for text in (element.text, element.description, element.hint):
                folded = text.casefold()
                if folded in wanted:
                    exact.append(element)
                    break
                if any(folded.startswith(f"{one},") for one in wanted):
                    start.append(element)
                    break
                if any(one in folded for one in wanted):
                    within.append(element)
                    break
        found = exact or start or within
        return found[nth] if nth < len(found) else None

    def find_id(self, name: str) -> Element | None:
        """The element of a resource id (without the package)."""
        for element in self.screen.elements:
            if element.resource_id.rpartition("/")[2] == name:
                return element
        return None

    def reach(self, label: str, *, role: str = "", nth: int = 0) -> Element:
        """The element with this text, scrolled to if need be."""
        return self._need(lambda: self.find(label, role=role, nth=nth), repr(label))

    def reach_id(self, name: str) -> Element:
        """The element of a resource id, scrolled to if need be."""
        return self._need(lambda: self.find_id(name), f"element with id {name!r}")

    def _need(self, look: Callable[[], Element | None], what: str) -> Element:
        found = look()
        if found is not None:
            return found
        while self._clear_the_way():
            found = look()
            if found is not None:
                return found
        for direction in (Direction.DOWN, Direction.UP):
            for _ in range(MAX_PAGES):
                performed = self.act(Scroll(direction))
                if performed.note:
                    break
                found = look()
                if found is not None:
                    return found
        on_screen = ", ".join(repr(e.label) for e in self.screen.elements if e.label)
        raise OracleLost(f"no {what} on the screen of {self.screen.package}; it shows {on_screen}")

    def _clear_the_way(self) -> bool:
        """Wait while something loads, and dismiss a pop-up. False if nothing is in the way."""
        if self.find("Loading", role="progress") is not None:
            self.act(Wait(2000))
            return True
        if self.screen.package == "com.android.systemui":
            for label in DISMISSALS:
                element = self.find(label)
                if element is not None:
                    self.act(Click(ElementRef(element.index)))
                    return True
        return False

    def act(self, action: Action) -> Performed:
        """Do an action on the screen as it is, then look again. A lost touch is repeated."""
        before = self.screen.elements
        performed = self._act_once(action)
        for _ in range(MAX_RETRIES):
            if performed.note != LOST_TOUCH or self.screen.elements != before:
                break
            performed = self._act_once(action)
        return performed

    def touch(self, find: Callable[[], Element], make: Callable[[ElementRef], Action]) -> Performed:
        """Touch an element. If the touch was lost, or the element had just moved away, find it and
        try again.
        """
        performed = self.act(make(ElementRef(find().index)))
        for _ in range(MAX_RETRIES):
            if performed.note not in (LOST_TOUCH, NOTHING_THERE):
                break
            performed = self.act(make(ElementRef(find().index)))
        return performed

    def _act_once(self, action: Action) -> Performed:
        if len(self.actions) >= MAX_ACTIONS:
            raise OracleLost(f"not finished after {MAX_ACTIONS} actions")
        before = self.screen
        performed = self.trial.act(action, before)
        self.actions.append(action)
        if self._recorder is not None:
            self._recorder(before, action, performed)
        if not self.trial.finished:
            self._look()
        return performed
