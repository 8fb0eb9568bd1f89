"""Everyday questions that a page of the settings answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from phoneworld.apps.settings.data import CHIMES, PATH, TEXT_SIZES, TIMEOUTS, TONES, WALLPAPERS
from phoneworld.apps.settings.tasks.setup import go
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)

TOLD_APART = ", "
"""What stands between the title of a row and its value."""


@dataclass(frozen=True)
class BatteryLevel(TaskType):
    """How full the battery is."""

    template = "settings.battery"
    apps = ("Settings",)
    hidden = ("charge",)
    goals = (
        "How full is the battery?",
        "Tell me the battery level of my phone.",
        "How much charge is left? Look it up in the settings.",
    )

    charge: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        charge, wrong = scene.rng.sample(range(6, 98), 2)
        scene.phone.settings.put("global", "battery_level", str(charge))
        return cls(str(charge), str(wrong))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.charge)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(go("Battery"))
        pilot.say(pilot.read("battery_level"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another level": Swap(Say, Say(f"{self.wrong}%"))}


@dataclass(frozen=True)
class WhatIsSet(TaskType):
    """What a choice is set to; nothing is changed."""

    template = "settings.what_is_set"
    apps = ("Settings",)
    hidden = ("value",)
    goals = (
        "What is the {setting} set to?",
        "Tell me the {setting} that is set on my phone.",
        "Look in the settings which {setting} I have.",
    )
    CHOICES: ClassVar[dict[str, tuple[str, str, str, dict[str, str]]]] = {
        "screen timeout": ("Display", "Screen timeout", "screen_off_timeout", TIMEOUTS),
        "font size": ("Display", "Font size", "font_scale", TEXT_SIZES),
        "wallpaper": ("Display", "Wallpaper", "wallpaper", WALLPAPERS),
        "ringtone": (
            "Sound & vibration",
            "Phone ringtone",
            "ringtone",
            {tone: tone for tone in TONES},
        ),
        "notification sound": (
            "Sound & vibration",
            "Default notification sound",
            "notification_sound",
            {chime: chime for chime in CHIMES},
        ),
    }
    """By what people call it: page, row, key and values."""

    setting: str
    other: str
    value: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        setting, other = scene.rng.sample(list(cls.CHOICES), 2)
        _, _, key, values = cls.CHOICES[setting]
        value, wrong = scene.rng.sample(list(values), 2)
        scene.phone.settings.put("system", key, values[value])
        return cls(setting, other, value, wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        page, row, *_ = self.CHOICES[self.setting]
        pilot.follow(go(page))
        pilot.say(pilot.reach(row, role="item").text.partition(TOLD_APART)[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another value": Swap(Say, Say(self.wrong)),
            "another setting": Instead(setting=self.other),
        }


@dataclass(frozen=True)
class WhichWifi(TaskType):
    """Which Wi-Fi the phone is connected to."""

    template = "settings.which_wifi"
    apps = ("Settings",)
    hidden = ("ssid",)
    goals = (
        "Which Wi-Fi network is my phone connected to?",
        "Tell me the name of the Wi-Fi that I am on.",
        "What is the Wi-Fi called that this phone uses right now?",
    )

    ssid: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        settings, database = scene.phone.settings, scene.phone.databases[PATH]
        names = [
            row["ssid"] for row in database.rows("SELECT ssid FROM wifi_networks ORDER BY _id")
        ]
        ssid, other = scene.rng.sample(names, 2)
        database.run("UPDATE wifi_networks SET saved = 1 WHERE ssid IN (?, ?)", ssid, other)
        settings.put("global", "wifi_on", "1")
        settings.put("global", "wifi_ssid", ssid)
        return cls(ssid, other)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.ssid, nots=(self.other,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(go("Network & internet"))
        pilot.say(pilot.reach("Wi-Fi", role="item").text.partition(TOLD_APART)[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"one that is only saved": Swap(Say, Say(self.other))}


@dataclass(frozen=True)
class HotspotPasswordAsked(TaskType):
    """What the password of the phone's hotspot is."""

    template = "settings.hotspot_password"
    apps = ("Settings",)
    hidden = ("password",)
    goals = (
        "What is the password of my hotspot?",
        "Tell me my hotspot's password.",
        "Somebody wants to use my hotspot. Which password do they need?",
    )

    password: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        words = scene.rng.sample(("granite", "meadow", "velvet", "copper", "walnut"), 2)
        password, wrong = (f"{word}{scene.rng.randint(100, 999)}" for word in words)
        scene.phone.settings.put("global", "hotspot_password", password)
        return cls(password, wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.password)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(go("Network & internet", "Hotspot"))
        pilot.say(pilot.read("hotspot_password").rpartition(TOLD_APART)[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another password": Swap(Say, Say(self.wrong))}
