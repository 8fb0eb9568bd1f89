"""Cooking across apps: recipes, how many come to eat, and what has to be bought for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser.sites import recipes as web_recipes
from phoneworld.apps.browser.tasks.setup import DISHES, NEW_TAB, open_site, publish
from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.huddle.tasks.setup import chat_of
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.apps.recipes.data import (
    PATH,
    RecipeItem,
    add_recipe,
    add_to_shopping,
    food_art,
    item_text,
    quantity_text,
    read_item,
)
from phoneworld.apps.recipes.tasks.setup import OWN, database_of
from phoneworld.apps.tasks.data import PATH as TASKS_PATH
from phoneworld.apps.tasks.data import TITLES, add_list
from phoneworld.apps.tasks.tasks.setup import show_list
from phoneworld.author import (
    Added,
    Contains,
    Enter,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
    templates_of,
)
from phoneworld.cross_app.extraction import extract, listed
from phoneworld.cross_app.outcomes import posted
from phoneworld.cross_app.setup import chat
from phoneworld.cross_app.shared_steps import open_huddle, post, share_by_huddle, text_to

GROCERIES = (
    "potatoes,onions,carrots,leeks,celery,spinach,tomatoes,butter,cream,cheese,flour,walnuts,"
    "white beans,barley,noodles,apples"
).split(",")


def open_dish(title: str) -> Script:
    """Go to a recipe."""
    return (Open("Recipes"), Enter(title, into="Search recipes"), Tap(title, role="item"))


def bought(item: RecipeItem) -> Added:
    """Something more on the shopping list."""
    where = {"quantity": item.quantity, "unit": item.unit, "name": item.name, "done": 0}
    return Added(PATH, "shopping", where)


def serve(pilot: Pilot, count: int) -> None:
    """Have the recipe that is open made for so many."""
    servings = int(pilot.read("servings"))
    for _ in range(abs(count - servings)):
        pilot.tap("More servings" if count > servings else "Fewer servings")


@dataclass(frozen=True)
class IngredientsToTasks(TaskType):
    """The three things that a dish takes become three tasks."""

    template = "cross.ingredients_to_tasks"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Recipes", "Tasks")
    hidden = ("a", "b", "c")
    goals = (
        "Add every ingredient of my recipe {title} as a task of its own to the list {list_name} in Tasks, with the amount (like '2 l milk').",
        "I want to cook {title}. Make one to-do in {list_name} for each ingredient, amount and name.",
        "Look up what goes into {title} in Recipes and put each ingredient with its amount on my Tasks list {list_name}, one task per ingredient.",
    )

    title: str
    other: str
    list_name: str
    wrong: str
    list_id: int
    a: str
    b: str
    c: str
    items: tuple[tuple[str, str], ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        dishes = rng.sample(OWN, 2)
        for title, category, lines in dishes:
            add_recipe(
                database,
                title,
                category=category,
                minutes=rng.randrange(20, 90, 5),
                servings=rng.randint(2, 6),
                ingredients="\n".join(lines),
                steps="Cook it all together.",
                art=food_art(category, len(title)),
                own=True,
            )
        name, wrong = rng.sample(tuple(TITLES), 2)
        items = [read_item(line) for line in dishes[0][2]]
        a, b, c = (f"{item.name}, {quantity_text(item.quantity, item.unit)}" for item in items)
        return cls(
            title=dishes[0][0],
            other=dishes[1][0],
            list_name=name,
            wrong=wrong,
            list_id=add_list(scene.phone.databases[TASKS_PATH], name),
            a=a,
            b=b,
            c=c,
            items=tuple((quantity_text(one.quantity, one.unit), one.name) for one in items),
        )

    def expect(self) -> list[Expectation]:
        where = {"list_id": self.list_id, "done": 0}
        return [
            Added(TASKS_PATH, "tasks", {**where, "title": Contains(*parts)}) for parts in self.items
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_dish(self.title))
        things: list[str] = []
        pilot.reach("Add all to shopping list")
        for element in pilot.screen.elements:
            name, _, much = element.text.rpartition(", ")
            if element.role == "item" and much[:1].isdigit():
                things.append(f"{much} {name}")
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        for thing in things:
            pilot.tap("Add task")
            pilot.type(thing, into="Title")
            pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another dish": Instead(title=self.other),
            "another list": Instead(list_name=self.wrong),
        }


@dataclass(frozen=True)
class WebRecipeToShopping(TaskType):
    """Four amounts of a recipe on the web go on the shopping list; a dish much like it is near."""

    template = "cross.web_recipe_to_shopping"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Recipes")
    hidden = ("a", "b", "c", "d")
    goals = (
        "Put the ingredients of '{dish}' from the website Larder Notes on the shopping list in Recipes, each with its amount.",
        "I want to make the {dish} of larder.example. Add everything it takes, with amounts, to my shopping list in Recipes.",
        "Open the recipe '{dish}' on Larder Notes and enter all of its ingredients, amounts included, in the shopping list of the Recipes app.",
    )

    dish: str
    other: str
    a: str
    b: str
    c: str
    d: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        names = rng.choice(DISHES)
        one, other = (
            web_recipes.some_recipe(rng, name, tuple(rng.sample(GROCERIES, 4)))
            for name in rng.sample(names, 2)
        )
        for page in (one, other):
            publish(scene, page)
        a, b, c, d = next(block["items"] for block in one.blocks if block["kind"] == "list")
        database_of(scene).run("DELETE FROM shopping")
        add_to_shopping(database_of(scene), RecipeItem(2, "l", "milk"))
        return cls(dish=one.title, other=other.title, a=a, b=b, c=c, d=d)

    def expect(self) -> list[Expectation]:
        return [NEW_TAB, *(bought(read_item(line)) for line in (self.a, self.b, self.c, self.d))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Larder Notes", self.dish))
        lines = listed(pilot, "• ", "Method")
        pilot.open("Recipes")
        pilot.tap("Shopping list", role="tab")
        for line in lines:
            pilot.tap("Add item")
            pilot.type(line.removeprefix("• "))
            pilot.tap("Add", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the dish like it": Instead(dish=self.other),
            "one without its amount": Swap(Enter(self.a), Enter(self.a.split(" g ")[1])),
        }


@dataclass(frozen=True)
class ShopForGuests(TaskType):
    """How many come was settled in a chat; the ingredients are bought for as many."""

    template = "cross.shop_for_guests"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Recipes")
    hidden = ("said",)
    goals = (
        "{name} wrote me on Huddle how many of us there will be. Put all ingredients of {title} for that many servings on the shopping list in Recipes.",
        "Add everything for {title} to my shopping list in Recipes, for as many people as {name} finally says in our Huddle chat.",
        "How many of us will eat? {name} told me on Huddle. Scale {title} in Recipes to that number and add all its ingredients to the shopping list.",
    )

    name: str
    title: str
    said: str
    near: str
    double: str
    other: str
    items: tuple[RecipeItem, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        one, double = known_namesakes(scene)
        recipe, other = rng.sample(database.rows("SELECT * FROM recipes ORDER BY _id"), 2)
        servings = recipe["servings"]
        near = [n for n in range(2, 14) if 0 < abs(n - servings) <= 4]
        count, first, wrong = rng.sample(near, 3)
        chat(scene, double, f"In the end we will be {wrong}.", hour=7)
        chat(
            scene,
            one,
            f"At first I thought we would be {first}.",
            f"In the end we will be {count}.",
        )
        rows = database.rows(
            "SELECT * FROM ingredients WHERE recipe_id = ? ORDER BY _id", recipe["_id"]
        )
        return cls(
            name=one.name,
            title=recipe["title"],
            said=f"we will be {count}",
            near="In the end",
            double=double.name,
            other=other["title"],
            items=tuple(
                RecipeItem(round(row["quantity"] * count / servings, 2), row["unit"], row["name"])
                for row in rows
            ),
        )

    def expect(self) -> list[Expectation]:
        return [bought(item) for item in self.items]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_huddle(self.name))
        count = int(extract(pilot, r"be (\d+)\.", self.near)[1])
        pilot.follow(open_dish(self.title))
        serve(pilot, count)
        pilot.tap("Add all to shopping list")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the first number": Instead(near="At first"),
            "the namesake's number": Instead(name=self.double),
            "another dish": Instead(title=self.other),
        }


@dataclass(frozen=True)
class ShareShoppingList(TaskType):
    """What is still to be bought goes to somebody by the share sheet."""

    template = "cross.share_shopping_list"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Recipes", "Huddle")
    hidden = ("first", "last")
    goals = (
        "Share the shopping list of Recipes with {name} on Huddle.",
        "{name} goes to the supermarket for me. Send them everything that is still open on my Recipes shopping list, on Huddle.",
        "Let {name} have what is left to buy: send the shopping list from Recipes to our Huddle chat.",
    )

    name: str
    chat: int
    double: str
    first: str
    last: str
    wanted: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        one, double = known_namesakes(scene)
        numbers = {person.name: chat_of(scene, person, days_ago=1) for person in (double, one)}
        database.run("DELETE FROM shopping")
        names = "basil,rice,tomatoes,yoghurt,tea,salmon,walnuts,lemons,butter,honey".split(",")
        chosen = rng.sample(names, 6)
        items = [RecipeItem(rng.randrange(50, 900, 50), "g", name) for name in chosen]
        for place, item in enumerate(items):
            add_to_shopping(database, item, done=place in (2, 4))
        wanted = [
            item_text(item.quantity, item.unit, item.name)
            for place, item in enumerate(items)
            if place not in (2, 4)
        ]
        return cls(
            name=one.name,
            chat=numbers[one.name],
            double=double.name,
            first=chosen[0],
            last=chosen[5],
            wanted=tuple(wanted),
        )

    def expect(self) -> list[Expectation]:
        return [posted(self.chat, Contains(*self.wanted))]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Tap("Shopping list", role="tab"),
            Tap("Share list"),
            *share_by_huddle(self.name),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "to the namesake": Instead(name=self.double),
            "not sent": Swap(Tap("Send", role="button"), Tap("Cancel", role="button")),
            "only one thing": Way(*post(self.name, self.wanted[0])),
        }


@dataclass(frozen=True)
class AmountByText(TaskType):
    """How much of something a dish takes for so many is texted to who buys it."""

    template = "cross.scaled_amount_by_text"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Recipes", "Messages")
    hidden = ("value",)
    goals = (
        "{name} does the shopping. Text them how much {ingredient} I need to make {title} for {count} people; the recipe is in Recipes.",
        "Send {name} a text with the amount of {ingredient} that {count} servings of {title} take, according to Recipes.",
        "How much {ingredient} goes into {title} for {count}? Look it up in Recipes and tell {name} by text message.",
    )

    name: str
    number: str
    double: str
    title: str
    ingredient: str
    count: int
    servings: int
    value: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        one, double = known_namesakes(scene)
        recipe = rng.choice(
            database.rows(
                "SELECT * FROM recipes r WHERE EXISTS (SELECT 1 FROM ingredients i "
                "WHERE i.recipe_id = r._id AND unit IN ('g', 'ml') AND quantity >= 50) "
                "ORDER BY _id"
            )
        )
        thing = rng.choice(
            database.rows(
                "SELECT * FROM ingredients WHERE recipe_id = ? AND unit IN ('g', 'ml') "
                "AND quantity >= 50 ORDER BY _id",
                recipe["_id"],
            )
        )
        servings = recipe["servings"]
        base = quantity_text(thing["quantity"], "")
        # The unscaled amount must not end like the one that is wanted, as 150 does like 50.
        amounts = {
            n: quantity_text(round(thing["quantity"] * n / servings, 2), "")
            for n in range(2, 12)
            if 0 < abs(n - servings) <= 4
        }
        count = rng.choice([n for n, much in amounts.items() if much not in base])
        return cls(
            name=one.name,
            number=one.phone,
            double=double.name,
            title=recipe["title"],
            ingredient=thing["name"],
            count=count,
            servings=servings,
            value=f"{amounts[count]} {thing['unit']}",
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, Contains(self.value.partition(" ")[0]))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_dish(self.title))
        serve(pilot, self.count)
        much = pilot.reach(f"{self.ingredient},", role="item").text.rpartition(", ")[2]
        pilot.follow(text_to(self.name, f"Please buy {much} of {self.ingredient}."))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not scaled": Instead(count=self.servings),
            "one serving too many": Instead(count=self.count + 1),
            "to the namesake": Instead(name=self.double),
        }


TASKS = templates_of(
    IngredientsToTasks,
    WebRecipeToShopping,
    ShopForGuests,
    ShareShoppingList,
    AmountByText,
)
