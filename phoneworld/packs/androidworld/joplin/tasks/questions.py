"""Questions about notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.apps.recipes.cookbook import BOOK
from phoneworld.author import (
    Alike,
    Expectation,
    ExpectedParts,
    Level,
    Mistake,
    Near,
    Pilot,
    Say,
    Scene,
    Swap,
    Without,
)
from phoneworld.packs.androidworld.joplin.data import PATH
from phoneworld.packs.androidworld.joplin.tasks.setup import (
    LABEL,
    MEETINGS,
    NOTEBOOKS,
    RECIPES,
    Shelf,
    fill,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import sentence
from phoneworld.phone import Phone

AMOUNTS = ("1 cup", "2 cups", "1/2 cup", "3 tablespoons", "2 teaspoons", "3/4 cup", "4 ounces")
THINGS = ("poppy seeds", "oat milk", "rye flour", "plum jam", "malt syrup", "grated quince")
MEETING_TITLES = (
    "Roof repair round,Harbour committee,Choir board,Allotment assembly,Exhibition crew,"
    "Library friends,Bus line hearing,Orchard partners"
).split(",")
COUNTED = (
    "{count} people came.",
    "There were {count} of us in the room.",
    "Attendance: {count} persons.",
)
TITLES = (
    "Packing list,Wedding speech,Tool inventory,Letters to write,Garden layout,Film ideas,"
    "Spare parts,Reading plan,Winter checklist,Guest list"
).split(",")
TODOS = 3


class NoteQuestion(SuiteTask):
    """What is asked for stands in the list or in a note."""

    complexity = 1
    level = Level.MEDIUM
    apps = (LABEL,)

    def find(self, pilot: Pilot, title: str) -> None:
        """Search for a note."""
        pilot.open(LABEL)
        pilot.tap("Search")
        pilot.type(title, into="Search notes")
        pilot.reach(title, role="item")


@dataclass(frozen=True)
class IngredientQuantity(NoteQuestion):
    """How much of something a recipe takes."""

    template = "androidworld.notes_recipe_ingredient_count"
    suite = "NotesRecipeIngredientCount"
    goals = (
        "How much {ingredient} does '{title}' in Joplin take? Amount and unit, as the recipe writes them.",
        "Look up '{title}' in Joplin: what quantity of {ingredient} is in it? Just as it is written there.",
        "I am making '{title}', the recipe is in Joplin. How much {ingredient}? Amount and unit only.",
    )
    hidden = ("ingredient_quantity",)

    ingredient: str
    title: str
    ingredient_quantity: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, shelf = scene.rng, Shelf(scene)
        dish = rng.choice(BOOK)
        amount, thing = rng.choice(AMOUNTS), rng.choice(THINGS)
        takes = dish.ingredients.split("\n")
        takes.insert(rng.randint(0, len(takes)), f"{amount} {thing}")
        lines = "\n".join(f"- {line}" for line in takes)
        body = f"What it takes:\n{lines}\n\nHow it is done:\n{dish.steps}"
        fill(scene, shelf, RECIPES)
        shelf.put(RECIPES, dish.title, body, is_todo=False)
        return cls(thing, dish.title, amount)

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(Alike(self.ingredient_quantity))]

    def solve(self, pilot: Pilot) -> None:
        self.find(pilot, self.title)
        pilot.tap(self.title, role="item")
        pilot.reach(self.ingredient)
        pilot.say(self.ingredient_quantity)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another amount": Swap(Say, Say("a handful")),
            "not answered": Without(Say),
        }


@dataclass(frozen=True)
class AttendeeCount(NoteQuestion):
    """How many were at a meeting."""

    template = "androidworld.notes_meeting_attendee_count"
    suite = "NotesMeetingAttendeeCount"
    goals = (
        "How many people were at the meeting '{title}', by my notes in Joplin? Just the number.",
        "Joplin has a note on '{title}': how many attended? Answer with a number only.",
        "Look up the meeting '{title}' in Joplin and tell me the number of attendees, nothing else.",
    )
    hidden = ("attendee_count",)

    title: str
    attendee_count: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, shelf = scene.rng, Shelf(scene)
        title, count = rng.choice(MEETING_TITLES), str(rng.randint(11, 99))
        lines = [sentence(rng), sentence(rng), rng.choice(COUNTED).format(count=count)]
        rng.shuffle(lines)
        fill(scene, shelf, MEETINGS)
        shelf.put(MEETINGS, title, "\n".join(f"- {line}" for line in lines), is_todo=False)
        return cls(title, count)

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(Near(float(self.attendee_count)))]

    def solve(self, pilot: Pilot) -> None:
        self.find(pilot, self.title)
        pilot.tap(self.title, role="item")
        pilot.reach(self.attendee_count)
        pilot.say(self.attendee_count)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one too many": Swap(Say, Say(str(int(self.attendee_count) + 1))),
            "not answered": Without(Say),
        }


@dataclass(frozen=True)
class IsTodo(NoteQuestion):
    """Whether a note is a to-do."""

    template = "androidworld.notes_is_todo"
    suite = "NotesIsTodo"
    goals = (
        "Is '{title}' in Joplin a to-do? Answer True or False.",
        "Tell me True if the note '{title}' in Joplin is a to-do, and False if it is none.",
        "Does Joplin keep '{title}' as a to-do? Just True or False.",
    )

    title: str
    is_todo: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, shelf = scene.rng, Shelf(scene)
        title, is_todo, notebook = rng.choice(TITLES), rng.random() < 0.5, rng.choice(NOTEBOOKS)
        fill(scene, shelf, notebook)
        shelf.put(notebook, title, sentence(rng), is_todo=is_todo)
        return cls(title, str(is_todo))

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(Alike(self.is_todo))]

    def solve(self, pilot: Pilot) -> None:
        self.find(pilot, self.title)
        pilot.say(self.is_todo)

    def mistakes(self) -> dict[str, Mistake]:
        wrong = "False" if self.is_todo == "True" else "True"
        return {"the other way round": Swap(Say, Say(wrong)), "not answered": Without(Say)}


@dataclass(frozen=True)
class TodoCount(NoteQuestion):
    """How many to-dos a notebook has."""

    template = "androidworld.notes_todo_item_count"
    suite = "NotesTodoItemCount"
    goals = (
        "How many to-dos are in the notebook '{folder}' in Joplin? Just the number.",
        "Count the to-dos of '{folder}' in Joplin; answer with one number.",
        "Look into Joplin's notebook '{folder}': how many of its notes are to-dos? Only a number.",
    )
    hidden = ("first",)

    folder: str
    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, shelf = scene.rng, Shelf(scene)
        folder = rng.choice(NOTEBOOKS[3:])
        fill(scene, shelf, folder, lambda where, is_todo: not (is_todo and where == folder))
        for title in rng.sample(TITLES, TODOS):
            shelf.put(folder, title, sentence(rng), is_todo=True)
        return cls.from_suite({"folder": folder}, scene.phone)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        rows = phone.databases[PATH].rows(
            "SELECT n.title FROM notes n JOIN folders f ON f.id = n.parent_id "
            "WHERE f.title = ? AND n.is_todo = 1 ORDER BY n.user_updated_time DESC, "
            "n.title COLLATE NOCASE, n.id",
            params["folder"],
        )
        return cls(params["folder"], tuple(row["title"] for row in rows))

    @property
    def first(self) -> str:
        return self.titles[0]

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(Near(len(self.titles)))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        pilot.tap("Open navigation drawer")
        pilot.tap(self.folder, role="item")
        for title in self.titles:
            pilot.reach(f"{title}, To-do", role="item")
        pilot.say(str(len(self.titles)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one too many": Swap(Say, Say(str(len(self.titles) + 1))),
            "not answered": Without(Say),
        }
