"""What is done already, what must be asked about, and what cannot be found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.tasks.keeping import two_lists
from phoneworld.apps.maps.tasks.scenery import add_branches, add_pair, find_place, town
from phoneworld.author import (
    Added,
    Asked,
    Ended,
    Expectation,
    FinishStatus,
    Guess,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    TaskType,
    templates_of,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class AlreadySaved(TaskType):
    """The place is on the list already."""

    template = "maps.keep_saved"
    apps = ("Maps",)
    goals = (
        "Make sure that {place} is on my list {list}.",
        "Is {place} saved to {list}? If not, save it there.",
        "See to it that the '{list}' list contains {place}.",
    )

    list: str
    list_id: int
    other_list: str
    other_list_id: int
    place: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        lists = two_lists(scene)
        data.add_saved(town(scene), lists["list_id"], one.id, at_ms=millis(scene.world.day(-4, 12)))
        return cls(**lists, place=one.name, other=other.name)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        if v.get("tap"):
            find_place(pilot, self.tap)
            pilot.tap("Save", role="button")
            pilot.tap(self.list, role="checkbox")
            return
        pilot.tap("Saved", role="tab")
        pilot.tap(self.list, role="item")
        pilot.reach(self.place, role="item")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "took it off": Instead(tap=self.place),
            "saved another place": Instead(tap=self.other),
        }


@dataclass(frozen=True)
class AskBranch(TaskType):
    """Which of two branches is meant must be asked."""

    template = "maps.ask_branch"
    level = Level.HARD
    apps = ("Maps",)
    goals = (
        "Save {place} to {list}. Ask me if it is not clear which one I mean.",
        "Add {place} to my list {list}; there may be more than one, so check with me.",
        "Put {place} on {list}. If there are several of that name, ask me which.",
    )

    list: str
    list_id: int
    other_list: str
    other_list_id: int
    place: str
    meant: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_branches(scene)
        return cls(
            **two_lists(scene), place=one.name, meant=one.street, other=other.street, id=one.id
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        wanted = {"list_id": self.list_id, "place_id": self.id}
        return [Asked(), Added(data.PATH, "saved", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(self.place, into="Search places")
        pilot.enter()
        street = pilot.ask(f"Which {self.place} do you mean?")
        pilot.tap(f", {street},", role="item")
        pilot.tap("Save", role="button")
        pilot.tap(self.list, role="checkbox")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


@dataclass(frozen=True)
class NoSuchPlace(TaskType):
    """The place is not on the map; one of a similar name is."""

    template = "maps.no_such_place"
    level = Level.MEDIUM
    apps = ("Maps",)
    goals = (
        "Save {place} to my list {list}.",
        "Find {place} on the map and put it on the '{list}' list.",
        "Please add {place} to {list} in Maps.",
    )

    list: str
    list_id: int
    other_list: str
    other_list_id: int
    place: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        database = town(scene)
        for table, column in (("places", "_id"), ("hours", "place_id")):
            database.run(f"DELETE FROM {table} WHERE {column} = ?", one.id)
        return cls(**two_lists(scene), place=one.name, other=other.name)

    def expect(self) -> list[Expectation]:
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(self.place, into="Search places")
        pilot.enter()
        if v.get("settle"):
            pilot.finish("Saved.")
        elif not pilot.shows(self.place, role="item"):
            pilot.give_up("There is no such place on the map.")
        else:
            pilot.tap(self.place, role="item")
            pilot.tap("Save", role="button")
            pilot.tap(self.list, role="checkbox")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a place of a similar name": Instead(place=self.other),
            "said it was done": Instead(settle=True),
        }


TASKS = templates_of(AlreadySaved, AskBranch, NoSuchPlace)
