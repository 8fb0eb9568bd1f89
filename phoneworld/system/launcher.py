"""The home screen, and the drawer with all apps."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Column, Handler, Space, View
from phoneworld.ui.widgets import Avatar, Field, Text
from phoneworld.world import from_millis
from runtime.actions import Direction

FAVOURITES = ("Phone", "Messages", "Browser", "Camera")


class AppIcon(Column):
    """An app to tap."""

    class_name = "android.widget.TextView"

    def __init__(self, app: App, on_click: Handler, *, named: bool = True, light: bool) -> None:
        label = Text(app.label, "caption", align="center", lines=1)
        label.color = "#ffffff" if light else "on_surface"
        super().__init__(
            Avatar(icon=app.icon, color=app.color, size=56),
            label if named else None,
            gap=6,
            align="center",
            pad=(2, 8),
        )
        if not named:
            self.description = app.label
        self.clicked(on_click)


def shown_apps(screen: Screen) -> list[App]:
    """The apps that can be started, by name."""
    apps = (app for app in screen.phone.apps.values() if app.in_launcher)
    return sorted(apps, key=lambda app: app.label.lower())


class LauncherHome(Screen):
    """Clock, some apps, the dock. Swiping up opens the drawer."""

    def view(self) -> View:
        clock = from_millis(self.phone.now_ms)
        apps = shown_apps(self)
        dock = [app for name in FAVOURITES for app in apps if app.label == name]
        others = [app for app in apps if app not in dock]
        return Column(
            Text(f"{clock:%H:%M}", "hero", color="#ffffff", align="center"),
            Text(f"{clock:%a}, {clock.day} {clock:%b}", "body", color="#ffffff", align="center"),
            Space(24),
            Grid([self._icon(app) for app in others[:16]], columns=4, row_height=104),
            Space(0).grow(),
            Grid([self._icon(app, named=False) for app in dock], columns=4, row_height=84),
            pad=(12, 48, 12, 12),
        )

    def _icon(self, app: App, *, named: bool = True) -> AppIcon:
        return AppIcon(app, lambda: self.phone.launch(app.package), named=named, light=True)

    def swiped(self, direction: Direction) -> bool:
        if direction is Direction.DOWN:
            self.open("drawer")
            return True
        return False


class Drawer(Screen):
    """All apps, with a search field."""

    def view(self) -> View:
        wanted = self.state.get("search", "").strip().lower()
        apps = [app for app in shown_apps(self) if wanted in app.label.lower()]
        icons = [AppIcon(app, self._start(app), light=False) for app in apps]
        return Column(
            Field("search", "Search apps", kind="search", icon="search"),
            ScrollView(
                Grid(icons, columns=4, row_height=104)
                if icons
                else Text("No apps found", "small", color="muted", align="center"),
            ),
            pad=(12, 16, 12, 0),
            gap=16,
            bg="background",
        )

    def _start(self, app: App) -> Handler:
        return lambda: self.phone.launch(app.package)


APP = App(
    package="com.phoneworld.launcher",
    label="Launcher",
    icon="home",
    color="#5f6368",
    screens={"home": LauncherHome, "drawer": Drawer},
    start="home",
    in_launcher=False,
)
