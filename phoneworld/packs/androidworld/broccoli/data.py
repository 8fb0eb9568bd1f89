"""The recipes: one table, in which nearly everything is free text."""

from __future__ import annotations

from typing import Any

from phoneworld.store import Database, database_path

PACKAGE = "com.flauschcode.broccoli"
PATH = database_path(PACKAGE, "broccoli")
SCHEMA = """
CREATE TABLE recipes (
    recipeId INTEGER PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '',
    servings TEXT NOT NULL DEFAULT '',
    preparationTime TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL DEFAULT '',
    ingredients TEXT NOT NULL DEFAULT '',
    directions TEXT NOT NULL DEFAULT '',
    favorite INTEGER NOT NULL DEFAULT 0,
    imageName TEXT NOT NULL DEFAULT ''
);
"""
FIELDS = {
    "title": "Title",
    "description": "Description",
    "servings": "Servings",
    "preparationTime": "Preparation time",
    "source": "Source",
    "ingredients": "Ingredients",
    "directions": "Directions",
}
"""What a recipe says, by column, with the words for it on the screen."""
HINTS = FIELDS | {
    "servings": "Number of servings",
    "ingredients": "List of ingredients",
    "directions": "Directions in steps",
}
"""What the form says in an empty field."""


def add_recipe(database: Database, **texts: str) -> int:
    """Write a recipe down; its id."""
    return database.insert("recipes", **{column: texts.get(column, "") for column in FIELDS})


def recipe_of(database: Database, id: int | None) -> dict[str, Any] | None:
    """The row of a recipe."""
    return database.one("SELECT * FROM recipes WHERE recipeId = ?", id)


def recipe_page(database: Database, query: str, first: int, count: int) -> list[dict[str, Any]]:
    """A page of the recipes that say these words anywhere, by title."""
    words = " ".join(query.casefold().split())[:100]
    said = " || ' ' || ".join(FIELDS)
    return database.rows(
        f"SELECT * FROM recipes WHERE ? = '' OR instr(lower({said}), ?) "
        "ORDER BY title COLLATE NOCASE, recipeId LIMIT ? OFFSET ?",
        words,
        words,
        count,
        first,
    )


def in_short(recipe: dict[str, Any]) -> str:
    """How many it serves and how long it takes."""
    return " · ".join(filter(None, (recipe["servings"], recipe["preparationTime"])))
