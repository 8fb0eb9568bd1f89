"""One recipe: cooked from, scaled, rated, written and changed."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.recipes.cookbook import CATEGORIES
from phoneworld.apps.recipes.data import (
    RecipeItem,
    add_recipe,
    add_to_shopping,
    delete_recipe,
    food_art,
    item_text,
    lines_of,
    put_content,
    quantity_text,
)
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Picture, Text

MAX_SERVINGS = 40


def ingredients_of(screen: Screen, recipe: int) -> list[dict[str, Any]]:
    return screen.db.rows("SELECT * FROM ingredients WHERE recipe_id = ? ORDER BY _id", recipe)


def steps_of(screen: Screen, recipe: int) -> list[str]:
    rows = screen.db.rows("SELECT text FROM steps WHERE recipe_id = ? ORDER BY _id", recipe)
    return [row["text"] for row in rows]


class Dish(Screen):
    """A recipe. The number of servings is the screen's own: the recipe stays as it is."""

    def found(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM recipes WHERE _id = ?", self.args.get("id"))

    def view(self) -> View:
        recipe = self.found()
        if recipe is None:
            return Scaffold(
                TopBar("Recipe", back=self.close),
                empty_note("restaurant_menu", "This recipe was deleted"),
            )
        favorite = bool(recipe["favorite"])
        return Scaffold(
            TopBar(
                "",
                back=self.close,
                actions=(
                    IconButton(
                        "favorite" if favorite else "favorite_border",
                        "Remove from favorites" if favorite else "Add to favorites",
                        self.toggle_favorite,
                    ),
                    IconButton("edit", "Edit recipe", lambda: self.open("edit", id=recipe["_id"])),
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu({"Share": "share_it", "Delete": "ask_delete"}),
                    ),
                ),
            ),
            ScrollView(
                Picture(recipe["art"], of=recipe["title"]).sized(height=180)
                if recipe["art"]
                else None,
                Column(
                    Text(recipe["title"], "headline").named("title"),
                    Row(
                        Text(recipe["category"], "small", color="muted").named("category"),
                        Text(f"{recipe['minutes']} min", "small", color="muted").named("minutes"),
                        Text("Own recipe", "small", color="primary") if recipe["own"] else None,
                        gap=16,
                    ),
                    self.stars(recipe["rating"]),
                    pad=(16, 12, 16, 4),
                    gap=4,
                ),
                Column(self.ingredients(recipe), self.steps(recipe["_id"]), pad=(16, 8), gap=12),
                pad=24,
            ),
        )

    def stars(self, rating: int) -> View:
        return Row(*(self.star(number, rating) for number in range(1, 6)))

    def star(self, number: int, rating: int) -> View:
        lit = number <= rating
        return IconButton(
            "star" if lit else "star_border",
            f"{number} star{'s' if number > 1 else ''}",
            lambda: self.rate(number),
            color="#f9a825" if lit else "muted",
            size=40,
            selected=number == rating,
        )

    def rate(self, number: int) -> None:
        self.db.run(
            "UPDATE recipes SET rating = CASE rating WHEN ? THEN 0 ELSE ? END WHERE _id = ?",
            number,
            number,
            self.args["id"],
        )

    def servings(self, recipe: dict[str, Any]) -> int:
        return self.state.get("servings") or recipe["servings"]

    def scaled(self, recipe: dict[str, Any]) -> list[RecipeItem]:
        share = self.servings(recipe) / max(1, recipe["servings"])
        return [
            RecipeItem(round(row["quantity"] * share, 2), row["unit"], row["name"])
            for row in ingredients_of(self, recipe["_id"])
        ]

    def ingredients(self, recipe: dict[str, Any]) -> View:
        servings = self.servings(recipe)
        return Card(
            Section("Ingredients"),
            Row(
                Text("Servings", "body").grow(),
                IconButton("remove_circle", "Fewer servings", lambda: self.serve(servings - 1)),
                Text(str(servings), "title").named("servings"),
                IconButton("add_circle", "More servings", lambda: self.serve(servings + 1)),
                pad=(16, 0, 4, 0),
                gap=4,
            ),
            *(self.ingredient(item, recipe["title"]) for item in self.scaled(recipe)),
            Row(
                Button(
                    "Add all to shopping list",
                    self.shop,
                    kind="tonal",
                    icon="add_shopping_cart",
                ),
                pad=(16, 8, 16, 16),
            ),
            pad=0,
        )

    def ingredient(self, item: RecipeItem, title: str) -> View:
        return Row(
            Text(item.name, "body").grow(),
            Text(quantity_text(item.quantity, item.unit), "subtitle"),
            IconButton(
                "add_shopping_cart",
                f"Add {item.name} to shopping list",
                lambda: self.buy(item, title),
                size=40,
            ),
            pad=(16, 0, 8, 0),
            gap=8,
        ).held(lambda: self.offer_copy(item_text(item.quantity, item.unit, item.name)))

    def serve(self, count: int) -> None:
        self.state["servings"] = max(1, min(MAX_SERVINGS, count))

    def buy(self, item: RecipeItem, title: str) -> None:
        add_to_shopping(self.db, item, recipe=title)
        self.toast(f"{item.name[:60]} is on the shopping list")

    def shop(self) -> None:
        recipe = self.found()
        if recipe is None:
            return
        items = self.scaled(recipe)
        for item in items:
            add_to_shopping(self.db, item, recipe=recipe["title"])
        self.toast(f"{len(items)} items added to the shopping list")

    def steps(self, recipe: int) -> View:
        return Card(
            Section("Steps"),
            *(
                Row(
                    Avatar(str(number), size=28, color="#8d6e63"),
                    Text(step, "body", selectable=True).grow(),
                    pad=(16, 8),
                    gap=12,
                    align="start",
                )
                for number, step in enumerate(steps_of(self, recipe), 1)
            ),
            pad=0,
        )

    def toggle_favorite(self) -> None:
        self.db.run("UPDATE recipes SET favorite = 1 - favorite WHERE _id = ?", self.args["id"])

    def share_it(self) -> None:
        recipe = self.found()
        if recipe is not None:
            items = [item_text(item.quantity, item.unit, item.name) for item in self.scaled(recipe)]
            self.share("\n".join([recipe["title"], *items, *steps_of(self, recipe["_id"])]))

    def ask_delete(self) -> None:
        self.confirm("Delete recipe?", "It will be gone for good.", yes="Delete", then="delete")

    def delete(self) -> None:
        delete_recipe(self.db, self.args["id"])
        self.toast("Recipe deleted")
        self.close()


class RecipeForm(Screen):
    """The form for a new recipe (with `title` or `ingredients` filled in), or for an old one."""

    def opened(self) -> None:
        self.state.update(
            title=self.args.get("title", ""),
            ingredients=self.args.get("ingredients", ""),
            steps="",
            minutes="",
            servings="4",
            category="Main dish",
        )
        recipe = self.db.one("SELECT * FROM recipes WHERE _id = ?", self.args.get("id"))
        if recipe is not None:
            self.state.update(
                title=recipe["title"],
                category=recipe["category"],
                minutes=str(recipe["minutes"]),
                servings=str(recipe["servings"]),
                ingredients="\n".join(
                    item_text(row["quantity"], row["unit"], row["name"])
                    for row in ingredients_of(self, recipe["_id"])
                ),
                steps="\n".join(steps_of(self, recipe["_id"])),
            )

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Edit recipe" if self.args.get("id") is not None else "New recipe",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(
                    Field("title", "Title"),
                    Row(
                        Field("minutes", "Minutes", kind="number").grow(),
                        Field("servings", "Servings", kind="number").grow(),
                        gap=12,
                    ),
                    pad=(16, 16, 16, 4),
                    gap=12,
                ),
                Tile(
                    "Category",
                    self.state["category"],
                    icon="category",
                    on_click=lambda: self.choose(
                        "Category", list(CATEGORIES), self.state["category"], then="set_category"
                    ),
                ),
                Column(
                    Field("ingredients", "Ingredients, one per line", kind="multiline"),
                    Field("steps", "Steps, one per line", kind="multiline"),
                    pad=16,
                    gap=12,
                ),
            ),
        )

    def set_category(self, category: str) -> None:
        self.state["category"] = category

    def save(self) -> None:
        state = self.state
        title = state["title"].strip()
        minutes, servings = whole(state["minutes"], 6000), whole(state["servings"], MAX_SERVINGS)
        if not title:
            self.toast("Enter a title")
        elif minutes is None:
            self.toast("Enter how many minutes it takes")
        elif servings is None:
            self.toast(f"Enter a number of servings from 1 to {MAX_SERVINGS}")
        elif not lines_of(state["ingredients"]):
            self.toast("Enter at least one ingredient")
        else:
            self.put(title, minutes, servings)
            self.toast("Recipe saved")
            self.close()

    def put(self, title: str, minutes: int, servings: int) -> None:
        state, recipe = self.state, self.args.get("id")
        if recipe is None:
            add_recipe(
                self.db,
                title,
                category=state["category"],
                minutes=minutes,
                servings=servings,
                ingredients=state["ingredients"],
                steps=state["steps"],
                art=food_art(state["category"], len(title)),
                own=True,
            )
            return
        self.db.run(
            "UPDATE recipes SET title = ?, category = ?, minutes = ?, servings = ? WHERE _id = ?",
            title,
            state["category"],
            minutes,
            servings,
            recipe,
        )
        put_content(self.db, recipe, state["ingredients"], state["steps"])


def whole(text: str, most: int) -> int | None:
    """A whole number from 1 to `most` that was typed, or None."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdecimal() and len(plain) < 6):
        return None
    return int(plain) if 1 <= int(plain) <= most else None
