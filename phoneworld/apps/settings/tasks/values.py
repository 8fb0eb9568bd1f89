"""Tasks that choose, slide, write or look up a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.settings.data import TEXT_SIZES, TIMEOUTS, TONES
from phoneworld.apps.settings.tasks.setup import go
from phoneworld.author import (
    Enter,
    Exact,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    OneOf,
    Pilot,
    Scene,
    Script,
    SettingIs,
    Slide,
    Swap,
    Tap,
    TaskType,
)

VOLUMES = {
    "media": "volume_music",
    "ring": "volume_ring",
    "alarm": "volume_alarm",
    "notification": "volume_notification",
}


@dataclass(frozen=True)
class Timeout(TaskType):
    """The screen timeout is changed."""

    template = "settings.screen_timeout"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Set the screen timeout to {time}.",
        "The screen should turn off after {time}.",
        "Change how long my display stays on to {time}.",
    )

    time: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        before, time, other = scene.rng.sample(list(TIMEOUTS), 3)
        scene.phone.settings.put("system", "screen_off_timeout", TIMEOUTS[before])
        return cls(time=time, other=other)

    def expect(self) -> list[Expectation]:
        return [SettingIs("system", "screen_off_timeout", TIMEOUTS[self.time])]

    def script(self) -> Script:
        return (*go("Display", "Screen timeout"), Tap(self.time))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another time": Instead(time=self.other)}


@dataclass(frozen=True)
class TextSize(TaskType):
    """The font size is changed."""

    template = "settings.font_size"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Make the font size {size}.",
        "Set the text size of my phone to {size}.",
        "Change the font size setting to {size}.",
    )

    size: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        before, size, other = scene.rng.sample(list(TEXT_SIZES), 3)
        scene.phone.settings.put("system", "font_scale", TEXT_SIZES[before])
        return cls(size=size, other=other)

    def expect(self) -> list[Expectation]:
        return [SettingIs("system", "font_scale", TEXT_SIZES[self.size])]

    def script(self) -> Script:
        return (*go("Display", "Font size"), Tap(self.size, role="radio"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another size": Instead(size=self.other)}


@dataclass(frozen=True)
class Ringtone(TaskType):
    """The ringtone is changed."""

    template = "settings.ringtone"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Change my ringtone to {tone}.",
        "Set {tone} as the phone ringtone.",
        "When somebody calls I want to hear {tone}.",
    )

    tone: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        before, tone, other = scene.rng.sample(list(TONES), 3)
        scene.phone.settings.put("system", "ringtone", before)
        return cls(tone=tone, other=other)

    def expect(self) -> list[Expectation]:
        return [SettingIs("system", "ringtone", self.tone)]

    def script(self) -> Script:
        return (*go("Sound & vibration", "Phone ringtone"), Tap(self.tone, role="radio"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another tone": Instead(tone=self.other)}


@dataclass(frozen=True)
class Volume(TaskType):
    """A volume slider is moved to a value."""

    template = "settings.volume"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Set the {which} volume to about {percent} percent.",
        "Change the {which} volume to roughly {percent}%.",
        "I want the {which} volume at around {percent}%.",
    )

    which: str
    percent: int
    other: str
    wrong: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        which, other = scene.rng.sample(list(VOLUMES), 2)
        percent = scene.rng.choice((10, 20, 30, 40, 90, 95))
        scene.phone.settings.put("system", VOLUMES[which], str(scene.rng.choice((55, 65, 75))))
        return cls(which=which, percent=percent, other=other, wrong=100 - percent + 3)

    def expect(self) -> list[Expectation]:
        near = tuple(str(self.percent + offset) for offset in range(-4, 5))
        return [SettingIs("system", VOLUMES[self.which], OneOf(*near))]

    def script(self) -> Script:
        return (*go("Sound & vibration"), Slide(f"{self.which.capitalize()} volume", self.percent))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another volume": Instead(which=self.other), "too far": Instead(percent=self.wrong)}


@dataclass(frozen=True)
class RenamePhone(TaskType):
    """The phone is renamed."""

    template = "settings.rename_phone"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Rename this phone to {name}.",
        "Change the device name to {name}.",
        "My phone should be called {name}.",
    )

    name: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        thing = scene.rng.choice(("Pocket", "Comet", "Lantern", "Pebble"))
        number = scene.rng.randint(2, 99)
        return cls(name=f"{thing} {number}", wrong=f"{thing} {number + 1}")

    def expect(self) -> list[Expectation]:
        return [SettingIs("global", "device_name", Exact(self.name))]

    def script(self) -> Script:
        return (
            *go("About phone", "Device name"),
            Enter(self.name, into="Name", clear=True),
            Tap("OK"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another name": Instead(name=self.wrong),
            "appended": Swap(Enter, Enter(self.name, into="Name")),
        }


@dataclass(frozen=True)
class ReadSerial(TaskType):
    """What the phone's serial number is."""

    template = "settings.read_serial"
    apps = ("Settings",)
    hidden = ("serial",)
    goals = (
        "What is the serial number of this phone?",
        "Look up my phone's serial number and tell me.",
        "I need the serial number of the device. Which is it?",
    )

    serial: str
    row: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        serial = f"PW{scene.rng.randint(10**7, 10**8 - 1)}"
        scene.phone.settings.put("global", "serial_number", serial)
        return cls(serial=serial, row="serial_number")

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.serial)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(go("About phone"))
        pilot.say(pilot.read(self.row).partition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"the phone's name": Instead(row="device_name")}
