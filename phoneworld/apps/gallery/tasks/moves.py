"""Tasks that move photos to an album."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import ALBUMS
from phoneworld.apps.gallery.tasks.setup import (
    DAY_MS,
    HOUR_MS,
    SUBJECTS,
    add,
    add_album,
    free_albums,
    name_of,
)
from phoneworld.author import (
    Added,
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
    Tap,
    TaskType,
)
from phoneworld.providers import media


@dataclass(frozen=True)
class MoveToNewAlbum(TaskType):
    """A picture is moved to a new album."""

    template = "gallery.move_to_new_album"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        'Put the photo "{caption}" into a new album called {album}.',
        'Create an album {album} and move my picture "{caption}" there.',
        'I want a new album named {album} with the photo captioned "{caption}" in it.',
    )

    caption: str
    other: str
    album: str
    wrong: str
    id: int
    file: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        caption, other = scene.rng.sample(SUBJECTS, 2)
        album, wrong = free_albums(scene, 2)
        id = add(scene, caption=caption)
        add(scene, caption=other)
        return cls(
            caption=caption, other=other, album=album, wrong=wrong, id=id, file=name_of(scene, id)
        )

    def expect(self) -> list[Expectation]:
        folder = f"{ALBUMS}/{self.album}"
        to = {"_data": f"{folder}/{self.file}", "parent": folder}
        return [
            Added(media.PATH, "files", {"_data": folder, "is_folder": 1}),
            Changed(media.PATH, "files", {"_id": self.id}, to),
        ]

    def script(self) -> Script:
        return (
            Open("Gallery"),
            Tap(self.caption),
            Tap("More options"),
            Tap("Move to album"),
            Tap("New album"),
            Enter(self.album),
            Tap("Create"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another photo": Instead(caption=self.other),
            "another album": Instead(album=self.wrong),
        }


@dataclass(frozen=True)
class MoveDay(TaskType):
    """All pictures of one day are moved to an album."""

    template = "gallery.move_day"
    level = Level.HARD
    apps = ("Gallery",)
    hidden = ("first",)
    goals = (
        "Move all camera photos taken on {day} to the album {album}.",
        "Collect the pictures that I took on {day} in my {album} album.",
        "Every photo from {day} belongs into the album {album}. Please move them there.",
    )

    day: str
    album: str
    wrong: str
    ids: tuple[int, ...]
    files: tuple[str, ...]
    first: str
    other_day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(
            day=entries.day_text(day),
            album=album,
            wrong=wrong,
            ids=tuple(ids),
            files=tuple(name_of(scene, id) for id in ids),
            first=name_of(scene, ids[0]),
            other_day=entries.day_text(day - DAY_MS),
        )

    def expect(self) -> list[Expectation]:
        folder = f"{ALBUMS}/{self.album}"
        return [
            Changed(
                media.PATH,
                "files",
                {"_id": id},
                {"_data": f"{folder}/{file}", "parent": folder},
            )
            for id, file in zip(self.ids, self.files, strict=True)
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        pilot.reach(f", {self.day},")
        shown = [element.description for element in pilot.screen.elements]
        first, *others = [photo for photo in shown if f", {self.day}," in photo]
        pilot.hold(first)
        for photo in others:
            pilot.tap(photo)
        pilot.tap("Move to album")
        pilot.tap(self.album)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another album": Instead(album=self.wrong),
            "the day before": Instead(day=self.other_day),
        }
