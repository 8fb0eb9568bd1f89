"""The pages about who may see, hear and disturb: notifications, security, privacy, location."""

from __future__ import annotations

from phoneworld.apps.settings.page import SettingsPage
from phoneworld.ui.rows import Section, Tile, switch_tile
from phoneworld.ui.view import Handler, View
from phoneworld.ui.widgets import Avatar


def name_of(permission: str) -> str:
    """A permission as people read it: `Read contacts`."""
    return permission.rpartition(".")[2].replace("_", " ").capitalize()


class Notifications(SettingsPage):
    """What may disturb, and when."""

    title = "Notifications"

    def rows(self) -> list[View]:
        return [
            self.switch("Do Not Disturb", "global", "zen_mode", icon="do_not_disturb_on"),
            self.switch(
                "Notifications on lock screen",
                "secure",
                "lock_screen_show_notifications",
                icon="lock",
            ),
        ]


class Security(SettingsPage):
    """How the phone is locked."""

    title = "Security"

    def rows(self) -> list[View]:
        return [
            self.choice(
                "Screen lock",
                {"None": "none", "Swipe": "swipe", "PIN": "pin", "Password": "password"},
                "secure",
                "lock_type",
                icon="lock",
            ),
            self.switch("NFC", "secure", "nfc_on", icon="nfc"),
        ]


class PrivacyPage(SettingsPage):
    """Which app may do what."""

    title = "Privacy"

    def rows(self) -> list[View]:
        kinds = self.phone.system.rows(
            "SELECT permission, sum(granted) AS allowed, count(*) AS asked FROM permissions "
            "GROUP BY permission ORDER BY permission"
        )
        return [
            Section("Permission manager"),
            *(
                Tile(
                    name_of(kind["permission"]),
                    f"{kind['allowed']} of {kind['asked']} apps allowed",
                    icon="security",
                    on_click=self.opener(kind["permission"]),
                )
                for kind in kinds
            ),
        ]

    def opener(self, permission: str) -> Handler:
        return lambda: self.open("location", permission=permission)


class Location(SettingsPage):
    """Whether the phone knows where it is, and which apps may ask. Also used for any permission."""

    permission = "android.permission.ACCESS_FINE_LOCATION"

    def heading(self) -> str:
        permission = self.args.get("permission", self.permission)
        return "Location" if permission == self.permission else name_of(permission)

    def rows(self) -> list[View]:
        permission = self.args.get("permission", self.permission)
        rows: list[View] = []
        if permission == self.permission:
            settings = self.phone.settings
            on = settings.get("secure", "location_mode") != "0"
            rows.append(
                switch_tile(
                    "Use location",
                    on=on,
                    on_click=lambda: settings.put("secure", "location_mode", "0" if on else "3"),
                    icon="place",
                )
            )
        rows.append(Section("App permissions"))
        for row in self.phone.system.rows(
            "SELECT package, granted FROM permissions WHERE permission = ? ORDER BY package",
            permission,
        ):
            app = self.phone.apps.get(row["package"])
            if app is not None:
                rows.append(
                    Tile(
                        app.label,
                        "Allowed" if row["granted"] else "Not allowed",
                        leading=Avatar(icon=app.icon, color=app.color),
                        on_click=self.chooser(app.package, permission, bool(row["granted"])),
                    )
                )
        return rows

    def chooser(self, package: str, permission: str, granted: bool) -> Handler:  # noqa: FBT001 - read from a row
        return lambda: self.choose(
            "Permission",
            ["Allow", "Don't allow"],
            "Allow" if granted else "Don't allow",
            then="decide",
            package=package,
            permission=permission,
        )

    def decide(self, option: str, *, package: str, permission: str) -> None:
        self.phone.grant_permission(package, permission, granted=option == "Allow")
