"""What each step of an oracle means on a phone."""

from __future__ import annotations

import calendar
from datetime import date
from typing import assert_never

from phoneworld.errors import OracleLost
from phoneworld.tasks.back_navigation import MAX_BACKS, Leftovers, step_back
from phoneworld.tasks.driver import UiDriver
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
    Slide,
    Swipe,
    Tap,
    TapId,
)
from runtime.actions import (
    LONGEST_WAIT_MS,
    AskUser,
    Click,
    CloseApp,
    Direction,
    Finish,
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
from runtime.sliders import slide


class StepExecutor:
    """Turns steps into actions. `leftovers` are the screens that were open before the task."""

    def __init__(self, driver: UiDriver, leftovers: Leftovers) -> None:
        self._driver = driver
        self._leftovers = leftovers

    def execute(self, step: OracleStep) -> Performed | None:
        """Do a step. Returns what its last action did; None if it took no action."""
        match step:
            case Open(app):
                return self._open(app)
            case Tap(label, role, nth):
                return self._driver.touch(
                    lambda: self._driver.reach(label, role=role, nth=nth), Click
                )
            case TapId(name):
                return self._driver.touch(lambda: self._driver.reach_id(name), Click)
            case Hold(label, role, nth):
                return self._driver.touch(
                    lambda: self._driver.reach(label, role=role, nth=nth), LongPress
                )
            case Enter(text, into, clear):
                return self._type(text, into, clear=clear)
            case Swipe(label, direction):
                return self._swipe(label, direction)
            case Slide(label, percent):
                return self._slide(label, percent)
            case Page(direction):
                return self._driver.act(Scroll(direction))
            case OpenShade():
                return self._driver.act(Scroll(Stroke(Point(500, 3), Point(500, 600))))
            case Press(button):
                return self._driver.act(PressButton(button))
            case Pause(seconds):
                return self._wait(seconds)
            case PickDate(day):
                return self._pick_date(day)
            case PickTime(time):
                return self._pick_time(time)
            case Say(text):
                return self._driver.act(Output(text))
            case Ask(question):
                return self._driver.act(AskUser(question))
            case End(text, status):
                return self._driver.act(Finish(text, status))
            case Act(action):
                return self._driver.act(action)
            case _:
                assert_never(step)

    def _open(self, app: str) -> Performed | None:
        """Bring an app to the front: on its first screen, or where this trial has brought it."""
        package = self._package_of(app)
        if not self._leftovers.on_top(package):
            return self._driver.act(OpenApp(app))
        done = self._go_to_first_screen(app, package)
        self._leftovers.forget(package)
        return done

    def _go_to_first_screen(self, app: str, package: str) -> Performed | None:
        """From where the app was left, as a person would: Back, and closing it as the last resort."""
        left, done = self._leftovers, None
        for _ in range(MAX_BACKS):
            if not left.in_front(package):
                done = self._driver.act(OpenApp(app))
            if left.as_new(package) or not left.on_top(package):
                return done
            done = self._driver.act(step_back(self._driver.screen))
        if left.as_new(package):
            return done
        if left.on_top(package):
            self._driver.act(CloseApp(app))
        return self._driver.act(OpenApp(app))

    def _package_of(self, app: str) -> str:
        for one in self._driver.trial.phone.apps.values():
            if app in (one.label, one.package):
                return one.package
        return ""

    def _wait(self, seconds: float) -> Performed | None:
        """Let time pass, in as many waits as a run would need."""
        left_ms, done = int(seconds * 1000), None
        while left_ms > 0:
            done = self._driver.act(Wait(min(left_ms, LONGEST_WAIT_MS)))
            left_ms -= LONGEST_WAIT_MS
        return done

    def _type(self, text: str, into: str, *, clear: bool) -> Performed:
        if not into:
            return self._driver.act(Type(text, clear=clear))
        return self._driver.touch(
            lambda: self._driver.reach(into, role="field"),
            lambda field: Type(text, field, clear=clear),
        )

    def _swipe(self, label: str, direction: Direction) -> Performed:
        element = self._driver.reach(label)
        x, y = element.bounds.center
        reach_px = int(self._driver.screen.width_px * 0.35)
        start, end = (x - reach_px, x + reach_px)
        if direction is Direction.LEFT:
            start, end = end, start
        width = self._driver.screen.width_px
        return self._driver.act(
            Scroll(
                Stroke(
                    self._driver.screen.point(max(0, min(width - 1, start)), y),
                    self._driver.screen.point(max(0, min(width - 1, end)), y),
                )
            )
        )

    def _slide(self, label: str, percent: int) -> Performed:
        element = self._driver.reach(label, role="slider")
        return self._driver.act(slide(element, percent, self._driver.screen))

    def _pick_date(self, day: str) -> Performed | None:
        wanted = date.fromisoformat(day)
        for _ in range(60):
            shown = self._shown_month()
            if shown == (wanted.year, wanted.month):
                break
            self.execute(
                Tap("Next month" if shown < (wanted.year, wanted.month) else "Previous month")
            )
        self.execute(Tap(f"{wanted.day} {calendar.month_name[wanted.month]} {wanted.year}"))
        return self.execute(Tap("OK"))

    def _shown_month(self) -> tuple[int, int]:
        months = list(calendar.month_name)
        for element in self._driver.screen.elements:
            name, _, year = element.text.partition(" ")
            if name in months and year.isdecimal():
                return int(year), months.index(name)
        raise OracleLost("no date picker is open")

    def _pick_time(self, time: str) -> Performed | None:
        hour, minute = time.split(":")
        self.execute(Enter(hour, into="Hour", clear=True))
        self.execute(Enter(minute, into="Minute", clear=True))
        return self.execute(Tap("OK"))
