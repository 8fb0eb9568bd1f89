"""Everyday tasks with the shopping list of Recipes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.data import PATH, RecipeItem, add_to_shopping
from phoneworld.apps.recipes.tasks.setup import database_of, find_dish
from phoneworld.author import (
    Added,
    Changed,
    Enter,
    Expectation,
    Instead,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
)

THINGS = (
    "milk,butter,bread,tomatoes,rice,honey,basil,lemons,salmon,walnuts,tea,mustard,carrots,salt"
).split(",")


def fill_list(scene: Scene, names: Sequence[str]) -> list[int]:
    """A shopping list of these things, nothing ticked; their ids."""
    database = database_of(scene)
    database.run("DELETE FROM shopping")
    return [add_to_shopping(database, RecipeItem(0, "", name)) for name in names]


@dataclass(frozen=True)
class PutOnShoppingList(TaskType):
    """Something goes on the shopping list, without an amount."""

    template = "recipes.add_item"
    apps = ("Recipes",)
    goals = (
        "Put {item} on the shopping list in Recipes.",
        "Add {item} to my recipe shopping list.",
        "I need to buy {item}: note it on the shopping list of Recipes.",
    )

    item: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        item, other, *there = scene.rng.sample(THINGS, 6)
        fill_list(scene, there)
        return cls(item, other)

    def expect(self) -> list[Expectation]:
        wanted = {"name": self.item, "quantity": 0, "unit": "", "done": 0}
        return [Added(PATH, "shopping", wanted)]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Tap("Shopping list"),
            Tap("Add item"),
            Enter(self.item),
            Tap("Add", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another thing": Instead(item=self.other)}


@dataclass(frozen=True)
class TickItem(TaskType):
    """Something on the shopping list is ticked."""

    template = "recipes.tick_item"
    apps = ("Recipes",)
    goals = (
        "Tick {item} off on the shopping list in Recipes.",
        "I have bought {item}, tick it on my recipe shopping list.",
        "Check {item} on the shopping list of Recipes.",
    )

    item: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        names = scene.rng.sample(THINGS, 5)
        ids = fill_list(scene, names)
        at, other = scene.rng.sample(range(5), 2)
        return cls(names[at], names[other], ids[at])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "shopping", {"_id": self.id}, {"done": 1})]

    def script(self) -> Script:
        return (Open("Recipes"), Tap("Shopping list"), Tap(self.item, role="checkbox"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another thing": Instead(item=self.other)}


@dataclass(frozen=True)
class ClearList(TaskType):
    """The whole shopping list is emptied."""

    template = "recipes.clear_list"
    apps = ("Recipes",)
    goals = (
        "Clear the whole shopping list in Recipes.",
        "Empty my recipe shopping list completely.",
        "Remove everything from the shopping list of Recipes, ticked or not.",
    )

    ids: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        ids = fill_list(scene, scene.rng.sample(THINGS, scene.rng.randint(3, 6)))
        database_of(scene).run("UPDATE shopping SET done = 1 WHERE _id = ?", ids[0])
        return cls(tuple(ids))

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "shopping", {"_id": id}) for id in self.ids]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Tap("Shopping list"),
            Tap("More options"),
            Tap("Clear list"),
            Tap("Clear", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only the ticked": Swap(Tap("Clear list"), Tap("Remove ticked items")),
            "not confirmed": Without(Tap("Clear", role="button")),
        }


@dataclass(frozen=True)
class ShopForRecipe(TaskType):
    """The ingredients of a dish go on the list, for as many as the recipe is for."""

    template = "recipes.shop_ingredients"
    apps = ("Recipes",)
    goals = (
        "Put the ingredients of {title} on the shopping list.",
        "Add what the recipe {title} takes to my shopping list.",
        "I want to cook {title}: note all its ingredients on the shopping list in Recipes.",
    )

    title: str
    other: str
    items: tuple[tuple[float, str, str], ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        recipe, other = scene.rng.sample(database.rows("SELECT * FROM recipes ORDER BY _id"), 2)
        rows = database.rows(
            "SELECT * FROM ingredients WHERE recipe_id = ? ORDER BY _id", recipe["_id"]
        )
        items = tuple((row["quantity"], row["unit"], row["name"]) for row in rows)
        return cls(recipe["title"], other["title"], items)

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "shopping", {"quantity": quantity, "unit": unit, "name": name, "done": 0})
            for quantity, unit, name in self.items
        ]

    def script(self) -> Script:
        return (*find_dish(self.title), Tap("Add all to shopping list"))

    def mistakes(self) -> dict[str, Mistake]:
        more = (Tap("More servings"), Tap("Add all to shopping list"))
        return {
            "another dish": Instead(title=self.other),
            "for one more": Swap(Tap("Add all to shopping list"), *more),
        }
