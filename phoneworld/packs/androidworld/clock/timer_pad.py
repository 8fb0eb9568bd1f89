"""The pad on which the length of a timer is entered digit by digit, from the right."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.clock.data import add_timer, start_timer
from phoneworld.apps.clock.sections import section_bar, top_bar
from phoneworld.apps.clock.timers import Timers
from phoneworld.apps.clock.times import HOUR, MINUTE, SECOND
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Text

LONGEST = 6
"""Two digits each for hours, minutes and seconds."""
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0")


class TimerPad(Screen):
    """What a screen with the pad shares: the digits so far, and the keys."""

    @property
    def digits(self) -> str:
        return self.state.get("digits", "")

    @property
    def parts(self) -> tuple[int, int, int]:
        """Hours, minutes and seconds, as they were entered."""
        whole = self.digits.rjust(LONGEST, "0")
        return int(whole[:2]), int(whole[2:4]), int(whole[4:])

    def pad(self) -> View:
        hours, minutes, seconds = self.parts
        length = Text(f"{hours:02d}h {minutes:02d}m {seconds:02d}s", "hero", align="center")
        keys = [Button(key, self.presser(key), kind="tonal") for key in KEYS]
        erase = IconButton("backspace", "Delete a digit", self.erase)
        return ScrollView(
            Column(
                length.described(f"{hours} hours, {minutes} minutes, {seconds} seconds").named(
                    "length"
                ),
                Grid([*keys, erase], columns=3, row_height=56, gap=12),
                Row(
                    Button("Start", self.begin, icon="play_arrow", enabled=bool(self.digits))
                    .described("Start")
                    .grow()
                ),
                pad=(24, 16),
                gap=20,
            )
        )

    def presser(self, key: str) -> Handler:
        def press() -> None:
            # A zero in front of everything is none.
            longer = (self.digits + key).lstrip("0")
            if len(longer) <= LONGEST:
                self.state["digits"] = longer

        return press

    def erase(self) -> None:
        self.state["digits"] = self.digits[:-1]

    def begin(self) -> None:
        hours, minutes, seconds = self.parts
        length = hours * HOUR + minutes * MINUTE + seconds * SECOND
        start_timer(self.db, add_timer(self.db, length), self.phone.now_ms)
        self.state["digits"] = ""
        self.begun()

    def begun(self) -> None:
        """Called when a timer was made and runs."""


class DeskTimers(TimerPad, Timers):
    """The timers; where there is none, the pad."""

    def view(self) -> View:
        if self.db.value("SELECT _id FROM timers LIMIT 1") is not None:
            return super().view()
        return Scaffold(top_bar(self, "Timer"), self.pad(), bottom=section_bar(self, "Timer"))


class NewDeskTimer(TimerPad):
    """The pad for one more timer."""

    def view(self) -> View:
        return Scaffold(TopBar("New timer", back=self.close), self.pad())

    def begun(self) -> None:
        self.close()
