"""Tasks of cooking and shopping."""

from __future__ import annotations

from phoneworld.apps.recipes.cookbook import CATEGORIES
from phoneworld.apps.recipes.data import PATH, Item, add_to_shopping, quantity_text
from phoneworld.apps.recipes.draws import database_of, tap_chip
from phoneworld.tasks.expect import Added, Answered, Changed, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import Direction


class ScaledAmount(Template):
    """How much of something another number of servings takes."""

    name = "recipes.scaled_amount"
    level = Level.HARD
    apps = ("Recipes",)
    hidden = ("value",)
    goals = (
        "I am making {title} for {count} people. How much {ingredient} do I need?",
        "How much {ingredient} goes into {title} if I cook {count} servings of it?",
        "Tell me the amount of {ingredient} for {count} servings of {title}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, database_of(scene)
        recipe = rng.choice(
            database.rows(
                "SELECT * FROM recipes r WHERE EXISTS (SELECT 1 FROM ingredients i "
                "WHERE i.recipe_id = r._id AND unit IN ('g', 'ml') AND quantity >= 50) "
                "ORDER BY _id"
            )
        )
        one = rng.choice(
            database.rows(
                "SELECT * FROM ingredients WHERE recipe_id = ? AND unit IN ('g', 'ml') "
                "AND quantity >= 50 ORDER BY _id",
                recipe["_id"],
            )
        )
        servings = recipe["servings"]
        count = rng.choice([n for n in range(2, 12) if 0 < abs(n - servings) <= 4])
        scaled = round(one["quantity"] * count / servings, 2)
        return {
            "title": recipe["title"],
            "ingredient": one["name"],
            "count": count,
            "value": quantity_text(scaled, one["unit"]),
            "base": quantity_text(one["quantity"], ""),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["value"].partition(" ")[0], nots=(v["base"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.type(v["title"], into="Search recipes")
        pilot.tap(v["title"], role="item")
        servings = int(pilot.read("servings"))
        for _ in range(0 if v.get("unscaled") else abs(v["count"] - servings)):
            pilot.tap("More servings" if v["count"] > servings else "Fewer servings")
        pilot.say(pilot.reach(v["ingredient"], role="item").text.rpartition(", ")[2])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "not scaled": {"unscaled": True},
            "one serving too many": {"count": v["count"] + 1},
        }


class QuickestDish(Template):
    """Which recipe of a category is done soonest."""

    name = "recipes.quickest"
    level = Level.HARD
    apps = ("Recipes",)
    hidden = ("title", "value")
    goals = (
        "Which {category} recipe takes the least time, and how long does it take?",
        "I am in a hurry: what is the quickest recipe under {category}, and how many minutes is it?",
        "Find the fastest recipe in the category {category}. Tell me its name and its time.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, database_of(scene)
        category, elsewhere = rng.sample(CATEGORIES, 2)
        sql = "SELECT _id, title FROM recipes WHERE category = ? ORDER BY _id"
        inside, outside = database.rows(sql, category), database.rows(sql, elsewhere)
        quick = rng.choice(inside)
        minutes = rng.randint(6, 9)
        database.run("UPDATE recipes SET minutes = ? WHERE _id = ?", minutes, quick["_id"])
        quicker = rng.choice(outside)
        database.run("UPDATE recipes SET minutes = ? WHERE _id = ?", minutes - 2, quicker["_id"])
        others = [row["title"] for row in inside if row != quick]
        return {
            "category": category,
            "title": quick["title"],
            "value": f"{minutes} min",
            "minutes": str(minutes),
            "others": [*others, quicker["title"]],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["title"], v["minutes"], nots=tuple(v["others"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        if not v.get("any_category"):
            tap_chip(pilot, v["category"])
        if not v.get("unsorted"):
            pilot.tap("Sort")
            pilot.tap("Quickest first", role="radio")
        row = pilot.reach(" min", role="item", nth=v.get("nth", 0)).text
        title, _, told = row.partition(", ")
        pilot.say(f"{title}, {told.split(' · ')[1]}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {
            "of all categories": {"any_category": True},
            "the second quickest": {"nth": 1},
        }


class ShopForDish(Template):
    """The ingredients of a dish, for so many, go on the list."""

    name = "recipes.shop_for"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "Put everything I need to cook {title} for {count} on the shopping list.",
        "We will be {count} and I am making {title}. Add the ingredients to my shopping list.",
        "Add all ingredients of {title}, for {count} servings, to the shopping list in Recipes.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, database_of(scene)
        recipe, other = rng.sample(database.rows("SELECT * FROM recipes ORDER BY _id"), 2)
        servings = recipe["servings"]
        count = rng.choice([n for n in range(2, 14) if 0 < abs(n - servings) <= 3])
        rows = database.rows(
            "SELECT * FROM ingredients WHERE recipe_id = ? ORDER BY _id", recipe["_id"]
        )
        return {
            "title": recipe["title"],
            "other": other["title"],
            "count": count,
            "items": [
                [round(row["quantity"] * count / servings, 2), row["unit"], row["name"]]
                for row in rows
            ],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "shopping", {"quantity": quantity, "unit": unit, "name": name, "done": 0})
            for quantity, unit, name in v["items"]
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.type(v["title"], into="Search recipes")
        pilot.tap(v["title"], role="item")
        servings = int(pilot.read("servings"))
        for _ in range(0 if v.get("unscaled") else abs(v["count"] - servings)):
            pilot.tap("More servings" if v["count"] > servings else "Fewer servings")
        pilot.tap("Add all to shopping list")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "not scaled": {"unscaled": True},
            "another dish": {"title": v["other"]},
            "one serving too many": {"count": v["count"] + 1},
        }


class RemoveTicked(Template):
    """What was bought leaves the list."""

    name = "recipes.remove_ticked"
    apps = ("Recipes",)
    goals = (
        "Remove everything that is ticked from the shopping list in Recipes.",
        "I am done shopping: clean the bought items out of my recipe shopping list and keep the rest.",
        "Delete the items that are already ticked on my shopping list in Recipes.",
        "Tidy up the shopping list in Recipes: what has been bought can go, the rest stays.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, database_of(scene)
        database.run("DELETE FROM shopping")
        names = "basil,rice,tomatoes,yoghurt,tea,salmon,walnuts,lemons,butter,honey".split(",")
        chosen = rng.sample(names, 7)
        bought = sorted(rng.sample(chosen, rng.randint(2, 4)))
        for name in chosen:
            item = Item(rng.randrange(50, 900, 50), "g", name)
            add_to_shopping(database, item, done=name in bought)
        return {"bought": bought}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "shopping", {"name": name, "done": 1}) for name in v["bought"]]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.tap("Shopping list")
        if v.get("only_one"):
            pilot.swipe(v["bought"][0], Direction.LEFT)
            return
        pilot.tap("More options")
        if v.get("all"):
            pilot.tap("Clear list")
            pilot.tap("Clear", role="button")
        else:
            pilot.tap("Remove ticked items")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the whole list": {"all": True}, "only one of them": {"only_one": True}}


class ChangeItem(Template):
    """Another amount of something on the list."""

    name = "recipes.change_item"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "Change the {item} on my recipe shopping list to {amount}.",
        "We need {amount} of {item}: correct that on the shopping list in Recipes.",
        "On the shopping list in Recipes, make it {amount} {item}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, database_of(scene)
        database.run("DELETE FROM shopping")
        families = (
            ("potatoes", "sweet potatoes"),
            ("tomatoes", "cherry tomatoes"),
            ("rice", "pudding rice"),
            ("milk powder", "coconut milk powder"),
            ("onions", "red onions"),
        )
        chosen = rng.sample(families, 3)
        old, new, wrong = rng.sample(range(150, 950, 50), 3)
        for names in chosen:
            for name in names:
                add_to_shopping(database, Item(old, "g", name))
        return {
            "item": chosen[0][0],
            "double": chosen[0][1],
            "old": old,
            "new": new,
            "amount": f"{new} g",
            "wrong": f"{wrong} g",
        }

    def expect(self, v: Params) -> list[Expectation]:
        old = {"name": v["item"], "quantity": v["old"]}
        return [Changed(PATH, "shopping", old, {"quantity": v["new"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.tap("Shopping list")
        pilot.hold(v["item"], role="checkbox")
        pilot.tap("Edit")
        pilot.type(f"{v['amount']} {v['item']}", clear=True)
        pilot.tap("Save", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"its namesake": {"item": v["double"]}, "another amount": {"amount": v["wrong"]}}
