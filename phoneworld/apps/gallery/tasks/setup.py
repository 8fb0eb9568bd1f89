"""What the tasks with photos share: pictures and albums to add, and how they are judged and read."""

from __future__ import annotations

from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import ALBUMS, CAMERA, SCREENSHOTS
from phoneworld.author import Added, Expectation, Maybe, Pilot, Removed, Scene
from phoneworld.providers import media

HOUR_MS = 3_600_000

DAY_MS = 24 * HOUR_MS

SUBJECTS = (
    "Red bicycle,Blue door,Old lighthouse,Street musician,Chess players,Paper boats,Empty bench,"
    "Yellow tram,Flea market,Rainy window,Rooftop cat,Apple harvest,Snow in April,Lost glove,"
    "Morning fog,Swim meet,Harbor crane,Green umbrella,Night bus,Sand castle"
).split(",")

ALBUM_NAMES = (
    "Bike tour,Garden year,Old house,School play,Choir weekend,Moving day,Birthday,Hiking club,"
    "Museum visit,Winter walk,Street art,Summer camp"
).split(",")

KINDS = ("beach", "city", "forest", "flower", "pet", "food", "mountain", "sunset", "car")


def add(
    scene: Scene, *, folder: str = CAMERA, caption: str = "", stamp: int = 0, favorite: bool = False
) -> int:
    """Add a picture; its id."""
    rng, files = scene.rng, scene.phone.files
    when = stamp or scene.phone.now_ms - rng.randint(1, 6 * 24 * 60) * 60_000
    kind, ending = ("Screenshot", "png") if folder == SCREENSHOTS else ("IMG", "jpg")
    id = data.add_photo(
        files,
        entries.free_path(files, folder, data.camera_name(when, kind, ending)),
        date_ms=when,
        art=f"{rng.choice(KINDS)}:{rng.randint(400, 900)}",
        size=rng.randint(1300, 6900) * 1000,
        favorite=favorite,
    )
    if caption:
        data.set_caption(scene.phone.databases[data.PATH], id, caption)
    return id


def name_of(scene: Scene, id: int) -> str:
    """The file name of a picture."""
    return scene.phone.files.value("SELECT _display_name FROM files WHERE _id = ?", id)


def free_albums(scene: Scene, count: int) -> list[str]:
    """Names that no album has yet."""
    taken = {album["name"] for album in data.albums(scene.phone.files)}
    return scene.rng.sample([name for name in ALBUM_NAMES if name not in taken], count)


def add_album(scene: Scene, name: str, count: int) -> list[int]:
    """Add an album with some pictures; their ids, the newest first."""
    start = scene.phone.now_ms - scene.rng.randint(8, 60) * DAY_MS
    steps = sorted(scene.rng.sample(range(1, 400), count))
    return [add(scene, folder=f"{ALBUMS}/{name}", stamp=start - step * 240_000) for step in steps]


def photos_on(pilot: Pilot) -> list[str]:
    """The descriptions of the pictures on the screen, from the top."""
    pilot.reach(" 20", role="image")  # all are of this century; the screen may still be loading
    return [e.description for e in pilot.screen.elements if e.role == "image"]


def trashed(id: int) -> list[Expectation]:
    """A picture is no longer in the storage; it may be in the trash, which Files does not use."""
    return [
        Removed(media.PATH, "files", {"_id": id}),
        Maybe(Added(data.PATH, "trash", {"_id": id})),
    ]
