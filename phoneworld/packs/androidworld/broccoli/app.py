"""Broccoli's screens: the list of recipes, a recipe, and its form."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.packs.androidworld.broccoli.data import (
    FIELDS,
    HINTS,
    PACKAGE,
    SCHEMA,
    add_recipe,
    in_short,
    recipe_of,
    recipe_page,
)
from phoneworld.ui.bars import Fab, Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Text

LONG = ("ingredients", "directions", "description")


class RecipeBook(Screen):
    """All recipes, or those with certain words in them."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Broccoli"),
            Column(
                Column(
                    Field("query", "Search recipes", kind="search", icon="search").sized(height=48),
                    pad=(16, 4),
                ),
                LazyList(
                    self.recipes, self.row, row_height=60, empty="No recipes found", end_space=88
                ),
            ),
            fab=Fab("add", "Add recipe", lambda: self.open("edit")),
        )

    def recipes(self, first: int, count: int) -> list[dict[str, Any]]:
        return recipe_page(self.db, self.state.get("query", ""), first, count)

    def row(self, recipe: dict[str, Any]) -> View:
        id = recipe["recipeId"]
        return Tile(
            recipe["title"],
            in_short(recipe) or recipe["description"],
            icon="restaurant",
            note="★" if recipe["favorite"] else "",
            on_click=lambda: self.open("recipe", id=id),
        )

    def back(self) -> bool:
        if self.state.get("query"):
            self.state["query"] = ""
            return True
        return False


class RecipePage(Screen):
    """All that a recipe says."""

    def view(self) -> View:
        recipe = recipe_of(self.db, self.args["id"])
        if recipe is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("restaurant", "This recipe was deleted")
            )
        favorite = bool(recipe["favorite"])
        return Scaffold(
            TopBar(
                "Recipe",
                back=self.close,
                actions=(
                    IconButton(
                        "favorite" if favorite else "favorite_border",
                        "Remove from favorites" if favorite else "Add to favorites",
                        self.flip_favorite,
                    ),
                    IconButton("edit", "Edit", lambda: self.open("edit", id=self.args["id"])),
                    IconButton("delete", "Delete", self.ask_delete),
                ),
            ),
            ScrollView(
                Column(
                    Text(recipe["title"], "headline", selectable=True).named("title"),
                    *(
                        self.part(column, label, recipe[column])
                        for column, label in FIELDS.items()
                        if column != "title" and recipe[column]
                    ),
                    pad=(20, 4, 20, 24),
                    gap=14,
                )
            ),
        )

    def part(self, column: str, label: str, text: str) -> View:
        return Column(
            Text(label, "label", color="primary"), Text(text, selectable=True).named(column)
        )

    def flip_favorite(self) -> None:
        self.db.run(
            "UPDATE recipes SET favorite = 1 - favorite WHERE recipeId = ?", self.args["id"]
        )

    def ask_delete(self) -> None:
        self.confirm("Delete this recipe?", yes="Delete", then="delete")

    def delete(self) -> None:
        self.db.run("DELETE FROM recipes WHERE recipeId = ?", self.args["id"])
        self.toast("Recipe deleted")
        self.close()


class RecipeSheet(Screen):
    """A new recipe, or one that is changed. Leaving it without saving keeps nothing."""

    def opened(self) -> None:
        recipe = recipe_of(self.db, self.args.get("id"))
        self.state.update({column: recipe[column] if recipe else "" for column in FIELDS})

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Edit recipe" if "id" in self.args else "New recipe",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(
                    *(
                        Field(column, label, kind="multiline" if column in LONG else "text")
                        for column, label in HINTS.items()
                    ),
                    pad=16,
                    gap=10,
                )
            ),
        )

    def save(self) -> None:
        texts = {column: self.state[column].strip() for column in FIELDS}
        if not texts["title"]:
            self.toast("Enter a title")
            return
        if recipe_of(self.db, self.args.get("id")) is None:
            add_recipe(self.db, **texts)
        else:
            columns = ", ".join(f"{column} = ?" for column in FIELDS)
            self.db.run(
                f"UPDATE recipes SET {columns} WHERE recipeId = ?", *texts.values(), self.args["id"]
            )
        self.toast("Recipe saved")
        self.close()


APP = App(
    package=PACKAGE,
    label="Broccoli",
    icon="restaurant",
    color="#388e3c",
    activity=".MainActivity",
    screens={"book": RecipeBook, "recipe": RecipePage, "edit": RecipeSheet},
    start="book",
    database="broccoli",
    schema=SCHEMA,
)
