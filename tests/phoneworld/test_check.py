"""`check_task` finds what is wrong with a template: each flaw is caught by name."""

import inspect
from collections.abc import Callable

import pytest
from built_in import CATALOGUE

from phoneworld import Kind, Template, Workshop
from phoneworld.providers import settings as settings_provider
from phoneworld.tasks.check import check_task
from phoneworld.tasks.expect import Changed, Expectation, Maybe, SettingIs
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Params, Scene

PATH = settings_provider.PATH


class Sound(Template):
    """A template with nothing wrong: flaws are put in by subclasses."""

    name = "test.bluetooth"
    apps = ("Settings",)
    goals = ("Bluetooth on", "Turn on Bluetooth", "Switch Bluetooth on")

    def setup(self, scene: Scene) -> Params:
        return {"page": "Connected devices", "switch": "Use Bluetooth", "code": "4711"}

    def expect(self, v: Params) -> list[Expectation]:
        return [SettingIs("global", "bluetooth_on", "1")]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Settings")
        pilot.tap(v["page"])
        pilot.tap(v["switch"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another": {"page": "Battery", "switch": "Battery Saver"}}


class FewPhrasings(Sound):
    goals = ("Bluetooth on",)


class UnknownParameter(Sound):
    goals = ("Bluetooth on", "Turn on {what}", "Switch Bluetooth on")


class LostOracle(Sound):
    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Settings")
        pilot.tap("Telepathy")


class WrongOracle(Sound):
    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Settings")


class AlwaysPasses(Sound):
    def expect(self, v: Params) -> list[Expectation]:
        return [
            Maybe(SettingIs("global", "bluetooth_on", "1")),
            Maybe(SettingIs("global", "low_power", "1")),
        ]


class LooseVerifier(Sound):
    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "global", {}, {"value": "1"})]


class IdleSteps(Sound):
    def solve(self, pilot: Pilot, v: Params) -> None:
        super().solve(pilot, v)
        pilot.back()


class Leaky(Sound):
    hidden = ("code",)
    goals = ("Bluetooth on, code {code}", "Turn on Bluetooth {code}", "{code}: Bluetooth on")


class Unseen(Sound):
    hidden = ("code",)


class NoHandOff(Sound):
    kind = Kind.CROSS
    apps = ("Settings", "Contacts")


class NoMisses(Sound):
    def near_misses(self, v: Params) -> dict[str, Params]:
        return {}


class SameMiss(Sound):
    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the task itself": {"page": v["page"]}}


class LostMisses(Sound):
    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"nowhere": {"page": "Telepathy"}}


class Moody(Sound):
    count = 0

    def setup(self, scene: Scene) -> Params:
        Moody.count += 1
        return {**super().setup(scene), "count": Moody.count}


def test_sound_template_passes(workshop: Workshop) -> None:
    assert check_task(workshop, Sound(), 0) == []


@pytest.mark.parametrize(
    ("flawed", "check"),
    [
        (FewPhrasings, "phrasings"),
        (UnknownParameter, "phrasings"),
        (LostOracle, "oracle"),
        (WrongOracle, "oracle"),
        (AlwaysPasses, "near miss"),
        (LooseVerifier, "near miss"),
        (IdleSteps, "stopping short"),
        (Leaky, "leak"),
        (Unseen, "leak"),
        (NoHandOff, "hand-off"),
        (NoMisses, "near miss"),
        (SameMiss, "near miss"),
        (LostMisses, "near miss"),
        (Moody, "seed"),
    ],
)
def test_flaw_is_found(workshop: Workshop, flawed: Callable[[], Template], check: str) -> None:
    template = flawed()
    findings = [finding for seed in range(4) for finding in check_task(workshop, template, seed)]

    assert check in {finding.check for finding in findings}


@pytest.mark.parametrize("name", list(CATALOGUE.templates))
def test_oracle_goes_through_the_interface_only(name: str) -> None:
    """Through the pilot an oracle could reach the phone's data; none does."""
    source = inspect.getsource(type(CATALOGUE.templates[name]).solve)

    assert ".trial" not in source
    assert ".phone" not in source
