"""What the tasks with settings share: where each switch is found and stored."""

from __future__ import annotations

from phoneworld.author import Open, Script, Tap

WHERE = {
    "Wi-Fi": ("Network & internet", "Wi-Fi", "Use Wi-Fi"),
    "Bluetooth": ("Connected devices", "Use Bluetooth"),
    "Airplane mode": ("Network & internet", "Airplane mode"),
    "Data Saver": ("Network & internet", "Data Saver"),
    "Battery Saver": ("Battery", "Battery Saver"),
    "Dark theme": ("Display", "Dark theme"),
    "Night Light": ("Display", "Night Light"),
    "Do Not Disturb": ("Notifications", "Do Not Disturb"),
    "High contrast text": ("Accessibility", "High contrast text"),
    "Vibrate when ringing": ("Sound & vibration", "Vibrate when ringing"),
    "Auto-rotate screen": ("Display", "Auto-rotate screen"),
}
"""The pages to tap through to a switch, and the switch itself."""

STORED = {
    "Airplane mode": ("global", "airplane_mode_on"),
    "Data Saver": ("global", "data_saver"),
    "Battery Saver": ("global", "low_power"),
    "Do Not Disturb": ("global", "zen_mode"),
    "Night Light": ("secure", "night_display_activated"),
    "High contrast text": ("secure", "high_text_contrast_enabled"),
    "Vibrate when ringing": ("system", "vibrate_when_ringing"),
    "Auto-rotate screen": ("system", "accelerometer_rotation"),
}
"""The settings table and key of a switch."""


def go(*pages: str) -> Script:
    """Open Settings and tap through these pages."""
    return (Open("Settings"), *map(Tap, pages))
