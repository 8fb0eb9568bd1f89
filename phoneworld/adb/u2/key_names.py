"""The names of keys that uiautomator2's `press` knows. Any other is answered with false."""

from __future__ import annotations

from collections.abc import Mapping

from phoneworld.adb.handset.keys import CODES

_NAMES = {
    "home": "HOME",
    "back": "BACK",
    "left": "DPAD_LEFT",
    "right": "DPAD_RIGHT",
    "up": "DPAD_UP",
    "down": "DPAD_DOWN",
    "center": "DPAD_CENTER",
    "menu": "MENU",
    "search": "SEARCH",
    "enter": "ENTER",
    "delete": "DEL",
    "del": "DEL",
    "recent": "APP_SWITCH",
    "volume_up": "VOLUME_UP",
    "volume_down": "VOLUME_DOWN",
    "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA",
    "power": "POWER",
}
KEY_NAMES: Mapping[str, int] = {name: CODES[key] for name, key in _NAMES.items()}

SHIFT, CONTROL = 0x1, 0x1000
"""Bits of Android's meta state."""
