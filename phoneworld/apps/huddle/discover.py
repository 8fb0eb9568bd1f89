"""Discover: the mini-apps, to look through and to search."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.huddle.formats import sought
from phoneworld.apps.huddle.miniapp import MiniApp, find_minis
from phoneworld.apps.huddle.tabs import tab_bar
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Avatar, Field, Text


class Discover(Screen):
    """A grid of all mini-apps, or a list of those found."""

    def view(self) -> View:
        query = sought(self.state.get("query", ""))
        minis = list(find_minis().values())
        if query:
            minis = [mini for mini in minis if query in f"{mini.label} {mini.tagline}".lower()]
        return Scaffold(
            TopBar(
                Field("query", "Search mini-apps", kind="search", icon="search").sized(height=48)
            ),
            self.found(minis) if query else self.grid(minis),
            bottom=tab_bar(self, "Discover"),
        )

    def grid(self, minis: list[MiniApp]) -> View:
        return ScrollView(
            Section("Mini-apps"),
            Column(
                Card(
                    Grid([self.cell(mini) for mini in minis], columns=3, row_height=104),
                    pad=8,
                ),
                pad=(16, 0),
            ),
        )

    def cell(self, mini: MiniApp) -> View:
        return Column(
            Avatar(icon=mini.icon, color=mini.color, size=52),
            Text(mini.label, "label", align="center", lines=1),
            gap=8,
            align="center",
            pad=(0, 12),
        ).clicked(lambda: self.enter(mini))

    def found(self, minis: list[MiniApp]) -> View:
        if not minis:
            return empty_note("search", "No mini-app found")
        return ScrollView(*(self.row(mini) for mini in minis))

    def row(self, mini: MiniApp) -> View:
        return Tile(
            mini.label,
            mini.tagline,
            leading=Avatar(icon=mini.icon, color=mini.color),
            on_click=lambda: self.enter(mini),
        )

    def enter(self, mini: MiniApp) -> None:
        self.open(f"{mini.name}/home")
