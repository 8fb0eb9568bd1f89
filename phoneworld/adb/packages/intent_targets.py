"""What an intent can lead to: a screen of an app, or the share sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from phoneworld.adb.packages.components import Component, component_of
from phoneworld.adb.packages.intents import Extra
from phoneworld.composition import SYSTEM_PACKAGE
from phoneworld.phone import Phone

TEXT = "android.intent.extra.TEXT"
STREAM = "android.intent.extra.STREAM"
SHARE_SHEET = Component(SYSTEM_PACKAGE, ".panel")


@dataclass(frozen=True, slots=True)
class IntentTarget:
    """A screen to open. `fields` are texts to put into its form."""

    package: str
    route: str
    args: Mapping[str, Extra] = field(default_factory=dict[str, Extra])
    fields: Mapping[str, str] = field(default_factory=dict[str, str])

    def component_on(self, phone: Phone) -> Component:
        """What Android calls the screen."""
        return component_of(phone.app(self.package), self.route)


@dataclass(frozen=True, slots=True)
class Sharing:
    """The share sheet is to be shown: several apps could take what is sent."""

    text: str
    file: str


def app_named(name: str) -> str:
    return f"com.phoneworld.{name}"
