"""What the tasks with Broccoli share: made-up recipes, the ways to write them down, and to find them."""

from __future__ import annotations

from random import Random
from typing import Any

from phoneworld.apps.recipes.cookbook import BOOK
from phoneworld.author import Added, Alike, Enter, Exact, Removed, Scene, Script, Tap
from phoneworld.packs.androidworld.broccoli.data import (
    FIELDS,
    HINTS,
    PATH,
    add_recipe,
    in_short,
    recipe_page,
)
from phoneworld.phone import Phone

LABEL = "Broccoli"
COLUMNS = ("title", "description", "servings", "preparationTime", "ingredients", "directions")
"""What a recipe of a task has, in this order."""
RecipeTexts = tuple[str, ...]
"""The texts of one recipe, by `COLUMNS`."""

KINDS = ("", "Quick ", "Sunday ", "Aunt Ida's ")
DESCRIPTIONS = (
    "Goes well with a long evening.",
    "Nothing that a beginner could spoil.",
    "A dish for guests who come early.",
)
SERVINGS = ("1 serving", "2 servings", "3-4 servings", "6 servings", "8 servings")
PREPARATION_TIMES = (
    "10 mins", "20 mins", "30 mins", "45 mins", "1 hrs", "2 hrs", "3 hrs", "4 hrs",
)  # fmt: skip
INGREDIENTS = ("as in the directions", "whatever is in season", "half of it fresh", "by eye")
ENDINGS = ("Let it rest before serving.", "Serve it hot.", "Season once more at the end.")
BLOCKS, TABLE = "text_block", "csv"
MOST = 1000


def some_recipe(rng: Random) -> RecipeTexts:
    """A recipe of the book, with other details each time."""
    dish = rng.choice(BOOK)
    steps = dish.steps.replace("\n", " ")
    return (
        rng.choice(KINDS) + dish.title,
        rng.choice(DESCRIPTIONS),
        rng.choice(SERVINGS),
        rng.choice(PREPARATION_TIMES),
        rng.choice(INGREDIENTS),
        f"{steps} {rng.choice(ENDINGS)}",
    )


def recipes_by_title(rng: Random, count: int) -> list[RecipeTexts]:
    """Recipes no two of which have the same title."""
    found: dict[str, RecipeTexts] = {}
    while len(found) < count:
        recipe = some_recipe(rng)
        found.setdefault(recipe[0].casefold(), recipe)
    return list(found.values())


def put_recipe(scene: Scene, recipe: RecipeTexts) -> None:
    """A recipe that is there before the task."""
    add_recipe(scene.phone.databases[PATH], **_row(recipe))


def texts_of(row: Any) -> RecipeTexts:
    """The texts of a recipe of the suite. `Any`: one of its own objects."""
    return tuple(getattr(row, column) for column in COLUMNS)


def recipe_added(recipe: RecipeTexts) -> Added:
    """A recipe has been written down."""
    texts = _row(recipe)
    where = {column: Alike(texts.get(column, "")) for column in FIELDS}
    return Added(PATH, "recipes", {**where, "favorite": 0})


def recipe_removed(recipe: RecipeTexts) -> Removed:
    """A recipe that says exactly this is gone."""
    where = {column: Exact(text) for column, text in zip(COLUMNS, recipe, strict=True)}
    return Removed(PATH, "recipes", where)


def writing(recipe: RecipeTexts) -> Script:
    """The steps that write a recipe down, from the list of recipes and back to it."""
    fields = zip(COLUMNS, recipe, strict=True)
    return (
        Tap("Add recipe"),
        *(Enter(text, into=HINTS[column]) for column, text in fields),
        Tap("Save"),
    )


def short_of(recipe: RecipeTexts) -> str:
    """Words that search for how many a recipe serves and how long it takes, which the list shows of it."""
    row = _row(recipe)
    return f"{row['servings']} {row['preparationTime']}"


def label_of(recipe: RecipeTexts) -> str:
    """What the list of recipes shows of one."""
    return ", ".join(filter(None, (recipe[0], in_short(_row(recipe)))))


def deleting(recipe: RecipeTexts, place: int = 0) -> Script:
    """The steps that delete a recipe of the list, the so-maniest of those that look like it."""
    return (
        Tap(label_of(recipe), role="item", nth=place),
        Tap("Delete"),
        Tap("Delete", role="button"),
    )


def places(phone: Phone, query: str, recipe: RecipeTexts) -> list[int]:
    """Where recipes that say exactly this stand among those that look like it in a search."""
    rows = [_texts(row) for row in recipe_page(phone.databases[PATH], query, 0, MOST)]
    alike = [row for row in rows if label_of(row) == label_of(recipe)]
    return [place for place, row in enumerate(alike) if row == recipe]


def _row(recipe: RecipeTexts) -> dict[str, str]:
    return dict(zip(COLUMNS, recipe, strict=True))


def _texts(row: dict[str, Any]) -> RecipeTexts:
    return tuple(row[column] for column in COLUMNS)


def listing(recipes: tuple[RecipeTexts, ...], form: str) -> str:
    """Recipes as a table with bars, or each as a block of lines."""
    if form == TABLE:
        lines = ["|".join(COLUMNS), *("|".join(recipe) for recipe in recipes)]
        return "\n".join(lines)
    blocks: list[str] = []
    for recipe in recipes:
        title, *texts = recipe
        lines = [f"Dish: {title}"]
        lines += [
            f"  {FIELDS[name]}: {text}" for name, text in zip(COLUMNS[1:], texts, strict=True)
        ]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
