"""The hand that oracles steer with: finds things by what is written on them, as a person would.

Everything goes through the trial's device, so that an oracle runs in process and over adb alike.
What it looks for and does not find is `OracleLost`.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date

from phoneworld.errors import OracleLost
from phoneworld.gestures import LOST_TOUCH, NOTHING_THERE
from phoneworld.locale import readings
from phoneworld.tasks.trial import Trial
from phoneworld.tasks.way_back import MAX_BACKS, Leftovers, step_back
from runtime.actions import (
    LONGEST_WAIT_MS,
    Action,
    AskUser,
    Button,
    Click,
    CloseApp,
    Direction,
    Drag,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    Type,
    Wait,
)
from runtime.device import Performed
from runtime.observation import Element, Observation

DISMISSALS = ("Not now", "Later", "Got it", "Close", "While using the app")
MAX_PAGES = 40
MAX_RETRIES = 3
Recorder = Callable[[Observation, Action, Performed], None]


class Pilot:
    """Steers a trial. `seen` collects every text that was on the screen."""

    def __init__(self, trial: Trial, *, recorder: Recorder | None = None) -> None:
        self.trial = trial
        self.actions: list[Action] = []
        self.seen: list[tuple[str, str]] = []
        self._recorder = recorder
        self._leftovers = Leftovers(trial.phone)
        self.screen = self._look()

    # Looking

    def _look(self) -> Observation:
        self.screen = self.trial.observe()
        for element in self.screen.elements:
            self.seen.append((self.screen.package, element.label))
        self.seen.extend((self.screen.package, notice) for notice in self.screen.notices)
        return self.screen

    def find(self, label: str, *, role: str = "", nth: int = 0) -> Element | None:
        """The element that reads like this: exactly, else as its first line, else in part."""
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

    def shows(self, label: str, *, role: str = "") -> bool:
        """Whether something that reads like this is on the screen now."""
        return self.find(label, role=role) is not None

    def find_id(self, name: str) -> Element | None:
        """The element of a resource id (without the package)."""
        for element in self.screen.elements:
            if element.resource_id.rpartition("/")[2] == name:
                return element
        return None

    def read(self, name: str) -> str:
        """The text of the element of a resource id."""
        return self._need(lambda: self.find_id(name), f"the element with id {name!r}").label

    def reach(self, label: str, *, role: str = "", nth: int = 0) -> Element:
        """The element that reads like this, scrolled to if need be."""
        return self._need(lambda: self.find(label, role=role, nth=nth), repr(label))

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
        """Wait for what is loading, put away what has popped up. False when nothing is in the way."""
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

    # Acting

    def act(self, action: Action) -> Performed:
        """Do an action on the screen as it is, then look again; a lost touch is tried again."""
        before = self.screen.elements
        performed = self._act(action)
        for _ in range(MAX_RETRIES):
            if performed.note != LOST_TOUCH or self.screen.elements != before:
                break
            performed = self._act(action)
        return performed

    def _touch(self, find: Callable[[], Element], make: Callable[[ElementRef], Action]) -> None:
        """Touch something. Where the touch was lost, or met nothing because what it aimed at had
        just moved, find it again and try again.
        """
        for _ in range(1 + MAX_RETRIES):
            performed = self.act(make(ElementRef(find().index)))
            if performed.note not in (LOST_TOUCH, NOTHING_THERE):
                break

    def _act(self, action: Action) -> Performed:
        before = self.screen
        performed = self.trial.act(action, before)
        self.actions.append(action)
        if self._recorder is not None:
            self._recorder(before, action, performed)
        if not self.trial.finished:
            self._look()
        return performed

    def open(self, app: str) -> None:
        """Bring an app to the front: on its first screen, or where this trial has brought it."""
        package = self._package_of(app)
        if not self._leftovers.on_top(package):
            self.act(OpenApp(app))
            return
        self._go_to_first_screen(app, package)
        self._leftovers.forget(package)

    def _go_to_first_screen(self, app: str, package: str) -> None:
        """From where the app was left, as a person would: Back, and closing it as the last resort."""
        left = self._leftovers
        for _ in range(MAX_BACKS):
            if not left.in_front(package):
                self.act(OpenApp(app))
            if left.as_new(package) or not left.on_top(package):
                return
            self.act(step_back(self.screen))
        if left.as_new(package):
            return
        if left.on_top(package):
            self.act(CloseApp(app))
        self.act(OpenApp(app))

    def _package_of(self, app: str) -> str:
        for one in self.trial.phone.apps.values():
            if app in (one.label, one.package):
                return one.package
        return ""

    def tap(self, label: str, *, role: str = "", nth: int = 0) -> None:
        """Tap what reads like this."""
        self._touch(lambda: self.reach(label, role=role, nth=nth), Click)

    def tap_id(self, name: str) -> None:
        """Tap the element of a resource id."""
        self._touch(
            lambda: self._need(lambda: self.find_id(name), f"the element with id {name!r}"), Click
        )

    def hold(self, label: str, *, role: str = "", nth: int = 0) -> None:
        """Touch and hold what reads like this."""
        self._touch(lambda: self.reach(label, role=role, nth=nth), LongPress)

    def type(self, text: str, *, into: str = "", clear: bool = False) -> None:
        """Type into the field with this hint or text, or where the cursor is."""
        if into:
            self._touch(
                lambda: self.reach(into, role="field"),
                lambda field: Type(text, field, clear=clear),
            )
        else:
            self.act(Type(text, clear=clear))

    def swipe(self, label: str, direction: Direction) -> None:
        """Swipe what reads like this sideways: the finger moves in that direction."""
        element = self.reach(label)
        x, y = element.bounds.center
        reach_px = int(self.screen.width_px * 0.35)
        start, end = (x - reach_px, x + reach_px)
        if direction is Direction.LEFT:
            start, end = end, start
        width = self.screen.width_px
        self.act(
            Scroll(
                Stroke(
                    self.screen.point(max(0, min(width - 1, start)), y),
                    self.screen.point(max(0, min(width - 1, end)), y),
                )
            )
        )

    def slide(self, label: str, percent: int) -> None:
        """Drag the slider that reads like this to a value."""
        element = self.reach(label, role="slider")
        bounds = element.bounds
        # The same inset as the slider's own, in pixels of this screen.
        inset = int(12 * self.trial.device.info.density_dpi / 160)
        length = bounds.right - bounds.left - 2 * inset
        y = bounds.center[1]
        end = bounds.left + inset + round(length * percent / 100)
        self.act(Drag(ElementRef(element.index), self.screen.point(end, y)))

    def scroll(self, direction: Direction = Direction.DOWN) -> None:
        """Scroll a page."""
        self.act(Scroll(direction))

    def open_shade(self) -> None:
        """Pull down the notification shade."""
        self.act(Scroll(Stroke(Point(500, 3), Point(500, 600))))

    def back(self) -> None:
        self.act(PressButton(Button.BACK))

    def home(self) -> None:
        self.act(PressButton(Button.HOME))

    def enter(self) -> None:
        self.act(PressButton(Button.ENTER))

    def wait(self, seconds: float) -> None:
        """Let time pass, in as many waits as that takes in a run."""
        left_ms = int(seconds * 1000)
        while left_ms > 0:
            self.act(Wait(min(left_ms, LONGEST_WAIT_MS)))
            left_ms -= LONGEST_WAIT_MS

    def pick_date(self, day: str) -> None:
        """Choose a day (`2026-05-14`) in the date picker that is open."""
        wanted = date.fromisoformat(day)
        for _ in range(60):
            shown = self._shown_month()
            if shown == (wanted.year, wanted.month):
                break
            self.tap("Next month" if shown < (wanted.year, wanted.month) else "Previous month")
        self.tap(f"{wanted.day} {calendar.month_name[wanted.month]} {wanted.year}")
        self.tap("OK")

    def _shown_month(self) -> tuple[int, int]:
        months = list(calendar.month_name)
        for element in self.screen.elements:
            name, _, year = element.text.partition(" ")
            if name in months and year.isdecimal():
                return int(year), months.index(name)
        raise OracleLost("no date picker is open")

    def pick_time(self, time: str) -> None:
        """Choose a time (`09:30`) in the time picker that is open."""
        hour, minute = time.split(":")
        self.type(hour, into="Hour", clear=True)
        self.type(minute, into="Minute", clear=True)
        self.tap("OK")

    # Speaking

    def say(self, text: str) -> None:
        """Tell the user what was asked for."""
        self.act(Output(text))

    def ask(self, question: str) -> str:
        """Ask the user; the answer."""
        return self.act(AskUser(question)).note

    def finish(self, text: str = "", status: FinishStatus = FinishStatus.DONE) -> None:
        """End the episode. An oracle that returns without has finished too."""
        self.act(Finish(text, status))

    def refuse(self, why: str) -> None:
        """End it because it must not be done."""
        self.finish(why, FinishStatus.REFUSED)

    def give_up(self, why: str) -> None:
        """End it because it cannot be done."""
        self.finish(why, FinishStatus.IMPOSSIBLE)


def run_oracle(trial: Trial, *, recorder: Recorder | None = None) -> Pilot:
    """Solve a trial with its template's oracle; the pilot tells what was done and seen."""
    pilot = Pilot(trial, recorder=recorder)
    trial.task.template.solve(pilot, trial.params)
    if not trial.finished:
        pilot.finish()
    return pilot
