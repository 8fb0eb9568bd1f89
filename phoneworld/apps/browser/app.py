"""Browser: the page in front, and APP. Tabs, bookmarks, history and the like have files of their own."""

from __future__ import annotations

import json
from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.browser import data, navigation
from phoneworld.apps.browser.blocks import PageScroll, block_view
from phoneworld.apps.browser.data import SEEK
from phoneworld.apps.browser.forms import form_view, save_file
from phoneworld.apps.browser.keepsakes import Bookmarks, BrowsingHistory, Downloads, EditBookmark
from phoneworld.apps.browser.pages import Block, WebPage, text_of
from phoneworld.apps.browser.seek import result_page, start_page
from phoneworld.apps.browser.site_looks import foot, look_of, masthead, site_bar, thumbnail
from phoneworld.apps.browser.tabs import BrowserPreferences, Tabs
from phoneworld.ui.bars import Scaffold, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Row, Space, View
from phoneworld.ui.widgets import Field, Text


class PageScreen(Screen):
    """The tab in front."""

    def opened(self) -> None:
        wanted = self.args.get("url") or self.args.get("text") or ""
        if wanted:
            navigation.go(self.db, navigation.address_of(wanted), now_ms=self.phone.now_ms)
        self.state["depth"] = self.depth()

    def depth(self) -> int:
        return len(json.loads(navigation.front_tab(self.db)["back"]))

    def view(self) -> View:
        tab = navigation.front_tab(self.db)
        url: str = tab["url"]
        if self.state.get("at") != (now := [tab["_id"], url]):
            # Another page, perhaps by another screen: the address follows.
            self.state.update(at=now, address="" if url == SEEK else url, finding=False)
        if self.suggesting(url):
            return Scaffold(self.bar(tab), self.suggestions())
        page = data.find_page(self.db, url)
        top = self.find_bar() if self.state.get("finding") else self.bar(tab)
        query = navigation.query_of(url)
        if query is not None:
            return Scaffold(top, result_page(self.db, query, url, self.go))
        if url == SEEK:
            return Scaffold(
                top,
                start_page(self.db, private=bool(tab["private"]), go=self.go, search=self.search),
            )
        if page is None:
            return Scaffold(top, empty_note("cloud_off", f"This site can't be reached: {url[:60]}"))
        matches = self.matches(page.blocks)
        turn: int = self.state.get("match", 0)
        current = matches[turn % len(matches)] if matches else -1
        views = self.page_views(page, current, small=bool(tab["desktop"]))
        key = f"find {current} {url}" if current >= 0 else f"page {url}"
        return Scaffold(top, PageScroll(*views, key=key, start=max(0, current + 1)))

    def page_views(self, page: WebPage, current: int, *, small: bool) -> list[View]:
        """What is drawn above the blocks, the blocks, what is drawn below them."""
        look = look_of(self.db, page)
        views: list[View] = [Space(0) if page.url == page.host else site_bar(look)]
        for place, block in enumerate(page.blocks):
            marked = place == current
            if block["kind"] == "form":
                views.append(form_view(self, block, page.url))
            elif not place and page.url == page.host and block["kind"] == "heading" and not marked:
                views.append(masthead(look, block["text"], small=small))
            else:
                art = look.thumbnails.get(block.get("url", ""))
                views.append(
                    block_view(
                        block,
                        small=small,
                        thumbnail=thumbnail(art) if art else None,
                        marked=marked,
                        follow=self.go,
                        save=self.download,
                    )
                )
        return [*views, foot(look)]

    # The bar

    def bar(self, tab: dict[str, Any]) -> View:
        url: str = tab["url"]
        count = self.db.value("SELECT count(*) FROM tabs") or 1
        kept = self.db.value("SELECT 1 FROM bookmarks WHERE url = ?", url) is not None
        tabs = Button(str(count), lambda: self.open("tabs"), kind="outlined", id="tab_switcher")
        return Row(
            IconButton("home", "Home page", self.go_home, size=44),
            Field(
                "address",
                "Search or type web address",
                kind="search",
                icon="visibility_off" if tab["private"] else "",
                on_submit=self.submit,
                select_on_focus=True,
                style="small",
            )
            .sized(height=44)
            .grow(),
            IconButton(
                "star" if kept else "star_border",
                "Remove bookmark" if kept else "Bookmark this page",
                self.flip_bookmark,
                color="primary" if kept else "muted",
                size=44,
            ),
            tabs.sized(width=40, height=32).described("Switch or close tabs"),
            IconButton("more_vert", "More options", self.show_menu, size=44),
            pad=(4, 8),
            gap=2,
        )

    def show_menu(self) -> None:
        desktop = navigation.front_tab(self.db)["desktop"]
        self.menu(
            {
                "New tab": "new_tab",
                "New private tab": "new_private_tab",
                "Forward": "forward",
                "Bookmarks": "show_bookmarks",
                "History": "show_history",
                "Downloads": "show_downloads",
                "Find in page": "start_finding",
                "Share": "share_page",
                "Mobile site" if desktop else "Desktop site": "flip_desktop",
                "Settings": "show_settings",
            }
        )

    def submit(self) -> None:
        typed = self.state.get("address", "").strip()
        if typed:
            self.go(navigation.address_of(typed))

    def go(self, url: str) -> None:
        navigation.go(self.db, url, now_ms=self.phone.now_ms)
        self.phone.activity.keyboard = False
        self.phone.activity.focus = ""

    def go_home(self) -> None:
        self.go(data.preference(self.db, "homepage") or SEEK)

    def back(self) -> bool:
        if self.state.get("finding"):
            self.state["finding"] = False
            return True
        # What another app opened here leads back to it.
        if self.depth() <= self.state.get("depth", 0) and self.args:
            return False
        return navigation.go_back(self.db)

    def forward(self) -> None:
        if not navigation.go_forward(self.db):
            self.toast("There is no next page")

    def flip_bookmark(self) -> None:
        tab = navigation.front_tab(self.db)
        if self.db.value("SELECT 1 FROM bookmarks WHERE url = ?", tab["url"]) is not None:
            self.db.run("DELETE FROM bookmarks WHERE url = ?", tab["url"])
            self.toast("Bookmark removed")
        else:
            data.add_bookmark(self.db, tab["title"], tab["url"], at_ms=self.phone.now_ms)
            self.toast("Bookmarked")

    def new_tab(self) -> None:
        open_tab(self, private=False)

    def new_private_tab(self) -> None:
        open_tab(self, private=True)

    def flip_desktop(self) -> None:
        self.db.run("UPDATE tabs SET desktop = 1 - desktop WHERE active = 1")

    def share_page(self) -> None:
        tab = navigation.front_tab(self.db)
        self.share(f"{tab['title']}\nhttps://{tab['url']}")

    def show_bookmarks(self) -> None:
        self.open("bookmarks")

    def show_history(self) -> None:
        self.open("history")

    def show_downloads(self) -> None:
        self.open("downloads")

    def show_settings(self) -> None:
        self.open("preferences")

    # Typing an address

    def suggesting(self, url: str) -> bool:
        activity = self.phone.activity
        typed = self.state.get("address", "").strip()
        return activity.focus == "address" and activity.keyboard and typed not in ("", url)

    def suggestions(self) -> View:
        typed = self.state["address"].strip()
        start = typed.lower()[:60]
        rows = self.db.rows(
            "SELECT url, title, 1 AS kept FROM bookmarks WHERE instr(lower(title || ' ' || url), ?) "
            "UNION SELECT url, title, 0 FROM (SELECT url, title FROM history ORDER BY at DESC LIMIT 60) "
            "WHERE instr(lower(title || ' ' || url), ?) ORDER BY kept DESC LIMIT 5",
            start,
            start,
        )
        return ScrollView(
            Tile(f"Search for {typed[:80]}", icon="search", on_click=self.search_typed),
            *(
                Tile(
                    row["title"],
                    row["url"],
                    icon="star" if row["kept"] else "history",
                    on_click=lambda row=row: self.go(row["url"]),
                )
                for row in rows
            ),
        )

    def search_typed(self) -> None:
        self.go(
            navigation.SEARCH
            + navigation.quote_plus(self.state.get("address", "")[: navigation.LONGEST])
        )

    def search(self) -> None:
        """What is typed on the start page."""
        query = self.state.get("query", "").strip()[: navigation.LONGEST]
        if query:
            self.go(navigation.SEARCH + navigation.quote_plus(query))

    # Find in page

    def start_finding(self) -> None:
        self.state.update(finding=True, find="", match=0)
        self.focus("find")

    def find_bar(self) -> View:
        page = data.find_page(self.db, navigation.front_tab(self.db)["url"])
        count = len(self.matches(page.blocks)) if page is not None else 0
        at = self.state.get("match", 0) % count + 1 if count else 0
        return Row(
            Field("find", "Find in page", kind="search", on_change=self.find_anew)
            .sized(height=44)
            .grow(),
            Text(f"{at}/{count}", "small", color="muted").named("find_count"),
            IconButton("keyboard_arrow_up", "Previous match", lambda: self.turn(-1), size=44),
            IconButton("keyboard_arrow_down", "Next match", lambda: self.turn(1), size=44),
            IconButton("close", "Close find bar", self.stop_finding, size=44),
            pad=(8, 8),
            gap=4,
        )

    def find_anew(self, text: str) -> None:
        del text
        self.state["match"] = 0

    def turn(self, by: int) -> None:
        self.state["match"] = self.state.get("match", 0) + by

    def stop_finding(self) -> None:
        self.state["finding"] = False

    def matches(self, blocks: tuple[Block, ...]) -> list[int]:
        """The block of each place where the sought text stands."""
        sought = self.state.get("find", "").strip().lower() if self.state.get("finding") else ""
        if not sought:
            return []
        return [
            place
            for place, block in enumerate(blocks)
            for _ in range(text_of(block).lower().count(sought))
        ]

    # Forms and downloads

    def put(self, option: str, key: str) -> None:
        """A choice of a form was made."""
        self.state[key] = option

    def download(self, block: Block) -> None:
        save_file(self, block)


def open_tab(screen: Screen, *, private: bool) -> None:
    """A new tab, on the home page."""
    url = data.preference(screen.db, "homepage") or SEEK
    data.add_tab(screen.db, url, navigation.title_of(screen.db, url), private=private, active=True)


APP = App(
    package=data.PACKAGE,
    label="Browser",
    icon="public",
    color="#1a73e8",
    screens={
        "page": PageScreen,
        "tabs": Tabs,
        "bookmarks": Bookmarks,
        "edit_bookmark": EditBookmark,
        "history": BrowsingHistory,
        "downloads": Downloads,
        "preferences": BrowserPreferences,
    },
    start="page",
    database="browser.db",
    schema=data.SCHEMA,
    seed=data.seed,
    accepts={"text": "page"},
    derived=("history", "tabs.url", "tabs.title", "tabs.back", "tabs.forward", "tabs.active"),
)
