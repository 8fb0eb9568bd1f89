"""Tasks in which recipes are deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from phoneworld.author import (
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.broccoli.data import FIELDS
from phoneworld.packs.androidworld.broccoli.tasks.setup import (
    COLUMNS,
    LABEL,
    RecipeTexts,
    deleting,
    label_of,
    places,
    put_recipe,
    recipe_removed,
    recipes_by_title,
    short_of,
    some_recipe,
    texts_of,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone

SEARCH = "Search recipes"
FOOD = (
    "lemon,butter,garlic,rice,cream,onion,eggs,coconut milk,stock,sugar,parmesan,chicken,lime,"
    "flour,noodles,cumin"
).split(",")


@dataclass(frozen=True)
class DeleteOneRecipe(SuiteTask):
    """Recipes go, by their titles."""

    template = "androidworld.recipe_delete_single_recipe"
    suite = "RecipeDeleteSingleRecipe"
    complexity = 1
    apps = (LABEL,)
    goals: ClassVar[tuple[str, ...]] = (
        "Remove from Broccoli: {names}.",
        "I will not cook this any more, delete it in Broccoli: {names}",
        "Broccoli still has {names}; take it out, please.",
    )
    count: ClassVar[int] = 1
    noise: ClassVar[int] = 0

    recipes: tuple[RecipeTexts, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        book = recipes_by_title(scene.rng, cls.count + cls.noise)
        order = list(book)
        scene.rng.shuffle(order)
        for recipe in order:
            put_recipe(scene, recipe)
        return cls(tuple(book[: cls.count]))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        return cls(tuple(texts_of(row) for row in params["row_objects"]))

    @property
    def titles(self) -> list[str]:
        return [recipe[0] for recipe in self.recipes]

    @property
    def names(self) -> str:
        return ", ".join(self.titles)

    def expect(self) -> list[Expectation]:
        return [recipe_removed(recipe) for recipe in self.recipes]

    def script(self) -> Script:
        steps = [
            step
            for recipe in self.recipes
            for step in (Enter(recipe[0], into=SEARCH, clear=True), *deleting(recipe))
        ]
        return (Open(LABEL), *steps)

    def mistakes(self) -> dict[str, Mistake]:
        found: dict[str, Mistake] = {"not confirmed": Without(Tap("Delete", role="button"))}
        if len(self.recipes) > 1:
            found["one forgotten"] = Instead(recipes=self.recipes[1:])
        return found


@dataclass(frozen=True)
class DeleteOneOfManyRecipes(DeleteOneRecipe):
    """One recipe of thirty goes."""

    template = "androidworld.recipe_delete_single_with_recipe_with_noise"
    suite = "RecipeDeleteSingleWithRecipeWithNoise"
    complexity = 2
    noise = 29


@dataclass(frozen=True)
class DeleteRecipes(DeleteOneRecipe):
    """Three recipes go."""

    template = "androidworld.recipe_delete_multiple_recipes"
    suite = "RecipeDeleteMultipleRecipes"
    complexity = 2.4
    level = Level.MEDIUM
    goals = (
        "Remove these from Broccoli: {names}.",
        "I will not cook these any more, delete them in Broccoli: {names}",
        "Broccoli still has {names}; take them all out, please.",
    )
    count = 3


@dataclass(frozen=True)
class DeleteRecipesOfMany(DeleteRecipes):
    """Three recipes of many go."""

    template = "androidworld.recipe_delete_multiple_recipes_with_noise"
    suite = "RecipeDeleteMultipleRecipesWithNoise"
    complexity = 3.4
    noise = 29


@dataclass(frozen=True)
class DeleteRecipesWith(SuiteTask):
    """The recipes go whose directions name an ingredient. `at` is where each stands among those of its
    title that a search for the ingredient finds.
    """

    template = "androidworld.recipe_delete_multiple_recipes_with_constraint"
    suite = "RecipeDeleteMultipleRecipesWithConstraint"
    complexity = 4
    level = Level.HARD
    apps = (LABEL,)
    goals = (
        "Delete those recipes in Broccoli whose directions name {ingredient}.",
        "I may not eat {ingredient}: remove every recipe from Broccoli that has it in its directions.",
        "Whichever recipe of Broccoli mentions {ingredient} in the directions can go.",
    )
    hidden = ("first",)

    ingredient: str
    recipes: tuple[RecipeTexts, ...]
    at: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        book = recipes_by_title(rng, 80)
        food = rng.choice([food for food in FOOD if any(food in one[-1].lower() for one in book)])
        recipes = [one for one in book if food in one[-1].lower()][:3]
        others = [one for one in book if food not in one[-1].lower()][:29]
        order = [*recipes, *others]
        rng.shuffle(order)
        for recipe in order:
            put_recipe(scene, recipe)
        return cls._placed(food, tuple(recipes), scene.phone)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        recipes = tuple(texts_of(row) for row in params["row_objects"])
        return cls._placed(params["ingredient"], recipes, phone)

    @classmethod
    def _placed(cls, food: str, recipes: tuple[RecipeTexts, ...], phone: Phone) -> Self:
        found = [(places(phone, food, recipe)[0], recipe) for recipe in recipes]
        # From the last to the first, so that the places stay right.
        found.sort(reverse=True)
        return cls(food, tuple(one for _, one in found), tuple(place for place, _ in found))

    @property
    def first(self) -> str:
        return self.recipes[0][0]

    def expect(self) -> list[Expectation]:
        return [recipe_removed(recipe) for recipe in self.recipes]

    def script(self) -> Script:
        steps = [
            step
            for recipe, place in zip(self.recipes, self.at, strict=True)
            for step in deleting(recipe, place)
        ]
        return (Open(LABEL), Enter(self.ingredient, into=SEARCH), *steps)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not confirmed": Without(Tap("Delete", role="button")),
            "one forgotten": Instead(recipes=self.recipes[1:], at=self.at[1:]),
        }


@dataclass(frozen=True)
class DeleteTwinRecipe(SuiteTask):
    """One of two recipes that say the same goes. `first_at` and `second_at` are where they stand among
    those that look like them in the list; `other` is one that does not say the same.
    """

    template = "androidworld.recipe_delete_duplicate_recipes"
    suite = "RecipeDeleteDuplicateRecipes"
    complexity: ClassVar[float] = 1
    level = Level.HARD
    apps = (LABEL,)
    goals = (
        "Some recipe is in Broccoli twice, word for word. Delete the one too many, and nothing else.",
        "Find recipes in Broccoli that say exactly the same and keep only one of each.",
        "Of recipes that are entirely alike, Broccoli should have one only: delete the others.",
    )
    hidden = ("title",)
    noise: ClassVar[int] = 5
    variants: ClassVar[int] = 0

    recipe: RecipeTexts
    first_at: int
    second_at: int
    other: RecipeTexts

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        recipe, *others = recipes_by_title(rng, 1 + cls.noise - cls.variants)
        while len(others) < cls.noise:
            like = (recipe[0], recipe[1], *some_recipe(rng)[2:5], recipe[5])
            if like != recipe and like not in others:
                others.append(like)
        order = [recipe, recipe, *others]
        rng.shuffle(order)
        for one in order:
            put_recipe(scene, one)
        return cls._placed(recipe, others[-1], scene.phone)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        other = texts_of(params["noise_row_objects"][-1])
        return cls._placed(texts_of(params["row_objects"][0]), other, phone)

    @classmethod
    def _placed(cls, recipe: RecipeTexts, other: RecipeTexts, phone: Phone) -> Self:
        first, second = places(phone, short_of(recipe), recipe)
        return cls(recipe, first, second, other)

    @property
    def title(self) -> str:
        return self.recipe[0]

    def expect(self) -> list[Expectation]:
        return [recipe_removed(self.recipe)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        pilot.reach(self.title)
        # Recipes of one title may be more than the screen shows.
        pilot.type(short_of(self.recipe), into=SEARCH)
        for place in (self.first_at, self.second_at):
            pilot.tap(label_of(self.recipe), role="item", nth=place)
            for column in COLUMNS[1:]:
                pilot.reach(FIELDS[column])
            if place == self.first_at:
                pilot.back()
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not confirmed": Without(Tap("Delete", role="button")),
            "one that is only like it": Instead(recipe=self.other, first_at=0, second_at=0),
        }


@dataclass(frozen=True)
class DeleteTwinAmongLikes(DeleteTwinRecipe):
    """One of two twins goes, among some of the same title."""

    template = "androidworld.recipe_delete_duplicate_recipes2"
    suite = "RecipeDeleteDuplicateRecipes2"
    complexity = 2.4
    noise = 10
    variants = 4


@dataclass(frozen=True)
class DeleteTwinAmongMany(DeleteTwinRecipe):
    """One of two twins goes, among thirty others."""

    template = "androidworld.recipe_delete_duplicate_recipes3"
    suite = "RecipeDeleteDuplicateRecipes3"
    complexity = 3.4
    noise = 30
    variants = 6
