"""Tasks in which one picture is taken, or one video."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Added,
    Also,
    Exact,
    Expectation,
    Mistake,
    Open,
    Pause,
    Scene,
    Script,
    Tap,
    Way,
    Without,
)
from phoneworld.packs.androidworld.camera.data import PHOTOS, VIDEOS
from phoneworld.packs.androidworld.camera.tasks.setup import LABEL
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone
from phoneworld.providers import media

PHOTO: Script = (Open(LABEL), Tap("Take photo"))
VIDEO: Script = (
    Open(LABEL),
    Tap("Video"),
    Tap("Start recording"),
    Pause(3),
    Tap("Stop recording"),
)


def one_taken(folder: str) -> list[Expectation]:
    """There is one file more in a folder."""
    return [Added(media.PATH, "files", {"parent": Exact(folder), "is_folder": 0})]


class ShotTask(SuiteTask):
    """A task without parameters: the camera is there, and its folders are empty."""

    complexity = 1
    apps = (LABEL,)

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        del scene
        return cls()

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del params, phone
        return cls()


@dataclass(frozen=True)
class TakeOnePhoto(ShotTask):
    """One picture."""

    template = "androidworld.camera_take_photo"
    suite = "CameraTakePhoto"
    goals = (
        "Take a single photo with the camera.",
        "Use Camera to take one picture.",
        "I want exactly one photo of what the camera sees.",
    )

    def expect(self) -> list[Expectation]:
        return one_taken(PHOTOS)

    def script(self) -> Script:
        return PHOTO

    def mistakes(self) -> dict[str, Mistake]:
        return {"two of them": Also(Tap("Take photo")), "a video": Way(*VIDEO)}


@dataclass(frozen=True)
class TakeOneVideo(ShotTask):
    """One video, which is also stopped."""

    template = "androidworld.camera_take_video"
    suite = "CameraTakeVideo"
    goals = (
        "Record a single video with the camera.",
        "Use Camera to film one short video.",
        "I want exactly one video of what the camera sees.",
    )

    def expect(self) -> list[Expectation]:
        return one_taken(VIDEOS)

    def script(self) -> Script:
        return VIDEO

    def mistakes(self) -> dict[str, Mistake]:
        return {"not stopped": Without(Tap("Stop recording")), "a photo": Way(*PHOTO)}
