"""What people ask of their notes in a few words: jot something down, open, add to, delete, unpin."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.notes.data import PACKAGE, PATH, TRASH, add_note
from phoneworld.apps.notes.tasks.setup import GEAR, THINGS, recently, two_shopping_lists, two_trips
from phoneworld.author import (
    BACK,
    ENTER_KEY,
    Added,
    Also,
    Changed,
    Either,
    Enter,
    Expectation,
    ExpectedPage,
    Hold,
    Instead,
    Mistake,
    Open,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.world import CITIES, make_person


@dataclass(frozen=True)
class JotDown(TaskType):
    """A note of nothing but a text; whether that is its title or its body does not matter."""

    template = "notes.jot"
    apps = ("Notes",)
    goals = (
        'Make a note that says "{body}".',
        'Jot this down in my notes: "{body}".',
        'New note: "{body}".',
    )

    body: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = make_person(rng)
        body, other = rng.sample(
            (
                f"Parked on level {rng.randint(1, 6)}, space {rng.randint(20, 299)}",
                f"{person.first} likes {rng.choice(THINGS)}",
                f"The Wi-Fi password is {rng.choice(CITIES).lower()}{rng.randint(10, 99)}",
                f"Return the {rng.choice(GEAR)} to {person.first}",
                f"Water meter {rng.randint(1000, 9999)}",
                f"Ask {person.first} about the keys",
                f"The book is on shelf {rng.randint(3, 90)}",
            ),
            2,
        )
        return cls(body=body, other=other)

    def expect(self) -> list[Expectation]:
        plain = {"checklist": 0, "place": "notes", "pinned": 0}
        return [
            Either(
                (Added(PATH, "notes", {**plain, "title": "", "body": self.body}),),
                (Added(PATH, "notes", {**plain, "title": self.body, "body": ""}),),
            )
        ]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap("New note"),
            Tap("Text note"),
            Enter(self.body, into="Note"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another text": Instead(body=self.other),
            "not saved": Swap(Tap("Save"), BACK, Tap("Discard", role="button")),
        }


@dataclass(frozen=True)
class AddShoppingItem(TaskType):
    """Something more goes on one of two shopping lists."""

    template = "notes.add_item"
    apps = ("Notes",)
    goals = (
        'Add {item} to my "{title}".',
        'Put {item} on the checklist "{title}" in Notes.',
        '{item} should be on my "{title}" too.',
    )

    title: str
    double: str
    note: int
    item: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        lists = two_shopping_lists(scene)
        item, wrong = lists.free
        return cls(title=lists.title, double=lists.double, note=lists.note, item=item, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "items", {"note_id": self.note, "text": self.item, "done": 0})]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap(self.title, role="item"),
            Enter(self.item, into="List item"),
            ENTER_KEY,
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other list": Instead(title=self.double),
            "something else": Instead(item=self.wrong),
        }


@dataclass(frozen=True)
class SimilarNote(TaskType):
    """A task with one of two notes that differ in a name alone."""

    apps = ("Notes",)

    title: str
    double: str
    note: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*draw_notes(scene))


def draw_notes(scene: Scene, *, pinned: bool = False) -> tuple[str, str, int]:
    """Write two notes that are alike; the titles of both, and the id of the first."""
    rng = scene.rng
    one, other = two_trips(rng)
    kind = rng.choice(("Map of", "Friends in", "Cafes in", "Prices in", "Weekend in", "Bus to"))
    titles = (f"{kind} {one}", f"{kind} {other}")
    ids = {
        title: add_note(
            scene.phone.databases[PATH],
            title,
            f"{rng.choice(scene.world.people).first} knows more about the {rng.choice(GEAR)}",
            now_ms=recently(scene, rng.randint(5, 50)),
            pinned=pinned,
        )
        for title in rng.sample(titles, 2)
    }
    return titles[0], titles[1], ids[titles[0]]


@dataclass(frozen=True)
class TrashNote(SimilarNote):
    """A note goes to the trash."""

    template = "notes.delete"
    goals = (
        'Delete my note "{title}".',
        'Move the note "{title}" to the trash.',
        'I no longer need the note "{title}": delete it, please.',
    )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "notes", {"_id": self.note}, {"place": TRASH})]

    def script(self) -> Script:
        return (Open("Notes"), Hold(self.title, role="item"), Tap("Delete"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "archived it": Swap(Tap("Delete"), Tap("Archive")),
        }


@dataclass(frozen=True)
class OpenNote(SimilarNote):
    """A note is to be on the screen."""

    template = "notes.open"
    goals = (
        'Open my note "{title}".',
        'Show me the note "{title}".',
        'Bring up "{title}" in Notes so that I can read it.',
    )

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(f"{PACKAGE}/note {json.dumps({'id': self.note})}")]

    def script(self) -> Script:
        return (Open("Notes"), Tap(self.title, role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other note": Instead(title=self.double), "left again": Also(BACK)}


@dataclass(frozen=True)
class UnpinNote(SimilarNote):
    """A pinned note is pinned no longer."""

    template = "notes.unpin"
    goals = (
        'Unpin my note "{title}".',
        'The note "{title}" need not stay at the top of my notes any more.',
        'Take the pin off "{title}" in Notes, please.',
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(*draw_notes(scene, pinned=True))

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "notes", {"_id": self.note}, {"pinned": 0})]

    def script(self) -> Script:
        return (Open("Notes"), Hold(self.title, role="item"), Tap("Unpin"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "archived it": Swap(Tap("Unpin"), Tap("Archive")),
        }
