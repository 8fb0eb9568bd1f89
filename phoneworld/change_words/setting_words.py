"""Changes of Android's settings in words: Wi-Fi: off -> on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from phoneworld.change_words.values import cut, duration, humanized, is_secret
from phoneworld.changes import Change

LABELS: Mapping[str, str] = {
    "wifi_on": "Wi-Fi",
    "wifi_ssid": "Wi-Fi network",
    "airplane_mode_on": "Airplane mode",
    "zen_mode": "Do not disturb",
    "low_power": "Battery saver",
    "ui_night_mode": "Dark theme",
    "night_display_activated": "Night light",
    "screen_brightness": "Brightness",
    "screen_brightness_mode": "Adaptive brightness",
    "screen_off_timeout": "Screen timeout",
    "accelerometer_rotation": "Auto-rotate",
    "time_12_24": "Clock",
    "haptic_feedback_enabled": "Touch vibration",
    "sound_effects_enabled": "Touch sounds",
    "dtmf_tone": "Dial pad tones",
    "locale": "Language",
    "location_mode": "Location",
    "nfc_on": "NFC",
    "lock_type": "Screen lock",
    "lock_screen_show_notifications": "Notifications on the lock screen",
    "accessibility_display_magnification_enabled": "Magnification",
    "high_text_contrast_enabled": "High contrast text",
    "development_settings_enabled": "Developer options",
    "stay_on_while_plugged_in": "Stay awake while charging",
    "default_input_method": "Keyboard",
    "private_dns": "Private DNS",
    "font_scale": "Font size",
}
_VALUES: Mapping[tuple[str, str], str] = {
    ("ui_night_mode", "1"): "off",
    ("ui_night_mode", "2"): "on",
    ("location_mode", "0"): "off",
    ("location_mode", "3"): "on",
    ("time_12_24", "12"): "12 hours",
    ("time_12_24", "24"): "24 hours",
}
_SWITCH = re.compile(r"_(on|enabled|activated)$")


def tell_setting(change: Change) -> str:
    """A setting that changed."""
    row = change.after or change.before or {}
    name = str(row.get("name", ""))
    label = LABELS.get(name) or humanized(_turned(_SWITCH.sub("", name))).capitalize()
    if is_secret(name):
        return f"{label} changed"
    old, new = ((each or {}).get("value") for each in (change.before, change.after))
    return f"{label}: {_shown(name, old)} -> {_shown(name, new)}"


def _turned(name: str) -> str:
    """Volumes are called volume_alarm and the like."""
    return f"{name.removeprefix('volume_')}_volume" if name.startswith("volume_") else name


def _shown(name: str, value: object) -> str:
    text = "" if value is None else str(value)
    if (name, text) in _VALUES:
        return _VALUES[name, text]
    if name == "screen_off_timeout" and text.isdecimal():
        return duration(int(text) // 1000)
    if name == "wallpaper":
        return text.partition(":")[0].capitalize()  # and the seed it is drawn from
    return {"": "nothing", "0": "off", "1": "on"}.get(text) or cut(text)
