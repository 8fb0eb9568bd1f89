"""Photographs: where they are found, what Gallery adds to them (captions, trash), made-up ones.

The pictures themselves are files of the media provider; an album is a folder with pictures in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from phoneworld.apps.files import entries
from phoneworld.store import Database, Value, database_path
from phoneworld.world import from_millis, millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.gallery"
PATH = database_path(PACKAGE, "gallery.db")
SCHEMA = """
CREATE TABLE captions (
    _id INTEGER PRIMARY KEY, media_id INTEGER UNIQUE NOT NULL, caption TEXT NOT NULL
);
CREATE TABLE trash (
    _id INTEGER PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, mime_type TEXT NOT NULL,
    size INTEGER NOT NULL, date_modified INTEGER NOT NULL, is_favorite INTEGER NOT NULL,
    art TEXT NOT NULL, content BLOB, trashed INTEGER NOT NULL
);
CREATE INDEX trash_time ON trash (trashed);
"""
ALBUMS = f"{entries.ROOT}/Pictures"
CAMERA = f"{entries.ROOT}/DCIM/Camera"
SCREENSHOTS = f"{ALBUMS}/Screenshots"
TYPES = ("image/jpeg", "image/png", "video/mp4")
OF_TYPE = "mime_type IN ('image/jpeg', 'image/png', 'video/mp4')"
NEWEST = "ORDER BY date_modified DESC, _id DESC"
KEPT_DAYS = 30
"""How long the trash keeps things, as far as people are told."""

Photo = dict[str, Any]


# Finding


def photo(files: Database, id: int) -> Photo | None:
    """One picture by its id."""
    return files.one(f"SELECT {entries.COLUMNS} FROM files WHERE _id = ? AND {OF_TYPE}", id)


def months(files: Database) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of pictures of each month that has some, the newest first.

    Asks month by month, so that who only looks at the newest ones pays only for them.
    """
    before = 1 << 62
    while True:
        stamps = [
            files.value(
                "SELECT MAX(date_modified) FROM files WHERE mime_type = ? AND date_modified < ?",
                kind,
                before,
            )
            for kind in TYPES
        ]
        found = [stamp for stamp in stamps if stamp is not None]
        if not found:
            return
        newest = from_millis(max(found))
        start = millis(datetime(newest.year, newest.month, 1, tzinfo=UTC))
        count = files.value(
            f"SELECT COUNT(*) FROM files WHERE {OF_TYPE} "
            "AND date_modified >= ? AND date_modified < ?",
            start,
            before,
        )
        yield start, before, count
        before = start


def of_month(files: Database, start: int, end: int, first: int, count: int) -> list[Photo]:
    """Some of the pictures of a month, the newest first."""
    return files.rows(
        f"SELECT {entries.COLUMNS} FROM files WHERE {OF_TYPE} "
        f"AND date_modified >= ? AND date_modified < ? {NEWEST} LIMIT ? OFFSET ?",
        start,
        end,
        count,
        first,
    )


def condition(album: str) -> tuple[str, tuple[Value, ...]]:
    """What holds for the pictures of an album: a folder, `favorites`, `videos`, or all of them."""
    if album == "favorites":
        return f"is_favorite = 1 AND {OF_TYPE}", ()
    if album == "videos":
        return "mime_type = 'video/mp4'", ()
    if album:
        return f"parent = ? AND {OF_TYPE}", (album,)
    return OF_TYPE, ()


def of_album(files: Database, album: str, first: int, count: int) -> list[Photo]:
    """Some of the pictures of an album, the newest first."""
    where, values = condition(album)
    return files.rows(
        f"SELECT {entries.COLUMNS} FROM files WHERE {where} {NEWEST} LIMIT ? OFFSET ?",
        *values,
        count,
        first,
    )


def count_of(files: Database, album: str) -> int:
    """How many pictures an album has."""
    where, values = condition(album)
    return files.value(f"SELECT COUNT(*) FROM files WHERE {where}", *values)


def neighbour(files: Database, current: Photo, album: str, *, older: bool) -> int | None:
    """The picture beside another one in an album; its id."""
    where, values = condition(album)
    way, order = ("<", "DESC") if older else (">", "ASC")
    return files.value(
        f"SELECT _id FROM files WHERE {where} AND (date_modified, _id) {way} (?, ?) "
        f"ORDER BY date_modified {order}, _id {order} LIMIT 1",
        *values,
        current["date_modified"],
        current["_id"],
    )


def albums(files: Database) -> list[dict[str, Any]]:
    """Folders with pictures in them, and those that were made for pictures: path, count, cover."""
    return files.rows(
        "WITH RECURSIVE tree (path, name) AS (SELECT ?, '' UNION ALL "
        "SELECT f._data, f._display_name FROM files f JOIN tree ON f.parent = tree.path "
        "AND f.is_folder = 1 WHERE substr(f._display_name, 1, 1) <> '.'), "
        f"counted AS (SELECT path, name, (SELECT COUNT(*) FROM files WHERE parent = path AND {OF_TYPE}) "
        "AS count FROM tree) "
        f"SELECT path, name, count, (SELECT art FROM files WHERE parent = path AND {OF_TYPE} {NEWEST} "
        "LIMIT 1) AS cover FROM counted WHERE count > 0 OR path LIKE ? ORDER BY name",
        entries.ROOT,
        f"{ALBUMS}/%",
    )


def caption_of(database: Database, id: int) -> str:
    """What was written below a picture."""
    return database.value("SELECT caption FROM captions WHERE media_id = ?", id) or ""


def with_captions(database: Database, photos: list[Photo]) -> list[Photo]:
    """The same pictures, each with its caption."""
    marks = ", ".join("?" * len(photos))
    captions = {
        row["media_id"]: row["caption"]
        for row in database.rows(
            f"SELECT media_id, caption FROM captions WHERE media_id IN ({marks})",
            *(photo["_id"] for photo in photos),
        )
    }
    for photo in photos:
        photo["caption"] = captions.get(photo["_id"], "")
    return photos


def found(files: Database, database: Database, query: str) -> list[Photo]:
    """The newest pictures whose name, album or caption has these letters in it."""
    sought = query.strip().lower()
    if not sought:
        return []
    captioned = [
        row["media_id"]
        for row in database.rows(
            "SELECT media_id FROM captions WHERE instr(lower(caption), ?) > 0 LIMIT 60", sought
        )
    ]
    marks = ", ".join("?" * len(captioned))
    return files.rows(
        f"SELECT {entries.COLUMNS} FROM files WHERE {OF_TYPE} AND (_id IN ({marks}) "
        "OR instr(lower(_display_name), ?) > 0 OR instr(lower(parent), ?) > ?) "
        f"{NEWEST} LIMIT 60",
        *captioned,
        sought,
        sought,
        # Letters of `/sdcard/` itself do not count.
        len(entries.ROOT),
    )


# Changing


def add_photo(
    files: Database, path: str, *, date_ms: int, art: str, size: int, favorite: bool = False
) -> int:
    """Put a picture on the phone; its id."""
    id = entries.put_file(files, path, date_ms=date_ms, size=size, art=art)
    if favorite:
        files.run("UPDATE files SET is_favorite = 1 WHERE _id = ?", id)
    return id


def set_caption(database: Database, id: int, caption: str) -> None:
    """Write something below a picture; nothing takes away what was there."""
    if not caption:
        database.run("DELETE FROM captions WHERE media_id = ?", id)
        return
    database.run(
        "INSERT INTO captions (media_id, caption) VALUES (?, ?) "
        "ON CONFLICT (media_id) DO UPDATE SET caption = excluded.caption",
        id,
        caption,
    )


def flip_favorite(files: Database, id: int) -> None:
    files.run("UPDATE files SET is_favorite = 1 - is_favorite WHERE _id = ?", id)


def put_into_trash(files: Database, database: Database, id: int, *, now_ms: int) -> None:
    """Take a picture off the storage, but keep it for a while."""
    row = files.one("SELECT * FROM files WHERE _id = ?", id)
    if row is None:
        return
    database.run("DELETE FROM trash WHERE _id = ?", id)
    database.insert(
        "trash",
        _id=id,
        path=row["_data"],
        name=row["_display_name"],
        mime_type=row["mime_type"],
        size=row["_size"],
        date_modified=row["date_modified"],
        is_favorite=row["is_favorite"],
        art=row["art"],
        content=row["content"],
        trashed=now_ms,
    )
    files.run("DELETE FROM files WHERE _id = ?", id)


def restore(files: Database, database: Database, id: int) -> None:
    """Put a picture back where it was, as it was."""
    row = database.one("SELECT * FROM trash WHERE _id = ?", id)
    if row is None:
        return
    folder, _, name = row["path"].rpartition("/")
    # Something else may have its id or its place by now.
    new = entries.put_file(
        files,
        entries.free_path(files, folder, name),
        row["content"] or b"",
        date_ms=row["date_modified"],
        size=row["size"],
        art=row["art"],
    )
    files.run("UPDATE files SET is_favorite = ? WHERE _id = ?", row["is_favorite"], new)
    if files.value("SELECT 1 FROM files WHERE _id = ?", id) is None:
        files.run("UPDATE files SET _id = ? WHERE _id = ?", id, new)
    else:
        database.run("UPDATE OR REPLACE captions SET media_id = ? WHERE media_id = ?", new, id)
    database.run("DELETE FROM trash WHERE _id = ?", id)


def delete_forever(database: Database, id: int) -> None:
    """Empty one thing out of the trash."""
    database.run("DELETE FROM trash WHERE _id = ?", id)
    database.run("DELETE FROM captions WHERE media_id = ?", id)


# How people read it


def name_of(album: str) -> str:
    """What an album is called."""
    return {"favorites": "Favorites", "videos": "Videos", "": "Photos"}.get(
        album, album.rpartition("/")[2]
    )


def dimensions(shown: Photo) -> str:
    """Width and height, which follow from what took the picture."""
    if shown["mime_type"] == "image/png":
        return "1080 × 2400"
    return "1920 × 1080" if shown["mime_type"] == "video/mp4" else "4000 × 3000"


def camera_name(stamp: int, kind: str = "IMG", ending: str = "jpg") -> str:
    """What the camera calls a picture taken then."""
    return f"{kind}_{from_millis(stamp):%Y%m%d_%H%M%S}.{ending}"


# Content

EVERYDAY = "food,pet,flower,city,portrait,car,forest,sunset,night,beach,product".split(",")
PLACES = "Lisbon,Oslo,Vienna,Porto,Dublin,Prague,Athens,Bergen".split(",")
TRIP = "beach,city,sunset,mountain,food,night".split(",")
CAPTIONS = {
    "food": ("Sunday brunch", "Grandma's soup", "First sourdough", "Picnic plate"),
    "pet": ("Waiting at the door", "Asleep again", "Muddy paws"),
    "flower": ("From the market", "First tulips", "On the balcony"),
    "city": ("View from the bridge", "Market day", "Old town"),
    "portrait": ("New haircut", "At the station", "Laughing again"),
    "car": ("Before the repair", "Parking level 3", "The rental"),
    "forest": ("Mushroom walk", "The long way home", "After the rain"),
    "sunset": ("Last evening", "From the roof", "Red sky"),
    "night": ("Fair at night", "City lights", "Late train"),
    "beach": ("Low tide", "Cold water", "Seashells"),
    "product": ("For the flea market", "The new lamp", "Wrong size"),
    "mountain": ("At the top", "Halfway up", "First snow"),
}


def seed(phone: Phone, world: World) -> None:
    """Half a year of pictures."""
    rng = world.rng("gallery")
    files, database = phone.files, phone.databases[PATH]

    def moment(earliest: int, latest: int) -> int:
        # More of the last weeks than of the time before.
        days = min(rng.randint(latest, earliest), rng.randint(latest, earliest))
        day = world.day(-days, rng.randint(7, 21), rng.randint(0, 59))
        return millis(day) + rng.randint(0, 59) * 1000

    def add(folder: str, kind: str, stamp: int, name: str = "") -> None:
        path = entries.free_path(files, folder, name or camera_name(stamp))
        id = add_photo(
            files,
            path,
            date_ms=stamp,
            art=f"{kind}:{rng.randint(1, 400)}",
            size=rng.randint(1400, 6200) * 1000,
            favorite=rng.random() < 0.1,
        )
        if kind in CAPTIONS and rng.random() < 0.18:
            set_caption(database, id, rng.choice(CAPTIONS[kind]))

    for _ in range(36):
        add(CAMERA, rng.choice(EVERYDAY), moment(150, 1))
    for _ in range(3):
        stamp = moment(100, 2)
        path = entries.free_path(files, CAMERA, camera_name(stamp, "VID", "mp4"))
        size = rng.randint(20, 160) * 1_000_000
        add_photo(
            files, path, date_ms=stamp, art=f"{rng.choice(TRIP)}:{rng.randint(1, 99)}", size=size
        )
    for _ in range(7):
        stamp = moment(40, 1)
        name = camera_name(stamp, "Screenshot", "png")
        art = f"{rng.choice(('document', 'abstract', 'receipt'))}:{rng.randint(1, 99)}"
        size = rng.randint(120, 900) * 1000
        path = entries.free_path(files, SCREENSHOTS, name)
        add_photo(files, path, date_ms=stamp, art=art, size=size)
    trip = rng.choice(PLACES)
    start = rng.randint(35, 110)
    for _ in range(9):
        add(f"{ALBUMS}/{trip} trip", rng.choice(TRIP), moment(start, start - 4))
    for _ in range(4):
        add(f"{ALBUMS}/Family", rng.choice(("portrait", "pet", "food")), moment(140, 3))
    for _ in range(3):
        add(f"{ALBUMS}/Receipts", "receipt", moment(60, 3))
    for row in of_album(files, CAMERA, rng.randint(3, 9), 3):
        put_into_trash(files, database, row["_id"], now_ms=moment(20, 1))
