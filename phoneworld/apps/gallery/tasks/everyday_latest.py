"""What is asked of the latest photo in few words: show it, delete it, make it a favorite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import SCREENSHOTS
from phoneworld.apps.gallery.tasks.setup import HOUR_MS, add, name_of, photos_on, trashed
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedScreen,
    Mistake,
    Open,
    Pilot,
    Scene,
    ShownElement,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers import media

MINUTE_MS = 60_000


def add_latest(scene: Scene) -> tuple[int, int]:
    """The latest photo and the one before it; their ids."""
    rng, now_ms = scene.rng, scene.phone.now_ms
    before = add(scene, stamp=now_ms - rng.randint(2, 5) * HOUR_MS)
    latest = add(scene, stamp=now_ms - rng.randint(3, 90) * MINUTE_MS)
    # It is not the newest of an album that comes first there.
    add(scene, folder=SCREENSHOTS, stamp=now_ms - rng.randint(20, 40) * HOUR_MS)
    return latest, before


def open_latest(pilot: Pilot) -> None:
    """Open the first of all photos, which are sorted by time."""
    pilot.open("Gallery")
    pilot.tap(photos_on(pilot)[0])


@dataclass(frozen=True)
class ShowLatest(TaskType):
    """The latest photo is looked at."""

    template = "gallery.show_latest"
    apps = ("Gallery",)
    hidden = ("file",)
    goals = (
        "Show me my latest photo.",
        "Open the picture that I took last.",
        "Let me see the newest photo in the gallery.",
    )

    file: str
    before: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        latest, before = add_latest(scene)
        return cls(file=name_of(scene, latest), before=name_of(scene, before))

    def expect(self) -> list[Expectation]:
        shows = (ShownElement(description=self.file), ShownElement(description="More options"))
        return [ExpectedScreen(data.PACKAGE, shows)]

    def solve(self, pilot: Pilot) -> None:
        open_latest(pilot)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Way(Open("Gallery"), Tap(self.before)),
            "a favorite too": Also(Tap("Add to favorites")),
        }


@dataclass(frozen=True)
class DeleteLatest(TaskType):
    """The latest photo goes to the trash."""

    template = "gallery.delete_latest"
    apps = ("Gallery",)
    hidden = ("file",)
    goals = (
        "Delete my latest photo.",
        "Remove the picture that I took last.",
        "Move the newest photo in the gallery to the trash.",
    )

    file: str
    before: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        latest, before = add_latest(scene)
        return cls(file=name_of(scene, latest), before=name_of(scene, before), id=latest)

    def expect(self) -> list[Expectation]:
        return trashed(self.id)

    def solve(self, pilot: Pilot) -> None:
        open_latest(pilot)
        pilot.tap("Delete")
        pilot.tap("Move to trash", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        delete = (Tap("Delete"), Tap("Move to trash", role="button"))
        return {
            "the one before": Way(Open("Gallery"), Tap(self.before), *delete),
            "two photos": Also(*delete),
        }


@dataclass(frozen=True)
class FavoriteLatest(TaskType):
    """The latest photo becomes a favorite."""

    template = "gallery.favorite_latest"
    apps = ("Gallery",)
    hidden = ("file",)
    goals = (
        "Add my latest photo to the favorites.",
        "Make the picture that I took last a favorite.",
        "Put a heart on the newest photo in the gallery.",
    )

    file: str
    before: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        latest, before = add_latest(scene)
        return cls(file=name_of(scene, latest), before=name_of(scene, before), id=latest)

    def expect(self) -> list[Expectation]:
        return [Changed(media.PATH, "files", {"_id": self.id}, {"is_favorite": 1})]

    def solve(self, pilot: Pilot) -> None:
        open_latest(pilot)
        pilot.tap("Add to favorites")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Way(Open("Gallery"), Tap(self.before), Tap("Add to favorites")),
            "undone again": Also(Tap("Remove from favorites")),
        }
