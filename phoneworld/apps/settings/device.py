"""The pages about the phone itself: apps, battery, system, about."""

from __future__ import annotations

from phoneworld.apps.settings.data import LANGUAGES
from phoneworld.apps.settings.page import SettingsPage
from phoneworld.apps.settings.privacy import name_of
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Section, Tile, switch_tile
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Avatar, Progress, Text


class AppsPage(SettingsPage):
    """All apps."""

    title = "Apps"

    def rows(self) -> list[View]:
        rows = self.phone.system.rows("SELECT package, enabled FROM packages ORDER BY label")
        found: list[View] = []
        for row in rows:
            app = self.phone.apps.get(row["package"])
            if app is not None and app.in_launcher:
                found.append(
                    Tile(
                        app.label,
                        "" if row["enabled"] else "Disabled",
                        leading=Avatar(icon=app.icon, color=app.color),
                        on_click=self.opener(app.package),
                    )
                )
        return found

    def opener(self, package: str) -> Handler:
        return lambda: self.open("app", package=package)


class AppPage(SettingsPage):
    """One app: stop it, open it, see what it may do."""

    title = "App info"

    def rows(self) -> list[View]:
        app = self.phone.app(self.args["package"])
        running = app.package in self.phone.tasks
        return [
            Column(
                Avatar(icon=app.icon, color=app.color, size=64),
                Text(app.label, "headline"),
                gap=8,
                align="center",
                pad=16,
            ),
            Row(
                Button("Open", lambda: self.launch(app.package), kind="tonal", icon="open_in_new"),
                Button("Force stop", self.ask_stop, kind="tonal", icon="cancel", enabled=running),
                gap=12,
                pad=(16, 8),
            ),
            Section("Permissions"),
            *(
                self.permission(row["permission"], on=bool(row["granted"]))
                for row in self.phone.system.rows(
                    "SELECT permission, granted FROM permissions WHERE package = ?", app.package
                )
            ),
        ]

    def permission(self, permission: str, *, on: bool) -> View:
        return switch_tile(
            name_of(permission),
            on=on,
            on_click=lambda: self.phone.grant_permission(
                self.args["package"], permission, granted=not on
            ),
        )

    def ask_stop(self) -> None:
        self.confirm(
            "Force stop?", "If you force stop an app, it may misbehave.", yes="OK", then="stop"
        )

    def stop(self) -> None:
        self.phone.stop_app(self.args["package"])


class Battery(SettingsPage):
    """How full it is, and how to make it last."""

    title = "Battery"

    def rows(self) -> list[View]:
        level = self.phone.settings.get("global", "battery_level", "82")
        share = int(level) / 100 if level.isdecimal() else 0.0
        return [
            Column(
                Text(f"{level}%", "display").named("battery_level"),
                Progress(share),
                gap=8,
                pad=16,
            ),
            self.switch(
                "Battery Saver",
                "global",
                "low_power",
                summary="Extends battery life",
                icon="battery_saver",
            ),
            self.switch("Battery percentage", "secure", "battery_percentage", icon="battery_full"),
        ]


class System(SettingsPage):
    """Language, date and time, developer options."""

    title = "System"

    def rows(self) -> list[View]:
        settings = self.phone.settings
        military = settings.get("system", "time_12_24") == "24"
        return [
            self.choice("Languages", LANGUAGES, "system", "locale", icon="language"),
            Section("Date & time"),
            self.switch("Set time automatically", "global", "auto_time", icon="schedule"),
            self.switch("Set time zone automatically", "global", "auto_time_zone"),
            switch_tile(
                "Use 24-hour format",
                on=military,
                on_click=lambda: settings.put("system", "time_12_24", "12" if military else "24"),
            ),
            Section("Developer options"),
            self.switch(
                "Use developer options",
                "global",
                "development_settings_enabled",
                icon="developer_mode",
            ),
            self.switch("Stay awake", "global", "stay_on_while_plugged_in"),
        ]


class About(SettingsPage):
    """What phone it is."""

    title = "About phone"

    def rows(self) -> list[View]:
        name = self.phone.settings.get("global", "device_name")
        serial = self.phone.settings.get("global", "serial_number")
        return [
            Tile(
                "Device name",
                name,
                id="device_name",
                icon="smartphone",
                on_click=lambda: self.prompt(
                    "Device name", "Name", then="rename", text=name, yes="OK"
                ),
            ),
            Tile("Model", "PhoneWorld One"),
            Tile("Android version", "15"),
            Tile(
                "Serial number",
                serial,
                id="serial_number",
                on_long_click=lambda: self.offer_copy(serial),
            ),
        ]

    def rename(self, text: str) -> None:
        if text.strip():
            self.phone.settings.put("global", "device_name", text.strip())
        else:
            self.toast("Enter a name")
