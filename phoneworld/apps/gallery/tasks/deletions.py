"""Tasks that delete photos or restore them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import SCREENSHOTS
from phoneworld.apps.gallery.tasks.setup import (
    DAY_MS,
    HOUR_MS,
    SUBJECTS,
    add,
    add_album,
    free_albums,
    name_of,
    photos_on,
    trashed,
)
from phoneworld.author import (
    Added,
    Direction,
    End,
    Expectation,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.providers import media


@dataclass(frozen=True)
class DeletePhoto(TaskType):
    """A picture is moved to the trash."""

    template = "gallery.delete"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        "Delete the photo {file} from the album {album}.",
        "In my album {album} there is a picture called {file}. Please delete it.",
        "Move {file} (album {album}) to the trash.",
    )

    album: str
    file: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        album = free_albums(scene, 1)[0]
        ids = add_album(scene, album, 4)
        chosen, other = scene.rng.sample(ids, 2)
        return cls(album=album, file=name_of(scene, chosen), other=name_of(scene, other), id=chosen)

    def expect(self) -> list[Expectation]:
        return trashed(self.id)

    def script(self) -> Script:
        return (
            Open("Gallery"),
            Tap("Albums", role="tab"),
            Tap(self.album),
            Tap(self.file),
            Tap("Delete"),
            Tap("Move to trash", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another photo": Instead(file=self.other)}


@dataclass(frozen=True)
class MissingAlbum(TaskType):
    """The album to delete a picture from is not there."""

    template = "gallery.missing_album"
    level = Level.MEDIUM
    apps = ("Gallery",)
    goals = (
        "Delete the oldest photo in my album {album}.",
        "In the gallery, open the album {album} and delete its oldest picture.",
        "Please remove the oldest picture from the photo album {album}.",
    )

    album: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        album, other = free_albums(scene, 2)
        add_album(scene, other, 3)
        return cls(album=album, other=other)

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        # Two pages show all albums there are.
        pilot.scroll()
        there = pilot.shows(self.album)
        if not there:
            pilot.scroll(Direction.UP)
            there = pilot.shows(self.album)
        if not there:
            pilot.give_up(f"There is no album {self.album}")
            return
        pilot.tap(self.album)
        pilot.tap(photos_on(pilot)[-1])
        pilot.tap("Delete")
        pilot.tap("Move to trash", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"another album": Instead(album=self.other), "claimed it": Swap(End, End())}


@dataclass(frozen=True)
class Restore(TaskType):
    """A picture is restored from the trash."""

    template = "gallery.restore"
    apps = ("Gallery",)
    goals = (
        'I deleted the photo "{caption}" by mistake. Get it back from the trash.',
        'Restore the deleted picture with the caption "{caption}".',
        'Bring back my photo "{caption}", it is in the gallery\'s trash.',
    )

    caption: str
    other: str
    id: int
    path: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        caption, other = scene.rng.sample(SUBJECTS, 2)
        ids = [add(scene, caption=caption), add(scene, caption=other)]
        path = scene.phone.files.value("SELECT _data FROM files WHERE _id = ?", ids[0])
        database = scene.phone.databases[data.PATH]
        for id in ids:
            now_ms = scene.phone.now_ms - scene.rng.randint(1, 20) * HOUR_MS
            data.put_into_trash(scene.phone.files, database, id, now_ms=now_ms)
        return cls(caption=caption, other=other, id=ids[0], path=path)

    def expect(self) -> list[Expectation]:
        return [
            Removed(data.PATH, "trash", {"_id": self.id}),
            Added(media.PATH, "files", {"_data": self.path}),
        ]

    def script(self) -> Script:
        return (
            Open("Gallery"),
            Tap("Albums", role="tab"),
            Tap("Trash"),
            Tap(self.caption),
            Tap("Restore", role="item"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        for_good = (Tap("Delete forever", role="item"), Tap("Delete", role="button"))
        return {
            "another photo": Instead(caption=self.other),
            "deleted it": Swap(Tap("Restore"), *for_good),
        }


@dataclass(frozen=True)
class DeleteScreenshots(TaskType):
    """All screenshots are deleted except the favorites."""

    template = "gallery.delete_screenshots"
    level = Level.HARD
    apps = ("Gallery",)
    goals = (
        "Delete all screenshots except the ones that are favorites.",
        "Clean up my Screenshots album: trash everything in it that I haven't marked as favorite.",
        "Get rid of every screenshot that is not a favorite, and keep the favorites.",
    )

    ids: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(ids=tuple(id for id in ids if id not in kept))

    def expect(self) -> list[Expectation]:
        return [expectation for id in self.ids for expectation in trashed(id)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        pilot.tap("Screenshots")
        first, *others = [one for one in photos_on(pilot) if not one.endswith("favorite")]
        pilot.hold(first)
        for photo in others:
            pilot.tap(photo)
        pilot.tap("Delete")
        pilot.tap("Move to trash", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"a favorite too": Swap(Tap("Delete"), Tap(", favorite"), Tap("Delete"))}


@dataclass(frozen=True)
class DeletePhotoAfterAsking(TaskType):
    """A picture is deleted; the user must be asked which of two with the same caption."""

    template = "gallery.ask_which"
    level = Level.HARD
    apps = ("Gallery",)
    goals = (
        'Delete the photo captioned "{caption}". If there are several, ask me which one.',
        'Remove my picture "{caption}" and check with me if it is not clear which one that is.',
        'Please trash "{caption}" from the gallery; ask if more than one photo has that caption.',
    )

    caption: str
    id: int
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        caption = scene.rng.choice(SUBJECTS)
        days = scene.rng.sample(range(1, 9), 2)
        stamps = [scene.phone.now_ms - day * DAY_MS for day in days]
        ids = [add(scene, caption=caption, stamp=stamp) for stamp in stamps]
        days_said = [entries.day_text(stamp) for stamp in stamps]
        return cls(caption=caption, id=ids[0], meant=days_said[0], other=days_said[1])

    def reply(self, question: str) -> str:
        del question
        return f"The one of {self.meant}"

    def expect(self) -> list[Expectation]:
        return [ExpectedQuestion(), *trashed(self.id)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        pilot.tap("Search")
        pilot.type(self.caption, into="Search photos")
        day = pilot.ask(f"Which {self.caption} do you mean?").removeprefix("The one of ")
        pilot.tap(f", {day}")
        pilot.tap("Delete")
        pilot.tap("Move to trash", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }
