"""Tasks in which an app is to be in front at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.author import (
    HOME,
    Also,
    Expectation,
    ExpectedScreen,
    Instead,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    SettingIs,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.settings.tasks.setup import APPS, LABEL, STORED, turn
from phoneworld.packs.androidworld.suite_task import SuiteTask


@dataclass(frozen=True)
class OpenAnApp(SuiteTask):
    """One of five apps is opened."""

    template = "androidworld.open_app_task_eval"
    suite = "OpenAppTaskEval"
    complexity = 1
    apps = tuple(label for label, _ in APPS.values())
    goals = (
        "Open the app {app_name}, and allow whatever it asks for.",
        "I want to see the {app_name} app. If it asks for a permission, grant it.",
        "Start the {app_name} app; agree to what may pop up.",
    )

    app_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(scene.rng.choice(list(APPS)))

    def expect(self) -> list[Expectation]:
        return [ExpectedScreen(APPS[self.app_name][1])]

    def script(self) -> Script:
        return (Open(APPS[self.app_name][0]),)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another app": Instead(app_name=_other(self.app_name)),
            "left again": Also(HOME),
        }


@dataclass(frozen=True)
class WifiThenApp(SuiteTask):
    """Wi-Fi goes on, and an app is opened."""

    template = "androidworld.turn_on_wifi_and_open_app"
    suite = "TurnOnWifiAndOpenApp"
    complexity = 2
    apps = tuple(dict.fromkeys((LABEL, *OpenAnApp.apps)))
    goals = (
        "Switch Wi-Fi on, and open the {app_name} app after that.",
        "First turn on Wi-Fi; then show me the {app_name} app.",
        "I need Wi-Fi on and the {app_name} app open.",
    )

    app_name: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        scene.phone.settings.put("global", STORED["Wi-Fi"], "0")
        return cls(scene.rng.choice(list(APPS)))

    def expect(self) -> list[Expectation]:
        return [
            SettingIs("global", STORED["Wi-Fi"], "1"),
            ExpectedScreen(APPS[self.app_name][1]),
        ]

    def solve(self, pilot: Pilot) -> None:
        turn(pilot, "Wi-Fi", on=True)
        label, _ = APPS[self.app_name]
        if label != LABEL:
            pilot.open(label)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another app": Instead(app_name=_other(self.app_name)),
            "still off": Without(Tap("Use Wi-Fi")),
        }


def _other(name: str) -> str:
    names = list(APPS)
    return names[(names.index(name) + 1) % len(names)]
