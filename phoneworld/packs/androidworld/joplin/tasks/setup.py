"""What the questions about Joplin share: made-up notebooks and notes."""

from __future__ import annotations

from collections.abc import Callable

from phoneworld.author import Scene
from phoneworld.packs.androidworld.joplin.data import PATH, add_folder, add_note
from phoneworld.packs.androidworld.words import ADJECTIVES, NOUNS, sentence

LABEL = "Joplin"
RECIPES, MEETINGS = "Recipes", "Meeting Notes"
NOTEBOOKS = (
    *(RECIPES, MEETINGS, "Tasks", "Personal", "Work", "School", "Home", "Projects"),
    *("Ideas", "Health", "Travel", "Finance"),
)
NOISE = 100
RELEVANT = 0.3
"""How many of the other notes are in the notebook that is asked about."""


class Shelf:
    """The notebooks of a phone, made as they are needed."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._ids: dict[str, str] = {}

    def put(self, notebook: str, title: str, body: str, *, is_todo: bool) -> None:
        """A note that is there before the question."""
        database, now_ms = self._scene.phone.databases[PATH], self._scene.phone.now_ms
        if notebook not in self._ids:
            self._ids[notebook] = add_folder(database, notebook, now_ms=now_ms)
        add_note(database, self._ids[notebook], title, body, is_todo=is_todo, now_ms=now_ms)


Keep = Callable[[str, bool], bool]
"""Whether another note, of this notebook and a to-do or not, may be there."""


def fill(scene: Scene, shelf: Shelf, notebook: str, keep: Keep | None = None) -> None:
    """Other notes in all notebooks, many of them in the one that is asked about."""
    rng, left = scene.rng, NOISE
    while left:
        where = notebook if rng.random() < RELEVANT else rng.choice(NOTEBOOKS)
        is_todo = rng.random() < 0.5
        if keep is None or keep(where, is_todo):
            title = f"{rng.choice(ADJECTIVES).capitalize()} {rng.choice(NOUNS)}"
            shelf.put(where, title, sentence(rng), is_todo=is_todo)
            left -= 1
