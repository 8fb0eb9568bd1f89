"""Everyday tasks that choose how the phone looks, or open a page of its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.settings.app import PAGES
from phoneworld.apps.settings.data import PACKAGE, WALLPAPERS
from phoneworld.apps.settings.tasks.setup import go
from phoneworld.author import (
    Also,
    Expectation,
    ExpectedPage,
    Instead,
    Mistake,
    Scene,
    Script,
    SettingIs,
    Tap,
    TaskType,
    Way,
)


@dataclass(frozen=True)
class ClockFormat(TaskType):
    """The clock changes between 12 and 24 hours."""

    template = "settings.clock_format"
    apps = ("Settings",)
    goals = (
        "Show the time in {hours}-hour format.",
        "Switch my phone's clock to {hours} hours.",
        "I prefer the {hours}-hour clock. Set that.",
    )

    hours: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        before, hours = scene.rng.sample(("12", "24"), 2)
        scene.phone.settings.put("system", "time_12_24", before)
        others = ("Set time automatically", "Set time zone automatically", "Stay awake")
        return cls(hours, scene.rng.choice(others))

    def expect(self) -> list[Expectation]:
        return [SettingIs("system", "time_12_24", self.hours)]

    def script(self) -> Script:
        return go("System", "Use 24-hour format")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "and back again": Also(Tap("Use 24-hour format")),
            "another switch": Way(*go("System", self.other)),
        }


@dataclass(frozen=True)
class ChooseWallpaper(TaskType):
    """The wallpaper is changed."""

    template = "settings.wallpaper"
    apps = ("Settings",)
    goals = (
        "Change the wallpaper to {wallpaper}.",
        "Use {wallpaper} as the wallpaper of my phone.",
        "I want to see the {wallpaper} wallpaper on my home screen.",
    )

    wallpaper: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        before, wallpaper, other = scene.rng.sample(list(WALLPAPERS), 3)
        scene.phone.settings.put("system", "wallpaper", WALLPAPERS[before])
        return cls(wallpaper, other)

    def expect(self) -> list[Expectation]:
        return [SettingIs("system", "wallpaper", WALLPAPERS[self.wallpaper])]

    def script(self) -> Script:
        return (*go("Display", "Wallpaper"), Tap(self.wallpaper, role="radio"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another wallpaper": Instead(wallpaper=self.other)}


@dataclass(frozen=True)
class OpenSettingsPage(TaskType):
    """A page of the settings is opened, and nothing is changed on it."""

    template = "settings.open_page"
    apps = ("Settings",)
    goals = (
        "Open the {page} page of the settings.",
        "Take me to {page} in the settings.",
        "Show me the settings for {page}.",
    )

    page: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*scene.rng.sample([title for title, *_ in PAGES], 2))

    def expect(self) -> list[Expectation]:
        route = next(route for title, *_, route in PAGES if title == self.page)
        return [ExpectedPage(f"{PACKAGE}/{route}")]

    def script(self) -> Script:
        return go(self.page)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another page": Instead(page=self.other)}
