"""Where the gallery keeps how its lists are sorted, and how it finds pictures. They are plain files."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from phoneworld.apps.files.data import SCHEMA
from phoneworld.store import Database, database_path

PACKAGE = "com.simplemobiletools.gallery.pro"
DATABASE = "gallery.db"
PATH = database_path(PACKAGE, DATABASE)
SEEN = (
    "is_folder = 0 AND substr(_display_name, 1, 1) <> '.' "
    "AND (mime_type LIKE 'image/%' OR mime_type LIKE 'video/%' OR lower(_display_name) LIKE '%.svg')"
)
"""What the gallery takes for a picture or a video."""

__all__ = ["DATABASE", "PACKAGE", "PATH", "SCHEMA", "SEEN", "folders_of", "pixels_of"]


def folders_of(files: Database) -> list[dict[str, Any]]:
    """The folders that have pictures in them: path, how many, and the newest one's date."""
    return files.rows(
        "SELECT parent AS path, COUNT(*) AS number, MAX(date_modified) AS newest FROM files "
        f"WHERE {SEEN} GROUP BY parent ORDER BY newest DESC, parent"
    )


@lru_cache(maxsize=32)
def pixels_of(content: bytes) -> tuple[int, int]:
    """Width and height of an encoded picture; a square where it cannot be read."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(content)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return (1, 1)
