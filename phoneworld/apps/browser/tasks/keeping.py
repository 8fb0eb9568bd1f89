"""Bookmarks, tabs, downloads, history, the home page."""

from __future__ import annotations

from phoneworld.apps.browser import data
from phoneworld.apps.browser.sites import NAMES, railway
from phoneworld.apps.browser.tasks.scenery import (
    NEW_TAB,
    open_site,
    publish,
    publish_dishes,
    web,
)
from phoneworld.providers import media
from phoneworld.tasks.expect import Added, Changed, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import millis


class AddBookmark(Template):
    """One of two recipes that are alike is bookmarked."""

    name = "browser.add_bookmark"
    apps = ("Browser",)
    goals = (
        "Bookmark the recipe '{dish}' from Larder Notes.",
        "Find '{dish}' on larder.example and add the page to my bookmarks.",
        "I want to cook {dish} soon. Keep that Larder Notes page as a bookmark.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = publish_dishes(scene)
        return {"dish": one.title, "other": other.title, "url": one.url}

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(data.PATH, "bookmarks", {"url": v["url"]}), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "Larder Notes", v["dish"])
        if not v.get("look_only"):
            pilot.tap("Bookmark this page")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other recipe": {"dish": v["other"]}, "only looked at": {"look_only": True}}


class KeepBookmark(Template):
    """The page is bookmarked already."""

    name = "browser.keep_bookmark"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Make sure that the Larder Notes recipe '{dish}' is in my bookmarks.",
        "Is the page '{dish}' of larder.example bookmarked? If not, bookmark it.",
        "See to it that I have a bookmark for '{dish}' from Larder Notes.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = publish_dishes(scene)
        stamp = millis(scene.world.day(-3, 18))
        data.add_bookmark(web(scene), one.title, one.url, at_ms=stamp)
        return {"dish": one.title, "other": other.title}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "Larder Notes", v["dish"])
        star = pilot.reach("bookmark", role="button")
        if v.get("tap") or star.description == "Bookmark this page":
            pilot.tap(star.description, role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"took it away": {"tap": True}, "the other recipe": {"dish": v["other"]}}


class DeleteBookmark(Template):
    """One of two bookmarks of nearly the same name goes."""

    name = "browser.delete_bookmark"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Delete the bookmark '{dish}'.",
        "Remove '{dish}' from my bookmarks in the browser.",
        "I no longer need the bookmark named '{dish}'; please delete it.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = publish_dishes(scene)
        for page in (other, one):
            stamp = millis(scene.world.day(-scene.rng.randint(3, 90), 18))
            data.add_bookmark(web(scene), page.title, page.url, at_ms=stamp)
        return {"dish": one.title, "other": other.title, "url": one.url}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(data.PATH, "bookmarks", {"url": v["url"]}), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Browser")
        pilot.tap("More options")
        pilot.tap("Bookmarks")
        pilot.tap(f"Options for {v['dish']}")
        pilot.tap("Open in new tab" if v.get("open") else "Delete")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other bookmark": {"dish": v["other"]}, "opened it": {"open": True}}


class RenameBookmark(Template):
    """A bookmark gets another name and another folder."""

    name = "browser.edit_bookmark"
    level = Level.HARD
    apps = ("Browser",)
    goals = (
        "Rename the bookmark '{dish}' to '{title}' and put it into the folder {folder}.",
        "Change my bookmark '{dish}': its name should be '{title}', its folder {folder}.",
        "Move the bookmark '{dish}' to the folder {folder} and call it '{title}'.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        one, other = publish_dishes(scene)
        for page in (one, other):
            data.add_bookmark(
                web(scene), page.title, page.url, at_ms=millis(scene.world.day(-rng.randint(3, 90)))
            )
        return {
            "dish": one.title,
            "other": other.title,
            "url": one.url,
            "title": rng.choice(
                ("Sunday dinner", "For guests", "Grandma's favorite", "Quick lunch")
            ),
            "folder": rng.choice(("Cooking", "Recipes", "To try", "Kitchen")),
        }

    def expect(self, v: Params) -> list[Expectation]:
        to = {"title": v["title"], "folder": v["folder"]}
        return [Changed(data.PATH, "bookmarks", {"url": v["url"]}, to), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Browser")
        pilot.tap("More options")
        pilot.tap("Bookmarks")
        pilot.tap(f"Options for {v['dish']}")
        pilot.tap("Edit")
        pilot.type(v["title"], into="Name", clear=True)
        if not v.get("same_folder"):
            pilot.type(v["folder"], into="Folder", clear=True)
        pilot.tap("Save", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other bookmark": {"dish": v["other"]},
            "only the name": {"same_folder": True},
        }


class DownloadTimetable(Template):
    """The timetable of one line, not of the way back."""

    name = "browser.download"
    apps = ("Browser",)
    goals = (
        "Download the Northline Rail timetable from {start} to {end}.",
        "Get me the timetable {start} to {end} as a file from northline.example.",
        "I need Northline's timetable for trains from {start} to {end} on my phone. Download it.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        start, end = rng.sample(("Ashford", "Clifton", "Easton", "Kingsbury", "Milton"), 2)
        for one, other in ((start, end), (end, start)):
            publish(scene, railway.timetable(one, other, railway.some_trains(rng)))
        return {
            "start": start,
            "end": end,
            "file": f"timetable-{start.lower()}-{end.lower()}.pdf",
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(media.PATH, "files", {"_data": f"/sdcard/Download/{v['file']}"}),
            Added(data.PATH, "downloads", {"name": v["file"]}),
            NEW_TAB,
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "Northline Rail", f"Trains from {v['start']} to {v['end']}")
        for _ in range(v.get("times", 1)):
            pilot.tap("Download this timetable")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the way back": {"start": v["end"], "end": v["start"]},
            "twice": {"times": 2},
            "only looked at": {"times": 0},
        }


class PrivateTab(Template):
    """A site is opened without traces."""

    name = "browser.private_tab"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Open {host} in a private tab.",
        "I want to look at {host} without leaving traces. Open it in a new private tab.",
        "Go to {host}, but in private mode please.",
    )

    def setup(self, scene: Scene) -> Params:
        host, other = scene.rng.sample(list(NAMES), 2)
        return {"host": host, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(data.PATH, "tabs", {"private": 1, "url": v["host"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Browser")
        pilot.tap("More options")
        pilot.tap("New tab" if v.get("public") else "New private tab")
        pilot.type(v["host"], into="Search or type web address")
        pilot.enter()

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"an ordinary tab": {"public": True}, "another site": {"host": v["other"]}}


class CloseTab(Template):
    """One tab of several is closed."""

    name = "browser.close_tab"
    apps = ("Browser",)
    goals = (
        "Close the browser tab with '{dish}'.",
        "I have too many tabs open. Close the one showing '{dish}', and only that.",
        "Please close the tab '{dish}' in the browser.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = publish_dishes(scene)
        ids = [data.add_tab(web(scene), page.url, page.title) for page in (other, one)]
        return {"dish": one.title, "other": other.title, "tab": ids[1]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(data.PATH, "tabs", {"_id": v["tab"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Browser")
        pilot.tap("Switch or close tabs")
        if v.get("all"):
            pilot.tap("More options")
            pilot.tap("Close all tabs")
            pilot.tap("Close all", role="button")
        else:
            pilot.tap(f"Close {v['dish']}", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other tab": {"dish": v["other"]}, "all of them": {"all": True}}


class ClearHistory(Template):
    """The history of a certain time is forgotten."""

    name = "browser.clear_history"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Clear my browsing history: {range}.",
        "Delete what I visited in the browser ({range}).",
        "Please wipe the browser's history. Time range: {range}.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = scene.rng.sample(("Last hour", "Last 24 hours", "Last 7 days", "All time"), 2)
        return {"range": one.lower(), "option": one, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(data.PATH, "clearings", {"range": v["option"]}), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Browser")
        pilot.tap("More options")
        pilot.tap("History")
        pilot.tap("Clear browsing data")
        pilot.tap(v["option"], role="radio")
        pilot.tap("Cancel" if v.get("cancel") else "Clear", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another range": {"option": v["other"]}, "called off": {"cancel": True}}


class HomePage(Template):
    """Another page to start from."""

    name = "browser.home_page"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Set {host} as the home page of the browser.",
        "My browser's home page should be {host}. Change it in the settings.",
        "Please make {host} my home page.",
    )

    def setup(self, scene: Scene) -> Params:
        host, other = scene.rng.sample(list(NAMES), 2)
        return {"host": host, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        to = {"value": v["host"]}
        return [Changed(data.PATH, "preferences", {"name": "homepage"}, to), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Browser")
        pilot.tap("More options")
        pilot.tap("Settings")
        pilot.tap("Home page", role="item")
        pilot.type(v["host"], clear=True)
        pilot.tap("Cancel" if v.get("cancel") else "Save", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another site": {"host": v["other"]}, "called off": {"cancel": True}}


TASKS = (
    AddBookmark(),
    KeepBookmark(),
    DeleteBookmark(),
    RenameBookmark(),
    DownloadTimetable(),
    PrivateTab(),
    CloseTab(),
    ClearHistory(),
    HomePage(),
)
