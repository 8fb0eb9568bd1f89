"""Questions whose answer is a list of titles that one screen shows."""

from __future__ import annotations

from typing import ClassVar

from phoneworld.author import (
    Alike,
    Expectation,
    ExpectedParts,
    Level,
    Mistake,
    Pilot,
    Say,
    Script,
    Swap,
    Without,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask


class ListedAnswers(SuiteTask):
    """What is asked for are titles, seen in a list. `elsewhere` is one that is never right."""

    complexity: ClassVar[float] = 1
    level = Level.MEDIUM
    hidden = ("first",)
    elsewhere: ClassVar[str]

    @property
    def answers(self) -> tuple[str, ...]:
        """The titles."""
        raise NotImplementedError  # every question has its own

    @property
    def first(self) -> str:
        return self.answers[0]

    def looking(self) -> Script:
        """The steps, in the app, after which the list shows what is asked for."""
        return ()

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(*map(Alike, self.answers))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(self.apps[0])
        pilot.follow(self.looking())
        for title in self.answers:
            pilot.reach(title)
        pilot.say(", ".join(self.answers))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another one": Swap(Say, Say(self.elsewhere)),
            "one too many": Swap(Say, Say(", ".join((*self.answers, self.elsewhere)))),
            "not answered": Without(Say),
        }
