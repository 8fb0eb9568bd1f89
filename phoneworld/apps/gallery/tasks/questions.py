"""Tasks that ask about a photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.tasks.setup import SUBJECTS, add_album, free_albums, photos_on
from phoneworld.author import (
    Direction,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Page,
    Pilot,
    Scene,
    TaskType,
    Without,
)


@dataclass(frozen=True)
class SizeOfNewest(TaskType):
    """What the file size of the newest or oldest picture in an album is."""

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
    """What the caption of the picture before or after another one is."""

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
