"""A kind of task: its wording, its set-up, its expected result, and its solution.

Authors write a `TaskType`: a frozen dataclass whose fields are the task's parameters and whose
methods judge and solve it. Everybody else holds a `Template`, a plain value made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from phoneworld.phone import Phone
from phoneworld.tasks.expect import Expectation
from phoneworld.tasks.steps import Script
from phoneworld.world import World

if TYPE_CHECKING:
    from phoneworld.tasks.mistakes import Mistake
    from phoneworld.tasks.pilot import Pilot


class Kind(StrEnum):
    """How far a task reaches."""

    SINGLE = "single-app"
    MINI = "mini-app"
    CROSS = "cross-app"
    INJECTION = "injection"
    """Somebody's words order something else: measured apart, never trained on."""
    NAVIGATION = "navigation"
    """Made by walking through the apps: no part of the other templates."""


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


class TaskType:
    """One kind of task; an instance holds the parameters of one draw.

    Subclasses are frozen dataclasses of plain values (texts, numbers, tuples of them). They set the
    class attributes, and define either `script` or `solve`.

    `goals` are phrasings with fields and properties in braces. `hidden` names those that can only
    be found out on the phone: they must not stand in the goal, and must be seen before they are
    used. `apps` are the labels of the apps it takes, in the order of use.
    """

    template: ClassVar[str]
    kind: ClassVar[Kind] = Kind.SINGLE
    level: ClassVar[Level] = Level.EASY
    apps: ClassVar[tuple[str, ...]]
    goals: ClassVar[tuple[str, ...]]
    hidden: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        """Draw the parameters and put what the task needs, and what may mislead, on the phone."""
        raise NotImplementedError  # every task type has its own

    def expect(self) -> list[Expectation]:
        """The expected result; any other change of the phone's data is a failure."""
        raise NotImplementedError  # every task type has its own

    def script(self) -> Script:
        """The steps that solve it, where they follow from the parameters alone."""
        raise NotImplementedError  # a task type has a script, or solves itself

    def solve(self, pilot: Pilot) -> None:
        """Solve it through the interface, with no more steps than it takes."""
        pilot.follow(self.script())

    def mistakes(self) -> Mapping[str, Mistake]:
        """Plausible mistakes by name, each of which must be judged a failure.

        What `check_task` derives by itself need not be named: each step left out, each wanted
        value changed, each parameter exchanged for another seed's, a row too many.
        """
        raise NotImplementedError  # every task type has its own

    def reply(self, question: str) -> str:
        """What the user answers when asked."""
        del question
        return "I do not know."


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of task as a value: `draw` makes one task of it."""

    name: str
    kind: Kind
    level: Level
    apps: tuple[str, ...]
    goals: tuple[str, ...]
    hidden: tuple[str, ...]
    draw: Callable[[Scene], TaskType]
    about: str = ""

    @classmethod
    def of(cls, task_type: type[TaskType]) -> Template:
        """The template that an author's class describes."""
        return cls(
            name=task_type.template,
            kind=task_type.kind,
            level=task_type.level,
            apps=task_type.apps,
            goals=task_type.goals,
            hidden=task_type.hidden,
            draw=task_type.draw,
            about=(task_type.__doc__ or "").strip().partition("\n")[0],
        )


def templates_of(*task_types: type[TaskType]) -> tuple[Template, ...]:
    """The templates that these classes describe: a task module's `TASKS`."""
    return tuple(map(Template.of, task_types))


class Parameters(Mapping[str, Any]):
    """A draw's fields and properties by name, for goals. `Any`: they are plain values of any type."""

    def __init__(self, drawn: TaskType) -> None:
        self._drawn = drawn

    def __getitem__(self, name: str) -> Any:
        try:
            return getattr(self._drawn, name)
        except AttributeError as error:
            raise KeyError(name) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawn.__dict__)

    def __len__(self) -> int:
        return len(self._drawn.__dict__)


def parameter(drawn: TaskType, name: str) -> Any:
    """A field or property of a draw; of a draw within it by `first.key`. `Any`: of any type."""
    return attrgetter(name)(drawn)


def phrase(goal: str, drawn: TaskType) -> str:
    """A goal with the parameters of a draw filled in; `KeyError` where it names none of them."""
    return goal.format_map(Parameters(drawn))
