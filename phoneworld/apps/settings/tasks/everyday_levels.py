"""Everyday tasks that make the screen brighter or the phone louder, or the other way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.settings.tasks.setup import go
from phoneworld.apps.settings.tasks.values import VOLUMES
from phoneworld.author import (
    Expectation,
    Instead,
    Mistake,
    OneOf,
    Scene,
    Script,
    SettingIs,
    Slide,
    Swap,
    Tap,
    TaskType,
)

FULL = 255
"""The brightest that a screen gets."""
BRIGHTNESS = "Brightness level"


def any_of(low: int, high: int) -> OneOf:
    """A setting that is one of these numbers, both ends included."""
    return OneOf(*map(str, range(low, high + 1)))


@dataclass(frozen=True)
class Brightness(TaskType):
    """The brightness of the screen is set to a value."""

    template = "settings.brightness"
    apps = ("Settings",)
    goals = (
        "Set the screen brightness to about {percent} percent.",
        "Put the brightness of my display at roughly {percent}%.",
        "The screen should have a brightness of around {percent} percent.",
    )

    percent: int
    wrong: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        percent, wrong = scene.rng.sample((10, 20, 30, 40, 60, 70, 80, 90), 2)
        scene.phone.settings.put("system", "screen_brightness", "128")
        return cls(percent, wrong)

    def expect(self) -> list[Expectation]:
        low, high = ((self.percent + off) * FULL // 100 for off in (-4, 4))
        return [SettingIs("system", "screen_brightness", any_of(low, high))]

    def script(self) -> Script:
        return (*go("Display"), Slide(BRIGHTNESS, self.percent))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another value": Instead(percent=self.wrong),
            "left to the phone": Swap(Slide, Tap("Adaptive brightness")),
        }


@dataclass(frozen=True)
class Brighter(TaskType):
    """The screen becomes brighter or darker than it is."""

    template = "settings.brighter"
    apps = ("Settings",)
    goals = (
        "Make the screen {change} than it is.",
        "The display should be {change}.",
        "Change the brightness so that my screen gets {change}.",
    )

    change: str
    opposite: str
    before: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        change, opposite = scene.rng.sample(("brighter", "darker"), 2)
        before = scene.rng.randint(110, 145)
        scene.phone.settings.put("system", "screen_brightness", str(before))
        return cls(change, opposite, before)

    def expect(self) -> list[Expectation]:
        brighter = self.change == "brighter"
        value = any_of(self.before + 1, FULL) if brighter else any_of(0, self.before - 1)
        return [SettingIs("system", "screen_brightness", value)]

    def script(self) -> Script:
        return (*go("Display"), Slide(BRIGHTNESS, 85 if self.change == "brighter" else 20))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other way": Instead(change=self.opposite),
            "the dark theme": Swap(Slide, Tap("Dark theme")),
        }


def shifted(key: str, before: int, direction: str) -> Expectation:
    """A volume is higher than it was, or lower."""
    value = any_of(before + 1, 100) if direction == "up" else any_of(0, before - 1)
    return SettingIs("system", key, value)


def slide_to(direction: str) -> int:
    """Where a volume slider goes that is turned up or down."""
    return 85 if direction == "up" else 20


@dataclass(frozen=True)
class VolumeStep(TaskType):
    """One of the volumes is turned up or down, however far."""

    template = "settings.volume_change"
    apps = ("Settings",)
    goals = (
        "Turn the {which} volume {direction}.",
        "Go {direction} with the {which} volume of my phone.",
        "The {which} volume should go {direction} a bit.",
    )

    which: str
    direction: str
    other: str
    opposite: str
    before: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        which, other = scene.rng.sample(list(VOLUMES), 2)
        direction, opposite = scene.rng.sample(("up", "down"), 2)
        before = scene.rng.randint(42, 62)
        scene.phone.settings.put("system", VOLUMES[which], str(before))
        return cls(which, direction, other, opposite, before)

    def expect(self) -> list[Expectation]:
        return [shifted(VOLUMES[self.which], self.before, self.direction)]

    def script(self) -> Script:
        label = f"{self.which.capitalize()} volume"
        return (*go("Sound & vibration"), Slide(label, slide_to(self.direction)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another volume": Instead(which=self.other),
            "the other way": Instead(direction=self.opposite),
        }


@dataclass(frozen=True)
class Louder(TaskType):
    """The sound gets louder or quieter: that of the media, as the volume keys do it."""

    template = "settings.louder"
    apps = ("Settings",)
    goals = (
        "Make the phone's sound {change}.",
        "The sound of my phone should be {change}.",
        "Change the volume so that what I hear gets {change}.",
    )

    change: str
    opposite: str
    before: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        change, opposite = scene.rng.sample(("louder", "quieter"), 2)
        before = scene.rng.randint(42, 62)
        scene.phone.settings.put("system", "volume_music", str(before))
        return cls(change, opposite, before)

    @property
    def direction(self) -> str:
        return "up" if self.change == "louder" else "down"

    def expect(self) -> list[Expectation]:
        return [shifted("volume_music", self.before, self.direction)]

    def script(self) -> Script:
        return (*go("Sound & vibration"), Slide("Media volume", slide_to(self.direction)))

    def mistakes(self) -> dict[str, Mistake]:
        alarm = Slide("Alarm volume", slide_to(self.direction))
        return {
            "the other way": Instead(change=self.opposite),
            "the alarm's": Swap(Slide, alarm),
        }


@dataclass(frozen=True)
class SoundStep(TaskType):
    """The sound is turned up or down: that of the media, as the volume keys do it."""

    template = "settings.sound_step"
    apps = ("Settings",)
    goals = (
        "Turn the sound {direction}.",
        "Please turn it {direction}, the sound of the phone I mean.",
        "Volume {direction}, please.",
    )

    direction: str
    opposite: str
    before: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        direction, opposite = scene.rng.sample(("up", "down"), 2)
        before = scene.rng.randint(42, 62)
        scene.phone.settings.put("system", "volume_music", str(before))
        return cls(direction, opposite, before)

    def expect(self) -> list[Expectation]:
        return [shifted("volume_music", self.before, self.direction)]

    def script(self) -> Script:
        return (*go("Sound & vibration"), Slide("Media volume", slide_to(self.direction)))

    def mistakes(self) -> dict[str, Mistake]:
        ring = Slide("Ring volume", slide_to(self.direction))
        return {
            "the other way": Instead(direction=self.opposite),
            "the ringing": Swap(Slide, ring),
        }


@dataclass(frozen=True)
class BrightnessStep(TaskType):
    """The brightness is turned up or down, however far."""

    template = "settings.brightness_step"
    apps = ("Settings",)
    goals = (
        "Turn the brightness {direction}.",
        "Brightness {direction}, please.",
        "The brightness of my screen should go {direction}.",
    )

    direction: str
    opposite: str
    before: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        direction, opposite = scene.rng.sample(("up", "down"), 2)
        before = scene.rng.randint(110, 145)
        scene.phone.settings.put("system", "screen_brightness", str(before))
        return cls(direction, opposite, before)

    def expect(self) -> list[Expectation]:
        up = self.direction == "up"
        value = any_of(self.before + 1, FULL) if up else any_of(0, self.before - 1)
        return [SettingIs("system", "screen_brightness", value)]

    def script(self) -> Script:
        return (*go("Display"), Slide(BRIGHTNESS, slide_to(self.direction)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other way": Instead(direction=self.opposite),
            "left to the phone": Swap(Slide, Tap("Adaptive brightness")),
        }


@dataclass(frozen=True)
class Mute(TaskType):
    """One of the volumes is turned all the way down."""

    template = "settings.mute"
    apps = ("Settings",)
    goals = (
        "Mute the {which} volume.",
        "Turn the {which} volume all the way down to zero.",
        "I want no {which} sound at all, mute it in the settings.",
    )

    which: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        which, other = scene.rng.sample(list(VOLUMES), 2)
        scene.phone.settings.put("system", VOLUMES[which], str(scene.rng.randint(40, 80)))
        return cls(which, other)

    def expect(self) -> list[Expectation]:
        return [SettingIs("system", VOLUMES[self.which], "0")]

    def script(self) -> Script:
        return (*go("Sound & vibration"), Slide(f"{self.which.capitalize()} volume", 0))

    def mistakes(self) -> dict[str, Mistake]:
        low = Slide(f"{self.which.capitalize()} volume", 20)
        return {"another volume": Instead(which=self.other), "only quieter": Swap(Slide, low)}
