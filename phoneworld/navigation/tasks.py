"""The kinds of navigation tasks: open a screen, turn a switch, choose an option, say what is set."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.author import (
    Also,
    Changed,
    End,
    Expectation,
    ExpectedAnswer,
    ExpectedPage,
    Instead,
    Mistake,
    Open,
    Pilot,
    Say,
    Script,
    Tap,
    TaskType,
    Way,
)
from phoneworld.navigation.places import Mark, StoredValue

OPPOSITE = {"on": "off", "off": "on"}


def way_to(app: str, marks: tuple[Mark, ...]) -> Script:
    """The steps from anywhere to a screen of an app."""
    return (Open(app), *(Tap(mark.label, role=mark.role) for mark in marks))


@dataclass(frozen=True)
class OpenPage(TaskType):
    """A screen is opened."""

    template = "navigate.open"

    app: str
    title: str
    way: tuple[Mark, ...]
    page: str

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(self.page)]

    def script(self) -> Script:
        return way_to(self.app, self.way)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only claimed": Way(End("Done.")),
            "stopped on the way": Way(*way_to(self.app, self.way[:-1]), End()),
        }


@dataclass(frozen=True)
class StartApp(TaskType):
    """An app is opened, and nothing else."""

    template = "navigate.start"

    title: str
    page: str

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(self.page)]

    def script(self) -> Script:
        return way_to(self.title, ())

    def mistakes(self) -> dict[str, Mistake]:
        return {"only claimed": Way(End("Done."))}


@dataclass(frozen=True)
class TurnSwitch(TaskType):
    """A labelled switch is turned on or off."""

    template = "navigate.turn"

    app: str
    title: str
    state: str
    way: tuple[Mark, ...]
    mark: Mark
    stored: StoredValue
    value: str

    def expect(self) -> list[Expectation]:
        stored = self.stored
        wanted = {stored.column: stored.plain(self.value)}
        return [Changed(stored.db, stored.table, stored.where, wanted)]

    def script(self) -> Script:
        return way_to(self.app, (*self.way, self.mark))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only looked at": Way(*way_to(self.app, self.way), End()),
            "and back again": Also(Tap(self.mark.label, role=self.mark.role)),
        }


@dataclass(frozen=True)
class ChooseOption(TaskType):
    """An option of a labelled row is chosen."""

    template = "navigate.choose"

    app: str
    title: str
    choice: str
    way: tuple[Mark, ...]
    mark: Mark
    role: str
    stored: StoredValue
    value: str
    other: str

    def expect(self) -> list[Expectation]:
        stored = self.stored
        wanted = {stored.column: stored.plain(self.value)}
        return [Changed(stored.db, stored.table, stored.where, wanted)]

    def script(self) -> Script:
        return way_to(self.app, (*self.way, self.mark, Mark(self.choice, self.role)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another option": Instead(choice=self.other),
            "only looked at": Way(*way_to(self.app, (*self.way, self.mark)), End()),
        }


@dataclass(frozen=True)
class TellSwitch(TaskType):
    """The user is told whether a switch is on."""

    template = "navigate.is_on"

    app: str
    title: str
    way: tuple[Mark, ...]
    mark: Mark
    state: str

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.state, nots=(OPPOSITE[self.state],))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(way_to(self.app, self.way))
        pilot.reach(self.mark.label, role=self.mark.role)
        pilot.say(f"It is {self.state}.")

    def mistakes(self) -> dict[str, Mistake]:
        wrong = OPPOSITE[self.state]
        return {
            "the other state": Way(*way_to(self.app, self.way), Say(f"It is {wrong}."), End()),
            "nothing told": Way(*way_to(self.app, self.way), End()),
        }


@dataclass(frozen=True)
class TellValue(TaskType):
    """The user is told what is set."""

    template = "navigate.read"

    app: str
    title: str
    way: tuple[Mark, ...]
    mark: Mark
    value: str

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(way_to(self.app, self.way))
        pilot.reach(self.mark.label, role=self.mark.role)
        pilot.say(self.value)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "something else": Way(*way_to(self.app, self.way), Say("Nothing is set."), End()),
            "nothing told": Way(*way_to(self.app, self.way), End()),
        }
