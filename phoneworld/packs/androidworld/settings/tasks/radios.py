"""Tasks in which Wi-Fi or Bluetooth is turned on or off, or stands right already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from phoneworld.author import (
    Also,
    Expectation,
    Mistake,
    Open,
    Pilot,
    Scene,
    SettingIs,
    Tap,
    Way,
    Without,
)
from phoneworld.packs.androidworld.settings.tasks.setup import LABEL, STORED, SWITCHES, turn
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone


@dataclass(frozen=True)
class RadioTask(SuiteTask):
    """A switch is turned one way. `verify` means that it stands so already."""

    complexity = 1
    apps = (LABEL,)
    goals = (
        "Switch {switch} {on_or_off}.",
        "{switch} should be {on_or_off}.",
        "Please see to it that {switch} is {on_or_off}.",
    )
    switch: ClassVar[str]
    wanted: ClassVar[str]
    verify: ClassVar[bool] = False

    on_or_off: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        before = (cls.wanted == "on") == cls.verify
        scene.phone.settings.put("global", STORED[cls.switch], str(int(before)))
        return cls(cls.wanted)

    def expect(self) -> list[Expectation]:
        if self.verify:
            return []
        return [SettingIs("global", STORED[self.switch], str(int(self.on_or_off == "on")))]

    def solve(self, pilot: Pilot) -> None:
        turn(pilot, self.switch, on=self.on_or_off == "on")

    def mistakes(self) -> dict[str, Mistake]:
        if self.verify:
            return {"turned without looking": Also(Tap(SWITCHES[self.switch][-1]))}
        other = next(one for one in SWITCHES if one != self.switch)
        return {
            "and back again": Also(Tap(SWITCHES[self.switch][-1])),
            "the other switch": Way(Open(LABEL), *map(Tap, SWITCHES[other])),
        }


@dataclass(frozen=True)
class WifiTurnedOn(RadioTask):
    """Wi-Fi is off, and goes on."""

    template = "androidworld.system_wifi_turn_on"
    suite = "SystemWifiTurnOn"
    switch = "Wi-Fi"
    wanted = "on"


@dataclass(frozen=True)
class WifiTurnedOnVerify(RadioTask):
    """Wi-Fi is on, and stays so."""

    template = "androidworld.system_wifi_turn_on_verify"
    suite = "SystemWifiTurnOnVerify"
    switch = "Wi-Fi"
    wanted = "on"
    verify = True


@dataclass(frozen=True)
class WifiTurnedOff(RadioTask):
    """Wi-Fi is on, and goes off."""

    template = "androidworld.system_wifi_turn_off"
    suite = "SystemWifiTurnOff"
    switch = "Wi-Fi"
    wanted = "off"


@dataclass(frozen=True)
class WifiTurnedOffVerify(RadioTask):
    """Wi-Fi is off, and stays so."""

    template = "androidworld.system_wifi_turn_off_verify"
    suite = "SystemWifiTurnOffVerify"
    switch = "Wi-Fi"
    wanted = "off"
    verify = True


@dataclass(frozen=True)
class BluetoothOn(RadioTask):
    """Bluetooth is off, and goes on."""

    template = "androidworld.system_bluetooth_turn_on"
    suite = "SystemBluetoothTurnOn"
    switch = "Bluetooth"
    wanted = "on"


@dataclass(frozen=True)
class BluetoothOnVerify(RadioTask):
    """Bluetooth is on, and stays so."""

    template = "androidworld.system_bluetooth_turn_on_verify"
    suite = "SystemBluetoothTurnOnVerify"
    switch = "Bluetooth"
    wanted = "on"
    verify = True


@dataclass(frozen=True)
class BluetoothOff(RadioTask):
    """Bluetooth is on, and goes off."""

    template = "androidworld.system_bluetooth_turn_off"
    suite = "SystemBluetoothTurnOff"
    switch = "Bluetooth"
    wanted = "off"


@dataclass(frozen=True)
class BluetoothOffVerify(RadioTask):
    """Bluetooth is off, and stays so."""

    template = "androidworld.system_bluetooth_turn_off_verify"
    suite = "SystemBluetoothTurnOffVerify"
    switch = "Bluetooth"
    wanted = "off"
    verify = True


@dataclass(frozen=True)
class BluetoothForWifi(SuiteTask):
    """Wi-Fi goes off, and Bluetooth on."""

    template = "androidworld.turn_off_wifi_and_turn_on_bluetooth"
    suite = "TurnOffWifiAndTurnOnBluetooth"
    complexity = 2
    apps = (LABEL,)
    goals = (
        "Switch Wi-Fi off and Bluetooth on.",
        "I do not need Wi-Fi now, but Bluetooth: turn the one off and the other on.",
        "Put Wi-Fi off, and after that put Bluetooth on.",
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        scene.phone.settings.put("global", STORED["Wi-Fi"], "1")
        scene.phone.settings.put("global", STORED["Bluetooth"], "0")
        return cls()

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del params, phone
        return cls()

    def expect(self) -> list[Expectation]:
        return [
            SettingIs("global", STORED["Wi-Fi"], "0"),
            SettingIs("global", STORED["Bluetooth"], "1"),
        ]

    def solve(self, pilot: Pilot) -> None:
        turn(pilot, "Wi-Fi", on=False)
        pilot.back()
        pilot.back()
        turn(pilot, "Bluetooth", on=True)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "Bluetooth alone": Without(Tap("Use Wi-Fi")),
            "Wi-Fi alone": Without(Tap("Use Bluetooth")),
        }
