"""Tasks in which recipes are written down: from the goal, from a file, from a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from phoneworld.author import (
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.broccoli.tasks.setup import (
    BLOCKS,
    LABEL,
    PREPARATION_TIMES,
    TABLE,
    RecipeTexts,
    listing,
    put_recipe,
    recipe_added,
    recipes_by_title,
    some_recipe,
    texts_of,
    writing,
)
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.packs.androidworld.markor.data import note_path
from phoneworld.packs.androidworld.pictures import text_picture
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone

MARKOR = "Markor"
GALLERY = "Simple Gallery Pro"
FILE = "recipes.txt"
PICTURE = "recipes.jpg"
NOISE = 10


@dataclass(frozen=True)
class AddOneRecipe(SuiteTask):
    """A recipe that the goal tells whole."""

    template = "androidworld.recipe_add_single_recipe"
    suite = "RecipeAddSingleRecipe"
    complexity = 2.4
    level = Level.MEDIUM
    apps: ClassVar[tuple[str, ...]] = (LABEL,)
    goals: ClassVar[tuple[str, ...]] = (
        "Put this into Broccoli:\n{listing}",
        "Here is something for my recipes in Broccoli, write it down there:\n{listing}",
        "Broccoli is missing this, add it:\n{listing}",
    )
    count: ClassVar[int] = 1

    recipes: tuple[RecipeTexts, ...]
    form: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        recipes = recipes_by_title(rng, cls.count)
        cls.others(scene)
        return cls(tuple(recipes), rng.choice((TABLE, BLOCKS)))

    @classmethod
    def others(cls, scene: Scene) -> None:
        """Recipes that are in the app already."""
        for _ in range(NOISE):
            put_recipe(scene, some_recipe(scene.rng))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        recipes = tuple(texts_of(row) for row in params["row_objects"])
        return cls(recipes, params["text_representation_type"])

    @property
    def listing(self) -> str:
        return listing(self.recipes, self.form)

    @property
    def first(self) -> str:
        return self.recipes[0][0]

    def expect(self) -> list[Expectation]:
        return [recipe_added(recipe) for recipe in self.recipes]

    def reading(self) -> Script:
        """The steps after which the recipes are known."""
        return ()

    def script(self) -> Script:
        steps = [step for recipe in self.recipes for step in writing(recipe)]
        return (*self.reading(), Open(LABEL), *steps)

    def mistakes(self) -> dict[str, Mistake]:
        *others, last = self.recipes
        bare = (*last[:-1], "")
        found: dict[str, Mistake] = {
            "not saved": Without(Tap("Save")),
            "without directions": Instead(recipes=(*others, bare)),
        }
        if others:
            found["one forgotten"] = Instead(recipes=tuple(others))
        return found


@dataclass(frozen=True)
class AddRecipes(AddOneRecipe):
    """Three recipes that the goal tells whole."""

    template = "androidworld.recipe_add_multiple_recipes"
    suite = "RecipeAddMultipleRecipes"
    complexity = 6
    level = Level.HARD
    goals = (
        "Put all of these into Broccoli:\n{listing}",
        "Here are some recipes for Broccoli, write each of them down there:\n{listing}",
        "Broccoli is missing these, add them:\n{listing}",
    )
    count = 3


@dataclass(frozen=True)
class AddRecipesFromNote(AddOneRecipe):
    """Three recipes that a note of Markor tells."""

    template = "androidworld.recipe_add_multiple_recipes_from_markor"
    suite = "RecipeAddMultipleRecipesFromMarkor"
    complexity = 6
    level = Level.HARD
    kind = Kind.CROSS
    apps = (MARKOR, LABEL)
    goals: ClassVar[tuple[str, ...]] = (
        "Put the recipes of recipes.txt in Markor into Broccoli.",
        "Markor has recipes.txt with some recipes: write them down in Broccoli.",
        "Copy what recipes.txt in Markor lists into my recipes in Broccoli.",
    )
    hidden: ClassVar[tuple[str, ...]] = ("first",)
    count = 3

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        drawn = super().draw(scene)
        put_file(scene.phone, note_path(FILE), drawn.listing)
        return drawn

    def reading(self) -> Script:
        return (Open(MARKOR), Tap(FILE))


@dataclass(frozen=True)
class AddRecipesFromPicture(AddOneRecipe):
    """Three recipes that a picture shows."""

    template = "androidworld.recipe_add_multiple_recipes_from_image"
    suite = "RecipeAddMultipleRecipesFromImage"
    complexity = 6
    level = Level.HARD
    apps = (GALLERY, LABEL)
    goals = (
        "recipes.jpg in Simple Gallery Pro shows some recipes: write them down in Broccoli.",
        "Put the recipes that you see in recipes.jpg (Simple Gallery Pro) into Broccoli.",
        "Copy what the picture recipes.jpg in Simple Gallery Pro lists into my recipes in Broccoli.",
    )
    count = 3

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        drawn = replace(super().draw(scene), form=BLOCKS)
        put_file(scene.phone, f"/sdcard/DCIM/{PICTURE}", text_picture(drawn.listing))
        return drawn

    def reading(self) -> Script:
        return (Open(GALLERY), Tap("DCIM"), Tap(PICTURE))


@dataclass(frozen=True)
class AddRecipesByTime(AddRecipesFromNote):
    """Of many recipes in a note, those that take a certain time."""

    template = "androidworld.recipe_add_multiple_recipes_from_markor2"
    suite = "RecipeAddMultipleRecipesFromMarkor2"
    goals = (
        "Put those recipes of recipes.txt in Markor that take {prep_time} to prepare into Broccoli.",
        "Which recipes in Markor's recipes.txt have a preparation time of {prep_time}? Add these to Broccoli.",
        "I have {prep_time} to prepare a meal: copy the fitting recipes from recipes.txt in Markor to Broccoli.",
    )

    prep_time: str = ""

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        wanted = rng.choice(PREPARATION_TIMES)
        book = recipes_by_title(rng, 43)
        right = tuple(_with_time(recipe, wanted) for recipe in book[:3])
        slower = [time for time in PREPARATION_TIMES if time != wanted]
        others = [_with_time(recipe, rng.choice(slower)) for recipe in book[3:]]
        for recipe in others:
            put_recipe(scene, recipe)
        form = rng.choice((TABLE, BLOCKS))
        both = [*right, *others]
        rng.shuffle(both)
        put_file(scene.phone, note_path(FILE), listing(tuple(both), form))
        return cls(right, form, wanted)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        return replace(super().from_suite(params, phone), prep_time=params["prep_time"])


def _with_time(recipe: RecipeTexts, time: str) -> RecipeTexts:
    return (*recipe[:3], time, *recipe[4:])
