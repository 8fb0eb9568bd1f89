"""Tasks that move photos, and look things up in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import ALBUMS
from phoneworld.apps.gallery.tasks.photos import (
    DAY_MS,
    HOUR_MS,
    SUBJECTS,
    add,
    add_album,
    free_albums,
    name_of,
    photos_on,
)
from phoneworld.author import (
    Added,
    Changed,
    Direction,
    End,
    Enter,
    Expectation,
    ExpectedAnswer,
    ExpectedEnding,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Open,
    Page,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
    templates_of,
)
from phoneworld.providers import media


@dataclass(frozen=True)
class MoveToNewAlbum(TaskType):
    """A picture starts an album."""

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
class MissingAlbum(TaskType):
    """The album that a picture should come from is not there."""

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
class MoveDay(TaskType):
    """The pictures of one day are gathered in an album."""

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


@dataclass(frozen=True)
class SizeOfNewest(TaskType):
    """How large a picture is that must be found first."""

    template = "gallery.size_of_newest"
    level = Level.HARD
    apps = ("Gallery",)
    hidden = ("size",)
    goals = (
        "How large is the {rank} photo in the album {album}?",
        "Tell me the file size of the {rank} picture in my {album} album.",
        "Look up in Gallery how much space the {rank} photo of the album {album} takes.",
    )

    album: str
    rank: str
    size: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(album=album, rank=rank, size=f"{number / 10:.1f} MB", wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer((self.size, self.size.replace(" ", "")), nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        pilot.tap(self.album)
        photos = photos_on(pilot)
        pilot.tap(photos[0 if self.rank == "newest" else -1])
        pilot.tap("Details")
        pilot.say(pilot.read("size"))

    def mistakes(self) -> dict[str, Mistake]:
        other = "oldest" if self.rank == "newest" else "newest"
        return {"the other end": Instead(rank=other), "another album": Instead(album="Camera")}


@dataclass(frozen=True)
class NextCaption(TaskType):
    """What the picture beside another one is called."""

    template = "gallery.next_caption"
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

    album: str
    caption: str
    way: str
    other: str
    answer: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        album = free_albums(scene, 1)[0]
        ids = add_album(scene, album, 5)
        captions = rng.sample(SUBJECTS, 5)
        for id, caption in zip(ids, captions, strict=True):
            data.set_caption(scene.phone.databases[data.PATH], id, caption)
        at = rng.randint(1, 3)
        way, other = rng.sample(("before", "after"), 2)
        sides = {"before": captions[at + 1], "after": captions[at - 1]}
        return cls(
            album=album,
            caption=captions[at],
            way=way,
            other=other,
            answer=sides[way],
            wrong=sides[other],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Gallery")
        pilot.tap("Albums", role="tab")
        pilot.tap(self.album)
        pilot.tap(self.caption)
        pilot.scroll(Direction.RIGHT if self.way == "before" else Direction.LEFT)
        pilot.say(pilot.read("caption"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the wrong way": Instead(way=self.other), "the same photo": Without(Page)}


TASKS = templates_of(
    MoveToNewAlbum,
    MissingAlbum,
    MoveDay,
    SizeOfNewest,
    NextCaption,
)
