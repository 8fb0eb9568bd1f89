"""Clock: the app, and its options."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps.clock.alarms import Alarms, EditAlarm, Ringing
from phoneworld.apps.clock.data import PACKAGE, SCHEMA, on_time, option, seed, set_option
from phoneworld.apps.clock.stopwatch import Stopwatch
from phoneworld.apps.clock.timers import NewTimer, Timers
from phoneworld.apps.clock.times import DAY_NAMES
from phoneworld.apps.clock.worldclock import CityList, WorldClock
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import View

MINUTES = {f"{minutes} minutes": str(minutes) for minutes in (5, 10, 15, 20, 25, 30)}
WEEK_STARTS = {DAY_NAMES[day]: day for day in ("Mon", "Sat", "Sun")}
STYLES = {style: style for style in ("Analog", "Digital")}
CHOICES = {
    "Snooze length": ("snooze_minutes", MINUTES),
    "Silence after": ("silence_minutes", MINUTES),
    "Start week on": ("week_start", WEEK_STARTS),
    "Clock style": ("clock_style", STYLES),
}


class ClockOptions(Screen):
    """How long to snooze, and the like."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Settings", back=self.close),
            ScrollView(
                Section("Alarms"),
                self.row("Snooze length"),
                self.row("Silence after"),
                self.row("Start week on"),
                Section("Display"),
                self.row("Clock style"),
            ),
        )

    def row(self, title: str) -> View:
        name, choices = CHOICES[title]
        stored = option(self.db, name)
        shown = next(text for text, value in choices.items() if value == stored)
        return Tile(
            title,
            shown,
            on_click=lambda: self.choose(title, list(choices), shown, then="put", of=title),
            id=name,
        )

    def put(self, chosen: str, of: str) -> None:
        name, choices = CHOICES[of]
        set_option(self.db, name, choices[chosen])


APP = App(
    package=PACKAGE,
    label="Clock",
    icon="access_time",
    color="#3f51b5",
    screens={
        "alarms": Alarms,
        "edit": EditAlarm,
        "ringing": Ringing,
        "world": WorldClock,
        "add_city": CityList,
        "timer": Timers,
        "new_timer": NewTimer,
        "stopwatch": Stopwatch,
        "settings": ClockOptions,
    },
    start="alarms",
    database="clock.db",
    schema=SCHEMA,
    seed=seed,
    on_time=on_time,
)
