"""Seek: the page that tabs start on, and what a search finds."""

from __future__ import annotations

from collections.abc import Callable

from phoneworld.apps.browser import navigation, sites
from phoneworld.store import Database
from phoneworld.ui.bars import empty_note
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Center, Column, Handler, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Text

MANY_RESULTS = 15
Go = Callable[[str], object]
"""Opens an address."""


def start_page(database: Database, *, private: bool, go: Go, search: Handler) -> View:
    """A search field (`query`), the sites, the newest bookmarks."""
    shortcuts = [
        Column(
            Avatar(icon=icon, size=44),
            Text(name, "caption", align="center", lines=1),
            gap=6,
            align="center",
        ).clicked(lambda host=host: go(host))
        for host, (name, icon) in sites.NAMES.items()
    ]
    kept = database.rows("SELECT title, url FROM bookmarks ORDER BY added DESC LIMIT 4")
    field = Field("query", "Search the web", kind="search", icon="search", on_submit=search)
    return ScrollView(
        Center(Text("Seek", "display", color="primary")).sized(height=96),
        Row(
            Icon("visibility_off"),
            Text("Private tab: what you visit here is not kept.", "small").grow(),
            gap=12,
            pad=(16, 8),
        )
        if private
        else None,
        Row(field.sized(height=52).grow(), pad=(16, 8)),
        Grid(shortcuts, columns=3, row_height=84, pad=12),
        Section("Bookmarks") if kept else None,
        *(
            Tile(row["title"], row["url"], icon="star", on_click=lambda row=row: go(row["url"]))
            for row in kept
        ),
    )


def result_page(database: Database, query: str, url: str, go: Go) -> View:
    """The pages that were found."""
    rows = navigation.found_pages(database, query, MANY_RESULTS)
    if not rows:
        return empty_note("search", f"No results for {query[:60]}")
    return ScrollView(
        Section(f"Results for {query[:60]}"),
        *(
            Column(
                Text(row["url"], "caption", color="muted", lines=1),
                Text(row["title"], "subtitle", color="primary", lines=2),
                Text(row["words"], "small", color="muted", lines=2),
                pad=(16, 10),
            ).clicked(lambda row=row: go(row["url"]))
            for row in rows
        ),
        key=f"page {url}",
    )
