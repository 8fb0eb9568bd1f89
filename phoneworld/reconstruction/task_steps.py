"""What the oracles of generated tasks have in common: walking a way, filling in fields, made-up words."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from phoneworld.author import Open, OracleLost, Pilot, Scene, Script
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_names import slug
from runtime.actions import ElementRef, Type

FIRST = ("Amber", "Birch", "Coral", "Dune", "Ember", "Fjord", "Grove", "Heath", "Iris", "Jade")
SECOND = ("market", "letter", "window", "garden", "signal", "harbour", "bridge", "paper", "stone")


@dataclass(frozen=True, slots=True)
class Walk:
    """Into an app, and on by the labels of a way."""

    app: str
    way: Script

    @property
    def steps(self) -> Script:
        return (Open(self.app), *self.way)


@dataclass(frozen=True, slots=True)
class TaskSource:
    """What every generated task needs to know."""

    app: str
    name: str
    path: str
    walk: Walk


def begin(scene: Scene, path: str) -> None:
    """The user of a task has seen what the app shows at its first opening."""
    Records(scene.phone.databases[path], ()).settle()


def fill_in(pilot: Pilot, slot: str, text: str) -> None:
    """Type into the field of a slot: found by its id, else the first field there is."""
    id = slot.rpartition("/")[2].partition("#")[2]
    element = pilot.find_id(id) if id else None
    if element is None:
        element = next((e for e in pilot.screen.elements if e.editable), None)
    if element is None:
        raise OracleLost(f"there is no field {slot!r} on the screen")
    pilot.act(Type(text, ElementRef(element.index), clear=True))


def made_up(rng: Random) -> str:
    """A short text that no recording holds."""
    return f"{rng.choice(FIRST)} {rng.choice(SECOND)} {rng.randrange(10, 100)}"


def phrase_of(name: str) -> str:
    """A name as words that can stand in a goal; braces would be taken for parameters."""
    words = slug(name, 60).replace("_", " ")
    return words.replace("{", "").replace("}", "") or "this"
