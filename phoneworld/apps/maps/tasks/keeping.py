"""Lists, reviews, labels and preferences."""

from __future__ import annotations

from phoneworld.apps.maps import data
from phoneworld.apps.maps.tasks.scenery import add_branches, add_pair, find_place, town
from phoneworld.tasks.expect import (
    Added,
    Changed,
    Expectation,
    Removed,
)
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import millis

LISTS = tuple(name for name, _ in data.LISTS)


def two_lists(scene: Scene) -> Params:
    """A list to use, and one to mix it up with; ids count from 1."""
    one, other = scene.rng.sample(range(len(LISTS)), 2)
    return {
        "list": LISTS[one],
        "list_id": one + 1,
        "other_list": LISTS[other],
        "other_list_id": other + 1,
    }


class SavePlace(Template):
    """One of two branches is saved to a list."""

    name = "maps.save_place"
    level = Level.MEDIUM
    apps = ("Maps",)
    goals = (
        "Save {place} at {street} to my list {list}.",
        "Put the {place} at {street} on the '{list}' list in Maps.",
        "I want to remember {place}, {street}. Add it to {list}.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = add_branches(scene)
        return {
            **two_lists(scene),
            "place": one.name,
            "street": one.street,
            "other_street": other.street,
            "id": one.id,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(data.PATH, "saved", {"list_id": v["list_id"], "place_id": v["id"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        find_place(pilot, v["place"], v["street"])
        pilot.tap("Save", role="button")
        pilot.tap(v["list"], role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other branch": {"street": v["other_street"]},
            "another list": {"list": v["other_list"]},
        }


class RemoveSaved(Template):
    """A place goes off one list and stays on the other."""

    name = "maps.remove_saved"
    apps = ("Maps",)
    goals = (
        "Remove {place} from my list {list}.",
        "Take {place} off the '{list}' list in Maps.",
        "{place} no longer belongs on {list}. Please remove it from that list.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = add_pair(scene)
        lists = two_lists(scene)
        stamp = millis(scene.world.day(-4, 12))
        for list_id, place in (
            (lists["list_id"], other.id),
            (lists["list_id"], one.id),
            (lists["other_list_id"], one.id),
        ):
            data.add_saved(town(scene), list_id, place, at_ms=stamp)
        return {**lists, "place": one.name, "other": other.name, "id": one.id}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(data.PATH, "saved", {"list_id": v["list_id"], "place_id": v["id"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        pilot.tap("Saved", role="tab")
        pilot.tap(v["list"], role="item")
        pilot.hold(v["place"], role="item")
        pilot.tap("Remove from list")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a place of a similar name": {"place": v["other"]},
            "off the other list": {"list": v["other_list"]},
        }


class NewList(Template):
    """A new list with two places."""

    name = "maps.new_list"
    level = Level.HARD
    apps = ("Maps",)
    goals = (
        "Make a new list '{title}' in Maps and save {first} and {second} to it.",
        "Create a list called '{title}' with the places {first} and {second}.",
        "I am planning a day out. Put {first} and {second} on a new list named '{title}'.",
    )

    def setup(self, scene: Scene) -> Params:
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
        count: int = town(scene).value("SELECT max(_id) FROM lists")
        return {
            "title": title,
            "wrong_title": wrong,
            "first": one.name,
            "second": other.name,
            "ids": [one.id, other.id],
            "list_id": count + 1,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(data.PATH, "lists", {"name": v["title"]}),
            *(
                Added(data.PATH, "saved", {"list_id": v["list_id"], "place_id": id})
                for id in v["ids"]
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        find_place(pilot, v["first"])
        pilot.tap("Save", role="button")
        pilot.tap("New list")
        pilot.type(v["title"])
        pilot.tap("Create")
        if v.get("just_one"):
            return
        pilot.back()
        pilot.type(v["second"], into="Search places", clear=True)
        pilot.enter()
        pilot.tap(v["second"], role="item")
        pilot.tap("Save", role="button")
        pilot.tap(v.get("wrong_list", v["title"]), role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "only one place": {"just_one": True},
            "another name": {"title": v["wrong_title"]},
            "the second elsewhere": {"wrong_list": LISTS[0]},
        }


class WriteReview(Template):
    """Stars and a sentence about a place."""

    name = "maps.write_review"
    level = Level.MEDIUM
    apps = ("Maps",)
    goals = (
        "Review {place} in Maps: {stars} stars, and write '{text}'",
        "Give {place} {stars} stars and the comment '{text}'",
        "Post a review for {place}. Rating: {stars} stars. Text: {text}",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "place": one.name,
            "other": other.name,
            "id": one.id,
            "stars": stars,
            "text": text,
            "wrong_stars": wrong_stars,
            "wrong_text": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"place_id": v["id"], "stars": v["stars"], "text": v["text"], "mine": 1}
        return [Added(data.PATH, "reviews", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        find_place(pilot, v["place"])
        pilot.tap("Write a review")
        pilot.tap(f"{v['stars']} stars", role="button")
        pilot.type(v["text"], into="Share details of your own experience")
        pilot.tap("Post")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a place of a similar name": {"place": v["other"]},
            "other stars": {"stars": v["wrong_stars"]},
            "another text": {"text": v["wrong_text"]},
        }


class SetUnits(Template):
    """Distances in miles."""

    name = "maps.set_option"
    apps = ("Maps",)
    goals = (
        "In Maps, set {option} to {value}.",
        "Change the setting '{option}' of the map app to {value}.",
        "I would like Maps to use {value} as {option}.",
    )

    def setup(self, scene: Scene) -> Params:
        option, name, value, other = scene.rng.choice(
            (
                ("Distance units", "units", "Miles", ""),
                ("Preferred mode", "mode", "Bike", "Walk"),
                ("Preferred mode", "mode", "Transit", "Bike"),
                ("Preferred mode", "mode", "Walk", "Transit"),
            )
        )
        return {"option": option, "name": name, "value": value, "other": other or "Kilometers"}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(data.PATH, "preferences", {"name": v["name"]}, {"value": v["value"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        pilot.tap("Settings")
        pilot.tap(v["option"], role="item")
        if not v.get("look_only"):
            pilot.tap(v["value"], role="radio")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another value": {"value": v["other"]}, "nothing chosen": {"look_only": True}}


TASKS = (
    SavePlace(),
    RemoveSaved(),
    NewList(),
    WriteReview(),
    SetUnits(),
)
