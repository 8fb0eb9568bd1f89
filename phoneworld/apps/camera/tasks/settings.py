"""Tasks with the settings of the camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.camera import data
from phoneworld.apps.camera.tasks.setup import GRANTED, open_camera, setting
from phoneworld.author import Also, Expectation, Instead, Mistake, Pilot, Scene, Tap, TaskType


@dataclass(frozen=True)
class ChangeSetting(TaskType):
    """A setting of the camera."""

    template = "camera.change_setting"
    apps = ("Camera",)
    goals = (
        "In the camera settings, set {title} to {value}.",
        "Change the camera's {title} to {value}.",
        "I want {title} to be {value} from now on in the Camera app.",
    )
    CHOICES = (
        ("resolution", "Photo resolution", data.RESOLUTIONS),
        ("video_quality", "Video quality", data.QUALITIES),
    )

    name: str
    title: str
    value: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, title, options = scene.rng.choice(cls.CHOICES)
        database = scene.phone.databases[data.PATH]
        now, value, wrong = scene.rng.sample(list(options), 3)
        data.write(database, name, now)
        return cls(name=name, title=title, value=value, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [setting(self.name, self.value), GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        pilot.tap("Settings")
        pilot.tap(self.title)
        pilot.tap(self.value)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another value": Instead(value=self.wrong)}


@dataclass(frozen=True)
class FlashIsOff(TaskType):
    """The flash is as it should be already."""

    template = "camera.flash_already_set"
    apps = ("Camera",)
    goals = (
        "Make sure that the camera flash is set to {flash}.",
        "Check that the flash in the Camera app is on the setting {flash}; change it if not.",
        "The camera's flash should be set to {flash}. Please see to it.",
    )

    flash: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        flash, other = scene.rng.sample(data.FLASHES, 2)
        data.write(scene.phone.databases[data.PATH], "flash", flash)
        return cls(flash=flash, other=other)

    def expect(self) -> list[Expectation]:
        return [GRANTED]

    def solve(self, pilot: Pilot) -> None:
        open_camera(pilot)
        if not pilot.shows(f"Flash: {self.flash}"):
            pilot.tap("Flash:")
            pilot.tap(self.flash)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "changed it": Instead(flash=self.other),
            "took a picture": Also(Tap("Take photo")),
        }
