"""Tasks in which a recipe is rated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.data import PATH
from phoneworld.apps.recipes.tasks.setup import database_of, draw_titles, ensure_dish, find_dish
from phoneworld.author import (
    Changed,
    Enter,
    Expectation,
    ExpectedEnding,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    TaskType,
    Way,
    give_up,
)


@dataclass(frozen=True)
class RateRecipe(TaskType):
    """A recipe is rated."""

    template = "recipes.rate"
    apps = ("Recipes",)
    goals = (
        "Give {title} {stars} stars.",
        "Rate the recipe {title} with {stars} out of 5 stars.",
        "I cooked {title} today. {stars} stars from me, please enter that.",
    )

    title: str
    other: str
    stars: int
    wrong: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        for one in (title, other):
            ensure_dish(database_of(scene), scene.rng, one)
        stars, wrong = scene.rng.sample((2, 3, 4, 5), 2)
        return cls(title=title, other=other, stars=stars, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": self.title}, {"rating": self.stars})]

    def script(self) -> Script:
        return (
            *find_dish(self.title),
            Tap(f"{self.stars} stars"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "other stars": Instead(stars=self.wrong),
            "another recipe": Instead(title=self.other),
        }


@dataclass(frozen=True)
class RateMissing(TaskType):
    """The recipe to rate is not there, only a similar one."""

    template = "recipes.missing"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "Give my {title} recipe {stars} stars.",
        "Rate {title} with {stars} stars in Recipes.",
        "The {title} were great: find that recipe and give it {stars} stars.",
    )

    title: str
    near: str
    stars: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, near = scene.rng.choice(
            (
                ("Banana pancakes", "Blueberry pancakes"),
                ("Potato pancakes", "Buttermilk pancakes"),
                ("Stuffed courgettes", "Stuffed peppers"),
                ("Poppy seed rolls", "Cinnamon rolls"),
                ("Lemon oats", "Overnight oats"),
            )
        )
        ensure_dish(database_of(scene), scene.rng, near)
        return cls(title=title, near=near, stars=scene.rng.randint(2, 5))

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Enter(self.title, into="Search recipes"),
            give_up(f"There is no recipe for {self.title}."),
        )

    def mistakes(self) -> dict[str, Mistake]:
        write = (
            Open("Recipes"),
            Tap("Add recipe"),
            Enter(self.title, into="Title"),
            Enter("30", into="Minutes"),
            Enter("2 eggs", into="Ingredients, one per line"),
            Tap("Save"),
        )
        return {
            "a similar one rated": Way(*find_dish(self.near), Tap(f"{self.stars} stars")),
            "made up": Way(*write),
        }
