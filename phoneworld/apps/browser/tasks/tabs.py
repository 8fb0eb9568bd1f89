"""Tabs, and what the browser keeps of them: downloads, the history, the home page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser import data
from phoneworld.apps.browser.sites import NAMES, railway
from phoneworld.apps.browser.tasks.setup import NEW_TAB, open_site, publish, publish_dishes, web
from phoneworld.author import (
    ENTER_KEY,
    Added,
    Also,
    Changed,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.providers import media


@dataclass(frozen=True)
class DownloadTimetable(TaskType):
    """The timetable of one line, not of the way back."""

    template = "browser.download"
    apps = ("Browser",)
    goals = (
        "Download the Northline Rail timetable from {start} to {end}.",
        "Get me the timetable {start} to {end} as a file from northline.example.",
        "I need Northline's timetable for trains from {start} to {end} on my phone. Download it.",
    )

    start: str
    end: str
    file: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        start, end = rng.sample(("Ashford", "Clifton", "Easton", "Kingsbury", "Milton"), 2)
        for one, other in ((start, end), (end, start)):
            publish(scene, railway.timetable(one, other, railway.some_trains(rng)))
        return cls(start=start, end=end, file=f"timetable-{start.lower()}-{end.lower()}.pdf")

    def expect(self) -> list[Expectation]:
        return [
            Added(media.PATH, "files", {"_data": f"/sdcard/Download/{self.file}"}),
            Added(data.PATH, "downloads", {"name": self.file}),
            NEW_TAB,
        ]

    def script(self) -> Script:
        return (
            *open_site("Northline Rail", f"Trains from {self.start} to {self.end}"),
            Tap("Download this timetable"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the way back": Instead(start=self.end, end=self.start),
            "twice": Also(Tap("Download this timetable")),
        }


@dataclass(frozen=True)
class PrivateTab(TaskType):
    """A site is opened without traces."""

    template = "browser.private_tab"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Open {host} in a private tab.",
        "I want to look at {host} without leaving traces. Open it in a new private tab.",
        "Go to {host}, but in private mode please.",
    )

    host: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        host, other = scene.rng.sample(list(NAMES), 2)
        return cls(host=host, other=other)

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "tabs", {"private": 1, "url": self.host})]

    def script(self) -> Script:
        return (
            Open("Browser"),
            Tap("More options"),
            Tap("New private tab"),
            Enter(self.host, into="Search or type web address"),
            ENTER_KEY,
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "an ordinary tab": Swap(Tap("New private tab"), Tap("New tab")),
            "another site": Instead(host=self.other),
        }


@dataclass(frozen=True)
class CloseTab(TaskType):
    """One tab of several is closed."""

    template = "browser.close_tab"
    apps = ("Browser",)
    goals = (
        "Close the browser tab with '{dish}'.",
        "I have too many tabs open. Close the one showing '{dish}', and only that.",
        "Please close the tab '{dish}' in the browser.",
    )

    dish: str
    other: str
    tab: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = publish_dishes(scene)
        ids = [data.add_tab(web(scene), page.url, page.title) for page in (other, one)]
        return cls(dish=one.title, other=other.title, tab=ids[1])

    def expect(self) -> list[Expectation]:
        return [Removed(data.PATH, "tabs", {"_id": self.tab})]

    def script(self) -> Script:
        return (
            Open("Browser"),
            Tap("Switch or close tabs"),
            Tap(f"Close {self.dish}", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other tab": Instead(dish=self.other),
            "all of them": Swap(
                Tap(f"Close {self.dish}", role="button"),
                Tap("More options"),
                Tap("Close all tabs"),
                Tap("Close all", role="button"),
            ),
        }


@dataclass(frozen=True)
class ClearBrowsingHistory(TaskType):
    """The history of a certain time is forgotten."""

    template = "browser.clear_history"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Clear my browsing history: {range}.",
        "Delete what I visited in the browser ({range}).",
        "Please wipe the browser's history. Time range: {range}.",
    )

    range: str
    option: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = scene.rng.sample(("Last hour", "Last 24 hours", "Last 7 days", "All time"), 2)
        return cls(range=one.lower(), option=one, other=other)

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "clearings", {"range": self.option}), NEW_TAB]

    def script(self) -> Script:
        return (
            Open("Browser"),
            Tap("More options"),
            Tap("History"),
            Tap("Clear browsing data"),
            Tap(self.option, role="radio"),
            Tap("Clear", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another range": Instead(option=self.other),
            "called off": Swap(Tap("Clear", role="button"), Tap("Cancel", role="button")),
        }


@dataclass(frozen=True)
class HomePage(TaskType):
    """Another page to start from."""

    template = "browser.home_page"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Set {host} as the home page of the browser.",
        "My browser's home page should be {host}. Change it in the settings.",
        "Please make {host} my home page.",
    )

    host: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        host, other = scene.rng.sample(list(NAMES), 2)
        return cls(host=host, other=other)

    def expect(self) -> list[Expectation]:
        to = {"value": self.host}
        return [Changed(data.PATH, "preferences", {"name": "homepage"}, to), NEW_TAB]

    def script(self) -> Script:
        return (
            Open("Browser"),
            Tap("More options"),
            Tap("Settings"),
            Tap("Home page", role="item"),
            Enter(self.host, clear=True),
            Tap("Save", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another site": Instead(host=self.other),
            "called off": Swap(Tap("Save", role="button"), Tap("Cancel", role="button")),
        }
