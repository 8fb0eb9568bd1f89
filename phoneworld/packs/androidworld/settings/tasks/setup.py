"""What the tasks with Settings share: where each switch is, and the apps that can be asked for."""

from __future__ import annotations

from phoneworld.author import Open, Pilot, Tap
from phoneworld.packs.androidworld.camera.data import PACKAGE as CAMERA
from phoneworld.packs.androidworld.clock.data import PACKAGE as CLOCK
from phoneworld.packs.androidworld.contacts.data import PACKAGE as CONTACTS
from phoneworld.packs.androidworld.dialer.data import PACKAGE as DIALER
from phoneworld.packs.androidworld.settings.data import PACKAGE as SETTINGS

LABEL = "Settings"
SWITCHES = {
    "Wi-Fi": ("Network & internet", "Wi-Fi", "Use Wi-Fi"),
    "Bluetooth": ("Connected devices", "Use Bluetooth"),
}
"""The pages to tap through to a switch, and the switch itself."""
STORED = {"Wi-Fi": "wifi_on", "Bluetooth": "bluetooth_on"}
"""The global setting that a switch turns."""
APPS = {
    "camera": ("Camera", CAMERA),
    "clock": ("Clock", CLOCK),
    "contacts": ("Contacts", CONTACTS),
    "settings": (LABEL, SETTINGS),
    "dialer": ("Phone", DIALER),
}
"""The apps that a task can ask for: label and package."""


def turn(pilot: Pilot, switch: str, *, on: bool) -> None:
    """Look at a switch, and tap it if it stands the wrong way."""
    *pages, last = SWITCHES[switch]
    pilot.follow((Open(LABEL), *map(Tap, pages)))
    if pilot.reach(last).checked != on:
        pilot.tap(last)
