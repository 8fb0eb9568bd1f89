"""Settings: the start page, and the app itself. The pages are in the files beside this one."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps.settings.connections import Bluetooth, Hotspot, Network, WiFi
from phoneworld.apps.settings.data import PACKAGE, SCHEMA, seed
from phoneworld.apps.settings.device import About, AppPage, AppsPage, Battery, System
from phoneworld.apps.settings.look import Accessibility, DisplayPage, Sound
from phoneworld.apps.settings.privacy import Location, Notifications, PrivacyPage, Security
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Handler, View
from phoneworld.ui.widgets import Avatar, Field, Text

PAGES = (
    ("Network & internet", "Wi-Fi, mobile, hotspot", "wifi", "#1a73e8", "network"),
    ("Connected devices", "Bluetooth, pairing", "bluetooth", "#188038", "bluetooth"),
    ("Apps", "Permissions, default apps", "apps", "#e37400", "apps"),
    ("Notifications", "Do Not Disturb, lock screen", "notifications", "#d93025", "notifications"),
    ("Battery", "Battery Saver, percentage", "battery_full", "#188038", "battery"),
    ("Sound & vibration", "Volume, ringtone", "volume_up", "#9334e6", "sound"),
    ("Display", "Brightness, dark theme, text size", "brightness_6", "#e37400", "display"),
    ("Accessibility", "Magnification, contrast", "accessibility", "#007b83", "accessibility"),
    ("Security", "Screen lock", "lock", "#188038", "security"),
    ("Privacy", "Permissions, clipboard", "visibility", "#1a73e8", "privacy"),
    ("Location", "On, app access", "place", "#007b83", "location"),
    ("System", "Languages, date & time", "info", "#5f6368", "system"),
    ("About phone", "Name, model, version", "smartphone", "#5f6368", "about"),
)


class SettingsHome(Screen):
    """All pages, and a search over them."""

    def view(self) -> View:
        wanted = self.state.get("query", "").strip().lower()
        rows = [
            Tile(
                title,
                summary,
                leading=Avatar(icon=icon, color=color),
                on_click=self._opener(route),
            )
            for title, summary, icon, color, route in PAGES
            if wanted in f"{title} {summary}".lower()
        ]
        found = rows or [Text("No results", "small", color="muted", align="center")]
        return Scaffold(
            TopBar("Settings"),
            ScrollView(
                Column(
                    Field("query", "Search settings", kind="search", icon="search"), pad=(16, 8)
                ),
                *found,
            ),
        )

    def _opener(self, route: str) -> Handler:
        return lambda: self.open(route)


APP = App(
    package=PACKAGE,
    label="Settings",
    icon="settings",
    color="#4a6fa5",
    screens={
        "start": SettingsHome,
        "network": Network,
        "wifi": WiFi,
        "hotspot": Hotspot,
        "bluetooth": Bluetooth,
        "apps": AppsPage,
        "app": AppPage,
        "notifications": Notifications,
        "battery": Battery,
        "sound": Sound,
        "display": DisplayPage,
        "accessibility": Accessibility,
        "security": Security,
        "privacy": PrivacyPage,
        "location": Location,
        "system": System,
        "about": About,
    },
    start="start",
    database="settings_app.db",
    schema=SCHEMA,
    seed=seed,
)
