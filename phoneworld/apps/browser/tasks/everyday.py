"""What people ask of the browser in a few words: open a site or a bookmark, search, a tab, close them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self
from urllib.parse import quote_plus

from phoneworld.apps.browser import data, navigation
from phoneworld.apps.browser.sites import NAMES
from phoneworld.apps.browser.tasks.setup import NEW_TAB, publish_dishes, web
from phoneworld.author import (
    BACK,
    ENTER_KEY,
    Added,
    Also,
    Enter,
    Expectation,
    ExpectedScreen,
    Instead,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    ShownElement,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.world import millis

ADDRESS = "Search or type web address"


def at(url: str, *words: str) -> list[Expectation]:
    """This page is in front at the end, and shows these words."""
    shown = (ShownElement(text=url, hint=ADDRESS), *(ShownElement(text=one) for one in words))
    return [ExpectedScreen(data.PACKAGE, shown), NEW_TAB]


@dataclass(frozen=True)
class OpenSite(TaskType):
    """A site, by its name or by its address."""

    template = "browser.open_site"
    apps = ("Browser",)
    goals = (
        "Open {site} in the browser.",
        "Go to the website {site}.",
        "I want to see the page of {site} on the web.",
    )

    site: str
    other: str
    host: str
    words: str
    """What the page says at its top: an address that is only typed looks like one that is open."""

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        host, other = scene.rng.sample(list(NAMES), 2)
        by_name = scene.rng.random() < 0.6
        site = NAMES[host][0] if by_name else host
        home = data.find_page(web(scene), host)
        texts = [block["text"] for block in home.blocks if block["kind"] == "text"] if home else []
        other = NAMES[other][0] if by_name else other
        return cls(site=site, other=other, host=host, words=texts[0])

    def expect(self) -> list[Expectation]:
        return at(self.host, self.words)

    def script(self) -> Script:
        if self.site in NAMES:
            return (Open("Browser"), Enter(self.site, into=ADDRESS), ENTER_KEY)
        return (Open("Browser"), Tap(self.site, role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another site": Instead(site=self.other), "left again": Also(BACK)}


@dataclass(frozen=True)
class SearchWeb(TaskType):
    """The web is searched; what is found need not be opened."""

    template = "browser.web_search"
    apps = ("Browser",)
    goals = (
        "Search the web for {query}.",
        "Look for {query} on the internet.",
        "Do a web search: {query}",
    )

    query: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        query, other = scene.rng.sample(
            (
                "lentil soup", "harbor bridge", "penguin chicks", "family ticket", "rye bread",
                "train to Clifton", "weather in Lakeside", "library opening hours", "tram line",
                "walking boots", "lantern festival", "mountains", "tomato soup recipe", "desk lamp",
                "cheap flights", "second hand bikes", "yoga for beginners", "best pizza near me",
            ),
            2,
        )  # fmt: skip
        return cls(query=query, other=other)

    def expect(self) -> list[Expectation]:
        return at(navigation.SEARCH + quote_plus(self.query))

    def script(self) -> Script:
        return (Open("Browser"), Enter(self.query, into=ADDRESS), ENTER_KEY)

    def mistakes(self) -> dict[str, Mistake]:
        return {"something else": Instead(query=self.other), "left again": Also(BACK)}


@dataclass(frozen=True)
class OpenBookmark(TaskType):
    """One of two bookmarks that are alike is opened."""

    template = "browser.open_bookmark"
    apps = ("Browser",)
    goals = (
        "Open my bookmark '{dish}'.",
        "Go to '{dish}' in my bookmarks.",
        "Show me the page that I bookmarked as '{dish}'.",
    )

    dish: str
    other: str
    url: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = publish_dishes(scene)
        for page in scene.rng.sample((one, other), 2):
            stamp = millis(scene.world.day(-scene.rng.randint(1, 4), 18))
            data.add_bookmark(web(scene), page.title, page.url, at_ms=stamp)
        return cls(dish=one.title, other=other.title, url=one.url)

    def expect(self) -> list[Expectation]:
        return at(self.url)

    def script(self) -> Script:
        bookmarks = (Tap("More options"), Tap("Bookmarks"))
        return (Open("Browser"), *bookmarks, Tap(self.dish, role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other bookmark": Instead(dish=self.other), "left again": Also(BACK)}


@dataclass(frozen=True)
class FurtherTab(TaskType):
    """A further tab."""

    template = "browser.new_tab"
    apps = ("Browser",)
    goals = (
        "Open a new tab in the browser.",
        "I need another tab in Browser.",
        "Add an empty browser tab, please.",
    )

    others: tuple[str, ...]
    """The pages that further tabs show already."""

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        others = scene.rng.sample(list(NAMES), scene.rng.randint(0, 3))
        for host in others:
            data.add_tab(web(scene), host, navigation.title_of(web(scene), host))
        return cls(tuple(others))

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "tabs", {"private": 0})]

    def script(self) -> Script:
        return (Open("Browser"), Tap("More options"), Tap("New tab"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a private one": Swap(Tap("New tab"), Tap("New private tab")),
            "two of them": Also(Tap("More options"), Tap("New tab")),
        }


@dataclass(frozen=True)
class CloseAllTabs(TaskType):
    """No tab stays open."""

    template = "browser.close_all_tabs"
    apps = ("Browser",)
    goals = (
        "Close all tabs in the browser.",
        "I have too many tabs open: close every one of them.",
        "Get rid of all my browser tabs.",
    )

    tabs: tuple[int, ...]
    one: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        first, second = publish_dishes(scene)
        for page in (first, second)[: scene.rng.randint(1, 2)]:
            data.add_tab(web(scene), page.url, page.title)
        rows = web(scene).rows("SELECT _id FROM tabs ORDER BY _id")
        return cls(tabs=tuple(row["_id"] for row in rows), one=first.title)

    def expect(self) -> list[Expectation]:
        return [Removed(data.PATH, "tabs", {"_id": tab}) for tab in self.tabs]

    def script(self) -> Script:
        return (
            Open("Browser"),
            Tap("Switch or close tabs"),
            Tap("More options"),
            Tap("Close all tabs"),
            Tap("Close all", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        to_tabs = (Open("Browser"), Tap("Switch or close tabs"))
        return {
            "only one": Way(*to_tabs, Tap(f"Close {self.one}", role="button")),
            "called off": Swap(Tap("Close all", role="button"), Tap("Cancel", role="button")),
        }
