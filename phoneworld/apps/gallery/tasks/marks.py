"""Tasks that mark photos: favorites, captions, names and the wallpaper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import CAMERA
from phoneworld.apps.gallery.tasks.setup import SUBJECTS, add, name_of
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    SettingIs,
    Tap,
    TaskType,
)
from phoneworld.providers import media


@dataclass(frozen=True)
class Favorite(TaskType):
    """A picture becomes a favorite."""

    template = "gallery.favorite"
    apps = ("Gallery",)
    goals = (
        'Mark the photo captioned "{caption}" as a favorite.',
        'Add my picture "{caption}" to the favorites in Gallery.',
        'I love the photo with the caption "{caption}". Make it a favorite, please.',
    )

    caption: str
    other: str
    id: int
    other_id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        caption = scene.rng.choice(SUBJECTS)
        other = f"{caption} {scene.rng.choice(('again', 'at night', 'from afar'))}"
        return cls(
            caption=caption,
            other=other,
            id=add(scene, caption=caption),
            other_id=add(scene, caption=other),
        )

    def expect(self) -> list[Expectation]:
        return [Changed(media.PATH, "files", {"_id": self.id}, {"is_favorite": 1})]

    def script(self) -> Script:
        return (Open("Gallery"), Tap(self.caption), Tap("Add to favorites"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a similar photo": Instead(caption=self.other),
            "undone again": Also(Tap("Remove from favorites")),
        }


@dataclass(frozen=True)
class PhotoAlreadyFavorite(TaskType):
    """The picture is a favorite already and must stay one."""

    template = "gallery.already_favorite"
    apps = ("Gallery",)
    goals = (
        'Make sure that the photo "{caption}" is one of my favorites.',
        'The picture captioned "{caption}" should be a favorite; check that it is.',
        'Is "{caption}" among my favorite photos? If it is not, add it.',
    )

    caption: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        caption, other = scene.rng.sample(SUBJECTS, 2)
        add(scene, caption=caption, favorite=True)
        add(scene, caption=other)
        return cls(caption=caption, other=other)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        pilot.tap(self.caption)
        if pilot.shows("Add to favorites"):
            pilot.tap("Add to favorites")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "took it away": Also(Tap("Remove from favorites")),
            "added another": Instead(caption=self.other),
        }


@dataclass(frozen=True)
class Wallpaper(TaskType):
    """A picture becomes the wallpaper."""

    template = "gallery.wallpaper"
    apps = ("Gallery",)
    goals = (
        'Use the photo "{caption}" as my wallpaper.',
        'Set my picture captioned "{caption}" as the wallpaper of the phone.',
        'I want to see "{caption}" from my gallery as the background of the home screen.',
    )

    caption: str
    other: str
    art: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        caption, other = scene.rng.sample(SUBJECTS, 2)
        id = add(scene, caption=caption)
        add(scene, caption=other)
        art = scene.phone.files.value("SELECT art FROM files WHERE _id = ?", id)
        return cls(caption=caption, other=other, art=art)

    def expect(self) -> list[Expectation]:
        return [SettingIs("system", "wallpaper", self.art)]

    def script(self) -> Script:
        return (
            Open("Gallery"),
            Tap(self.caption),
            Tap("More options"),
            Tap("Use as wallpaper"),
            Tap("Set wallpaper"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another photo": Instead(caption=self.other)}


@dataclass(frozen=True)
class AddCaption(TaskType):
    """A picture gets a caption."""

    template = "gallery.caption"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        'Give the photo {file} the caption "{caption}".',
        'Add the caption "{caption}" to my picture {file}.',
        'Please caption {file} in the gallery with "{caption}".',
    )

    file: str
    other: str
    caption: str
    wrong: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        caption, wrong = scene.rng.sample(SUBJECTS, 2)
        id, other = add(scene), add(scene)
        return cls(
            file=name_of(scene, id),
            other=name_of(scene, other),
            caption=caption,
            wrong=wrong,
            id=id,
        )

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "captions", {"media_id": self.id, "caption": self.caption})]

    def script(self) -> Script:
        return (
            Open("Gallery"),
            Tap(self.file),
            Tap("Caption", role="tab"),
            Enter(self.caption),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another photo": Instead(file=self.other),
            "another caption": Instead(caption=self.wrong),
        }


@dataclass(frozen=True)
class RenamePhoto(TaskType):
    """The file of a picture is renamed."""

    template = "gallery.rename"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        "Rename the photo {file} to {new}.",
        "The picture {file} should be called {new}. Change its file name.",
        "Please give {file} in Gallery the file name {new}.",
    )

    file: str
    other: str
    new: str
    wrong: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        new, wrong = (
            name.lower().replace(" ", "-") + ".jpg" for name in scene.rng.sample(SUBJECTS, 2)
        )
        id, other = add(scene), add(scene)
        return cls(
            file=name_of(scene, id), other=name_of(scene, other), new=new, wrong=wrong, id=id
        )

    def expect(self) -> list[Expectation]:
        to = {"_data": f"{CAMERA}/{self.new}", "_display_name": self.new}
        return [Changed(media.PATH, "files", {"_id": self.id}, to)]

    def script(self) -> Script:
        return (
            Open("Gallery"),
            Tap(self.file),
            Tap("More options"),
            Tap("Rename"),
            Enter(self.new, clear=True),
            Tap("Rename", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another photo": Instead(file=self.other), "another name": Instead(new=self.wrong)}
