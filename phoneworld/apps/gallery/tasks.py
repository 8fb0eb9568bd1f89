"""Tasks with pictures and albums."""

from __future__ import annotations

from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import ALBUMS, CAMERA, SCREENSHOTS
from phoneworld.providers import media
from phoneworld.tasks.expect import (
    Added,
    Answered,
    Asked,
    Changed,
    Ended,
    Expectation,
    Maybe,
    Removed,
    SettingIs,
)
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import Direction, FinishStatus

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
    """Put a picture on the phone; its id."""
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
    """An album with some pictures; their ids, the newest first."""
    start = scene.phone.now_ms - scene.rng.randint(8, 60) * DAY_MS
    steps = sorted(scene.rng.sample(range(1, 400), count))
    return [add(scene, folder=f"{ALBUMS}/{name}", stamp=start - step * 240_000) for step in steps]


def photos_on(pilot: Pilot) -> list[str]:
    """What the pictures on the screen are described as, from the top."""
    pilot.reach(" 20", role="image")  # all are of this century; the screen may still be loading
    return [e.description for e in pilot.screen.elements if e.role == "image"]


def trashed(id: int) -> list[Expectation]:
    """A picture is gone from the storage; the trash may have it (Files deletes without)."""
    return [
        Removed(media.PATH, "files", {"_id": id}),
        Maybe(Added(data.PATH, "trash", {"_id": id})),
    ]


class Favorite(Template):
    """A picture becomes a favorite."""

    name = "gallery.favorite"
    apps = ("Gallery",)
    goals = (
        'Mark the photo captioned "{caption}" as a favorite.',
        'Add my picture "{caption}" to the favorites in Gallery.',
        'I love the photo with the caption "{caption}". Make it a favorite, please.',
    )

    def setup(self, scene: Scene) -> Params:
        caption = scene.rng.choice(SUBJECTS)
        other = f"{caption} {scene.rng.choice(('again', 'at night', 'from afar'))}"
        return {
            "caption": caption,
            "other": other,
            "id": add(scene, caption=caption),
            "other_id": add(scene, caption=other),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(media.PATH, "files", {"_id": v["id"]}, {"is_favorite": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap(v["caption"])
        for label in ("Add to favorites", "Remove from favorites")[: v.get("times", 1)]:
            pilot.tap(label)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"a similar photo": {"caption": v["other"]}, "undone again": {"times": 2}}


class Wallpaper(Template):
    """A picture for the home screen."""

    name = "gallery.wallpaper"
    apps = ("Gallery",)
    goals = (
        'Use the photo "{caption}" as my wallpaper.',
        'Set my picture captioned "{caption}" as the wallpaper of the phone.',
        'I want to see "{caption}" from my gallery as the background of the home screen.',
    )

    def setup(self, scene: Scene) -> Params:
        caption, other = scene.rng.sample(SUBJECTS, 2)
        id = add(scene, caption=caption)
        add(scene, caption=other)
        art = scene.phone.files.value("SELECT art FROM files WHERE _id = ?", id)
        return {"caption": caption, "other": other, "art": art}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs("system", "wallpaper", v["art"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap(v["caption"])
        pilot.tap("More options")
        pilot.tap("Use as wallpaper")
        if v.get("stop"):
            return
        pilot.tap("Set wallpaper")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another photo": {"caption": v["other"]}, "not confirmed": {"stop": True}}


class Restore(Template):
    """Something comes back out of the trash."""

    name = "gallery.restore"
    apps = ("Gallery",)
    goals = (
        'I deleted the photo "{caption}" by mistake. Get it back from the trash.',
        'Restore the deleted picture with the caption "{caption}".',
        'Bring back my photo "{caption}", it is in the gallery\'s trash.',
    )

    def setup(self, scene: Scene) -> Params:
        caption, other = scene.rng.sample(SUBJECTS, 2)
        ids = [add(scene, caption=caption), add(scene, caption=other)]
        path = scene.phone.files.value("SELECT _data FROM files WHERE _id = ?", ids[0])
        database = scene.phone.databases[data.PATH]
        for id in ids:
            now_ms = scene.phone.now_ms - scene.rng.randint(1, 20) * HOUR_MS
            data.put_into_trash(scene.phone.files, database, id, now_ms=now_ms)
        return {"caption": caption, "other": other, "id": ids[0], "path": path}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Removed(data.PATH, "trash", {"_id": v["id"]}),
            Added(media.PATH, "files", {"_data": v["path"]}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        pilot.tap("Trash")
        pilot.tap(v["caption"])
        pilot.tap("Delete forever" if v.get("forever") else "Restore", role="item")
        if v.get("forever"):
            pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another photo": {"caption": v["other"]}, "deleted it": {"forever": True}}


class AlreadyFavorite(Template):
    """The picture is a favorite already."""

    name = "gallery.already_favorite"
    apps = ("Gallery",)
    goals = (
        'Make sure that the photo "{caption}" is one of my favorites.',
        'The picture captioned "{caption}" should be a favorite; check that it is.',
        'Is "{caption}" among my favorite photos? If it is not, add it.',
    )

    def setup(self, scene: Scene) -> Params:
        caption, other = scene.rng.sample(SUBJECTS, 2)
        add(scene, caption=caption, favorite=True)
        add(scene, caption=other)
        return {"caption": caption, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap(v["caption"])
        if pilot.shows("Add to favorites"):
            pilot.tap("Add to favorites")
        elif v.get("tap"):
            pilot.tap("Remove from favorites")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"took it away": {"tap": True}, "added another": {"caption": v["other"]}}


class DeletePhoto(Template):
    """A picture goes into the trash."""

    name = "gallery.delete"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        "Delete the photo {file} from the album {album}.",
        "In my album {album} there is a picture called {file}. Please delete it.",
        "Move {file} (album {album}) to the trash.",
    )

    def setup(self, scene: Scene) -> Params:
        album = free_albums(scene, 1)[0]
        ids = add_album(scene, album, 4)
        chosen, other = scene.rng.sample(ids, 2)
        return {
            "album": album,
            "file": name_of(scene, chosen),
            "other": name_of(scene, other),
            "id": chosen,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return trashed(v["id"])

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        pilot.tap(v["album"])
        pilot.tap(v["file"])
        pilot.tap("Delete")
        if v.get("stop"):
            return
        pilot.tap("Move to trash", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another photo": {"file": v["other"]}, "not confirmed": {"stop": True}}


class AddCaption(Template):
    """Something is written below a picture."""

    name = "gallery.caption"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        'Give the photo {file} the caption "{caption}".',
        'Add the caption "{caption}" to my picture {file}.',
        'Please caption {file} in the gallery with "{caption}".',
    )

    def setup(self, scene: Scene) -> Params:
        caption, wrong = scene.rng.sample(SUBJECTS, 2)
        id, other = add(scene), add(scene)
        return {
            "file": name_of(scene, id),
            "other": name_of(scene, other),
            "caption": caption,
            "wrong": wrong,
            "id": id,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(data.PATH, "captions", {"media_id": v["id"], "caption": v["caption"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap(v["file"])
        pilot.tap("Caption", role="tab")
        pilot.type(v["caption"])
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another photo": {"file": v["other"]}, "another caption": {"caption": v["wrong"]}}


class RenamePhoto(Template):
    """A picture gets a name that says something."""

    name = "gallery.rename"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        "Rename the photo {file} to {new}.",
        "The picture {file} should be called {new}. Change its file name.",
        "Please give {file} in Gallery the file name {new}.",
    )

    def setup(self, scene: Scene) -> Params:
        new, wrong = (
            name.lower().replace(" ", "-") + ".jpg" for name in scene.rng.sample(SUBJECTS, 2)
        )
        id, other = add(scene), add(scene)
        return {
            "file": name_of(scene, id),
            "other": name_of(scene, other),
            "new": new,
            "wrong": wrong,
            "id": id,
        }

    def expect(self, v: Params) -> list[Expectation]:
        to = {"_data": f"{CAMERA}/{v['new']}", "_display_name": v["new"]}
        return [Changed(media.PATH, "files", {"_id": v["id"]}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap(v["file"])
        pilot.tap("More options")
        pilot.tap("Rename")
        pilot.type(v["new"], clear=True)
        pilot.tap("Rename", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another photo": {"file": v["other"]}, "another name": {"new": v["wrong"]}}


class MoveToNewAlbum(Template):
    """A picture starts an album."""

    name = "gallery.move_to_new_album"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        'Put the photo "{caption}" into a new album called {album}.',
        'Create an album {album} and move my picture "{caption}" there.',
        'I want a new album named {album} with the photo captioned "{caption}" in it.',
    )

    def setup(self, scene: Scene) -> Params:
        caption, other = scene.rng.sample(SUBJECTS, 2)
        album, wrong = free_albums(scene, 2)
        id = add(scene, caption=caption)
        add(scene, caption=other)
        return {
            "caption": caption,
            "other": other,
            "album": album,
            "wrong": wrong,
            "id": id,
            "file": name_of(scene, id),
        }

    def expect(self, v: Params) -> list[Expectation]:
        folder = f"{ALBUMS}/{v['album']}"
        to = {"_data": f"{folder}/{v['file']}", "parent": folder}
        return [
            Added(media.PATH, "files", {"_data": folder, "is_folder": 1}),
            Changed(media.PATH, "files", {"_id": v["id"]}, to),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap(v["caption"])
        pilot.tap("More options")
        pilot.tap("Move to album")
        pilot.tap("New album")
        pilot.type(v["album"])
        pilot.tap("Create")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another photo": {"caption": v["other"]}, "another album": {"album": v["wrong"]}}


class MissingAlbum(Template):
    """The album that a picture should come from is not there."""

    name = "gallery.missing_album"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        "Delete the oldest photo in my album {album}.",
        "In the gallery, open the album {album} and delete its oldest picture.",
        "Please remove the oldest picture from the photo album {album}.",
    )

    def setup(self, scene: Scene) -> Params:
        album, other = free_albums(scene, 2)
        add_album(scene, other, 3)
        return {"album": album, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        # Two pages show all albums there are.
        pilot.scroll()
        there = pilot.shows(v["album"])
        if v.get("claim"):
            return
        if not there:
            pilot.scroll(Direction.UP)
            there = pilot.shows(v["album"])
        if not there:
            pilot.give_up(f"There is no album {v['album']}")
            return
        pilot.tap(v["album"])
        pilot.tap(photos_on(pilot)[-1])
        pilot.tap("Delete")
        pilot.tap("Move to trash", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another album": {"album": v["other"]}, "claimed it": {"claim": True}}


class SizeOfNewest(Template):
    """How large a picture is that must be found first."""

    name = "gallery.size_of_newest"
    level = Level.HARD
    apps = ("Gallery",)
    hidden = ("size",)
    goals = (
        "How large is the {rank} photo in the album {album}?",
        "Tell me the file size of the {rank} picture in my {album} album.",
        "Look up in Gallery how much space the {rank} photo of the album {album} takes.",
    )

    def setup(self, scene: Scene) -> Params:
        album = free_albums(scene, 1)[0]
        ids = add_album(scene, album, scene.rng.randint(3, 6))
        rank = scene.rng.choice(("newest", "oldest"))
        id = ids[0] if rank == "newest" else ids[-1]
        sizes = [
            entries.size_text(scene.phone.files.value("SELECT _size FROM files WHERE _id = ?", i))
            for i in ids
        ]
        # The answer must be no other's size.
        number = scene.rng.randint(71, 98)
        scene.phone.files.run("UPDATE files SET _size = ? WHERE _id = ?", number * 100_000, id)
        wrong = sizes[-1] if rank == "newest" else sizes[0]
        return {"album": album, "rank": rank, "size": f"{number / 10:.1f} MB", "wrong": wrong}

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered((v["size"], v["size"].replace(" ", "")), nots=(v["wrong"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        pilot.tap(v["album"])
        photos = photos_on(pilot)
        pilot.tap(photos[0 if v["rank"] == "newest" else -1])
        pilot.tap("Details")
        pilot.say(pilot.read("size"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        other = "oldest" if v["rank"] == "newest" else "newest"
        return {"the other end": {"rank": other}, "another album": {"album": "Camera"}}


class NextCaption(Template):
    """What the picture beside another one is called."""

    name = "gallery.next_caption"
    level = Level.HARD
    apps = ("Gallery",)
    hidden = ("answer",)
    goals = (
        'In the album {album}, what is the caption of the photo taken right {way} "{caption}"?',
        (
            'Which caption has the picture that I took just {way} "{caption}"? They are in the album '
            "{album}."
        ),
        (
            'Tell me what is written below the photo that comes right {way} "{caption}" in time, in '
            "my album {album}."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        album = free_albums(scene, 1)[0]
        ids = add_album(scene, album, 5)
        captions = rng.sample(SUBJECTS, 5)
        for id, caption in zip(ids, captions, strict=True):
            data.set_caption(scene.phone.databases[data.PATH], id, caption)
        at = rng.randint(1, 3)
        way, other = rng.sample(("before", "after"), 2)
        sides = {"before": captions[at + 1], "after": captions[at - 1]}
        return {
            "album": album,
            "caption": captions[at],
            "way": way,
            "other": other,
            "answer": sides[way],
            "wrong": sides[other],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["answer"], nots=(v["wrong"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        pilot.tap(v["album"])
        pilot.tap(v["caption"])
        for _ in range(v.get("steps", 1)):
            pilot.scroll(Direction.RIGHT if v["way"] == "before" else Direction.LEFT)
        pilot.say(pilot.read("caption"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the wrong way": {"way": v["other"]}, "the same photo": {"steps": 0}}


class MoveDay(Template):
    """The pictures of one day are gathered in an album."""

    name = "gallery.move_day"
    level = Level.HARD
    apps = ("Gallery",)
    hidden = ("first",)
    goals = (
        "Move all camera photos taken on {day} to the album {album}.",
        "Collect the pictures that I took on {day} in my {album} album.",
        "Every photo from {day} belongs into the album {album}. Please move them there.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, files = scene.rng, scene.phone.files
        album, wrong = free_albums(scene, 2)
        add_album(scene, album, 2)
        add_album(scene, wrong, 2)
        today = scene.phone.now_ms // DAY_MS * DAY_MS
        day = today - rng.randint(1, 9) * DAY_MS
        # Nothing else may be of that day.
        files.run(
            f"DELETE FROM files WHERE {data.OF_TYPE} AND date_modified >= ? AND date_modified < ?",
            day,
            day + DAY_MS,
        )
        hours = rng.sample(range(8, 21), rng.randint(2, 4))
        ids = [add(scene, stamp=day + hour * HOUR_MS + rng.randint(0, 3_500_000)) for hour in hours]
        add(scene, stamp=day + DAY_MS + rng.randint(0, 9) * 60_000)
        add(scene, stamp=day - rng.randint(1, 9) * 60_000)
        return {
            "day": entries.day_text(day),
            "album": album,
            "wrong": wrong,
            "ids": ids,
            "files": [name_of(scene, id) for id in ids],
            "first": name_of(scene, ids[0]),
            "other_day": entries.day_text(day - DAY_MS),
        }

    def expect(self, v: Params) -> list[Expectation]:
        folder = f"{ALBUMS}/{v['album']}"
        return [
            Changed(
                media.PATH,
                "files",
                {"_id": id},
                {"_data": f"{folder}/{file}", "parent": folder},
            )
            for id, file in zip(v["ids"], v["files"], strict=True)
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.reach(f", {v['day']},")
        found = [e.description for e in pilot.screen.elements if f", {v['day']}," in e.description]
        first, *others = found[v.get("skip", 0) :]
        pilot.hold(first)
        for photo in others:
            pilot.tap(photo)
        pilot.tap("Move to album")
        pilot.tap(v["album"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "forgot one": {"skip": 1},
            "another album": {"album": v["wrong"]},
            "the day before": {"day": v["other_day"]},
        }


class DeleteScreenshots(Template):
    """The screenshots that are no longer favorites go, the favorite stays."""

    name = "gallery.delete_screenshots"
    level = Level.HARD
    apps = ("Gallery",)
    goals = (
        "Delete all screenshots except the ones that are favorites.",
        "Clean up my Screenshots album: trash everything in it that I haven't marked as favorite.",
        "Get rid of every screenshot that is not a favorite, and keep the favorites.",
    )

    def setup(self, scene: Scene) -> Params:
        files = scene.phone.files
        files.run("DELETE FROM files WHERE parent = ?", SCREENSHOTS)
        start = scene.phone.now_ms - scene.rng.randint(1, 9) * DAY_MS
        ids = [
            add(scene, folder=SCREENSHOTS, stamp=start - step * 1_700_000)
            for step in range(scene.rng.randint(4, 6))
        ]
        kept = scene.rng.sample(ids, scene.rng.randint(1, 2))
        for id in kept:
            data.flip_favorite(files, id)
        return {"ids": [id for id in ids if id not in kept]}

    def expect(self, v: Params) -> list[Expectation]:
        return [expectation for id in v["ids"] for expectation in trashed(id)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        pilot.tap("Screenshots")
        photos = photos_on(pilot)
        if not v.get("all"):
            photos = [photo for photo in photos if not photo.endswith("favorite")]
        first, *others = photos[v.get("skip", 0) :]
        pilot.hold(first)
        for photo in others:
            pilot.tap(photo)
        pilot.tap("Delete")
        pilot.tap("Move to trash", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"all of them": {"all": True}, "forgot one": {"skip": 1}}


class DeleteAfterAsking(Template):
    """Two pictures have the same caption; which one must be asked."""

    name = "gallery.ask_which"
    level = Level.HARD
    apps = ("Gallery",)
    goals = (
        'Delete the photo captioned "{caption}". If there are several, ask me which one.',
        'Remove my picture "{caption}" and check with me if it is not clear which one that is.',
        'Please trash "{caption}" from the gallery; ask if more than one photo has that caption.',
    )

    def setup(self, scene: Scene) -> Params:
        caption = scene.rng.choice(SUBJECTS)
        days = scene.rng.sample(range(1, 9), 2)
        stamps = [scene.phone.now_ms - day * DAY_MS for day in days]
        ids = [add(scene, caption=caption, stamp=stamp) for stamp in stamps]
        days_said = [entries.day_text(stamp) for stamp in stamps]
        return {
            "caption": caption,
            "id": ids[0],
            "meant": days_said[0],
            "other": days_said[1],
        }

    def reply(self, question: str, v: Params) -> str:
        del question
        return f"The one of {v['meant']}"

    def expect(self, v: Params) -> list[Expectation]:
        return [Asked(), *trashed(v["id"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Gallery")
        pilot.tap("Search")
        pilot.type(v["caption"], into="Search photos")
        if v.get("guess"):
            day = v["guess"]
        else:
            day = pilot.ask(f"Which {v['caption']} do you mean?").removeprefix("The one of ")
        pilot.tap(f", {day}")
        pilot.tap("Delete")
        pilot.tap("Move to trash", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


TASKS = (
    Favorite(),
    Wallpaper(),
    Restore(),
    AlreadyFavorite(),
    DeletePhoto(),
    AddCaption(),
    RenamePhoto(),
    MoveToNewAlbum(),
    MissingAlbum(),
    SizeOfNewest(),
    NextCaption(),
    MoveDay(),
    DeleteScreenshots(),
    DeleteAfterAsking(),
)
