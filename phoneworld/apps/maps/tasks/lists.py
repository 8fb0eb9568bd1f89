"""Lists of places: saving, removing, a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.tasks.setup import (
    LISTS,
    add_branches,
    add_pair,
    find_next,
    find_place,
    town,
    two_lists,
)
from phoneworld.author import (
    BACK,
    Added,
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
)
from phoneworld.world import millis


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
    place_id: int

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
            place_id=one.id,
        )

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "saved", {"list_id": self.list_id, "place_id": self.place_id})]

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
    place_id: int

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
            place_id=one.id,
        )

    def expect(self) -> list[Expectation]:
        return [Removed(data.PATH, "saved", {"list_id": self.list_id, "place_id": self.place_id})]

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
class NewPlaceList(TaskType):
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
