"""What is asked of albums, the trash and single photos in few words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from phoneworld.apps.calendar.tasks.setup import NUMBERS, date_forms
from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import ALBUMS
from phoneworld.apps.gallery.tasks.setup import (
    HOUR_MS,
    SUBJECTS,
    add,
    add_album,
    free_albums,
)
from phoneworld.author import (
    Added,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Open,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers import media
from phoneworld.world import millis


@dataclass(frozen=True)
class NewAlbum(TaskType):
    """An album that is still empty."""

    template = "gallery.new_album"
    apps = ("Gallery",)
    goals = (
        "Create an album called {album}.",
        "Make a new photo album with the name {album}.",
        "I need an empty album {album} in the gallery.",
    )

    album: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        album, other = free_albums(scene, 2)
        add_album(scene, other, 2)
        return cls(album=album, other=other)

    def expect(self) -> list[Expectation]:
        folder = {"_data": f"{ALBUMS}/{self.album}", "is_folder": 1}
        return [Added(media.PATH, "files", folder)]

    def script(self) -> Script:
        return (
            Open("Gallery"),
            Tap("Albums", role="tab"),
            Tap("New album"),
            Enter(self.album),
            Tap("Create", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a name that is taken": Instead(album=self.other),
            "a name of its own": Instead(album=f"{self.album} 2"),
        }


@dataclass(frozen=True)
class CountAlbum(TaskType):
    """How many photos an album has is asked for."""

    template = "gallery.count_album"
    apps = ("Gallery",)
    hidden = ("count",)
    goals = (
        "How many photos are in the album {album}?",
        "Count the pictures of my album {album}.",
        "Tell me the number of photos that the album {album} has.",
    )

    album: str
    other: str
    count: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        album, other = free_albums(scene, 2)
        count, wrong = scene.rng.sample(range(2, 10), 2)
        add_album(scene, album, count)
        add_album(scene, other, wrong)
        return cls(album=album, other=other, count=count)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer((str(self.count), NUMBERS[self.count]))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        card = pilot.reach(f"{self.album}, ").text
        pilot.say(f"{card.rpartition(', ')[2]} photos")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another album": Instead(album=self.other),
            "one too many": Swap(Say, Say(f"{self.count + 1} photos")),
        }


@dataclass(frozen=True)
class EmptyTrash(TaskType):
    """What is in the trash is deleted for good."""

    template = "gallery.empty_trash"
    apps = ("Gallery",)
    goals = (
        "Empty the trash of the gallery.",
        "Delete everything in the photo trash for good.",
        "The deleted photos can go forever, clear the trash in Gallery.",
    )

    ids: tuple[int, ...]
    caption: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, files = scene.rng, scene.phone.files
        database = scene.phone.databases[data.PATH]
        # What was written below them would be gone as well.
        database.run("DELETE FROM captions WHERE media_id IN (SELECT _id FROM trash)")
        more = [add(scene) for _ in range(rng.randint(1, 3))]
        caption = rng.choice(SUBJECTS)
        # Before the others go, so that it does not get the id of one of them.
        add(scene, caption=caption)
        for id in more:
            now_ms = scene.phone.now_ms - rng.randint(1, 20) * HOUR_MS
            data.put_into_trash(files, database, id, now_ms=now_ms)
        rows = database.rows("SELECT _id FROM trash ORDER BY _id")
        return cls(ids=tuple(row["_id"] for row in rows), caption=caption)

    def expect(self) -> list[Expectation]:
        return [Removed(data.PATH, "trash", {"_id": id}) for id in self.ids]

    def script(self) -> Script:
        return (
            Open("Gallery"),
            Tap("Albums", role="tab"),
            Tap("Trash"),
            Tap("Empty trash"),
            Tap("Empty", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        move = (Tap("Delete"), Tap("Move to trash", role="button"))
        return {
            "not confirmed": Swap(Tap("Empty", role="button"), Tap("Cancel", role="button")),
            "one more into it": Way(Open("Gallery"), Tap(self.caption), *move),
        }


@dataclass(frozen=True)
class WhenTaken(TaskType):
    """On which day a photo was taken is asked for."""

    template = "gallery.when_taken"
    apps = ("Gallery",)
    hidden = ("shown",)
    goals = (
        'When was the photo "{caption}" taken?',
        'On which day did I take the picture "{caption}"?',
        'Tell me the date of my photo captioned "{caption}".',
    )

    caption: str
    other: str
    shown: str
    dates: tuple[str, str]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        caption, other = rng.sample(SUBJECTS, 2)
        days = rng.sample(range(1, 7), 2)
        moments = [scene.world.day(-day, rng.randint(8, 19), rng.randint(0, 59)) for day in days]
        for text, moment in zip((caption, other), moments, strict=True):
            add(scene, caption=text, stamp=millis(moment + timedelta(seconds=rng.randint(0, 59))))
        return cls(
            caption=caption,
            other=other,
            shown=entries.day_text(millis(moments[0])),
            dates=(moments[0].date().isoformat(), moments[1].date().isoformat()),
        )

    def expect(self) -> list[Expectation]:
        right, wrong = map(date_forms, self.dates)
        return [ExpectedAnswer(right, nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        photo = pilot.reach(self.caption, role="image").description
        day = next(part for part in photo.split(", ") if part.endswith(" 2026"))
        pilot.say(day)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another photo": Instead(caption=self.other)}
