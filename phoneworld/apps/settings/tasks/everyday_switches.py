"""Everyday tasks that switch one thing on or off, or ask whether it is on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from phoneworld.apps.settings.data import PATH, add_device
from phoneworld.apps.settings.tasks.setup import STORED, WHERE, go
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Pilot,
    Say,
    Scene,
    Script,
    SettingIs,
    Swap,
    Tap,
    TaskType,
    Way,
)


class OneSwitch(TaskType):
    """A certain switch is turned on or off. Subclasses say which, and where it is."""

    PAGES: ClassVar[tuple[str, ...]]
    """The pages to tap through, and the switch itself."""
    KEY: ClassVar[tuple[str, str]]
    """The settings table and key of it."""
    VALUES: ClassVar[dict[str, str]] = {"off": "0", "on": "1"}
    apps = ("Settings",)

    state: str
    other: str

    @classmethod
    def drawn_states(cls, scene: Scene) -> tuple[str, str]:
        """The state to switch to, from the opposite one, and another switch."""
        before, state = scene.rng.sample(("off", "on"), 2)
        scene.phone.settings.put(*cls.KEY, cls.VALUES[before])
        return state, scene.rng.choice(list(STORED))

    def expect(self) -> list[Expectation]:
        return [SettingIs(*self.KEY, self.VALUES[self.state])]

    def script(self) -> Script:
        return go(*self.PAGES)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another switch": Way(*go(*WHERE[self.other])),
            "and back again": Also(Tap(self.PAGES[-1])),
        }


@dataclass(frozen=True)
class BluetoothSwitch(OneSwitch):
    """Bluetooth is turned on or off."""

    template = "settings.bluetooth"
    goals = (
        "Switch Bluetooth {state}.",
        "Turn the phone's Bluetooth {state}, please.",
        "I want Bluetooth {state}.",
    )
    PAGES = WHERE["Bluetooth"]
    KEY = ("global", "bluetooth_on")

    state: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*cls.drawn_states(scene))


@dataclass(frozen=True)
class DarkTheme(OneSwitch):
    """The dark theme is turned on or off."""

    template = "settings.dark_theme"
    goals = (
        "Switch the dark theme {state}.",
        "Turn dark mode {state} on my phone.",
        "I would like the dark theme to be {state}.",
    )
    PAGES = WHERE["Dark theme"]
    KEY = ("secure", "ui_night_mode")
    VALUES: ClassVar[dict[str, str]] = {"off": "1", "on": "2"}

    state: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*cls.drawn_states(scene))


@dataclass(frozen=True)
class HotspotSwitch(OneSwitch):
    """The hotspot is turned on or off, with the password that it has."""

    template = "settings.hotspot_switch"
    goals = (
        "Switch the hotspot {state}.",
        "Turn my mobile hotspot {state} as it is.",
        "The Wi-Fi hotspot of this phone should be {state}.",
    )
    PAGES = ("Network & internet", "Hotspot", "Use Wi-Fi hotspot")
    KEY = ("global", "hotspot_on")

    state: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*cls.drawn_states(scene))


@dataclass(frozen=True)
class MobileData(OneSwitch):
    """Mobile data is turned on or off."""

    template = "settings.mobile_data"
    goals = (
        "Switch mobile data {state}.",
        "Turn my mobile data {state}, please.",
        "I need mobile data to be {state}.",
    )
    PAGES = ("Network & internet", "Mobile data")
    KEY = ("global", "mobile_data")

    state: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*cls.drawn_states(scene))


@dataclass(frozen=True)
class LocationSwitch(OneSwitch):
    """The location is turned on or off."""

    template = "settings.location"
    goals = (
        "Switch the phone's location {state}.",
        "Turn location {state} for the whole phone.",
        "GPS should be {state}, see to it in the settings.",
    )
    PAGES = ("Location", "Use location")
    KEY = ("secure", "location_mode")
    VALUES: ClassVar[dict[str, str]] = {"off": "0", "on": "3"}

    state: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*cls.drawn_states(scene))


@dataclass(frozen=True)
class WifiOff(OneSwitch):
    """Wi-Fi is turned off."""

    template = "settings.wifi_off"
    goals = (
        "Turn Wi-Fi off.",
        "Please disable Wi-Fi.",
        "I don't need wireless internet now, switch the Wi-Fi off.",
    )
    PAGES = WHERE["Wi-Fi"]
    KEY = ("global", "wifi_on")

    state: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        scene.phone.settings.put("global", "wifi_on", "1")
        scene.phone.settings.put("global", "bluetooth_on", str(scene.rng.randint(0, 1)))
        return cls("off", scene.rng.choice(list(STORED)))


@dataclass(frozen=True)
class IsItOn(TaskType):
    """Whether something is on; nothing is changed."""

    template = "settings.is_on"
    apps = ("Settings",)
    goals = (
        "Is {switch} on?",
        "Tell me whether {switch} is switched on at the moment.",
        "Have a look in the settings: is {switch} on right now?",
    )
    KEYS: ClassVar[dict[str, tuple[str, str]]] = {
        **STORED,
        "Bluetooth": ("global", "bluetooth_on"),
        "Wi-Fi": ("global", "wifi_on"),
    }

    switch: str
    on: bool

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        switch = scene.rng.choice(list(cls.KEYS))
        on = scene.rng.random() < 0.5
        # All others are the other way, so that none of them gives the right answer.
        for other, key in cls.KEYS.items():
            scene.phone.settings.put(*key, str(int(on == (other == switch))))
        return cls(switch, on)

    def expect(self) -> list[Expectation]:
        right, wrong = ("yes", "on"), ("no", "off")
        if not self.on:
            right, wrong = wrong, right
        return [ExpectedAnswer(right, nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        *pages, switch = WHERE[self.switch]
        pilot.follow(go(*pages))
        on = pilot.reach(switch).checked
        pilot.say(f"Yes, {self.switch} is on." if on else f"No, {self.switch} is off.")

    def mistakes(self) -> dict[str, Mistake]:
        opposite = "No, it is off." if self.on else "Yes, it is on."
        return {
            "the opposite": Swap(Say, Say(opposite)),
            "switched it": Also(Tap(WHERE[self.switch][-1])),
        }


@dataclass(frozen=True)
class DisconnectDevice(TaskType):
    """A device that is connected by Bluetooth is disconnected and stays paired."""

    template = "settings.disconnect_device"
    apps = ("Settings",)
    goals = (
        "Disconnect the Bluetooth device {device}, but keep it paired.",
        "{device} should not be connected to my phone for now.",
        "End the connection to {device} without forgetting it.",
    )

    device: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, phone = scene.rng, scene.phone
        phone.settings.put("global", "bluetooth_on", "1")
        names = rng.sample(("Finch headphones", "Heron speaker", "Robin car kit", "Swift buds"), 2)
        for name in names:
            add_device(phone.databases[PATH], name, "headphones", paired=True)
        phone.databases[PATH].run("UPDATE bluetooth_devices SET connected = paired")
        return cls(*names)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "bluetooth_devices", {"name": self.device}, {"connected": 0})]

    def script(self) -> Script:
        return go("Connected devices", self.device)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other device": Instead(device=self.other),
            "Bluetooth off": Way(*go(*WHERE["Bluetooth"])),
            "connected again": Also(Tap(self.device)),
        }
