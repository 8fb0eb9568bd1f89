"""What a turn needs and does not do itself, as small Protocols; `TurnPorts` are all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Protocol

from runtime.actions import Action
from runtime.device import DeviceInfo, Performed
from runtime.engine import Decided
from runtime.episode import RanOut, Step
from runtime.errors import DeviceError
from runtime.guard.ruling import Guard, Ruling
from runtime.guard.secrets import SecretStore
from runtime.observation import Observation
from runtime.turn.history import PromptHistory


class TurnPhone(Protocol):
    """The phone, as a turn sees it. Calls raise as those of a `Device` do."""

    @property
    def info(self) -> DeviceInfo: ...

    def look(self) -> Observation:
        """What the phone shows, with a screenshot where somebody wants one."""
        ...

    def perform(self, action: Action, observation: Observation) -> Performed:
        """Do an action that was read from `observation`, the newest look."""
        ...

    def recover(self, error: DeviceError) -> None:
        """Make the next look worth trying after a failure; raise `error` where it is not."""
        ...


class Consent(StrEnum):
    """A person's word on what the guard asks about."""

    ONCE = "once"
    FOR_RUN = "for_run"
    """To this rule in this app, for this recipient and no higher amount, for the rest of the episode."""
    NO = "no"
    NOBODY = "nobody"
    """Nobody was there to ask, which counts as a no."""


class NoAnswer(Enum):
    """Why a question of the policy's has no answer."""

    DECLINED = auto()
    NOBODY = auto()
    """Nobody was there to ask."""


class TurnPerson(Protocol):
    """Whoever is asked. Waiting for them is their affair."""

    def approve(self, ruling: Ruling, action: Action, screen: Observation) -> Consent:
        """May this be done?"""
        ...

    def handle(self, ruling: Ruling) -> Consent:
        """A screen that only a person may handle: they have, or the policy may, or neither."""
        ...

    def answer(self, question: str) -> str | NoAnswer:
        """What the policy wants to know, or why it is not answered."""
        ...

    def explain(self, question: str) -> str | NoAnswer:
        """Whether a goal was understood, or the goal in other words. Who is not there has nothing else done
        for it: the policy goes on with what it has understood.
        """
        ...


class TurnJournal(Protocol):
    """Where steps are recorded as they happen. Each call is on record when it returns."""

    @property
    def history(self) -> PromptHistory:
        """What was done so far, as a policy may read it."""
        ...

    def looked(self, screen: Observation) -> None:
        """A step begins."""
        ...

    def decided(self, decided: Decided) -> None: ...

    def acting(self, action: Action) -> None:
        """The action is about to be sent to the phone."""
        ...

    def done(self, step: Step) -> None:
        """The step is over; it is part of the history now."""
        ...


class TurnBudget(Protocol):
    """What an episode may use up."""

    def exceeded(self) -> RanOut | None:
        """The limit that is used up, if one is."""
        ...

    def stepped(self) -> None:
        """One more step was made."""
        ...


@dataclass(frozen=True, slots=True)
class TurnPorts:
    """What a machine works with. Without `clock`, steps are not timed and no look grows stale."""

    phone: TurnPhone
    guard: Guard
    person: TurnPerson
    journal: TurnJournal
    budget: TurnBudget
    secrets: SecretStore
    clock: Callable[[], float] | None = None
