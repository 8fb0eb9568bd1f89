"""Tasks of cooking and shopping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.cookbook import CATEGORIES
from phoneworld.apps.recipes.data import PATH, RecipeItem, add_to_shopping, quantity_text
from phoneworld.apps.recipes.draws import database_of, find_dish, scale, tap_chip
from phoneworld.author import (
    Added,
    Changed,
    Direction,
    Enter,
    Expectation,
    ExpectedAnswer,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Say,
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
class ScaledAmount(TaskType):
    """How much of something another number of servings takes."""

    template = "recipes.scaled_amount"
    level = Level.HARD
    apps = ("Recipes",)
    hidden = ("value",)
    goals = (
        "I am making {title} for {count} people. How much {ingredient} do I need?",
        "How much {ingredient} goes into {title} if I cook {count} servings of it?",
        "Tell me the amount of {ingredient} for {count} servings of {title}.",
    )

    title: str
    ingredient: str
    count: int
    value: str
    base: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        recipe = rng.choice(
            database.rows(
                "SELECT * FROM recipes r WHERE EXISTS (SELECT 1 FROM ingredients i "
                "WHERE i.recipe_id = r._id AND unit IN ('g', 'ml') AND quantity >= 50) "
                "ORDER BY _id"
            )
        )
        one = rng.choice(
            database.rows(
                "SELECT * FROM ingredients WHERE recipe_id = ? AND unit IN ('g', 'ml') "
                "AND quantity >= 50 ORDER BY _id",
                recipe["_id"],
            )
        )
        servings = recipe["servings"]
        count = rng.choice([n for n in range(2, 12) if 0 < abs(n - servings) <= 4])
        scaled = round(one["quantity"] * count / servings, 2)
        return cls(
            title=recipe["title"],
            ingredient=one["name"],
            count=count,
            value=quantity_text(scaled, one["unit"]),
            base=quantity_text(one["quantity"], ""),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value.partition(" ")[0], nots=(self.base,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_dish(self.title))
        scale(pilot, self.count)
        pilot.say(pilot.reach(self.ingredient, role="item").text.rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not scaled": Swap(Say, Say(self.base)),
            "one serving too many": Instead(count=self.count + 1),
        }


@dataclass(frozen=True)
class QuickestDish(TaskType):
    """Which recipe of a category is done soonest."""

    template = "recipes.quickest"
    level = Level.HARD
    apps = ("Recipes",)
    hidden = ("title", "value")
    goals = (
        "Which {category} recipe takes the least time, and how long does it take?",
        "I am in a hurry: what is the quickest recipe under {category}, and how many minutes is it?",
        "Find the fastest recipe in the category {category}. Tell me its name and its time.",
    )

    category: str
    title: str
    value: str
    minutes: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        category, elsewhere = rng.sample(CATEGORIES, 2)
        sql = "SELECT _id, title FROM recipes WHERE category = ? ORDER BY _id"
        inside, outside = database.rows(sql, category), database.rows(sql, elsewhere)
        quick = rng.choice(inside)
        minutes = rng.randint(6, 9)
        database.run("UPDATE recipes SET minutes = ? WHERE _id = ?", minutes, quick["_id"])
        quicker = rng.choice(outside)
        database.run("UPDATE recipes SET minutes = ? WHERE _id = ?", minutes - 2, quicker["_id"])
        others = [row["title"] for row in inside if row != quick]
        return cls(
            category=category,
            title=quick["title"],
            value=f"{minutes} min",
            minutes=str(minutes),
            others=(*others, quicker["title"]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.title, self.minutes, nots=tuple(self.others))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Recipes")
        tap_chip(pilot, self.category)
        pilot.tap("Sort")
        pilot.tap("Quickest first", role="radio")
        row = pilot.reach(" min", role="item").text
        title, _, told = row.partition(", ")
        pilot.say(f"{title}, {told.split(' · ')[1]}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the second quickest": Swap(Say, Say(f"{self.others[0]}, {self.minutes}")),
            "without the minutes": Swap(Say, Say(self.title)),
        }


@dataclass(frozen=True)
class ShopForDish(TaskType):
    """The ingredients of a dish, for so many, go on the list."""

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
    """What was bought leaves the list."""

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
    """Another amount of something on the list."""

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
