"""Tasks that mark photos: favourites, captions, names, the wallpaper."""

from __future__ import annotations

from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import CAMERA
from phoneworld.apps.gallery.tasks.photos import (
    SUBJECTS,
    add,
    name_of,
)
from phoneworld.providers import media
from phoneworld.tasks.expect import (
    Added,
    Changed,
    Expectation,
    SettingIs,
)
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template


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


TASKS = (
    Favorite(),
    AlreadyFavorite(),
    Wallpaper(),
    AddCaption(),
    RenamePhoto(),
)
