"""Recipes: a cookbook to search and cook from, with a shopping list."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.recipes.cookbook import CATEGORIES
from phoneworld.apps.recipes.data import PACKAGE, SCHEMA, delete_recipe, seed
from phoneworld.apps.recipes.dish import Dish, RecipeForm
from phoneworld.apps.recipes.sections import section_bar
from phoneworld.apps.recipes.shopping_list import ShoppingList
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import Chip, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, SideScroll
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Icon, Picture

ALL = "All"
ORDERS = {
    "Name": "title COLLATE NOCASE, _id",
    "Quickest first": "minutes, title COLLATE NOCASE",
    "Best rated first": "rating DESC, title COLLATE NOCASE",
}


def recipe_row(screen: Screen, recipe: dict[str, Any]) -> View:
    """A recipe in a list."""
    stars = f" · {recipe['rating']} ★" if recipe["rating"] else ""
    return Tile(
        recipe["title"],
        f"{recipe['category']} · {recipe['minutes']} min{stars}",
        leading=Picture(recipe["art"], of=recipe["title"], width=64, height=56, radius=10),
        trailing=Icon("favorite", color="primary", description="Favorite")
        if recipe["favorite"]
        else None,
        on_click=lambda: screen.open("recipe", id=recipe["_id"]),
        on_long_click=lambda: screen.menu(
            {"Edit": "edit", "Delete": "ask_delete"}, id=recipe["_id"]
        ),
    )


class RecipeList(Screen):
    """All recipes, of one category or found by name or ingredient."""

    def view(self) -> View:
        chosen = self.state.get("category", ALL)
        return Scaffold(
            TopBar(
                Field("query", "Search recipes", kind="search", icon="search").sized(height=48),
                actions=(IconButton("sort", "Sort", self.choose_order),),
            ),
            Column(
                SideScroll(
                    *(self.chip(name, chosen) for name in (ALL, *CATEGORIES)), key="categories"
                ),
                LazyList(
                    self.page, self.row, row_height=76, empty="No recipes found", end_space=80
                ),
                gap=8,
            ),
            fab=Fab("add", "Add recipe", lambda: self.open("edit")),
            bottom=section_bar(self, "Recipes"),
        )

    def chip(self, name: str, chosen: str) -> View:
        return Chip(name, lambda: self.set_category(name), selected=name == chosen)

    def set_category(self, name: str) -> None:
        self.state["category"] = name

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        clauses = ["1"]
        values: list[str] = []
        if self.state.get("category", ALL) != ALL:
            clauses.append("category = ?")
            values.append(self.state["category"])
        query = self.state.get("query", "").strip().lower()
        if query:
            clauses.append(
                "(instr(lower(title), ?) OR EXISTS (SELECT 1 FROM ingredients i "
                "WHERE i.recipe_id = recipes._id AND instr(lower(i.name), ?)))"
            )
            values += [query, query]
        order = ORDERS[self.state.get("order", "Name")]
        return self.db.rows(
            f"SELECT * FROM recipes WHERE {' AND '.join(clauses)} ORDER BY {order} LIMIT ? OFFSET ?",
            *values,
            count,
            first,
        )

    def row(self, recipe: dict[str, Any]) -> View:
        return recipe_row(self, recipe)

    def choose_order(self) -> None:
        chosen = self.state.get("order", "Name")
        self.choose("Sort by", list(ORDERS), chosen, then="set_order")

    def set_order(self, order: str) -> None:
        self.state["order"] = order

    def edit(self, id: int) -> None:
        self.open("edit", id=id)

    def ask_delete(self, id: int) -> None:
        title = self.db.value("SELECT title FROM recipes WHERE _id = ?", id)
        self.confirm("Delete recipe?", title or "", yes="Delete", then="delete", id=id)

    def delete(self, id: int) -> None:
        delete_recipe(self.db, id)
        self.toast("Recipe deleted")


class Favorites(Screen):
    """The recipes with a heart."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Favorites"),
            LazyList(self.page, self.row, row_height=76, empty="No favorites yet"),
            bottom=section_bar(self, "Favorites"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM recipes WHERE favorite = 1 ORDER BY title COLLATE NOCASE "
            "LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, recipe: dict[str, Any]) -> View:
        return Tile(
            recipe["title"],
            f"{recipe['category']} · {recipe['minutes']} min",
            leading=Picture(recipe["art"], of=recipe["title"], width=64, height=56, radius=10),
            trailing=IconButton(
                "favorite",
                f"Remove {recipe['title']} from favorites",
                lambda: self.remove(recipe["_id"]),
                color="primary",
            ),
            on_click=lambda: self.open("recipe", id=recipe["_id"]),
        )

    def remove(self, id: int) -> None:
        self.db.run("UPDATE recipes SET favorite = 0 WHERE _id = ?", id)
        self.toast("Removed from favorites")


APP = App(
    package=PACKAGE,
    label="Recipes",
    icon="restaurant_menu",
    color="#d84315",
    screens={
        "list": RecipeList,
        "favorites": Favorites,
        "recipe": Dish,
        "edit": RecipeForm,
        "shopping": ShoppingList,
    },
    start="list",
    database="recipes.db",
    schema=SCHEMA,
    seed=seed,
)
