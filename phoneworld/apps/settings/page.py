"""What the pages of Settings have in common: rows bound to a setting."""

from __future__ import annotations

from collections.abc import Mapping

from phoneworld.app import Screen
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.controls import Slider
from phoneworld.ui.rows import Tile, switch_tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Icon, Text


class SettingsPage(Screen):
    """A page of settings. Subclasses give it a `title` and `rows`."""

    title = ""

    def heading(self) -> str:
        """What the bar at the top says."""
        return self.title

    def rows(self) -> list[View]:
        """What stands on the page."""
        raise NotImplementedError  # every page has its own

    def view(self) -> View:
        return Scaffold(TopBar(self.heading(), back=self.close), ScrollView(*self.rows(), pad=24))

    def switch(
        self, title: str, table: str, name: str, *, summary: str = "", icon: str = ""
    ) -> Tile:
        """A row that turns a setting on and off."""
        settings = self.phone.settings
        return switch_tile(
            title,
            summary,
            on=settings.on(table, name),
            on_click=lambda: settings.toggle(table, name),
            icon=icon,
        )

    def slider(
        self, title: str, table: str, name: str, *, icon: str, top: int = 100, least: int = 0
    ) -> View:
        """A row that sets a number between 0 and `top`, though none below `least`."""
        settings = self.phone.settings
        stored = settings.get(table, name, "0")
        value = round(int(stored) * 100 / top) if stored.isdecimal() else 0

        def slide(percent: int) -> None:
            settings.put(table, name, str(max(least, round(percent * top / 100))))

        return Column(
            Text(title, "body"),
            Row(Icon(icon), Slider(value, slide, description=title, id=name).grow(), gap=12),
            pad=(16, 8),
        )

    def choice(
        self, title: str, options: Mapping[str, str], table: str, name: str, *, icon: str = ""
    ) -> Tile:
        """A row that shows which of several values is set, and lets another be chosen."""
        now = self.phone.settings.get(table, name)
        shown = next((label for label, value in options.items() if value == now), now)
        return Tile(
            title,
            shown,
            icon=icon,
            on_click=lambda: self.choose(
                title,
                list(options),
                shown,
                then="set_choice",
                table=table,
                name=name,
                values=dict(options),
            ),
        )

    def set_choice(self, option: str, *, table: str, name: str, values: dict[str, str]) -> None:
        self.phone.settings.put(table, name, values[option])
