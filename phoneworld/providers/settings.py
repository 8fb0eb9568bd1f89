"""Android's settings tables: system, secure and global, by name, as text."""

from __future__ import annotations

from functools import lru_cache

from phoneworld.store import Database, database_path

PACKAGE = "com.android.providers.settings"
PATH = database_path(PACKAGE, "settings.db")
SCHEMA = """
CREATE TABLE system (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT);
CREATE TABLE secure (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT);
CREATE TABLE global (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT);
"""
TABLES = ("system", "secure", "global")

DEFAULTS: dict[str, dict[str, str]] = {
    "system": {
        "screen_brightness": "128",
        "screen_brightness_mode": "0",
        "screen_off_timeout": "60000",
        "accelerometer_rotation": "0",
        "font_scale": "1.0",
        "time_12_24": "24",
        "haptic_feedback_enabled": "1",
        "sound_effects_enabled": "1",
        "dtmf_tone": "1",
        "volume_music": "60",
        "volume_ring": "70",
        "volume_alarm": "80",
        "volume_notification": "50",
        "vibrate_when_ringing": "0",
        "ringtone": "Orbit",
        "notification_sound": "Chime",
        "wallpaper": "mountain:4",
        "locale": "en",
    },
    "secure": {
        "ui_night_mode": "1",
        "location_mode": "3",
        "accessibility_display_magnification_enabled": "0",
        "high_text_contrast_enabled": "0",
        "lock_screen_show_notifications": "1",
        "flashlight_enabled": "0",
        "night_display_activated": "0",
        "default_input_method": "com.phoneworld.keyboard/.Keyboard",
        "lock_type": "swipe",
        "nfc_on": "1",
        "battery_percentage": "0",
    },
    "global": {
        "wifi_on": "0",
        "wifi_ssid": "",
        "bluetooth_on": "0",
        "bluetooth_name": "PhoneWorld",
        "airplane_mode_on": "0",
        "mobile_data": "1",
        "data_roaming": "0",
        "data_saver": "0",
        "zen_mode": "0",
        "low_power": "0",
        "device_name": "PhoneWorld",
        "auto_time": "1",
        "auto_time_zone": "1",
        "hotspot_on": "0",
        "hotspot_ssid": "PhoneWorld hotspot",
        "hotspot_password": "sunflower42",
        "development_settings_enabled": "0",
        "stay_on_while_plugged_in": "0",
        "battery_level": "82",
        "private_dns": "automatic",
    },
}


def create(database: Database) -> None:
    """Fill a new settings database with the defaults."""
    for table, values in DEFAULTS.items():
        database.insert_many(table, [{"name": k, "value": v} for k, v in values.items()])


def _rows(database: Database) -> dict[tuple[str, str], str]:
    return {
        (source, row["name"]): row["value"]
        for source in TABLES
        for row in database.rows(f"SELECT name, value FROM {source}")
    }


@lru_cache(maxsize=64)
def _rows_of(blob: bytes) -> dict[tuple[str, str], str]:
    """What a database says that nobody has changed: many phones begin with the same."""
    database = Database(PATH, blob)
    found = _rows(database)
    database.close()
    return found


class SettingsProvider:
    """The settings of a phone. Reading is cheap: they are cached until the database changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cached_version = -1
        self._cache: dict[tuple[str, str], str] = {}

    def get(self, table: str, name: str, default: str = "") -> str:
        """The value of a setting."""
        if self._cached_version != self._database.version:
            kept = self._database.kept
            self._cache = _rows(self._database) if kept is None else _rows_of(kept)
            self._cached_version = self._database.version
        return self._cache.get((table, name), default)

    def on(self, table: str, name: str) -> bool:
        """Whether a switch is on."""
        return self.get(table, name) == "1"

    def put(self, table: str, name: str, value: str) -> None:
        """Set a setting. One that already has the value is not touched."""
        if self.get(table, name, "\0") == value:
            return
        self._database.run(
            f"INSERT INTO {table} (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    def toggle(self, table: str, name: str) -> None:
        """Turn a switch the other way."""
        self.put(table, name, "0" if self.on(table, name) else "1")
