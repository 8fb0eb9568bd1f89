"""Clock: the built-in app under another package, with a stopwatch that pauses and a pad for timers."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import clock
from phoneworld.apps.clock.stopwatch import Stopwatch
from phoneworld.packs.androidworld.clock.data import DATABASE, PACKAGE
from phoneworld.packs.androidworld.clock.timer_pad import DeskTimers, NewDeskTimer
from phoneworld.ui.buttons import Button
from phoneworld.ui.view import View


class DeskStopwatch(Stopwatch):
    """The stopwatch. Its buttons have descriptions, as whoever cannot see them needs."""

    def buttons(self, state: str) -> tuple[View, View]:
        if state == "running":
            return (
                Button("Pause", self.stop, icon="pause").described("Pause"),
                Button("Lap", self.lap, kind="tonal").described("Lap"),
            )
        paused = state == "paused"
        return (
            Button("Start", self.start, icon="play_arrow").described("Start"),
            Button("Reset", self.reset, kind="tonal", enabled=paused).described("Reset"),
        )


APP = replace(
    clock.APP,
    package=PACKAGE,
    activity="com.android.deskclock.DeskClock",
    screens={
        **clock.APP.screens,
        "stopwatch": DeskStopwatch,
        "timer": DeskTimers,
        "new_timer": NewDeskTimer,
    },
    database=DATABASE,
    seed=None,
    stands_in_for=clock.APP,
)
