"""Tasks that change recipes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.data import PATH, read_item
from phoneworld.apps.recipes.draws import (
    FAMILIES,
    OWN,
    database_of,
    draw_titles,
    ensure_dish,
    find_dish,
)
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Child,
    Enter,
    Expectation,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Instead,
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
    give_up,
)


@dataclass(frozen=True)
class AddFavoriteRecipe(TaskType):
    """A recipe gets a heart."""

    template = "recipes.favorite"
    apps = ("Recipes",)
    goals = (
        "Add {title} to my favorite recipes.",
        "Mark the recipe for {title} as a favorite.",
        "I love {title}: please put it among the favorites in Recipes.",
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        for one in (title, other):
            ensure_dish(database_of(scene), scene.rng, one)
        return cls(title=title, other=other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": self.title}, {"favorite": 1})]

    def script(self) -> Script:
        return (*find_dish(self.title), Tap("Add to favorites"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another recipe": Instead(title=self.other),
            "taken back": Also(Tap("Remove from favorites")),
        }


@dataclass(frozen=True)
class RecipeAlreadyFavorite(TaskType):
    """A recipe that has its heart keeps it."""

    template = "recipes.already_favorite"
    apps = ("Recipes",)
    goals = (
        "Make sure that {title} is one of my favorite recipes.",
        "{title} should be in my recipe favorites. See to it.",
        "Is {title} a favorite in Recipes? If not, make it one.",
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        database = database_of(scene)
        ensure_dish(database, scene.rng, other)
        database.run("UPDATE recipes SET favorite = 1 WHERE title = ?", title)
        return cls(title=title, other=other)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_dish(self.title))
        if pilot.shows("Add to favorites"):
            pilot.tap("Add to favorites")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the heart taken away": Also(Tap("Remove from favorites")),
            "another one": Instead(title=self.other),
        }


@dataclass(frozen=True)
class RateRecipe(TaskType):
    """A recipe is rated."""

    template = "recipes.rate"
    apps = ("Recipes",)
    goals = (
        "Give {title} {stars} stars.",
        "Rate the recipe {title} with {stars} out of 5 stars.",
        "I cooked {title} today. {stars} stars from me, please enter that.",
    )

    title: str
    other: str
    stars: int
    wrong: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        for one in (title, other):
            ensure_dish(database_of(scene), scene.rng, one)
        stars, wrong = scene.rng.sample((2, 3, 4, 5), 2)
        return cls(title=title, other=other, stars=stars, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": self.title}, {"rating": self.stars})]

    def script(self) -> Script:
        return (
            *find_dish(self.title),
            Tap(f"{self.stars} stars"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "other stars": Instead(stars=self.wrong),
            "another recipe": Instead(title=self.other),
        }


@dataclass(frozen=True)
class ChangeTime(TaskType):
    """A recipe takes longer, or less long, than it says."""

    template = "recipes.change_time"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "{title} really takes {minutes} minutes. Change that in the recipe.",
        "Set the cooking time of {title} to {minutes} minutes.",
        "Please edit the recipe for {title}: it takes {minutes} min.",
    )

    title: str
    other: str
    minutes: int
    wrong: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = draw_titles(scene, 2)
        old = database_of(scene).value("SELECT minutes FROM recipes WHERE title = ?", title)
        minutes, wrong = scene.rng.sample([m for m in range(12, 170, 3) if m != old], 2)
        return cls(title=title, other=other, minutes=minutes, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "recipes", {"title": self.title}, {"minutes": self.minutes})]

    def script(self) -> Script:
        return (
            *find_dish(self.title),
            Tap("Edit recipe"),
            Enter(str(self.minutes), into="Minutes", clear=True),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another time": Instead(minutes=self.wrong),
            "another recipe": Instead(title=self.other),
            "the servings changed": Swap(
                Enter(str(self.minutes), into="Minutes", clear=True),
                Enter(str(self.minutes), into="Servings", clear=True),
            ),
        }


@dataclass(frozen=True)
class AddOwn(TaskType):
    """A recipe of one's own."""

    template = "recipes.add_own"
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

    title: str
    category: str
    minutes: int
    servings: int
    wrong: int
    ingredients: tuple[str, ...]
    listed: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, category, ingredients = rng.choice(OWN)
        servings, wrong = rng.sample((2, 3, 5, 6, 8), 2)
        return cls(
            title=title,
            category=category,
            minutes=rng.randrange(15, 140, 5),
            servings=servings,
            wrong=wrong,
            ingredients=tuple(ingredients),
            listed=", ".join(ingredients),
        )

    def expect(self) -> list[Expectation]:
        recipe = {
            "title": self.title,
            "category": self.category,
            "minutes": self.minutes,
            "servings": self.servings,
            "own": 1,
        }
        items = map(read_item, self.ingredients)
        children = (
            Child(
                "ingredients",
                "recipe_id",
                {"quantity": item.quantity, "unit": item.unit, "name": item.name},
            )
            for item in items
        )
        return [Added(PATH, "recipes", recipe, tuple(children))]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Tap("Add recipe"),
            Enter(self.title, into="Title"),
            Enter(str(self.minutes), into="Minutes"),
            Enter(str(self.servings), into="Servings", clear=True),
            Tap("Category"),
            Tap(self.category, role="radio"),
            Enter("\n".join(self.ingredients), into="Ingredients, one per line"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "other servings": Instead(servings=self.wrong),
            "an ingredient forgotten": Instead(ingredients=self.ingredients[:-1]),
            "all ingredients on one line": Instead(ingredients=[self.listed]),
        }


@dataclass(frozen=True)
class FavoriteAfterAsking(TaskType):
    """Which of two dishes is meant must be asked."""

    template = "recipes.ask_which"
    level = Level.HARD
    apps = ("Recipes",)
    goals = (
        "Add the {family} to my favorite recipes.",
        "Please make the {family} recipe a favorite. If several would fit, ask me.",
        "Put a heart on my {family} recipe; check with me if it is not clear which one.",
    )

    family: str
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        family = scene.rng.choice(tuple(FAMILIES))
        titles = scene.rng.sample(FAMILIES[family], 2)
        for title in titles:
            ensure_dish(database_of(scene), scene.rng, title)
        return cls(family=family, meant=titles[0], other=titles[1])

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        return [
            ExpectedQuestion(),
            Changed(PATH, "recipes", {"title": self.meant}, {"favorite": 1}),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Recipes")
        pilot.type(self.family, into="Search recipes")
        title = pilot.ask(f"Which {self.family} do you mean?")
        pilot.tap(title, role="item")
        pilot.tap("Add to favorites")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


@dataclass(frozen=True)
class RateMissing(TaskType):
    """The recipe to rate is not there; one much like it is."""

    template = "recipes.missing"
    level = Level.MEDIUM
    apps = ("Recipes",)
    goals = (
        "Give my {title} recipe {stars} stars.",
        "Rate {title} with {stars} stars in Recipes.",
        "The {title} were great: find that recipe and give it {stars} stars.",
    )

    title: str
    near: str
    stars: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(title=title, near=near, stars=scene.rng.randint(2, 5))

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def script(self) -> Script:
        return (
            Open("Recipes"),
            Enter(self.title, into="Search recipes"),
            give_up(f"There is no recipe for {self.title}."),
        )

    def mistakes(self) -> dict[str, Mistake]:
        write = (
            Open("Recipes"),
            Tap("Add recipe"),
            Enter(self.title, into="Title"),
            Enter("30", into="Minutes"),
            Enter("2 eggs", into="Ingredients, one per line"),
            Tap("Save"),
        )
        return {
            "a similar one rated": Way(*find_dish(self.near), Tap(f"{self.stars} stars")),
            "made up": Way(*write),
        }
