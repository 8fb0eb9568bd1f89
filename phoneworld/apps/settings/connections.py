"""The pages about networks and devices: Wi-Fi, hotspot, mobile data, Bluetooth."""

from __future__ import annotations

from typing import Any

from phoneworld.apps.settings.page import SettingsPage
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.view import Handler, View
from phoneworld.ui.widgets import Icon, Text


class Network(SettingsPage):
    """Network & internet."""

    title = "Network & internet"

    def rows(self) -> list[View]:
        settings = self.phone.settings
        ssid = settings.get("global", "wifi_ssid")
        wifi = (ssid or "Not connected") if settings.on("global", "wifi_on") else "Off"
        return [
            Tile("Wi-Fi", wifi, icon="wifi", on_click=lambda: self.open("wifi")),
            self.switch(
                "Mobile data", "global", "mobile_data", summary="Carrier: Meadow", icon="data_usage"
            ),
            self.switch("Roaming", "global", "data_roaming", icon="public"),
            self.switch("Data Saver", "global", "data_saver", icon="data_usage"),
            self.switch("Airplane mode", "global", "airplane_mode_on", icon="airplanemode_active"),
            Tile("Hotspot", "Share your connection", icon="cast", on_click=self.open_hotspot),
            self.choice(
                "Private DNS",
                {"Off": "off", "Automatic": "automatic", "Private provider": "provider"},
                "global",
                "private_dns",
                icon="security",
            ),
        ]

    def open_hotspot(self) -> None:
        self.open("hotspot")


class WiFi(SettingsPage):
    """The switch, and the networks within reach."""

    title = "Wi-Fi"

    def rows(self) -> list[View]:
        rows: list[View] = [self.switch("Use Wi-Fi", "global", "wifi_on", icon="wifi")]
        if not self.phone.settings.on("global", "wifi_on"):
            return [*rows, Text("To see available networks, turn on Wi-Fi", "small", color="muted")]
        joined = self.phone.settings.get("global", "wifi_ssid")
        networks = self.db.rows("SELECT * FROM wifi_networks ORDER BY saved DESC, ssid LIMIT 50")
        rows.append(Section("Networks"))
        rows += [self.network(network, joined) for network in networks]
        return rows

    def network(self, network: dict[str, Any], joined: str) -> View:
        ssid = network["ssid"]
        summary = "Secured" if network["password"] else "Open"
        if ssid == joined:
            summary = "Connected"
        elif network["saved"]:
            summary = "Saved"
        return Tile(
            ssid,
            summary,
            icon="wifi",
            trailing=Icon("lock") if network["password"] else None,
            on_click=self.picker(network, joined),
            on_long_click=lambda: self.menu({"Forget network": "forget"}, ssid=ssid),
        )

    def picker(self, network: dict[str, Any], joined: str) -> Handler:
        ssid = network["ssid"]
        if ssid == joined:
            return lambda: self.menu({"Disconnect": "leave", "Forget network": "forget"}, ssid=ssid)
        if network["saved"] or not network["password"]:
            return lambda: self.join(ssid)
        return lambda: self.prompt(ssid, "Password", then="try_password", yes="Connect", ssid=ssid)

    def try_password(self, text: str, *, ssid: str) -> None:
        right = self.db.value("SELECT password FROM wifi_networks WHERE ssid = ?", ssid)
        if text != right:
            self.toast("Check password and try again")
            return
        self.join(ssid)

    def join(self, ssid: str) -> None:
        self.db.run("UPDATE wifi_networks SET saved = 1 WHERE ssid = ? AND saved = 0", ssid)
        self.phone.settings.put("global", "wifi_ssid", ssid)
        self.toast(f"Connected to {ssid}")

    def leave(self, ssid: str) -> None:
        del ssid
        self.phone.settings.put("global", "wifi_ssid", "")

    def forget(self, ssid: str) -> None:
        self.db.run("UPDATE wifi_networks SET saved = 0 WHERE ssid = ? AND saved = 1", ssid)
        if self.phone.settings.get("global", "wifi_ssid") == ssid:
            self.leave(ssid)


class Hotspot(SettingsPage):
    """Sharing the phone's connection."""

    title = "Hotspot"

    def rows(self) -> list[View]:
        settings = self.phone.settings
        name = settings.get("global", "hotspot_ssid")
        password = settings.get("global", "hotspot_password")
        return [
            self.switch("Use Wi-Fi hotspot", "global", "hotspot_on", icon="cast"),
            Tile(
                "Hotspot name",
                name,
                on_click=lambda: self.prompt(
                    "Hotspot name", "Name", then="put", text=name, key="hotspot_ssid"
                ),
            ),
            Tile(
                "Hotspot password",
                password,
                id="hotspot_password",
                on_click=lambda: self.prompt(
                    "Hotspot password",
                    "Password",
                    then="put",
                    text=password,
                    key="hotspot_password",
                ),
                on_long_click=lambda: self.offer_copy(password),
            ),
        ]

    def put(self, text: str, *, key: str) -> None:
        if key == "hotspot_password" and len(text) < 8:
            self.toast("The password needs at least 8 characters")
        elif not text.strip():
            self.toast("Enter a name")
        else:
            self.phone.settings.put("global", key, text)


class Bluetooth(SettingsPage):
    """The switch, paired devices, and those within reach."""

    title = "Bluetooth"

    def rows(self) -> list[View]:
        rows: list[View] = [
            self.switch("Use Bluetooth", "global", "bluetooth_on", icon="bluetooth")
        ]
        if not self.phone.settings.on("global", "bluetooth_on"):
            return rows
        name = self.phone.settings.get("global", "bluetooth_name")
        rows.append(
            Tile(
                "Device name",
                name,
                on_click=lambda: self.prompt(
                    "Rename this device", "Name", then="rename", text=name, yes="Rename"
                ),
            )
        )
        devices = self.db.rows("SELECT * FROM bluetooth_devices ORDER BY name LIMIT 50")
        rows.append(Section("Paired devices"))
        rows += [self.paired(device) for device in devices if device["paired"]]
        rows.append(Section("Available devices"))
        rows += [self.available(device) for device in devices if not device["paired"]]
        return rows

    def paired(self, device: dict[str, Any]) -> View:
        key = device["_id"]
        return Tile(
            device["name"],
            "Connected" if device["connected"] else "Not connected",
            icon=device["kind"],
            on_click=lambda: self.db.run(
                "UPDATE bluetooth_devices SET connected = 1 - connected WHERE _id = ?", key
            ),
            trailing=IconButton(
                "settings",
                f"{device['name']} options",
                lambda: self.menu({"Forget device": "ask_forget"}, key=key),
            ),
        )

    def available(self, device: dict[str, Any]) -> View:
        return Tile(
            device["name"],
            icon=device["kind"],
            on_click=lambda: self.confirm(
                f"Pair with {device['name']}?", yes="Pair", then="pair", key=device["_id"]
            ),
        )

    def pair(self, key: int) -> None:
        self.db.run("UPDATE bluetooth_devices SET paired = 1, connected = 1 WHERE _id = ?", key)

    def ask_forget(self, key: int) -> None:
        self.confirm("Forget device?", yes="Forget", then="forget", key=key)

    def forget(self, key: int) -> None:
        self.db.run("UPDATE bluetooth_devices SET paired = 0, connected = 0 WHERE _id = ?", key)

    def rename(self, text: str) -> None:
        if text.strip():
            self.phone.settings.put("global", "bluetooth_name", text.strip())
