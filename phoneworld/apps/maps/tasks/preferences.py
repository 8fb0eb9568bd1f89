"""Reviews, labels and options: what the user tells the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.tasks.setup import add_pair, find_place, town
from phoneworld.author import (
    ENTER_KEY,
    Added,
    Anything,
    Changed,
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
from phoneworld.world import STREETS


@dataclass(frozen=True)
class WriteReview(TaskType):
    """Stars and a sentence about a place."""

    template = "maps.write_review"
    level = Level.MEDIUM
    apps = ("Maps",)
    goals = (
        "Review {place} in Maps: {stars} stars, and write '{text}'",
        "Give {place} {stars} stars and the comment '{text}'",
        "Post a review for {place}. Rating: {stars} stars. Text: {text}",
    )

    place: str
    other: str
    place_id: int
    stars: int
    text: str
    wrong_stars: int
    wrong_text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = add_pair(scene)
        text, wrong = rng.sample(
            (
                "Lovely place with a quiet back room.",
                "The staff was helpful and quick.",
                "Good, but a little expensive.",
                "Too loud for a talk.",
                "Perfect for families.",
            ),
            2,
        )
        stars, wrong_stars = rng.sample(range(2, 6), 2)
        return cls(
            place=one.name,
            other=other.name,
            place_id=one.id,
            stars=stars,
            text=text,
            wrong_stars=wrong_stars,
            wrong_text=wrong,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"place_id": self.place_id, "stars": self.stars, "text": self.text, "mine": 1}
        return [Added(data.PATH, "reviews", wanted)]

    def script(self) -> Script:
        return (
            Open("Maps"),
            *find_place(self.place),
            Tap("Write a review"),
            Tap(f"{self.stars} stars", role="button"),
            Enter(self.text, into="Share details of your own experience"),
            Tap("Post"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a place of a similar name": Instead(place=self.other),
            "other stars": Instead(stars=self.wrong_stars),
            "another text": Instead(text=self.wrong_text),
        }


@dataclass(frozen=True)
class SetUnits(TaskType):
    """Distances in miles."""

    template = "maps.set_option"
    apps = ("Maps",)
    goals = (
        "In Maps, set {option} to {value}.",
        "Change the setting '{option}' of the map app to {value}.",
        "I would like Maps to use {value} as {option}.",
    )

    option: str
    name: str
    value: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        option, name, value, other = scene.rng.choice(
            (
                ("Distance units", "units", "Miles", ""),
                ("Preferred mode", "mode", "Bike", "Walk"),
                ("Preferred mode", "mode", "Transit", "Bike"),
                ("Preferred mode", "mode", "Walk", "Transit"),
            )
        )
        return cls(option=option, name=name, value=value, other=other or "Kilometers")

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "preferences", {"name": self.name}, {"value": self.value})]

    def script(self) -> Script:
        return (
            Open("Maps"),
            Tap("Settings"),
            Tap(self.option, role="item"),
            Tap(self.value, role="radio"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another value": Instead(value=self.other)}


@dataclass(frozen=True)
class SetLabel(TaskType):
    """A new home, or a place of work."""

    template = "maps.set_address"
    level = Level.MEDIUM
    apps = ("Maps",)
    goals = (
        "Set my {label} address in Maps to {address}.",
        "My {label} address is {address}. Save that in the map app.",
        "Please change the {label} label on the map: it is {address}.",
    )

    label: str
    wrong_label: str
    address: str
    wrong_address: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        town_name = data.town_of(town(scene))
        number, other = rng.sample(range(3, 199), 2)
        street = rng.choice(STREETS)
        label, wrong = rng.sample((data.HOME, data.WORK), 2)
        return cls(
            label=label.lower(),
            wrong_label=wrong.lower(),
            address=f"{number} {street}, {town_name}",
            wrong_address=f"{other} {street}, {town_name}",
        )

    def expect(self) -> list[Expectation]:
        if self.label == "work":
            return [Added(data.PATH, "labels", {"name": data.WORK, "address": self.address})]
        to = {"address": self.address, "x": Anything(), "y": Anything()}
        return [Changed(data.PATH, "labels", {"name": data.HOME}, to)]

    def script(self) -> Script:
        return (
            Open("Maps"),
            Tap("Search here"),
            Enter(self.address, into="Search places"),
            ENTER_KEY,
            Tap(self.address, role="item"),
            Tap(f"Set as {self.label}", role="item"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another number": Instead(address=self.wrong_address),
            "the other label": Instead(label=self.wrong_label),
        }
