"""Tasks that take pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.camera import data
from phoneworld.apps.camera.tasks.setup import GRANTED, open_camera, photo, setting
from phoneworld.apps.gallery import data as gallery
from phoneworld.author import (
    Added,
    Also,
    Expectation,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Tap,
    TaskType,
    Without,
)


@dataclass(frozen=True)
class TakePhoto(TaskType):
    """A picture with the lens that is asked for."""

    template = "camera.take_photo"
    apps = ("Camera",)
    goals = (
        "Take {what}.",
        "Open the camera and take {what}, please.",
        "I'd like you to take {what} now. Just one.",
    )
    WORDS = (
        ("a selfie", True),
        ("a photo with the front camera", True),
        ("a picture of what the back camera sees", False),
        ("a photo with the rear camera", False),
        ("a picture of what is in front of me, not of myself", False),
        ("a picture of me with the selfie camera", True),
    )

    what: str
    front: bool

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        what, front = scene.rng.choice(cls.WORDS)
        return cls(what=what, front=front)

    def expect(self) -> list[Expectation]:
        return [photo(front=self.front), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        if self.front:
            pilot.tap("Switch camera")
        pilot.tap("Take photo")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other lens": Instead(front=not self.front),
            "two pictures": Also(Tap("Take photo")),
        }


@dataclass(frozen=True)
class FlashPhoto(TaskType):
    """A picture with the flash set in some way."""

    template = "camera.flash_photo"
    level = Level.MEDIUM
    apps = ("Camera",)
    goals = (
        "Set the camera flash to {flash} and take a picture.",
        "Take a photo with the flash set to {flash}.",
        "Please take a picture; before that, put the flash to {flash}.",
    )

    flash: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        now, flash, other = scene.rng.sample(data.FLASHES, 3)
        data.write(scene.phone.databases[data.PATH], "flash", now)
        return cls(flash=flash, other=other)

    def expect(self) -> list[Expectation]:
        return [setting("flash", self.flash), photo(front=False), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        pilot.tap("Flash:")
        pilot.tap(self.flash)
        pilot.tap("Take photo")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another flash": Instead(flash=self.other),
            "flash forgotten": Without(Tap("Flash:"), Tap(self.flash)),
        }


@dataclass(frozen=True)
class TimerPhoto(TaskType):
    """A picture by the self-timer, which takes its time."""

    template = "camera.timer_photo"
    level = Level.MEDIUM
    apps = ("Camera",)
    goals = (
        "Set the camera's self-timer to {timer} and take {what} with it.",
        "Take {what} with a timer of {timer}.",
        "I need {what} using the {timer} timer of the camera. Make sure it gets taken.",
    )

    timer: str
    other: str
    front: bool
    what: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        timer, other = scene.rng.sample(["3 seconds", "10 seconds"], 2)
        front = scene.rng.random() < 0.5
        what = "a selfie" if front else "a photo with the back camera"
        return cls(timer=timer, other=other, front=front, what=what)

    def expect(self) -> list[Expectation]:
        return [setting("timer", self.timer), photo(front=self.front), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        if self.front:
            pilot.tap("Switch camera")
        pilot.tap("Timer:")
        pilot.tap(self.timer)
        pilot.tap("Take photo")
        pilot.wait(float(self.timer.partition(" ")[0]) + 1)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another time": Instead(timer=self.other),
            "the other lens": Instead(front=not self.front),
        }


@dataclass(frozen=True)
class PhotoWithCaption(TaskType):
    """A picture is taken, and captioned in Gallery."""

    template = "camera.photo_with_caption"
    level = Level.HARD
    apps = ("Camera", "Gallery")
    goals = (
        'Take a photo with the back camera and give it the caption "{caption}" in Gallery.',
        'Take a picture now, then caption it "{caption}" in the gallery. Use the rear camera.',
        'Photograph what the back camera sees, and write "{caption}" below that new photo.',
    )

    caption: str
    wrong: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        place = rng.choice(("shelf", "meter", "parking spot", "whiteboard", "window", "garden"))
        caption = f"{place.capitalize()} {rng.choice(('before', 'after'))} {rng.randint(2, 99)}"
        wrong = f"{place.capitalize()} {rng.randint(100, 199)}"
        newest = scene.phone.files.value("SELECT MAX(_id) FROM files")
        return cls(caption=caption, wrong=wrong, id=newest + 1)

    def expect(self) -> list[Expectation]:
        caption = {"media_id": self.id, "caption": self.caption}
        return [photo(front=False), Added(gallery.PATH, "captions", caption), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        pilot.tap("Take photo")
        pilot.tap("Last photo")
        pilot.tap("Caption", role="tab")
        pilot.type(self.caption, clear=True)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {"another caption": Instead(caption=self.wrong)}
