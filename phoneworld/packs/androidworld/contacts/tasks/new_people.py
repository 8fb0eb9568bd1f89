"""Tasks in which somebody new is entered, and saved or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.author import (
    Added,
    Alike,
    Also,
    Child,
    Digits,
    Exact,
    Expectation,
    ExpectedScreen,
    Instead,
    Level,
    Mistake,
    Scene,
    Script,
    ShownElement,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.contacts.data import PACKAGE
from phoneworld.packs.androidworld.contacts.tasks.setup import LABEL, filling
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import FIRST_NAMES, LAST_NAMES, person, phone_number
from phoneworld.providers import contacts


@dataclass(frozen=True)
class NewContact(SuiteTask):
    """Somebody is put into the address book, with a number."""

    template = "androidworld.contacts_add_contact"
    suite = "ContactsAddContact"
    complexity = 1.2
    apps = (LABEL,)
    goals = (
        "Put {name} into my contacts, with the number {number}.",
        "Save a contact named {name} who can be called at {number}.",
        "Add {name} to the address book; the phone number is {number}.",
    )

    name: str
    number: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(person(scene.rng), phone_number(scene.rng))

    def expect(self) -> list[Expectation]:
        number = {"mimetype": contacts.PHONE, "data1": Digits(self.number)}
        children = (Child("data", "raw_contact_id", number),)
        return [Added(contacts.PATH, "raw_contacts", {"display_name": Exact(self.name)}, children)]

    def script(self) -> Script:
        first, _, last = self.name.partition(" ")
        return (*filling(first, last, self.number), Tap("Save"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the first name alone": Instead(name=self.name.partition(" ")[0]),
            "a digit wrong": Instead(number=_next(self.number)),
            "not saved": Without(Tap("Save")),
        }


@dataclass(frozen=True)
class DraftContact(SuiteTask):
    """The form is filled in, and left open."""

    template = "androidworld.contacts_new_contact_draft"
    suite = "ContactsNewContactDraft"
    complexity = 1.2
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        (
            "Fill in the form for a new contact, but do not save it: first name {first}, last name "
            "{last}, phone {phone}, which is a {phone_label} number."
        ),
        (
            "Open the screen for a new contact and write there: {first} as the first name, {last} as the "
            "last name, {phone} as the phone with the label {phone_label}. Leave it unsaved."
        ),
        (
            "Prepare a contact without saving: {first} {last} (first and last name), number {phone}, "
            "labelled {phone_label}."
        ),
    )

    first: str
    last: str
    phone: str
    phone_label: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        phone = f"{rng.randint(100, 999)}-{rng.randint(100, 999)}-{rng.randint(1000, 9999)}"
        return cls(
            rng.choice(FIRST_NAMES), rng.choice(LAST_NAMES), phone, rng.choice(("Home", "Work"))
        )

    def expect(self) -> list[Expectation]:
        label = Exact(self.phone_label)
        return [
            ExpectedScreen(
                PACKAGE,
                (
                    ShownElement(Alike(self.first), hint=Exact("First name")),
                    ShownElement(Alike(self.last), hint=Exact("Last name")),
                    ShownElement(Digits(self.phone), hint=Exact("Phone")),
                    ShownElement(label, Exact(f"{self.phone_label} Phone")),
                ),
            )
        ]

    def script(self) -> Script:
        return (
            *filling(self.first, self.last, self.phone),
            Tap("Mobile Phone"),
            Tap(self.phone_label, role="radio"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        other = "Work" if self.phone_label == "Home" else "Home"
        return {
            "saved": Also(Tap("Save")),
            "the other label": Instead(phone_label=other),
            "no label": Without(Tap("Mobile Phone"), Tap(self.phone_label)),
            "names exchanged": Instead(first=self.last, last=self.first),
        }


def _next(number: str) -> str:
    return number[:-1] + str((int(number[-1]) + 1) % 10)
