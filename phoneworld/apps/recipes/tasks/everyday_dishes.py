"""Everyday tasks with one dish: open it, ask about it, no favorite any more, delete it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.data import PACKAGE, PATH, quantity_text
from phoneworld.apps.recipes.tasks.setup import database_of, draw_titles, find_dish
from phoneworld.author import (
    Also,
    Changed,
    Child,
    Expectation,
    ExpectedAnswer,
    ExpectedPage,
    Instead,
    Mistake,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
)


def id_of(scene: Scene, title: str) -> int:
    """The id of a recipe."""
    return database_of(scene).value("SELECT _id FROM recipes WHERE title = ?", title)


@dataclass(frozen=True)
class ShowRecipe(TaskType):
    """A recipe is opened."""

    template = "recipes.show"
    apps = ("Recipes",)
    goals = (
        "Show me the recipe for {title}.",
        "Open the recipe {title}.",
        "I want to cook {title} now, bring up the recipe.",
    )

    title: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        return cls(title, other, id_of(scene, title))

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(f"{PACKAGE}/recipe {json.dumps({'id': self.id})}")]

    def script(self) -> Script:
        return find_dish(self.title)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another recipe": Instead(title=self.other)}


@dataclass(frozen=True)
class CookingTime(TaskType):
    """How long a dish takes."""

    template = "recipes.how_long"
    apps = ("Recipes",)
    hidden = ("told",)
    goals = (
        "How long does {title} take to cook?",
        "How many minutes does the recipe for {title} take?",
        "Tell me the time that {title} needs according to Recipes.",
    )

    title: str
    other: str
    minutes: int
    told: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        minutes, wrong = scene.rng.sample(range(11, 95), 2)
        for one, each in ((title, minutes), (other, wrong)):
            database_of(scene).run("UPDATE recipes SET minutes = ? WHERE title = ?", each, one)
        return cls(title, other, minutes, f"{minutes} min")

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(str(self.minutes))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_dish(self.title))
        pilot.say(pilot.read("minutes"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another recipe": Instead(title=self.other)}


@dataclass(frozen=True)
class HowMuch(TaskType):
    """How much of an ingredient a recipe takes as it stands."""

    template = "recipes.how_much"
    apps = ("Recipes",)
    hidden = ("told",)
    goals = (
        "How much {ingredient} goes into {title}?",
        "Which amount of {ingredient} does the recipe {title} say?",
        "Look up how much {ingredient} I need for {title}.",
    )

    title: str
    ingredient: str
    told: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        rows = database.rows(
            "SELECT r.title, i.* FROM ingredients i JOIN recipes r ON r._id = i.recipe_id "
            "WHERE i.unit IN ('g', 'ml') ORDER BY i._id"
        )
        one = rng.choice(rows)
        amount, wrong = rng.sample(range(55, 900, 15), 2)
        database.run("UPDATE ingredients SET quantity = ? WHERE _id = ?", amount, one["_id"])
        told, other = (quantity_text(each, one["unit"]) for each in (amount, wrong))
        return cls(one["title"], one["name"], told, other)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.told.partition(" ")[0])]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_dish(self.title))
        pilot.say(pilot.reach(f"{self.ingredient}, ", role="item").text.rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another amount": Swap(Say, Say(self.wrong))}


@dataclass(frozen=True)
class NoFavorite(TaskType):
    """A recipe is no favorite any more."""

    template = "recipes.unfavorite"
    apps = ("Recipes",)
    goals = (
        "Take {title} off my favorite recipes.",
        "Remove the recipe {title} from the favorites.",
        "{title} is no favorite recipe of mine any more.",
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        for one in (title, other):
            database_of(scene).run("UPDATE recipes SET favorite = 1 WHERE title = ?", one)
        return cls(title, other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": self.title}, {"favorite": 0})]

    def script(self) -> Script:
        return (*find_dish(self.title), Tap("Remove from favorites"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another recipe": Instead(title=self.other),
            "put back": Also(Tap("Add to favorites")),
        }


@dataclass(frozen=True)
class DeleteRecipe(TaskType):
    """A recipe is deleted."""

    template = "recipes.delete"
    apps = ("Recipes",)
    goals = (
        "Delete the recipe {title}.",
        "Remove {title} from my cookbook for good.",
        "I never cook {title}, delete that recipe.",
    )

    title: str
    other: str
    ingredients: tuple[int, ...]
    steps: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        database, recipe = database_of(scene), id_of(scene, title)
        parts = (
            tuple(
                row["_id"]
                for row in database.rows(f"SELECT _id FROM {table} WHERE recipe_id = ?", recipe)
            )
            for table in ("ingredients", "steps")
        )
        return cls(title, other, *parts)

    def expect(self) -> list[Expectation]:
        children = (
            *(Child("ingredients", "recipe_id", {"_id": id}) for id in self.ingredients),
            *(Child("steps", "recipe_id", {"_id": id}) for id in self.steps),
        )
        return [Removed(PATH, "recipes", {"title": self.title}, children)]

    def script(self) -> Script:
        return (
            *find_dish(self.title),
            Tap("More options"),
            Tap("Delete", role="item"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another recipe": Instead(title=self.other),
            "not confirmed": Without(Tap("Delete", role="button")),
        }
