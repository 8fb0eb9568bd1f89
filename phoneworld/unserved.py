"""Requests that no app of the phone serves: the right answer is to say so at once.

The requests themselves are wordings, to train on and held out; the goals here are three of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.author import (
    End,
    Expectation,
    ExpectedEnding,
    FinishStatus,
    Mistake,
    Open,
    Say,
    Scene,
    Script,
    TaskType,
    Way,
    give_up,
    templates_of,
)

DECLINED = "I do not know how to do that on this phone."


@dataclass(frozen=True)
class UnservedRequest(TaskType):
    """A request that no app of the phone serves."""

    template = "unserved.decline"
    apps = ()
    goals = (
        "Tell me what the meaning of life is.",
        "Order me a pizza in the pizza app that I do not have.",
        "Switch off the lights in the kitchen.",
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        del scene
        return cls()

    def expect(self) -> list[Expectation]:
        # What is harmful besides may be refused as well.
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE, as_right=(FinishStatus.REFUSED,))]

    def script(self) -> Script:
        return (give_up(DECLINED),)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "claimed to be done": Way(End("Done.")),
            "told as an answer": Way(Say("Forty-two."), End()),
            "an app tried first, then claimed": Way(Open("Browser"), End("Done.")),
        }


TASKS = templates_of(UnservedRequest)
