"""What is saved already, what must be asked about, and what cannot be found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.tasks.setup import add_branches, add_pair, find_place, town, two_lists
from phoneworld.author import (
    Added,
    End,
    Expectation,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class AlreadySaved(TaskType):
    """The place is on the list already."""

    template = "maps.keep_saved"
    apps = ("Maps",)
    goals = (
        "Make sure that {place} is on my list {list_name}.",
        "Is {place} saved to {list_name}? If not, save it there.",
        "See to it that the '{list_name}' list contains {place}.",
    )

    list_name: str
    place: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        wanted, _ = two_lists(scene)
        data.add_saved(town(scene), wanted.id, one.id, at_ms=millis(scene.world.day(-4, 12)))
        return cls(list_name=wanted.name, place=one.name, other=other.name)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.tap("Saved", role="tab")
        pilot.tap(self.list_name, role="item")
        pilot.reach(self.place, role="item")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "took it off": self._save(self.place),
            "saved another place": self._save(self.other),
        }

    def _save(self, place: str) -> Way:
        return Way(
            Open("Maps"),
            *find_place(place),
            Tap("Save", role="button"),
            Tap(self.list_name, role="checkbox"),
        )


@dataclass(frozen=True)
class AskBranch(TaskType):
    """Which of two branches is meant must be asked."""

    template = "maps.ask_branch"
    level = Level.HARD
    apps = ("Maps",)
    goals = (
        "Save {place} to {list_name}. Ask me if it is not clear which one I mean.",
        "Add {place} to my list {list_name}; there may be more than one, so check with me.",
        "Put {place} on {list_name}. If there are several of that name, ask me which.",
    )

    list_name: str
    list_id: int
    other_list: str
    place: str
    meant: str
    other: str
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
            meant=one.street,
            other=other.street,
            place_id=one.id,
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        wanted = {"list_id": self.list_id, "place_id": self.place_id}
        return [ExpectedQuestion(), Added(data.PATH, "saved", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(self.place, into="Search places")
        pilot.enter()
        street = pilot.ask(f"Which {self.place} do you mean?")
        pilot.tap(f", {street},", role="item")
        pilot.tap("Save", role="button")
        pilot.tap(self.list_name, role="checkbox")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
            "another list": Instead(list_name=self.other_list),
        }


@dataclass(frozen=True)
class NoSuchPlace(TaskType):
    """The place is not on the map; one of a similar name is."""

    template = "maps.no_such_place"
    level = Level.MEDIUM
    apps = ("Maps",)
    goals = (
        "Save {place} to my list {list_name}.",
        "Find {place} on the map and put it on the '{list_name}' list.",
        "Please add {place} to {list_name} in Maps.",
    )

    list_name: str
    place: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        database = town(scene)
        for table, column in (("places", "_id"), ("hours", "place_id")):
            database.run(f"DELETE FROM {table} WHERE {column} = ?", one.id)
        wanted, _ = two_lists(scene)
        return cls(list_name=wanted.name, place=one.name, other=other.name)

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(self.place, into="Search places")
        pilot.enter()
        if not pilot.shows(self.place, role="item"):
            pilot.give_up("There is no such place on the map.")
            return
        pilot.tap(self.place, role="item")
        pilot.tap("Save", role="button")
        pilot.tap(self.list_name, role="checkbox")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a place of a similar name": Instead(place=self.other),
            "said it was done": Swap(End, End("Saved.")),
        }
