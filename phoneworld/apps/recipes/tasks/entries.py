"""Tasks in which a recipe is written or corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.data import PATH, read_item
from phoneworld.apps.recipes.tasks.setup import OWN, database_of, draw_titles, find_dish
from phoneworld.author import (
    Added,
    Changed,
    Child,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class ChangeTime(TaskType):
    """The cooking time of a recipe is corrected."""

    template = "recipes.change_time"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "{title} really takes {minutes} minutes. Change that in the recipe.",
        "Set the cooking time of {title} to {minutes} minutes.",
        "Please edit the recipe for {title}: it takes {minutes} min.",
    )

    title: str
    other: str
    minutes: int
    wrong: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        old = database_of(scene).value("SELECT minutes FROM recipes WHERE title = ?", title)
        minutes, wrong = scene.rng.sample([m for m in range(12, 170, 3) if m != old], 2)
        return cls(title=title, other=other, minutes=minutes, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": self.title}, {"minutes": self.minutes})]

    def script(self) -> Script:
        return (
            *find_dish(self.title),
            Tap("Edit recipe"),
            Enter(str(self.minutes), into="Minutes", clear=True),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another time": Instead(minutes=self.wrong),
            "another recipe": Instead(title=self.other),
            "the servings changed": Swap(
                Enter(str(self.minutes), into="Minutes", clear=True),
                Enter(str(self.minutes), into="Servings", clear=True),
            ),
        }


@dataclass(frozen=True)
class AddOwn(TaskType):
    """The user's own recipe is added."""

    template = "recipes.add_own"
    level = Level.HARD
    apps = ("Recipes",)
    goals = (
        (
            "Save a new recipe: {title}, category {category}, {minutes} minutes, {servings} servings. "
            "Ingredients: {listed}."
        ),
        (
            "Write down my recipe for {title} ({category}). It serves {servings}, takes {minutes} "
            "minutes and needs {listed}."
        ),
        (
            "Please add {title} to Recipes under {category}. You need {listed} for {servings} servings "
            "and {minutes} minutes."
        ),
    )

    title: str
    category: str
    minutes: int
    servings: int
    wrong: int
    ingredients: tuple[str, ...]
    listed: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, category, ingredients = rng.choice(OWN)
        servings, wrong = rng.sample((2, 3, 5, 6, 8), 2)
        return cls(
            title=title,
            category=category,
            minutes=rng.randrange(15, 140, 5),
            servings=servings,
            wrong=wrong,
            ingredients=tuple(ingredients),
            listed=", ".join(ingredients),
        )

    def expect(self) -> list[Expectation]:
        recipe = {
            "title": self.title,
            "category": self.category,
            "minutes": self.minutes,
            "servings": self.servings,
            "own": 1,
        }
        items = map(read_item, self.ingredients)
        children = (
            Child(
                "ingredients",
                "recipe_id",
                {"quantity": item.quantity, "unit": item.unit, "name": item.name},
            )
            for item in items
        )
        return [Added(PATH, "recipes", recipe, tuple(children))]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Tap("Add recipe"),
            Enter(self.title, into="Title"),
            Enter(str(self.minutes), into="Minutes"),
            Enter(str(self.servings), into="Servings", clear=True),
            Tap("Category"),
            Tap(self.category, role="radio"),
            Enter("\n".join(self.ingredients), into="Ingredients, one per line"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "other servings": Instead(servings=self.wrong),
            "an ingredient forgotten": Instead(ingredients=self.ingredients[:-1]),
            "all ingredients on one line": Instead(ingredients=[self.listed]),
        }
