"""`check_task` finds what is wrong with a template: each flaw is caught by name."""

import inspect
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import pytest
from built_in import CATALOGUE

from phoneworld import Workshop
from phoneworld.author import (
    BACK,
    Added,
    Anything,
    Changed,
    Child,
    Contains,
    Digits,
    Enter,
    Expectation,
    Instead,
    Kind,
    Maybe,
    Mistake,
    OneOf,
    Open,
    Scene,
    Script,
    SettingIs,
    Tap,
    TaskType,
    Template,
)
from phoneworld.providers import contacts
from phoneworld.providers import settings as settings_provider
from phoneworld.tasks.check import check_task
from phoneworld.world import make_person, make_phone_number

PATH = settings_provider.PATH


@dataclass(frozen=True)
class Sound(TaskType):
    """A task type with nothing wrong: flaws are put in by subclasses."""

    template = "test.bluetooth"
    apps = ("Settings",)
    goals = ("Bluetooth on", "Turn on Bluetooth", "Switch Bluetooth on")

    page: str
    switch: str
    code: str = "4711"

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        del scene
        return cls("Connected devices", "Use Bluetooth")

    def expect(self) -> list[Expectation]:
        return [SettingIs("global", "bluetooth_on", "1")]

    def script(self) -> Script:
        return (Open("Settings"), Tap(self.page), Tap(self.switch))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another": Instead(page="Battery", switch="Battery Saver")}


class FewPhrasings(Sound):
    goals = ("Bluetooth on",)


class UnknownParameter(Sound):
    goals = ("Bluetooth on", "Turn on {what}", "Switch Bluetooth on")


class LostOracle(Sound):
    def script(self) -> Script:
        return (Open("Settings"), Tap("Telepathy"))


class WrongOracle(Sound):
    def script(self) -> Script:
        return (Open("Settings"),)


class AlwaysPasses(Sound):
    def expect(self) -> list[Expectation]:
        return [
            Maybe(SettingIs("global", "bluetooth_on", "1")),
            Maybe(SettingIs("global", "low_power", "1")),
        ]


class LooseVerifier(Sound):
    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "global", {}, {"value": "1"})]


class IdleSteps(Sound):
    def script(self) -> Script:
        return (*super().script(), BACK)


class Leaky(Sound):
    hidden = ("code",)
    goals = ("Bluetooth on, code {code}", "Turn on Bluetooth {code}", "{code}: Bluetooth on")


class Unseen(Sound):
    hidden = ("code",)


class NoHandOff(Sound):
    kind = Kind.CROSS
    apps = ("Settings", "Contacts")


class NoMistakes(Sound):
    def mistakes(self) -> dict[str, Mistake]:
        return {}


class SameMistake(Sound):
    def mistakes(self) -> dict[str, Mistake]:
        return {"the task itself": Instead(page=self.page)}


class LostMistakes(Sound):
    def mistakes(self) -> dict[str, Mistake]:
        return {"nowhere": Instead(page="Telepathy")}


@dataclass(frozen=True)
class Moody(Sound):
    draws: ClassVar[int] = 0
    count: int = 0

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        Moody.draws += 1
        return replace(super().draw(scene), count=Moody.draws)


@dataclass(frozen=True)
class SavedContact(TaskType):
    """A contact with a number and a note; what a verifier forgets is put in by subclasses."""

    template = "test.contact"
    apps = ("Contacts",)
    goals = (
        "Save {name}, {phone}, {note}",
        "New: {name}, {phone}, {note}",
        "{name} {phone} {note}",
    )

    name: str
    phone: str
    note: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(
            make_person(scene.rng).first + " Testarossa",
            make_phone_number(scene.rng),
            scene.rng.choice(("Plays chess", "Likes tea", "Knows Rome")),
        )

    def expect(self) -> list[Expectation]:
        number = {"mimetype": contacts.PHONE, "data1": Digits(self.phone)}
        note = {"mimetype": contacts.NOTE, "data1": self.note}
        children = tuple(Child("data", "raw_contact_id", one) for one in (number, note))
        return [Added(contacts.PATH, "raw_contacts", {"display_name": self.name}, children)]

    def script(self) -> Script:
        first, _, last = self.name.partition(" ")
        return (
            Open("Contacts"),
            Tap("Create contact"),
            Enter(first, into="First name"),
            Enter(last, into="Last name"),
            Enter(self.phone, into="Phone"),
            Enter(self.note, into="Note"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another name": Instead(name="Nobody Testarossa")}


class Unrelated(SavedContact):
    """The number may stand on somebody else."""

    def expect(self) -> list[Expectation]:
        number = {"mimetype": contacts.PHONE, "data1": Digits(self.phone)}
        note = {"mimetype": contacts.NOTE, "data1": self.note}
        return [
            Added(contacts.PATH, "raw_contacts", {"display_name": self.name}),
            *(Added(contacts.PATH, "data", one) for one in (number, note)),
        ]


class AnyNote(SavedContact):
    """The note may be any, or none."""

    def expect(self) -> list[Expectation]:
        number = {"mimetype": contacts.PHONE, "data1": Digits(self.phone)}
        note = Maybe(Added(contacts.PATH, "data", {"mimetype": contacts.NOTE}))
        child = Child("data", "raw_contact_id", number)
        return [
            Added(contacts.PATH, "raw_contacts", {"display_name": self.name}, (child,)),
            note,
        ]


class AnyNumber(SavedContact):
    """The wanted value matches whatever it is."""

    def expect(self) -> list[Expectation]:
        number = {
            "mimetype": contacts.PHONE,
            "data1": OneOf(Digits(self.phone), Contains(""), Anything()),
        }
        note = {"mimetype": contacts.NOTE, "data1": self.note}
        children = tuple(Child("data", "raw_contact_id", one) for one in (number, note))
        return [Added(contacts.PATH, "raw_contacts", {"display_name": self.name}, children)]


class OneMore(SavedContact):
    """A second number may come along."""

    def expect(self) -> list[Expectation]:
        return [
            *super().expect(),
            Maybe(Added(contacts.PATH, "data", {"mimetype": contacts.PHONE})),
        ]


def test_sound_template_passes(workshop: Workshop) -> None:
    assert check_task(workshop, Template.of(Sound), 0) == []
    assert check_task(workshop, Template.of(SavedContact), 0) == []


@pytest.mark.parametrize(
    ("flawed", "check"),
    [
        (FewPhrasings, "phrasings"),
        (UnknownParameter, "phrasings"),
        (LostOracle, "oracle"),
        (WrongOracle, "oracle"),
        (AlwaysPasses, "mistake"),
        (LooseVerifier, "mistake"),
        (IdleSteps, "stopping short"),
        (Leaky, "leak"),
        (Unseen, "leak"),
        (NoHandOff, "hand-off"),
        (NoMistakes, "mistake"),
        (SameMistake, "mistake"),
        (LostMistakes, "mistake"),
        (Moody, "seed"),
        (Unrelated, "wrong result"),
        (AnyNumber, "wrong result"),
        (AnyNumber, "twin"),
        (OneMore, "wrong result"),
        (AnyNote, "step left out"),
        (AnyNote, "twin"),
    ],
)
def test_flaw_is_found(workshop: Workshop, flawed: type[TaskType], check: str) -> None:
    template = Template.of(flawed)
    findings = [finding for seed in range(4) for finding in check_task(workshop, template, seed)]

    assert check in {finding.check for finding in findings}


def test_oracles_go_through_the_interface_only() -> None:
    """Through the pilot an oracle could reach the phone's data; none does."""
    bound = [template.draw for template in CATALOGUE.templates.values()]
    types: list[type[TaskType]] = [one.__self__ for one in bound]  # type: ignore[attr-defined]
    methods = [method for one in types for method in (one.solve, one.script)]

    cheats = [
        method.__qualname__
        for method in methods
        if any(way in inspect.getsource(method) for way in (".trial", ".phone."))
    ]

    assert not cheats
