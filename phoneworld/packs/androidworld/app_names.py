"""The names by which AndroidWorld's agents open apps, besides labels and packages."""

from __future__ import annotations

CALENDAR = "com.simplemobiletools.calendar.pro"
GALLERY = "com.simplemobiletools.gallery.pro"
CHROME = "com.android.chrome"

WHOLE_NAMES = {"calendar": CALENDAR, "browser": CHROME, "gallery": GALLERY}
"""What the phone has for a purpose."""

STARTS = {
    "activity tracker": "de.dennisguse.opentracks",
    "audio recorder": "com.dimowner.audiorecorder",
    "broccoli": "com.flauschcode.broccoli",
    "camera": "com.android.camera2",
    "chrome": CHROME,
    "clipper": "ca.zgrs.clipper",
    "clock": "com.google.android.deskclock",
    "contacts": "com.google.android.contacts",
    "dialer": "com.google.android.dialer",
    "files": "com.google.android.documentsui",
    "google chrome": CHROME,
    "joplin": "net.cozic.joplin",
    "markor": "net.gsantner.markor",
    "messages": "com.simplemobiletools.smsmessenger",
    "open tracks": "de.dennisguse.opentracks",
    "opentracks": "de.dennisguse.opentracks",
    "osmand": "net.osmand",
    "phone": "com.google.android.dialer",
    "pro expense": "com.arduia.expense",
    "recipe app": "com.flauschcode.broccoli",
    "retro": "code.name.monkey.retromusic",
    "settings": "com.android.settings",
    "simple calendar": CALENDAR,
    "simple draw": "com.simplemobiletools.draw.pro",
    "simple gallery": GALLERY,
    "simple sms": "com.simplemobiletools.smsmessenger",
    "system settings": "com.android.settings",
    "tasks": "org.tasks",
    "vlc": "org.videolan.vlc",
}
"""A name that begins so means that app: AndroidWorld does not read on (`VLC player`, `Tasks app`)."""


def opened_by(name: str) -> str:
    """The package that a name means; the name itself where it means none."""
    words = name.strip().lower()
    if words in WHOLE_NAMES:
        return WHOLE_NAMES[words]
    return next((package for start, package in STARTS.items() if words.startswith(start)), name)
