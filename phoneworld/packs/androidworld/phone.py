"""The phone before any task: set up, without anybody's content, at the moment all tasks begin."""

from __future__ import annotations

from datetime import UTC, datetime

from phoneworld.phone import Phone
from phoneworld.providers import media
from phoneworld.world import World, millis

NOW = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
"""When every task begins: a Sunday afternoon."""

STORAGE_NAME = "sdk_gphone_x86_64"
"""What the phone's storage is called."""

FOLDERS = (
    "Alarms Audiobooks DCIM Documents Download Movies Music Notifications Pictures Podcasts "
    "Recordings Ringtones"
).split()
"""The folders that Android itself makes on shared storage."""

SETTINGS = (
    ("global", "auto_time", "0"),
    ("global", "auto_time_zone", "0"),
    ("global", "airplane_mode_on", "0"),
    ("global", "device_name", STORAGE_NAME),
    ("system", "time_12_24", "24"),
)


def furnish(phone: Phone, world: World) -> None:
    """Standard folders, the clock, and what each app makes when it is set up."""
    phone.now_s = NOW.timestamp()
    for folder in ("/sdcard", *(f"/sdcard/{name}" for name in FOLDERS)):
        media.add_folder(phone.files, folder, date_ms=millis(NOW))
    for table, name, value in SETTINGS:
        phone.settings.put(table, name, value)
    for app in phone.apps.values():
        if app.seed is not None:
            app.seed(phone, world)
    phone.touch()
