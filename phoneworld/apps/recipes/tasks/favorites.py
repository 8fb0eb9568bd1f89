"""Tasks with favorite recipes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.recipes.data import PATH
from phoneworld.apps.recipes.tasks.setup import (
    FAMILIES,
    database_of,
    draw_titles,
    ensure_dish,
    find_dish,
)
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class AddFavoriteRecipe(TaskType):
    """A recipe becomes a favorite."""

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
    """The recipe is a favorite already and must stay one."""

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
class FavoriteAfterAsking(TaskType):
    """A recipe becomes a favorite; the user must be asked which of two dishes."""

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
