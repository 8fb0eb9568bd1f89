"""The hand that oracles steer with: finds things by what is written on them, as a person would.

Everything goes through the trial's device, so that an oracle runs in process and over adb alike.
What it looks for and does not find is `OracleLost`.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date
from typing import Protocol, assert_never

from phoneworld.errors import OracleLost
from phoneworld.gestures import LOST_TOUCH, NOTHING_THERE
from phoneworld.locale import readings
from phoneworld.phone import Phone
from phoneworld.tasks.mistakes import Edit, Guess
from phoneworld.tasks.steps import (
    Act,
    Ask,
    End,
    Enter,
    Hold,
    Open,
    OpenShade,
    OracleStep,
    Page,
    Pause,
    PickDate,
    PickTime,
    Press,
    Say,
    Script,
    Slide,
    Swipe,
    Tap,
    TapId,
)
from phoneworld.tasks.template import TaskType
from phoneworld.tasks.way_back import MAX_BACKS, Leftovers, step_back
from runtime.actions import (
    LONGEST_WAIT_MS,
    Action,
    AskUser,
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
    SystemButton,
    Type,
    Wait,
)
from runtime.device import Device, Performed
from runtime.observation import Element, Observation

DISMISSALS = ("Not now", "Later", "Got it", "Close", "While using the app")
MAX_PAGES = 40
MAX_RETRIES = 3
MAX_ACTIONS = 300
"""More than any task takes: an oracle that was led astray may go round in circles."""
Recorder = Callable[[Observation, Action, Performed], None]


class Steerable(Protocol):
    """What a pilot steers: a trial, or whatever drives one."""

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


class Pilot:
    """Steers a trial. `steps` are those it was asked for, `seen` every text that was on the screen.

    With an edit it goes wrong on purpose: see `mistakes`.
    """

    def __init__(
        self, trial: Steerable, *, recorder: Recorder | None = None, edit: Edit | None = None
    ) -> None:
        self.trial = trial
        self.steps: list[OracleStep] = []
        self.actions: list[Action] = []
        self.seen: list[tuple[str, str]] = []
        self._recorder = recorder
        self._edit = edit
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
                performed = self._act_again(Scroll(direction))
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
            self._act_again(Wait(2000))
            return True
        if self.screen.package == "com.android.systemui":
            for label in DISMISSALS:
                element = self.find(label)
                if element is not None:
                    self._act_again(Click(ElementRef(element.index)))
                    return True
        return False

    # Acting

    def _act_again(self, action: Action) -> Performed:
        """Do an action on the screen as it is, then look again; a lost touch is tried again."""
        before = self.screen.elements
        performed = self._act(action)
        for _ in range(MAX_RETRIES):
            if performed.note != LOST_TOUCH or self.screen.elements != before:
                break
            performed = self._act(action)
        return performed

    def _touch(
        self, find: Callable[[], Element], make: Callable[[ElementRef], Action]
    ) -> Performed:
        """Touch something. Where the touch was lost, or met nothing because what it aimed at had
        just moved, find it again and try again.
        """
        performed = self._act_again(make(ElementRef(find().index)))
        for _ in range(MAX_RETRIES):
            if performed.note not in (LOST_TOUCH, NOTHING_THERE):
                break
            performed = self._act_again(make(ElementRef(find().index)))
        return performed

    def _act(self, action: Action) -> Performed:
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

    # Doing what a step says

    def do(self, step: OracleStep) -> Performed | None:
        """Do a step, or what an edit puts in its place; what came of its last action."""
        number = len(self.steps)
        self.steps.append(step)
        done: Performed | None = None
        for one in (step,) if self._edit is None else self._edit.rewrite(number, step):
            if self.trial.finished:
                break
            done = self._do(one)
        return done

    def follow(self, script: Script) -> None:
        """Do the steps of a script."""
        for step in script:
            self.do(step)

    def _do(self, step: OracleStep) -> Performed | None:
        match step:
            case Open(app):
                return self._open(app)
            case Tap(label, role, nth):
                return self._touch(lambda: self.reach(label, role=role, nth=nth), Click)
            case TapId(name):
                return self._touch(lambda: self._reach_id(name), Click)
            case Hold(label, role, nth):
                return self._touch(lambda: self.reach(label, role=role, nth=nth), LongPress)
            case Enter(text, into, clear):
                return self._type(text, into, clear=clear)
            case Swipe(label, direction):
                return self._swipe(label, direction)
            case Slide(label, percent):
                return self._slide(label, percent)
            case Page(direction):
                return self._act_again(Scroll(direction))
            case OpenShade():
                return self._act_again(Scroll(Stroke(Point(500, 3), Point(500, 600))))
            case Press(button):
                return self._act_again(PressButton(button))
            case Pause(seconds):
                return self._wait(seconds)
            case PickDate(day):
                return self._pick_date(day)
            case PickTime(time):
                return self._pick_time(time)
            case Say(text):
                return self._act_again(Output(text))
            case Ask(question):
                return self._act_again(AskUser(question))
            case End(text, status):
                return self._act_again(Finish(text, status))
            case Act(action):
                return self._act_again(action)
            case _:
                assert_never(step)

    def _open(self, app: str) -> Performed | None:
        """Bring an app to the front: on its first screen, or where this trial has brought it."""
        package = self._package_of(app)
        if not self._leftovers.on_top(package):
            return self._act_again(OpenApp(app))
        done = self._go_to_first_screen(app, package)
        self._leftovers.forget(package)
        return done

    def _go_to_first_screen(self, app: str, package: str) -> Performed | None:
        """From where the app was left, as a person would: Back, and closing it as the last resort."""
        left, done = self._leftovers, None
        for _ in range(MAX_BACKS):
            if not left.in_front(package):
                done = self._act_again(OpenApp(app))
            if left.as_new(package) or not left.on_top(package):
                return done
            done = self._act_again(step_back(self.screen))
        if left.as_new(package):
            return done
        if left.on_top(package):
            self._act_again(CloseApp(app))
        return self._act_again(OpenApp(app))

    def _package_of(self, app: str) -> str:
        for one in self.trial.phone.apps.values():
            if app in (one.label, one.package):
                return one.package
        return ""

    def _wait(self, seconds: float) -> Performed | None:
        """Let time pass, in as many waits as that takes in a run."""
        left_ms, done = int(seconds * 1000), None
        while left_ms > 0:
            done = self._act_again(Wait(min(left_ms, LONGEST_WAIT_MS)))
            left_ms -= LONGEST_WAIT_MS
        return done

    def _reach_id(self, name: str) -> Element:
        return self._need(lambda: self.find_id(name), f"the element with id {name!r}")

    def _type(self, text: str, into: str, *, clear: bool) -> Performed:
        if not into:
            return self._act_again(Type(text, clear=clear))
        return self._touch(
            lambda: self.reach(into, role="field"), lambda field: Type(text, field, clear=clear)
        )

    def _swipe(self, label: str, direction: Direction) -> Performed:
        element = self.reach(label)
        x, y = element.bounds.center
        reach_px = int(self.screen.width_px * 0.35)
        start, end = (x - reach_px, x + reach_px)
        if direction is Direction.LEFT:
            start, end = end, start
        width = self.screen.width_px
        return self._act_again(
            Scroll(
                Stroke(
                    self.screen.point(max(0, min(width - 1, start)), y),
                    self.screen.point(max(0, min(width - 1, end)), y),
                )
            )
        )

    def _slide(self, label: str, percent: int) -> Performed:
        element = self.reach(label, role="slider")
        bounds = element.bounds
        # The same inset as the slider's own, in pixels of this screen.
        inset = int(12 * self.trial.device.info.density_dpi / 160)
        length = bounds.right - bounds.left - 2 * inset
        y = bounds.center[1]
        end = bounds.left + inset + round(length * percent / 100)
        return self._act_again(Drag(ElementRef(element.index), self.screen.point(end, y)))

    def _pick_date(self, day: str) -> Performed | None:
        wanted = date.fromisoformat(day)
        for _ in range(60):
            shown = self._shown_month()
            if shown == (wanted.year, wanted.month):
                break
            self._do(Tap("Next month" if shown < (wanted.year, wanted.month) else "Previous month"))
        self._do(Tap(f"{wanted.day} {calendar.month_name[wanted.month]} {wanted.year}"))
        return self._do(Tap("OK"))

    def _shown_month(self) -> tuple[int, int]:
        months = list(calendar.month_name)
        for element in self.screen.elements:
            name, _, year = element.text.partition(" ")
            if name in months and year.isdecimal():
                return int(year), months.index(name)
        raise OracleLost("no date picker is open")

    def _pick_time(self, time: str) -> Performed | None:
        hour, minute = time.split(":")
        self._do(Enter(hour, into="Hour", clear=True))
        self._do(Enter(minute, into="Minute", clear=True))
        return self._do(Tap("OK"))

    # The steps as verbs, for oracles that look and compute

    def open(self, app: str) -> None:
        """Bring an app to the front."""
        self.do(Open(app))

    def tap(self, label: str, *, role: str = "", nth: int = 0) -> None:
        """Tap what reads like this."""
        self.do(Tap(label, role, nth))

    def tap_id(self, name: str) -> None:
        """Tap the element of a resource id."""
        self.do(TapId(name))

    def hold(self, label: str, *, role: str = "", nth: int = 0) -> None:
        """Touch and hold what reads like this."""
        self.do(Hold(label, role, nth))

    def type(self, text: str, *, into: str = "", clear: bool = False) -> None:
        """Type into the field with this hint or text, or where the cursor is."""
        self.do(Enter(text, into, clear))

    def swipe(self, label: str, direction: Direction) -> None:
        """Swipe what reads like this sideways: the finger moves in that direction."""
        self.do(Swipe(label, direction))

    def slide(self, label: str, percent: int) -> None:
        """Drag the slider that reads like this to a value."""
        self.do(Slide(label, percent))

    def scroll(self, direction: Direction = Direction.DOWN) -> bool:
        """Scroll a page; whether there was more to see."""
        done = self.do(Page(direction))
        return done is not None and not done.note

    def open_shade(self) -> None:
        """Pull down the notification shade."""
        self.do(OpenShade())

    def back(self) -> None:
        self.do(Press(SystemButton.BACK))

    def home(self) -> None:
        self.do(Press(SystemButton.HOME))

    def enter(self) -> None:
        self.do(Press(SystemButton.ENTER))

    def wait(self, seconds: float) -> None:
        self.do(Pause(seconds))

    def pick_date(self, day: str) -> None:
        """Choose a day (`2026-05-14`) in the date picker that is open."""
        self.do(PickDate(day))

    def pick_time(self, time: str) -> None:
        """Choose a time (`09:30`) in the time picker that is open."""
        self.do(PickTime(time))

    def act(self, action: Action) -> Performed | None:
        """Do any action on the screen as it is; None where an edit left it out."""
        return self.do(Act(action))

    # Speaking

    def say(self, text: str) -> None:
        """Tell the user what was asked for."""
        self.do(Say(text))

    def ask(self, question: str) -> str:
        """Ask the user; the answer."""
        done = self.do(Ask(question))
        if isinstance(self._edit, Guess):
            return self._edit.answer
        return done.note if done is not None else ""

    def finish(self, text: str = "", status: FinishStatus = FinishStatus.DONE) -> None:
        """End the episode. An oracle that returns without has finished too."""
        self.do(End(text, status))

    def refuse(self, why: str) -> None:
        """End it because it must not be done."""
        self.finish(why, FinishStatus.REFUSED)

    def give_up(self, why: str) -> None:
        """End it because it cannot be done."""
        self.finish(why, FinishStatus.IMPOSSIBLE)


def run_oracle(trial: Steerable, *, recorder: Recorder | None = None) -> Pilot:
    """Solve a trial with its own oracle; the pilot tells what was done and seen."""
    pilot = Pilot(trial, recorder=recorder)
    trial.drawn.solve(pilot)
    if not trial.finished:
        pilot.finish()
    return pilot
