"""Tasks in which the screen is made as bright or as dark as it gets, or is so already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from phoneworld.author import (
    Also,
    Expectation,
    Mistake,
    Open,
    Pilot,
    Scene,
    SettingIs,
    Slide,
    Swap,
    Tap,
)
from phoneworld.packs.androidworld.settings.tasks.setup import LABEL
from phoneworld.packs.androidworld.suite_task import SuiteTask

SLIDER = "Brightness level"
ENDS = {"max": ("255", 100), "min": ("1", 0)}
"""What is stored at either end, and the percentage that the slider shows there."""


@dataclass(frozen=True)
class BrightnessTask(SuiteTask):
    """The slider goes to one of its ends. `verify` means that it is there already."""

    complexity = 1
    apps = (LABEL,)
    goals = (
        "Set the screen's brightness to its {extreme}.",
        "I want the brightness of the screen at the {extreme} it can have.",
        "See to it that the brightness is at the {extreme}.",
    )
    wanted: ClassVar[str]
    verify: ClassVar[bool] = False

    max_or_min: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        there = cls.wanted if cls.verify else next(one for one in ENDS if one != cls.wanted)
        scene.phone.settings.put("system", "screen_brightness", ENDS[there][0])
        return cls(cls.wanted)

    @property
    def extreme(self) -> str:
        return {"max": "maximum", "min": "minimum"}[self.max_or_min]

    def expect(self) -> list[Expectation]:
        if self.verify:
            return []
        return [SettingIs("system", "screen_brightness", ENDS[self.max_or_min][0])]

    def solve(self, pilot: Pilot) -> None:
        percent = ENDS[self.max_or_min][1]
        pilot.follow((Open(LABEL), Tap("Display")))
        if pilot.reach(SLIDER, role="slider").text != f"{percent}%":
            pilot.slide(SLIDER, percent)

    def mistakes(self) -> dict[str, Mistake]:
        if self.verify:
            return {"moved to the middle": Also(Slide(SLIDER, 50))}
        return {
            "half the way": Swap(Slide, Slide(SLIDER, 50)),
            "nearly to the end": Also(Slide(SLIDER, abs(ENDS[self.max_or_min][1] - 8))),
        }


@dataclass(frozen=True)
class BrightnessMax(BrightnessTask):
    """As bright as it gets."""

    template = "androidworld.system_brightness_max"
    suite = "SystemBrightnessMax"
    wanted = "max"


@dataclass(frozen=True)
class BrightnessMaxVerify(BrightnessTask):
    """It is as bright as it gets, and stays so."""

    template = "androidworld.system_brightness_max_verify"
    suite = "SystemBrightnessMaxVerify"
    wanted = "max"
    verify = True


@dataclass(frozen=True)
class BrightnessMin(BrightnessTask):
    """As dark as it gets."""

    template = "androidworld.system_brightness_min"
    suite = "SystemBrightnessMin"
    wanted = "min"


@dataclass(frozen=True)
class BrightnessMinVerify(BrightnessTask):
    """It is as dark as it gets, and stays so."""

    template = "androidworld.system_brightness_min_verify"
    suite = "SystemBrightnessMinVerify"
    wanted = "min"
    verify = True
