"""Tasks that change recipes."""

from __future__ import annotations

from phoneworld.apps.recipes.data import PATH, read_item
from phoneworld.apps.recipes.draws import FAMILIES, OWN, database_of, draw_titles, ensure_dish
from phoneworld.tasks.expect import Added, Asked, Changed, Ended, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import FinishStatus


class AddFavorite(Template):
    """A recipe gets a heart."""

    name = "recipes.favorite"
    apps = ("Recipes",)
    goals = (
        "Add {title} to my favorite recipes.",
        "Mark the recipe for {title} as a favorite.",
        "I love {title}: please put it among the favorites in Recipes.",
    )

    def setup(self, scene: Scene) -> Params:
        title, other = draw_titles(scene, 2)
        for one in (title, other):
            ensure_dish(database_of(scene), scene.rng, one)
        return {"title": title, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": v["title"]}, {"favorite": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.type(v["title"], into="Search recipes")
        pilot.tap(v["title"], role="item")
        pilot.tap("Add to favorites")
        if v.get("twice"):
            pilot.tap("Remove from favorites")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another recipe": {"title": v["other"]}, "taken back": {"twice": True}}


class AlreadyFavorite(Template):
    """A recipe that has its heart keeps it."""

    name = "recipes.already_favorite"
    apps = ("Recipes",)
    goals = (
        "Make sure that {title} is one of my favorite recipes.",
        "{title} should be in my recipe favorites. See to it.",
        "Is {title} a favorite in Recipes? If not, make it one.",
    )

    def setup(self, scene: Scene) -> Params:
        title, other = draw_titles(scene, 2)
        database = database_of(scene)
        ensure_dish(database, scene.rng, other)
        database.run("UPDATE recipes SET favorite = 1 WHERE title = ?", title)
        return {"title": title, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.type(v["title"], into="Search recipes")
        pilot.tap(v["title"], role="item")
        if v.get("toggle"):
            pilot.tap("Remove from favorites")
        elif pilot.shows("Add to favorites"):
            pilot.tap("Add to favorites")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the heart taken away": {"toggle": True}, "another one": {"title": v["other"]}}


class RateRecipe(Template):
    """A recipe is rated."""

    name = "recipes.rate"
    apps = ("Recipes",)
    goals = (
        "Give {title} {stars} stars.",
        "Rate the recipe {title} with {stars} out of 5 stars.",
        "I cooked {title} today. {stars} stars from me, please enter that.",
    )

    def setup(self, scene: Scene) -> Params:
        title, other = draw_titles(scene, 2)
        for one in (title, other):
            ensure_dish(database_of(scene), scene.rng, one)
        stars, wrong = scene.rng.sample((2, 3, 4, 5), 2)
        return {"title": title, "other": other, "stars": stars, "wrong": wrong}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": v["title"]}, {"rating": v["stars"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.type(v["title"], into="Search recipes")
        pilot.tap(v["title"], role="item")
        pilot.tap(f"{v['stars']} stars")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"other stars": {"stars": v["wrong"]}, "another recipe": {"title": v["other"]}}


class ChangeTime(Template):
    """A recipe takes longer, or less long, than it says."""

    name = "recipes.change_time"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "{title} really takes {minutes} minutes. Change that in the recipe.",
        "Set the cooking time of {title} to {minutes} minutes.",
        "Please edit the recipe for {title}: it takes {minutes} min.",
    )

    def setup(self, scene: Scene) -> Params:
        title, other = draw_titles(scene, 2)
        old = database_of(scene).value("SELECT minutes FROM recipes WHERE title = ?", title)
        minutes, wrong = scene.rng.sample([m for m in range(12, 170, 3) if m != old], 2)
        return {"title": title, "other": other, "minutes": minutes, "wrong": wrong}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": v["title"]}, {"minutes": v["minutes"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.type(v["title"], into="Search recipes")
        pilot.tap(v["title"], role="item")
        pilot.tap("Edit recipe")
        pilot.type(str(v["minutes"]), into=v.get("field", "Minutes"), clear=True)
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another time": {"minutes": v["wrong"]},
            "another recipe": {"title": v["other"]},
            "the servings changed": {"field": "Servings"},
        }


class AddOwn(Template):
    """A recipe of one's own."""

    name = "recipes.add_own"
    level = Level.HARD
    apps = ("Recipes",)
    goals = (
        (
            "Save a new recipe: {title}, category {category}, {minutes} minutes, {servings} servings. "
            "Ingredients: {listed}."
        ),
        (
            "Write down my recipe for {title} ({category}). It serves {servings}, takes {minutes} "
            "minutes and needs {listed}."
        ),
        (
            "Please add {title} to Recipes under {category}. You need {listed} for {servings} servings "
            "and {minutes} minutes."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title, category, ingredients = rng.choice(OWN)
        servings, wrong = rng.sample((2, 3, 5, 6, 8), 2)
        return {
            "title": title,
            "category": category,
            "minutes": rng.randrange(15, 140, 5),
            "servings": servings,
            "wrong": wrong,
            "ingredients": list(ingredients),
            "listed": ", ".join(ingredients),
        }

    def expect(self, v: Params) -> list[Expectation]:
        named = ("title", "category", "minutes", "servings")
        items = [read_item(line) for line in v["ingredients"]]
        return [
            Added(PATH, "recipes", {**{key: v[key] for key in named}, "own": 1}),
            *(
                Added(
                    PATH,
                    "ingredients",
                    {"quantity": item.quantity, "unit": item.unit, "name": item.name},
                )
                for item in items
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.tap("Add recipe")
        pilot.type(v["title"], into="Title")
        pilot.type(str(v["minutes"]), into="Minutes")
        pilot.type(str(v["servings"]), into="Servings", clear=True)
        pilot.tap("Category")
        pilot.tap(v["category"], role="radio")
        pilot.type("\n".join(v["ingredients"]), into="Ingredients, one per line")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "other servings": {"servings": v["wrong"]},
            "an ingredient forgotten": {"ingredients": v["ingredients"][:-1]},
            "all ingredients on one line": {"ingredients": [v["listed"]]},
        }


class FavoriteAfterAsking(Template):
    """Which of two dishes is meant must be asked."""

    name = "recipes.ask_which"
    level = Level.HARD
    apps = ("Recipes",)
    goals = (
        "Add the {family} to my favorite recipes.",
        "Please make the {family} recipe a favorite. If several would fit, ask me.",
        "Put a heart on my {family} recipe; check with me if it is not clear which one.",
    )

    def setup(self, scene: Scene) -> Params:
        family = scene.rng.choice(tuple(FAMILIES))
        titles = scene.rng.sample(FAMILIES[family], 2)
        for title in titles:
            ensure_dish(database_of(scene), scene.rng, title)
        return {"family": family, "meant": titles[0], "other": titles[1]}

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        return [Asked(), Changed(PATH, "recipes", {"title": v["meant"]}, {"favorite": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.type(v["family"], into="Search recipes")
        title = v.get("guess") or pilot.ask(f"Which {v['family']} do you mean?")
        pilot.tap(title, role="item")
        pilot.tap("Add to favorites")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


class RateMissing(Template):
    """The recipe to rate is not there; one much like it is."""

    name = "recipes.missing"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "Give my {title} recipe {stars} stars.",
        "Rate {title} with {stars} stars in Recipes.",
        "The {title} were great: find that recipe and give it {stars} stars.",
    )

    def setup(self, scene: Scene) -> Params:
        title, near = scene.rng.choice(
            (
                ("Banana pancakes", "Blueberry pancakes"),
                ("Potato pancakes", "Buttermilk pancakes"),
                ("Stuffed courgettes", "Stuffed peppers"),
                ("Poppy seed rolls", "Cinnamon rolls"),
                ("Lemon oats", "Overnight oats"),
            )
        )
        ensure_dish(database_of(scene), scene.rng, near)
        return {"title": title, "near": near, "stars": scene.rng.randint(2, 5)}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Recipes")
        pilot.type(v["title"], into="Search recipes")
        if v.get("rate"):
            pilot.tap(v["title"], role="item")
            pilot.tap(f"{v['stars']} stars")
            return
        if v.get("write"):
            pilot.tap("Add recipe")
            pilot.type(v["title"], into="Title")
            pilot.type("30", into="Minutes")
            pilot.type("2 eggs", into="Ingredients, one per line")
            pilot.tap("Save")
            return
        pilot.give_up(f"There is no recipe for {v['title']}.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a similar one rated": {"rate": True, "title": v["near"]},
            "made up": {"write": True},
        }
