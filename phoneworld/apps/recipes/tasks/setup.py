"""What the tasks with recipes share: dishes that are easily confused, dishes to add, and their search."""

from __future__ import annotations

from random import Random

from phoneworld.apps.recipes.cookbook import CATEGORIES
from phoneworld.apps.recipes.data import PATH, add_recipe, food_art
from phoneworld.author import Direction, Enter, Open, Pilot, Scene, Script, Tap
from phoneworld.store import Database
from runtime.actions import ElementRef, Scroll

FAMILIES = {
    "pancakes": ("Buttermilk pancakes", "Blueberry pancakes"),
    "curry": ("Chicken curry", "Chickpea curry"),
    "bread": ("Banana bread", "Soda bread"),
    "lentil soup": ("Red lentil soup", "Green lentil soup"),
    "salad": ("Greek salad", "Quinoa salad"),
    "risotto": ("Mushroom risotto", "Asparagus risotto"),
    "brownies": ("Walnut brownies", "Raspberry brownies"),
}
"""Pairs of dishes that people call by the same name."""

OWN = (
    ("Grandma's goulash", "Main dish", ("800 g beef", "3 onions", "2 tbsp paprika")),
    ("Coconut dal", "Soup", ("250 g red lentils", "400 ml coconut milk", "1 lime")),
    ("Walnut loaf", "Baking", ("500 g flour", "150 g walnuts", "1 sachet yeast")),
    ("Beetroot salad", "Salad", ("600 g beetroot", "120 g feta", "3 tbsp olive oil")),
    ("Pesto gnocchi", "Pasta", ("500 g gnocchi", "120 g pesto", "40 g parmesan")),
    ("Mango cream", "Dessert", ("2 mangoes", "250 ml cream", "30 g sugar")),
    ("Savoury porridge", "Breakfast", ("120 g rolled oats", "500 ml vegetable stock", "2 eggs")),
)


def database_of(scene: Scene) -> Database:
    return scene.phone.databases[PATH]


def draw_titles(scene: Scene, count: int) -> list[str]:
    """The titles of some recipes on the phone."""
    rows = database_of(scene).rows("SELECT title FROM recipes ORDER BY _id")
    return [row["title"] for row in scene.rng.sample(rows, count)]


def ensure_dish(database: Database, rng: Random, title: str) -> None:
    """Make sure that there is a recipe with this title, neither a favorite nor rated."""
    if database.value("SELECT 1 FROM recipes WHERE title = ?", title) is None:
        category = rng.choice(CATEGORIES)
        add_recipe(
            database,
            title,
            category=category,
            minutes=rng.randrange(20, 80, 5),
            servings=4,
            ingredients="1 onion\n200 g rice\n500 ml vegetable stock",
            steps="Cook it all together.",
            art=food_art(category, len(title)),
        )
    database.run("UPDATE recipes SET favorite = 0, rating = 0 WHERE title = ?", title)


def find_dish(title: str) -> Script:
    """Search for a recipe and open it."""
    return (Open("Recipes"), Enter(title, into="Search recipes"), Tap(title, role="item"))


def scale(pilot: Pilot, count: int) -> None:
    """Set the servings of the recipe that is open."""
    servings = int(pilot.read("servings"))
    for _ in range(abs(count - servings)):
        pilot.tap("More servings" if count > servings else "Fewer servings")


def tap_chip(pilot: Pilot, label: str) -> None:
    """Tap a category; the row of categories may have to be scrolled."""
    for _ in CATEGORIES:
        chips = [e for e in pilot.screen.elements if e.text in CATEGORIES and e.role == "button"]
        if pilot.shows(label, role="button") or not chips:
            break
        pilot.act(Scroll(Direction.RIGHT, ElementRef(chips[-1].index)))
    pilot.tap(label, role="button")
