"""Tasks that turn something on or off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.settings.tasks.setup import STORED, WHERE, go
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    SettingIs,
    Tap,
    TaskType,
)
from phoneworld.providers import system


@dataclass(frozen=True)
class WifiOn(TaskType):
    """Wi-Fi is turned on."""

    template = "settings.wifi_on"
    apps = ("Settings",)
    goals = (
        "Turn on Wi-Fi.",
        "Switch the Wi-Fi on.",
        "Please enable Wi-Fi in the settings.",
        "I need wireless internet, turn Wi-Fi on.",
    )

    switch: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        bluetooth = scene.rng.random() < 0.5
        scene.phone.settings.put("global", "bluetooth_on", str(int(bluetooth)))
        return cls(switch="Wi-Fi")

    def expect(self) -> list[Expectation]:
        return [SettingIs("global", "wifi_on", "1")]

    def script(self) -> Script:
        return go(*WHERE[self.switch])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "Bluetooth instead": Instead(switch="Bluetooth"),
            "airplane mode instead": Instead(switch="Airplane mode"),
        }


@dataclass(frozen=True)
class FlipSwitch(TaskType):
    """One of many switches is turned on or off."""

    template = "settings.flip_switch"
    apps = ("Settings",)
    goals = (
        "Turn {switch} {state}.",
        "Switch {state} {switch} on my phone.",
        "In the settings, make sure {switch} is {state}.",
    )

    switch: str
    state: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        switch, other = scene.rng.sample(list(STORED), 2)
        on = scene.rng.random() < 0.6
        scene.phone.settings.put(*STORED[switch], "0" if on else "1")
        return cls(switch=switch, state="on" if on else "off", other=other)

    def expect(self) -> list[Expectation]:
        return [SettingIs(*STORED[self.switch], "1" if self.state == "on" else "0")]

    def script(self) -> Script:
        return go(*WHERE[self.switch])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another switch": Instead(switch=self.other),
            "and back again": Also(Tap(WHERE[self.switch][-1])),
        }


@dataclass(frozen=True)
class SettingAlreadyOn(TaskType):
    """The switch is set as wanted already and must stay so."""

    template = "settings.already_set"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Make sure that {switch} is {state}.",
        "Check that {switch} is {state}, and change it if it is not.",
        "{switch} should be {state}. Can you see to that?",
    )

    switch: str
    state: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        switch = scene.rng.choice(list(STORED))
        on = scene.rng.random() < 0.6
        scene.phone.settings.put(*STORED[switch], "1" if on else "0")
        return cls(switch=switch, state="on" if on else "off")

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        *pages, switch = WHERE[self.switch]
        pilot.follow(go(*pages))
        if pilot.reach(switch).checked != (self.state == "on"):
            pilot.tap(switch)

    def mistakes(self) -> dict[str, Mistake]:
        return {"toggled without looking": Also(Tap(WHERE[self.switch][-1]))}


@dataclass(frozen=True)
class RevokePermission(TaskType):
    """An app loses a permission."""

    template = "settings.revoke_permission"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Take the contacts permission away from {app}.",
        "{app} should no longer be allowed to read my contacts.",
        "Don't let {app} read my contacts any more.",
    )
    PERMISSION = "android.permission.READ_CONTACTS"

    app: str
    package: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        labels = {"Mail": "com.phoneworld.mail", "Maps": "com.phoneworld.maps"}
        for package in labels.values():
            scene.phone.grant_permission(package, cls.PERMISSION, granted=True)
        app, other = scene.rng.sample(list(labels), 2)
        return cls(app=app, package=labels[app], other=other)

    def expect(self) -> list[Expectation]:
        where = {"package": self.package, "permission": self.PERMISSION}
        return [Changed(system.PATH, "permissions", where, {"granted": 0})]

    def script(self) -> Script:
        return go("Apps", self.app, "Read contacts")

    def mistakes(self) -> dict[str, Mistake]:
        return {"another app": Instead(app=self.other)}
