"""The contract of the guard: an action, on a screen, in; allowed, to be asked about, or never, out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from runtime.actions import Action
from runtime.episode import Verdict
from runtime.guard.money import Money
from runtime.observation import Observation


class Risk(StrEnum):
    """What may go wrong, as users know it. Rules name theirs."""

    PAYMENT = "payment"
    PURCHASE = "purchase"
    MESSAGE = "message"
    CALL = "call"
    DELETION = "deletion"
    PERMISSION = "permission"
    INSTALL = "install"
    ACCOUNT = "account"
    LOCK = "lock"
    CREDENTIAL = "credential"
    DISCLOSURE = "disclosure"
    """What was read in one place leaves by another. Found by the episode, not by a rule."""
    SENSITIVE_SCREEN = "sensitive_screen"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The guard's word on an action.

    `rule` is the name of the rule that decided. `effect` says what will happen, in words for the
    person who is asked ("Send the message 'On my way'"), `concerns` to whom or what, as far as the
    screen tells ("Ada Byron"), `app` in which app, `amount` for how much (several amounts where the
    screen does not say which) and `money` the same as a number, where it is certain. All of it is
    read off the screen, never taken from the policy.
    """

    verdict: Verdict
    rule: str = ""
    risk: Risk | None = None
    effect: str = ""
    concerns: str = ""
    app: str = ""
    amount: str = ""
    money: Money | None = None


ALLOWED = Ruling(Verdict.ALLOW)


class Guard(Protocol):
    """Decides from action, target, app and screen; what the policy says of itself is never seen."""

    def judge(self, action: Action, observation: Observation) -> Ruling:
        """Whether the action may be done on this screen."""
        ...

    def judge_screen(self, observation: Observation) -> Ruling:
        """Whether the policy may act on (and be shown) this screen at all.

        `CONFIRM` hands it to the person: secure windows, lock screens, credential prompts.
        """
        ...


class AllowAll:
    """Allows everything: for phones on which nothing is at stake."""

    def judge(self, action: Action, observation: Observation) -> Ruling:
        del action, observation
        return ALLOWED

    def judge_screen(self, observation: Observation) -> Ruling:
        del observation
        return ALLOWED
