"""AndroidWorld's tasks with Settings, and those that only open an app."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.settings.tasks.brightness import (
    BrightnessMax,
    BrightnessMaxVerify,
    BrightnessMin,
    BrightnessMinVerify,
)
from phoneworld.packs.androidworld.settings.tasks.opened_apps import OpenAnApp, WifiThenApp
from phoneworld.packs.androidworld.settings.tasks.radios import (
    BluetoothForWifi,
    BluetoothOff,
    BluetoothOffVerify,
    BluetoothOn,
    BluetoothOnVerify,
    WifiTurnedOff,
    WifiTurnedOffVerify,
    WifiTurnedOn,
    WifiTurnedOnVerify,
)

TASKS = templates_of(
    BrightnessMax,
    BrightnessMaxVerify,
    BrightnessMin,
    BrightnessMinVerify,
    WifiTurnedOn,
    WifiTurnedOnVerify,
    WifiTurnedOff,
    WifiTurnedOffVerify,
    BluetoothOn,
    BluetoothOnVerify,
    BluetoothOff,
    BluetoothOffVerify,
    BluetoothForWifi,
    OpenAnApp,
    WifiThenApp,
)
