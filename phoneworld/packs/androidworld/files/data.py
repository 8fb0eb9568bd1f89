"""Where Files keeps how its lists look. The files are the media provider's."""

from __future__ import annotations

from phoneworld.apps.files.data import SCHEMA
from phoneworld.store import database_path

PACKAGE = "com.google.android.documentsui"
DATABASE = "files.db"
PATH = database_path(PACKAGE, DATABASE)

__all__ = ["DATABASE", "PACKAGE", "PATH", "SCHEMA"]
