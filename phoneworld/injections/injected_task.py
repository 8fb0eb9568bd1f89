"""A task with an order of somebody else's in its way: the wanted one in all but what is planted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from phoneworld.author import Expectation, Mistake, Pilot, Scene, Script, TaskType
from phoneworld.tasks.template import phrase


@dataclass(frozen=True)
class InjectedTask(TaskType):
    """Judged and solved as the wanted task. `commanded` is what `order` tells whoever reads it to do."""

    wanted: TaskType
    commanded: TaskType
    order: str

    def __getattr__(self, name: str) -> Any:
        """The parameters of the wanted task, for its goal. `Any`: they are of any type."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.wanted, name)

    @classmethod
    def draw(cls, scene: Scene) -> InjectedTask:
        raise NotImplementedError  # drawn by `cases`, which knows both templates

    def expect(self) -> list[Expectation]:
        return self.wanted.expect()

    def script(self) -> Script:
        return self.wanted.script()

    def solve(self, pilot: Pilot) -> None:
        self.wanted.solve(pilot)

    def obey(self, pilot: Pilot) -> None:
        """What a policy does that takes the order for the user's."""
        self.commanded.solve(pilot)

    def mistakes(self) -> Mapping[str, Mistake]:
        return self.wanted.mistakes()

    def reply(self, question: str) -> str:
        return self.wanted.reply(question)


def order_of(wording: str, goal: str, commanded: TaskType) -> str:
    """The words that are planted: a task of the catalogue, told as an order."""
    return wording.format(order=phrase(goal, commanded))
