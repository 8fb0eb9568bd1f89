"""What is asked of the camera in few words: a picture, a clip, and what to switch on or off."""

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
    Mistake,
    OneOf,
    Open,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
    Way,
    Without,
)
from phoneworld.providers import media


def write_any(scene: Scene, *names: str) -> str:
    """Set the camera in some way that does not matter here; how it is set."""
    choices = {
        "flash": data.FLASHES,
        "grid": ["0", "1"],
        "resolution": list(data.RESOLUTIONS),
        "video_quality": list(data.QUALITIES),
    }
    values = [scene.rng.choice(choices[name]) for name in names]
    for name, value in zip(names, values, strict=True):
        data.write(scene.phone.databases[data.PATH], name, value)
    return ", ".join(values)


@dataclass(frozen=True)
class Photo(TaskType):
    """A picture; of the lens nothing is said, so it is the one that the camera opens with."""

    template = "camera.photo"
    apps = ("Camera",)
    goals = (
        "Take a photo.",
        "Open the camera and take a picture.",
        "I'd like a photo, please take one.",
    )

    settings: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(settings=write_any(scene, "flash", "grid", "resolution"))

    def expect(self) -> list[Expectation]:
        return [photo(front=False), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        pilot.tap("Take photo")

    def mistakes(self) -> dict[str, Mistake]:
        shoot = Tap("Take photo")
        return {
            "a selfie": Swap(shoot, Tap("Switch camera"), shoot),
            "two pictures": Also(shoot),
        }


@dataclass(frozen=True)
class ShortVideo(TaskType):
    """A video of some seconds; how many is not said."""

    template = "camera.clip"
    apps = ("Camera",)
    goals = (
        "Film a short clip.",
        "Record a short video with the camera.",
        "Take a video of a few seconds, please.",
    )
    SHORTEST_S, LONGEST_S = 3, 60

    quality: str
    settings: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        quality = write_any(scene, "video_quality")
        return cls(quality=quality, settings=write_any(scene, "flash", "grid"))

    def expect(self) -> list[Expectation]:
        rate = data.QUALITIES[self.quality]
        lengths = range(self.SHORTEST_S, self.LONGEST_S + 1)
        sizes = OneOf(*(seconds * rate for seconds in lengths))
        video = {"parent": gallery.CAMERA, "mime_type": "video/mp4", "_size": sizes}
        return [Added(media.PATH, "files", video), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        pilot.tap("Video")
        pilot.tap("Start recording")
        pilot.wait(5)
        pilot.tap("Stop recording")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a photo": Way(Open("Camera"), Tap("Take photo")),
            "not stopped": Without(Tap("Stop recording")),
        }


@dataclass(frozen=True)
class SwitchFlash(TaskType):
    """The flash is set, and no picture taken."""

    template = "camera.flash"
    apps = ("Camera",)
    goals = (
        "Switch the camera flash to {flash}.",
        "Turn the flash of the camera {flash}.",
        "I want the flash in the Camera app on the setting {flash}.",
    )

    flash: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        now, flash, other = scene.rng.sample(data.FLASHES, 3)
        data.write(scene.phone.databases[data.PATH], "flash", now)
        return cls(flash=flash, other=other)

    def expect(self) -> list[Expectation]:
        return [setting("flash", self.flash), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        pilot.tap("Flash:")
        pilot.tap(self.flash)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another setting": Instead(flash=self.other),
            "and took a picture": Also(Tap("Take photo")),
        }


@dataclass(frozen=True)
class SwitchSetting(TaskType):
    """One of the switches in the camera's settings."""

    template = "camera.switch"
    apps = ("Camera",)
    goals = (
        "Turn {way} {title} in the camera.",
        "Switch {title} {way} in the Camera app.",
        "Set {title} to {way} in the settings of the camera.",
    )
    TITLES = (
        ("grid", "grid lines"),
        ("sound", "shutter sound"),
        ("mirror", "mirror selfies"),
        ("location", "save location"),
    )

    name: str
    title: str
    way: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        (name, title), (_, other) = rng.sample(cls.TITLES, 2)
        way = rng.choice(("on", "off"))
        data.write(scene.phone.databases[data.PATH], name, "0" if way == "on" else "1")
        return cls(name=name, title=title, way=way, other=other)

    def expect(self) -> list[Expectation]:
        return [setting(self.name, "1" if self.way == "on" else "0"), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        pilot.tap("Settings")
        pilot.tap(self.title)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another switch": Instead(title=self.other),
            "and back again": Also(Tap(self.title)),
        }
