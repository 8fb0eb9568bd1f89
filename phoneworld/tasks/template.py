"""A kind of task: its wording, how it is set up, what must come of it, and how it is solved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from phoneworld.phone import Phone
from phoneworld.tasks.expect import Expectation
from phoneworld.world import World

if TYPE_CHECKING:
    from phoneworld.tasks.pilot import Pilot

Params = dict[str, Any]
"""What differs between two tasks of a template: plain JSON values."""


class Kind(StrEnum):
    """How far a task reaches."""

    SINGLE = "single-app"
    MINI = "mini-app"
    CROSS = "cross-app"


class Level(StrEnum):
    """How hard it is: one step or two, a form, several screens with something to find out."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Scene:
    """What a task is set up on: a populated phone, the world behind it, and a random stream."""

    phone: Phone
    world: World
    rng: Random


class Template:
    """One kind of task. Subclasses set the class attributes and define the methods.

    `goals` are phrasings with the parameters in braces. `hidden` names parameters that can only
    be found out on the phone: they must not stand in the goal, and must be seen before they are
    used. `apps` are the labels of the apps it takes, in the order of use.
    """

    name: ClassVar[str]
    kind: ClassVar[Kind] = Kind.SINGLE
    level: ClassVar[Level] = Level.EASY
    apps: ClassVar[tuple[str, ...]]
    goals: ClassVar[tuple[str, ...]]
    hidden: ClassVar[tuple[str, ...]] = ()

    def setup(self, scene: Scene) -> Params:
        """Draw the parameters and put what the task needs, and what may mislead, on the phone."""
        raise NotImplementedError  # every template has its own

    def expect(self, v: Params) -> list[Expectation]:
        """What must come of it; any other change of the phone's data is a failure."""
        raise NotImplementedError  # every template has its own

    def solve(self, pilot: Pilot, v: Params) -> None:
        """Solve it through the interface, with no more steps than it takes."""
        raise NotImplementedError  # every template has its own

    def near_misses(self, v: Params) -> Mapping[str, Params]:
        """Plausible mistakes: parameters to solve it with that must be judged a failure."""
        raise NotImplementedError  # every template has its own

    def reply(self, question: str, v: Params) -> str:
        """What the user answers when asked."""
        del question, v
        return "I do not know."
