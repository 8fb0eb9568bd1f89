"""Tasks that ask for an amount or a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.cookbook import CATEGORIES
from phoneworld.apps.recipes.data import quantity_text
from phoneworld.apps.recipes.tasks.setup import database_of, find_dish, scale, tap_chip
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)


@dataclass(frozen=True)
class ScaledAmount(TaskType):
    """How much of an ingredient a certain number of servings takes."""

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
    """Which recipe in a category is the quickest, and how long it takes."""

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
