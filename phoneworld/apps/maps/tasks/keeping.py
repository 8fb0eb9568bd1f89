"""Lists, reviews, labels and preferences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.tasks.scenery import add_branches, add_pair, find_next, find_place, town
from phoneworld.author import (
    BACK,
    Added,
    Changed,
    Child,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    StopAt,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.world import millis

LISTS = tuple(name for name, _ in data.LISTS)


@dataclass(frozen=True, slots=True)
class PlaceList:
    """A list of places that every phone has."""

    id: int
    name: str


def two_lists(scene: Scene) -> tuple[PlaceList, PlaceList]:
    """A list to use, and one to mix it up with; ids count from 1."""
    one, other = scene.rng.sample(range(len(LISTS)), 2)
    return PlaceList(one + 1, LISTS[one]), PlaceList(other + 1, LISTS[other])


@dataclass(frozen=True)
class SavePlace(TaskType):
    """One of two branches is saved to a list."""

    template = "maps.save_place"
    level = Level.MEDIUM
    apps = ("Maps",)
    goals = (
        "Save {place} at {street} to my list {list_name}.",
        "Put the {place} at {street} on the '{list_name}' list in Maps.",
        "I want to remember {place}, {street}. Add it to {list_name}.",
    )

    list_name: str
    list_id: int
    other_list: str
    place: str
    street: str
    other_street: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_branches(scene)
        wanted, other_list = two_lists(scene)
        return cls(
            list_name=wanted.name,
            list_id=wanted.id,
            other_list=other_list.name,
            place=one.name,
            street=one.street,
            other_street=other.street,
            id=one.id,
        )

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "saved", {"list_id": self.list_id, "place_id": self.id})]

    def script(self) -> Script:
        return (
            Open("Maps"),
            *find_place(self.place, self.street),
            Tap("Save", role="button"),
            Tap(self.list_name, role="checkbox"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other branch": Instead(street=self.other_street),
            "another list": Instead(list_name=self.other_list),
        }


@dataclass(frozen=True)
class RemoveSaved(TaskType):
    """A place goes off one list and stays on the other."""

    template = "maps.remove_saved"
    apps = ("Maps",)
    goals = (
        "Remove {place} from my list {list_name}.",
        "Take {place} off the '{list_name}' list in Maps.",
        "{place} no longer belongs on {list_name}. Please remove it from that list.",
    )

    list_name: str
    list_id: int
    other_list: str
    place: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        wanted, other_list = two_lists(scene)
        stamp = millis(scene.world.day(-4, 12))
        for saved_to, place in ((wanted, other), (wanted, one), (other_list, one)):
            data.add_saved(town(scene), saved_to.id, place.id, at_ms=stamp)
        return cls(
            list_name=wanted.name,
            list_id=wanted.id,
            other_list=other_list.name,
            place=one.name,
            other=other.name,
            id=one.id,
        )

    def expect(self) -> list[Expectation]:
        return [Removed(data.PATH, "saved", {"list_id": self.list_id, "place_id": self.id})]

    def script(self) -> Script:
        return (
            Open("Maps"),
            Tap("Saved", role="tab"),
            Tap(self.list_name, role="item"),
            Hold(self.place, role="item"),
            Tap("Remove from list"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a place of a similar name": Instead(place=self.other),
            "off the other list": Instead(list_name=self.other_list),
        }


@dataclass(frozen=True)
class NewList(TaskType):
    """A new list with two places."""

    template = "maps.new_list"
    level = Level.HARD
    apps = ("Maps",)
    goals = (
        "Make a new list '{title}' in Maps and save {first} and {second} to it.",
        "Create a list called '{title}' with the places {first} and {second}.",
        "I am planning a day out. Put {first} and {second} on a new list named '{title}'.",
    )

    title: str
    wrong_title: str
    first: str
    second: str
    ids: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = add_pair(scene)
        title, wrong = rng.sample(
            (
                "Sunday outing",
                "With the parents",
                "Rainy days",
                "Date night",
                "Team lunch",
                "Visitors",
            ),
            2,
        )

        return cls(
            title=title,
            wrong_title=wrong,
            first=one.name,
            second=other.name,
            ids=(one.id, other.id),
        )

    def expect(self) -> list[Expectation]:
        places = tuple(Child("saved", "list_id", {"place_id": place}) for place in self.ids)
        return [Added(data.PATH, "lists", {"name": self.title}, places)]

    def script(self) -> Script:
        return (
            Open("Maps"),
            *find_place(self.first),
            Tap("Save", role="button"),
            Tap("New list"),
            Enter(self.title),
            Tap("Create"),
            *find_next(self.second),
            Tap("Save", role="button"),
            Tap(self.title, role="checkbox"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only one place": StopAt(BACK),
            "another name": Instead(title=self.wrong_title),
            "the second elsewhere": Swap(
                Tap(self.title, role="checkbox"), Tap(LISTS[0], role="checkbox")
            ),
        }


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
    id: int
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
            id=one.id,
            stars=stars,
            text=text,
            wrong_stars=wrong_stars,
            wrong_text=wrong,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"place_id": self.id, "stars": self.stars, "text": self.text, "mine": 1}
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


TASKS = templates_of(
    SavePlace,
    RemoveSaved,
    NewList,
    WriteReview,
    SetUnits,
)
