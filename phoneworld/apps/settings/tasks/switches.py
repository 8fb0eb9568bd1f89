"""Tasks that turn something on or off."""

from __future__ import annotations

from phoneworld.apps.settings.tasks.ways import STORED, WHERE, go
from phoneworld.providers import system
from phoneworld.tasks.expect import Changed, Expectation, SettingIs
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template


class WifiOn(Template):
    """The first thing people ask for."""

    name = "settings.wifi_on"
    apps = ("Settings",)
    goals = (
        "Turn on Wi-Fi.",
        "Switch the Wi-Fi on.",
        "Please enable Wi-Fi in the settings.",
        "I need wireless internet, turn Wi-Fi on.",
    )

    def setup(self, scene: Scene) -> Params:
        bluetooth = scene.rng.random() < 0.5
        scene.phone.settings.put("global", "bluetooth_on", str(int(bluetooth)))
        return {"switch": "Wi-Fi"}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs("global", "wifi_on", "1")]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, *WHERE[v["switch"]])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "Bluetooth instead": {"switch": "Bluetooth"},
            "airplane mode instead": {"switch": "Airplane mode"},
        }


class FlipSwitch(Template):
    """One of many switches, on or off."""

    name = "settings.flip_switch"
    apps = ("Settings",)
    goals = (
        "Turn {switch} {state}.",
        "Switch {state} {switch} on my phone.",
        "In the settings, make sure {switch} is {state}.",
    )

    def setup(self, scene: Scene) -> Params:
        switch, other = scene.rng.sample(list(STORED), 2)
        on = scene.rng.random() < 0.6
        scene.phone.settings.put(*STORED[switch], "0" if on else "1")
        return {"switch": switch, "state": "on" if on else "off", "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs(*STORED[v["switch"]], "1" if v["state"] == "on" else "0")]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, *WHERE[v["switch"]])
        if v.get("twice"):
            pilot.tap(WHERE[v["switch"]][-1])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another switch": {"switch": v["other"]}, "and back again": {"twice": True}}


class AlreadyOn(Template):
    """What is asked for is so already: look, and leave it."""

    name = "settings.already_set"
    level = Level.MEDIUM
    apps = ("Settings",)
    goals = (
        "Make sure that {switch} is {state}.",
        "Check that {switch} is {state}, and change it if it is not.",
        "{switch} should be {state}. Can you see to that?",
    )

    def setup(self, scene: Scene) -> Params:
        switch = scene.rng.choice(list(STORED))
        on = scene.rng.random() < 0.6
        scene.phone.settings.put(*STORED[switch], "1" if on else "0")
        return {"switch": switch, "state": "on" if on else "off"}

    def expect(self, v: Params) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        *pages, switch = WHERE[v["switch"]]
        go(pilot, *pages)
        if pilot.reach(switch).checked != (v["state"] == "on") or v.get("blindly"):
            pilot.tap(switch)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"toggled without looking": {"blindly": True}}


class RevokePermission(Template):
    """An app loses a permission."""

    name = "settings.revoke_permission"
    level = Level.HARD
    apps = ("Settings",)
    goals = (
        "Take the contacts permission away from {app}.",
        "{app} should no longer be allowed to read my contacts.",
        "Don't let {app} read my contacts any more.",
    )
    PERMISSION = "android.permission.READ_CONTACTS"

    def setup(self, scene: Scene) -> Params:
        labels = {"Mail": "com.phoneworld.mail", "Maps": "com.phoneworld.maps"}
        for package in labels.values():
            scene.phone.grant_permission(package, self.PERMISSION, granted=True)
        app, other = scene.rng.sample(list(labels), 2)
        return {"app": app, "package": labels[app], "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        where = {"package": v["package"], "permission": self.PERMISSION}
        return [Changed(system.PATH, "permissions", where, {"granted": 0})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        go(pilot, "Apps", v["app"], "Read contacts")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another app": {"app": v["other"]}}


TASKS = (
    WifiOn(),
    FlipSwitch(),
    AlreadyOn(),
    RevokePermission(),
)
