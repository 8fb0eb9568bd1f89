"""Where Settings keeps the networks it knows. The settings themselves are the provider's."""

from __future__ import annotations

from phoneworld.apps.settings.data import SCHEMA, add_network
from phoneworld.phone import Phone
from phoneworld.store import database_path
from phoneworld.world import World

PACKAGE = "com.android.settings"
DATABASE = "settings_app.db"
PATH = database_path(PACKAGE, DATABASE)
NETWORK = "AndroidWifi"

__all__ = ["DATABASE", "NETWORK", "PACKAGE", "PATH", "SCHEMA", "seed"]


def seed(phone: Phone, world: World) -> None:
    """An emulator's one network, which is joined."""
    del world
    network = add_network(phone.databases[PATH], NETWORK)
    phone.databases[PATH].run("UPDATE wifi_networks SET saved = 1 WHERE _id = ?", network)
    phone.settings.put("global", "wifi_on", "1")
    phone.settings.put("global", "wifi_ssid", NETWORK)
