"""Where Camera keeps how it is set, and where what it takes goes."""

from __future__ import annotations

from phoneworld.apps.camera.data import SCHEMA
from phoneworld.store import database_path

PACKAGE = "com.android.camera2"
DATABASE = "camera.db"
PATH = database_path(PACKAGE, DATABASE)
PHOTOS = "/sdcard/Pictures"
VIDEOS = "/sdcard/Movies"

__all__ = ["DATABASE", "PACKAGE", "PATH", "PHOTOS", "SCHEMA", "VIDEOS"]
