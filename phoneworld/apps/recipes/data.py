"""Recipes and the shopping list: the schema, the ways to change it, and what a phone starts with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from phoneworld.apps.recipes.cookbook import BOOK
from phoneworld.store import Database, database_path

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.recipes"
PATH = database_path(PACKAGE, "recipes.db")
SCHEMA = """
CREATE TABLE recipes (
    _id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT NOT NULL,
    minutes INTEGER NOT NULL, servings INTEGER NOT NULL, art TEXT NOT NULL DEFAULT '',
    favorite INTEGER NOT NULL DEFAULT 0, rating INTEGER NOT NULL DEFAULT 0,
    own INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX recipes_title ON recipes (title COLLATE NOCASE);
CREATE INDEX recipes_category ON recipes (category, title COLLATE NOCASE);
CREATE INDEX recipes_favorite ON recipes (favorite, title COLLATE NOCASE);
CREATE TABLE ingredients (
    _id INTEGER PRIMARY KEY, recipe_id INTEGER NOT NULL REFERENCES recipes (_id),
    quantity REAL NOT NULL DEFAULT 0, unit TEXT NOT NULL DEFAULT '', name TEXT NOT NULL
);
CREATE INDEX ingredients_recipe ON ingredients (recipe_id);
CREATE TABLE steps (
    _id INTEGER PRIMARY KEY, recipe_id INTEGER NOT NULL REFERENCES recipes (_id),
    text TEXT NOT NULL
);
CREATE INDEX steps_recipe ON steps (recipe_id);
CREATE TABLE shopping (
    _id INTEGER PRIMARY KEY, quantity REAL NOT NULL DEFAULT 0, unit TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL, recipe TEXT NOT NULL DEFAULT '', done INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX shopping_done ON shopping (done, _id);
"""
UNITS = (
    "g", "kg", "ml", "l", "tsp", "tbsp", "cup", "cups", "pinch", "clove", "cloves", "slice",
    "slices", "bunch", "sachet", "sheets", "oz", "lb",
)  # fmt: skip
STAPLES = (
    "2 l milk,6 eggs,1 kg flour,500 g coffee,1 bunch bananas,Dish soap,Toothpaste,400 g pasta,"
    "Paper towels,200 g cheese,Olive oil,1 kg apples"
).split(",")

BOWLS = (5, 6, 8, 9, 13, 14, 19, 28, 30, 33, 37, 39)
GREENS = (0, 1, 3, 4, 10, 18, 20, 22, 23, 24, 27, 29)
PLATES = (2, 7, 11, 12, 15, 16, 17, 21, 25, 26, 34, 38)
"""The numbers of food pictures that show a bowl, a salad, something round on a plate."""

_LINE = re.compile(r"\s*([0-9]{1,5})(?:[.,]([0-9]{1,2}))?\s*(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RecipeItem:
    """So much of something; a quantity of 0 is one that nobody measured."""

    quantity: float
    unit: str
    name: str


def read_item(line: str) -> RecipeItem:
    """`250 g flour` taken apart; what has no number in front is only a name."""
    found = _LINE.fullmatch(line)
    if found is None:
        return RecipeItem(0, "", line.strip())
    whole, part, rest = found.groups()
    quantity = float(f"{whole}.{part or 0}")
    unit, _, name = rest.strip().partition(" ")
    if unit in UNITS and name.strip():
        return RecipeItem(quantity, unit, name.strip())
    return RecipeItem(quantity, "", rest.strip())


def quantity_text(quantity: float, unit: str) -> str:
    """`250 g`, `1.5`; nothing where nothing was measured."""
    if not quantity:
        return ""
    number = f"{quantity:.2f}".rstrip("0").rstrip(".")
    return f"{number} {unit}".strip()


def item_text(quantity: float, unit: str, name: str) -> str:
    """`250 g flour`."""
    return f"{quantity_text(quantity, unit)} {name}".strip()


def lines_of(text: str) -> list[str]:
    """The lines of a text that have something on them."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def food_art(category: str, number: int) -> str:
    """A picture that fits a category."""
    looks = {"Soup": BOWLS, "Pasta": BOWLS, "Main dish": BOWLS, "Salad": GREENS}
    numbers = looks.get(category, PLATES)
    return f"food:{numbers[number % len(numbers)]}"


def add_recipe(
    database: Database,
    title: str,
    *,
    category: str,
    minutes: int,
    servings: int,
    ingredients: str = "",
    steps: str = "",
    art: str = "",
    own: bool = False,
    favorite: bool = False,
    rating: int = 0,
) -> int:
    """Enter a recipe; its id. Ingredients and steps are one to a line."""
    recipe = database.insert(
        "recipes",
        title=title,
        category=category,
        minutes=minutes,
        servings=servings,
        art=art,
        own=int(own),
        favorite=int(favorite),
        rating=rating,
    )
    put_content(database, recipe, ingredients, steps)
    return recipe


def put_content(database: Database, recipe: int, ingredients: str, steps: str) -> None:
    """Make these the ingredients and steps of a recipe. A list that is the same is not touched."""
    known = database.rows(
        "SELECT quantity, unit, name FROM ingredients WHERE recipe_id = ? ORDER BY _id", recipe
    )
    items = [read_item(line) for line in lines_of(ingredients)]
    if [RecipeItem(**row) for row in known] != items:
        database.run("DELETE FROM ingredients WHERE recipe_id = ?", recipe)
        for item in items:
            database.insert(
                "ingredients",
                recipe_id=recipe,
                quantity=item.quantity,
                unit=item.unit,
                name=item.name,
            )
    told = database.rows("SELECT text FROM steps WHERE recipe_id = ? ORDER BY _id", recipe)
    if [row["text"] for row in told] != lines_of(steps):
        database.run("DELETE FROM steps WHERE recipe_id = ?", recipe)
        for step in lines_of(steps):
            database.insert("steps", recipe_id=recipe, text=step)


def delete_recipe(database: Database, recipe: int) -> None:
    """Remove a recipe and all that belongs to it."""
    for table, column in (("ingredients", "recipe_id"), ("steps", "recipe_id"), ("recipes", "_id")):
        database.run(f"DELETE FROM {table} WHERE {column} = ?", recipe)


def add_to_shopping(
    database: Database, item: RecipeItem, *, recipe: str = "", done: bool = False
) -> int:
    """Put something on the shopping list; the entry's id."""
    return database.insert(
        "shopping",
        quantity=item.quantity,
        unit=item.unit,
        name=item.name,
        recipe=recipe,
        done=int(done),
    )


def seed(phone: Phone, world: World) -> None:
    """A cookbook with some of it tried, and a shopping list."""
    rng = world.rng("recipes")
    database = phone.databases[PATH]
    for number, recipe in enumerate(BOOK):
        add_recipe(
            database,
            recipe.title,
            category=recipe.category,
            minutes=recipe.minutes,
            servings=recipe.servings,
            ingredients=recipe.ingredients,
            steps=recipe.steps,
            art=food_art(recipe.category, number),
            favorite=rng.random() < 0.25,
            rating=rng.choice((0, 0, 3, 4, 5)),
            own=rng.random() < 0.15,
        )
    for line in rng.sample(STAPLES, 6):
        add_to_shopping(database, read_item(line), done=rng.random() < 0.3)
