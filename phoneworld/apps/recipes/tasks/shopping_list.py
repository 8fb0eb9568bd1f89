"""Tasks with the shopping list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.data import PATH, RecipeItem, add_to_shopping
from phoneworld.apps.recipes.tasks.setup import database_of, find_dish, scale
from phoneworld.author import (
    Added,
    Changed,
    Direction,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Swipe,
    Tap,
    TaskType,
    Way,
    Without,
)


@dataclass(frozen=True)
class ShopForDish(TaskType):
    """The ingredients of a dish for some people are put on the list."""

    template = "recipes.shop_for"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "Put everything I need to cook {title} for {count} on the shopping list.",
        "We will be {count} and I am making {title}. Add the ingredients to my shopping list.",
        "Add all ingredients of {title}, for {count} servings, to the shopping list in Recipes.",
    )

    title: str
    other: str
    count: int
    items: tuple[tuple[float, str, str], ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        recipe, other = rng.sample(database.rows("SELECT * FROM recipes ORDER BY _id"), 2)
        servings = recipe["servings"]
        count = rng.choice([n for n in range(2, 14) if 0 < abs(n - servings) <= 3])
        rows = database.rows(
            "SELECT * FROM ingredients WHERE recipe_id = ? ORDER BY _id", recipe["_id"]
        )
        return cls(
            title=recipe["title"],
            other=other["title"],
            count=count,
            items=tuple(
                (round(row["quantity"] * count / servings, 2), row["unit"], row["name"])
                for row in rows
            ),
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "shopping", {"quantity": quantity, "unit": unit, "name": name, "done": 0})
            for quantity, unit, name in self.items
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_dish(self.title))
        scale(pilot, self.count)
        pilot.tap("Add all to shopping list")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not scaled": Without(Tap("More servings"), Tap("Fewer servings")),
            "another dish": Instead(title=self.other),
            "one serving too many": Instead(count=self.count + 1),
        }


@dataclass(frozen=True)
class RemoveTicked(TaskType):
    """All ticked items are removed from the list."""

    template = "recipes.remove_ticked"
    apps = ("Recipes",)
    goals = (
        "Remove everything that is ticked from the shopping list in Recipes.",
        "I am done shopping: clean the bought items out of my recipe shopping list and keep the rest.",
        "Delete the items that are already ticked on my shopping list in Recipes.",
        "Tidy up the shopping list in Recipes: what has been bought can go, the rest stays.",
    )

    bought: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        database.run("DELETE FROM shopping")
        names = "basil,rice,tomatoes,yoghurt,tea,salmon,walnuts,lemons,butter,honey".split(",")
        chosen = rng.sample(names, 7)
        bought = sorted(rng.sample(chosen, rng.randint(2, 4)))
        for name in chosen:
            item = RecipeItem(rng.randrange(50, 900, 50), "g", name)
            add_to_shopping(database, item, done=name in bought)
        return cls(bought=tuple(bought))

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "shopping", {"name": name, "done": 1}) for name in self.bought]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Tap("Shopping list"),
            Tap("More options"),
            Tap("Remove ticked items"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        clear = (Tap("Clear list"), Tap("Clear", role="button"))
        one = Swipe(self.bought[0], Direction.LEFT)
        return {
            "the whole list": Swap(Tap("Remove ticked items"), *clear),
            "only one of them": Way(Open("Recipes"), Tap("Shopping list"), one),
        }


@dataclass(frozen=True)
class ChangeItem(TaskType):
    """The amount of an item on the list is changed."""

    template = "recipes.change_item"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "Change the {item} on my recipe shopping list to {amount}.",
        "We need {amount} of {item}: correct that on the shopping list in Recipes.",
        "On the shopping list in Recipes, make it {amount} {item}.",
    )

    item: str
    double: str
    old: int
    new: int
    amount: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        database.run("DELETE FROM shopping")
        families = (
            ("potatoes", "sweet potatoes"),
            ("tomatoes", "cherry tomatoes"),
            ("rice", "pudding rice"),
            ("milk powder", "coconut milk powder"),
            ("onions", "red onions"),
        )
        chosen = rng.sample(families, 3)
        old, new, wrong = rng.sample(range(150, 950, 50), 3)
        for names in chosen:
            for name in names:
                add_to_shopping(database, RecipeItem(old, "g", name))
        return cls(
            item=chosen[0][0],
            double=chosen[0][1],
            old=old,
            new=new,
            amount=f"{new} g",
            wrong=f"{wrong} g",
        )

    def expect(self) -> list[Expectation]:
        old = {"name": self.item, "quantity": self.old}
        return [Changed(PATH, "shopping", old, {"quantity": self.new})]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Tap("Shopping list"),
            Hold(self.item, role="checkbox"),
            Tap("Edit"),
            Enter(f"{self.amount} {self.item}", clear=True),
            Tap("Save", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "its namesake": Instead(item=self.double),
            "another amount": Instead(amount=self.wrong),
        }
