"""What is done already, what must be asked about, and what cannot be found."""

from __future__ import annotations

from phoneworld.apps.maps import data
from phoneworld.apps.maps.tasks.keeping import two_lists
from phoneworld.apps.maps.tasks.scenery import add_branches, add_pair, find_place, town
from phoneworld.tasks.expect import Added, Asked, Ended, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import millis
from runtime.actions import FinishStatus


class AlreadySaved(Template):
    """The place is on the list already."""

    name = "maps.keep_saved"
    apps = ("Maps",)
    goals = (
        "Make sure that {place} is on my list {list}.",
        "Is {place} saved to {list}? If not, save it there.",
        "See to it that the '{list}' list contains {place}.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = add_pair(scene)
        lists = two_lists(scene)
        data.add_saved(town(scene), lists["list_id"], one.id, at_ms=millis(scene.world.day(-4, 12)))
        return {**lists, "place": one.name, "other": other.name}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        if v.get("tap"):
            find_place(pilot, v["tap"])
            pilot.tap("Save", role="button")
            pilot.tap(v["list"], role="checkbox")
            return
        pilot.tap("Saved", role="tab")
        pilot.tap(v["list"], role="item")
        pilot.reach(v["place"], role="item")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "took it off": {"tap": v["place"]},
            "saved another place": {"tap": v["other"]},
        }


class AskBranch(Template):
    """Which of two branches is meant must be asked."""

    name = "maps.ask_branch"
    level = Level.HARD
    apps = ("Maps",)
    goals = (
        "Save {place} to {list}. Ask me if it is not clear which one I mean.",
        "Add {place} to my list {list}; there may be more than one, so check with me.",
        "Put {place} on {list}. If there are several of that name, ask me which.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = add_branches(scene)
        return {
            **two_lists(scene),
            "place": one.name,
            "meant": one.street,
            "other": other.street,
            "id": one.id,
        }

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"list_id": v["list_id"], "place_id": v["id"]}
        return [Asked(), Added(data.PATH, "saved", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(v["place"], into="Search places")
        pilot.enter()
        street = v.get("guess") or pilot.ask(f"Which {v['place']} do you mean?")
        pilot.tap(f", {street},", role="item")
        pilot.tap("Save", role="button")
        pilot.tap(v["list"], role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


class NoSuchPlace(Template):
    """The place is not on the map; one of a similar name is."""

    name = "maps.no_such_place"
    level = Level.MEDIUM
    apps = ("Maps",)
    goals = (
        "Save {place} to my list {list}.",
        "Find {place} on the map and put it on the '{list}' list.",
        "Please add {place} to {list} in Maps.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = add_pair(scene)
        database = town(scene)
        for table, column in (("places", "_id"), ("hours", "place_id")):
            database.run(f"DELETE FROM {table} WHERE {column} = ?", one.id)
        return {**two_lists(scene), "place": one.name, "other": other.name}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(v["place"], into="Search places")
        pilot.enter()
        if v.get("settle"):
            pilot.finish("Saved.")
        elif not pilot.shows(v["place"], role="item"):
            pilot.give_up("There is no such place on the map.")
        else:
            pilot.tap(v["place"], role="item")
            pilot.tap("Save", role="button")
            pilot.tap(v["list"], role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a place of a similar name": {"place": v["other"]},
            "said it was done": {"settle": True},
        }


TASKS = (AlreadySaved(), AskBranch(), NoSuchPlace())
