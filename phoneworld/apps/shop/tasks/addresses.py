"""Tasks with delivery addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.shop.data import PATH
from phoneworld.author import (
    Added,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    TaskType,
)
from phoneworld.world import make_address


@dataclass(frozen=True)
class AddAddress(TaskType):
    """A delivery address is added."""

    template = "shop.add_address"
    level = Level.MEDIUM
    apps = ("Shop",)
    goals = (
        "Add a delivery address to my Shop account: {recipient}, {street}, {city}. Label it {label}.",
        'In the Shop, save the address of {recipient} as "{label}": {street}, {city}.',
        (
            "I want parcels sent to {recipient} at {street} in {city} as well. Enter that address in the "
            "Shop under the label {label}."
        ),
    )

    recipient: str
    other: str
    street: str
    city: str
    wrong_street: str
    label: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = rng.sample(scene.world.people, 2)
        street, _, city = make_address(rng).partition(", ")
        labels = ("Parents", "Neighbour", "Holiday home", "Office", "Friend")
        return cls(
            recipient=one.name,
            other=other.name,
            street=street,
            city=city,
            wrong_street=make_address(rng).partition(", ")[0],
            label=rng.choice(labels),
        )

    def expect(self) -> list[Expectation]:
        where = {
            "label": self.label,
            "recipient": self.recipient,
            "street": self.street,
            "city": self.city,
        }
        return [Added(PATH, "addresses", where)]

    def script(self) -> Script:
        return (
            Open("Shop"),
            Tap("Account", role="tab"),
            Tap("Addresses", role="item"),
            Tap("Add address"),
            Enter(self.label, into="Label (Home, Work ...)"),
            Enter(self.recipient, into="Name"),
            Enter(self.street, into="Street and number"),
            Enter(self.city, into="City"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another street": Instead(street=self.wrong_street),
            "another name": Instead(recipient=self.other),
        }
