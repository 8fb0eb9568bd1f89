"""The networks, devices and options that Settings knows besides Android's settings tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phoneworld.store import Database, database_path
from phoneworld.world import World

if TYPE_CHECKING:
    from phoneworld.phone import Phone

PACKAGE = "com.phoneworld.settings"
PATH = database_path(PACKAGE, "settings_app.db")
SCHEMA = """
CREATE TABLE wifi_networks (
    _id INTEGER PRIMARY KEY, ssid TEXT UNIQUE NOT NULL, password TEXT NOT NULL DEFAULT '',
    bars INTEGER NOT NULL, saved INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE bluetooth_devices (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, kind TEXT NOT NULL,
    paired INTEGER NOT NULL DEFAULT 0, connected INTEGER NOT NULL DEFAULT 0
);
"""
NETWORKS = (
    "Fernweh,Maple House,Corner Cafe,Lakeside Guest,Blue Door,Northwind Office,Garden 5G,Attic"
).split(",")
DEVICES = (
    ("Pulse headphones", "headphones"),
    ("Kitchen speaker", "volume_up"),
    ("Roadster car kit", "directions_car"),
    ("Stride watch", "watch_later"),
    ("Canvas keyboard", "keyboard"),
    ("Tern earbuds", "headphones"),
)
TIMEOUTS = {
    "15 seconds": "15000",
    "30 seconds": "30000",
    "1 minute": "60000",
    "2 minutes": "120000",
    "5 minutes": "300000",
    "10 minutes": "600000",
}
TONES = ("Orbit", "Bells", "Harbor", "Morning dew", "Marimba", "Silence")
CHIMES = ("Chime", "Drop", "Glass", "Knock", "Silence")
LANGUAGES = {"English": "en", "Deutsch": "de", "Español": "es", "Français": "fr"}
TEXT_SIZES = {"Small": "0.85", "Default": "1.0", "Large": "1.15", "Largest": "1.3"}
WALLPAPERS = {
    "Mountain": "mountain:4",
    "Beach": "beach:2",
    "City": "city:5",
    "Night": "night:1",
    "Flowers": "flower:3",
    "Abstract": "abstract:6",
}
DNS = ("Off", "Automatic", "Private provider")


def add_network(database: Database, ssid: str, *, password: str = "", bars: int = 3) -> int:
    """Put a Wi-Fi network within reach."""
    return database.insert("wifi_networks", ssid=ssid, password=password, bars=bars)


def add_device(database: Database, name: str, kind: str, *, paired: bool = False) -> int:
    """Put a Bluetooth device within reach, or among the paired ones."""
    return database.insert("bluetooth_devices", name=name, kind=kind, paired=int(paired))


def seed(phone: Phone, world: World) -> None:
    """Networks and devices around, one network joined before."""
    rng = world.rng("settings")
    database = phone.databases[PATH]
    for number, ssid in enumerate(rng.sample(NETWORKS, 5)):
        password = f"{rng.choice(('river', 'cloud', 'tiger', 'lemon'))}{rng.randint(100, 999)}"
        network = add_network(
            database, ssid, password=password if number < 4 else "", bars=rng.randint(1, 4)
        )
        if number == 0:
            database.run("UPDATE wifi_networks SET saved = 1 WHERE _id = ?", network)
    for number, (name, kind) in enumerate(rng.sample(DEVICES, 5)):
        add_device(database, name, kind, paired=number < 2)
    phone.settings.put("global", "serial_number", f"PW{rng.randint(10**7, 10**8 - 1)}")
