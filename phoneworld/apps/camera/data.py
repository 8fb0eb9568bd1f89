"""How the camera is set, what it sees, and how what it takes is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from phoneworld.apps.files import entries
from phoneworld.apps.gallery.data import CAMERA, Photo, add_photo, camera_name
from phoneworld.store import Database, database_path

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.camera"
PATH = database_path(PACKAGE, "camera.db")
PERMISSION = "android.permission.CAMERA"
SCHEMA = """
CREATE TABLE settings (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT NOT NULL);
"""
DEFAULTS = {
    "flash": "Off",
    "timer": "Off",
    "grid": "0",
    "sound": "1",
    "location": "0",
    "mirror": "1",
    "resolution": "12 MP",
    "video_quality": "1080p",
}
FLASHES = ["Off", "Auto", "On"]
TIMERS = {"Off": 0, "3 seconds": 3, "10 seconds": 10}
RESOLUTIONS = {"8 MP": 2_100_000, "12 MP": 3_400_000, "50 MP": 11_800_000}
"""With the bytes that a picture takes up."""

QUALITIES = {"720p": 1_000_000, "1080p": 2_000_000, "4K": 6_000_000}
"""With the bytes that a second takes up."""

BACK = ("city", "forest", "food", "flower", "pet", "car", "beach", "mountain")
FRONT = "portrait"


def read(database: Database, name: str) -> str:
    """A setting."""
    return database.value("SELECT value FROM settings WHERE name = ?", name) or DEFAULTS[name]


def write(database: Database, name: str, value: str) -> None:
    database.run(
        "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE "
        "SET value = excluded.value WHERE value <> excluded.value",
        name,
        value,
    )


def seed(phone: Phone, world: World) -> None:
    """A camera as it comes, but for one or two habits of its owner."""
    rng = world.rng("camera")
    chosen = DEFAULTS | {"grid": rng.choice("01"), "resolution": rng.choice(["12 MP", "8 MP"])}
    phone.databases[PATH].insert_many(
        "settings", [{"name": name, "value": value} for name, value in chosen.items()]
    )


def scene_at(now_ms: int, *, front: bool) -> str:
    """What is in front of the lens: another thing every minute."""
    minute = now_ms // 60_000
    if front:
        return f"{FRONT}:{minute % 90}"
    return f"{BACK[minute % len(BACK)]}:{minute % 90}"


def save_photo(phone: Phone, *, front: bool, folder: str = CAMERA) -> int:
    """Store the picture that the camera sees; its id."""
    now = phone.now_ms
    usual = RESOLUTIONS.get(read(phone.databases[PATH], "resolution"), 3_000_000)
    return add_photo(
        phone.files,
        entries.free_path(phone.files, folder, camera_name(now)),
        date_ms=now,
        art=scene_at(now, front=front),
        # No two pictures are equally large.
        size=usual + now // 1000 * 7919 % 900_000,
    )


def save_video(phone: Phone, started_ms: int, *, front: bool, folder: str = CAMERA) -> int:
    """Store what was recorded since then, in whole seconds as the clock shows them; its id."""
    rate = QUALITIES.get(read(phone.databases[PATH], "video_quality"), 2_000_000)
    seconds = max(1, (phone.now_ms - started_ms) // 1000)
    return add_photo(
        phone.files,
        entries.free_path(phone.files, folder, camera_name(started_ms, "VID", "mp4")),
        date_ms=phone.now_ms,
        art=scene_at(started_ms, front=front),
        size=seconds * rate,
    )


def newest(phone: Phone, folders: Sequence[str] = (CAMERA,)) -> Photo | None:
    """The last thing that was taken, of what is in these folders."""
    found = [
        phone.files.one(
            "SELECT _id, _display_name, art, date_modified FROM files WHERE mime_type = ? AND parent = ? "
            "ORDER BY date_modified DESC, _id DESC LIMIT 1",
            kind,
            folder,
        )
        for kind in ("image/jpeg", "video/mp4")
        for folder in folders
    ]
    taken = [photo for photo in found if photo is not None]
    return max(taken, key=lambda photo: (photo["date_modified"], photo["_id"]), default=None)
