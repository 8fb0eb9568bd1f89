"""What the guard and the person have said in one run: who need not be asked again, and insistence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from runtime.episode import Verdict
from runtime.guard.money import Money
from runtime.guard.ruling import Risk, Ruling

_Same = tuple[str, str, str, str]


class Opinion(StrEnum):
    """What to do about an action."""

    GO = "go"
    ASK = "ask"
    REFUSE = "refuse"


_TO_SOMEBODY = frozenset({Risk.MESSAGE, Risk.CALL, Risk.PAYMENT, Risk.PURCHASE})
_COSTS = frozenset({Risk.PAYMENT, Risk.PURCHASE})
_EACH_ITS_OWN = frozenset(
    {Risk.PERMISSION, Risk.INSTALL, Risk.ACCOUNT, Risk.LOCK, Risk.CREDENTIAL, Risk.DISCLOSURE}
)
"""What one rule asks about here has little in common but the rule: another app's right to another thing."""


@dataclass(frozen=True, slots=True)
class Approval:
    """What a person let happen for the rest of a run: a rule, in an app, to a recipient, for so much.

    The recipient counts where something goes to somebody, the amount where it costs or the screen names
    one, and the very act where rights, accounts, locks or data are at stake. What goes to nobody known, or costs nobody knows what, is never like anything: it is approved once.
    """

    rule: str
    app: str
    recipient: str
    act: tuple[str, str] | None
    most: Money | None

    @classmethod
    def of(cls, ruling: Ruling) -> Approval:
        """Of what a person was asked about."""
        recipient = ruling.concerns if ruling.risk in _TO_SOMEBODY else ""
        return cls(ruling.rule, ruling.app, recipient, _act_of(ruling), ruling.money)

    def covers(self, ruling: Ruling) -> bool:
        """Whether an action is like the approved one, and costs no more."""
        if (ruling.rule, ruling.app, _act_of(ruling)) != (self.rule, self.app, self.act):
            return False
        if ruling.risk in _TO_SOMEBODY and ruling.concerns not in {self.recipient} - {""}:
            return False
        if ruling.risk not in _COSTS and not ruling.amount:
            return True
        cost, most = ruling.money, self.most
        return (
            cost is not None
            and most is not None
            and cost.currency == most.currency
            and cost.value <= most.value
        )


class Approvals:
    """Remembers. The same action is one with the same rule, effect, app and whom it concerns."""

    def __init__(self, approved_rules: Iterable[str], *, most_refusals: int) -> None:
        self._approved_rules = frozenset(approved_rules)
        self._approved: set[Approval] = set()
        self._most = most_refusals
        self._refused: Counter[_Same] = Counter()
        self._unanswered: set[_Same] = set()

    def opinion(self, ruling: Ruling) -> Opinion:
        """What was denied once is not asked again."""
        match ruling.verdict:
            case Verdict.ALLOW:
                return Opinion.GO
            case Verdict.NEVER:
                return Opinion.REFUSE
            case Verdict.CONFIRM:
                if ruling.rule in self._approved_rules or any(
                    approval.covers(ruling) for approval in self._approved
                ):
                    return Opinion.GO
                return Opinion.REFUSE if self._refused[_same(ruling)] else Opinion.ASK

    def approve_for_run(self, ruling: Ruling) -> None:
        """This, and what is like it, need not be asked about again."""
        self._approved.add(Approval.of(ruling))

    def nobody_answered(self, ruling: Ruling) -> None:
        """It was asked about, and nobody was there."""
        self._unanswered.add(_same(ruling))

    def was_unanswered(self, ruling: Ruling) -> bool:
        return _same(ruling) in self._unanswered

    def refused(self, ruling: Ruling) -> bool:
        """It was refused once more. Whether that is insistence, which ends the run."""
        self._refused[_same(ruling)] += 1
        return self._refused[_same(ruling)] >= self._most


def reason(ruling: Ruling, *, unanswered: bool = False) -> str:
    """Why it was not done, for the policy."""
    what = f" ({ruling.effect})" if ruling.effect else ""
    if ruling.verdict is Verdict.NEVER:
        return f"not done: the rule {ruling.rule!r} never allows this{what}; do something else"
    if unanswered:
        return f"not done: nobody was there to approve this{what}; do something else"
    return f"not done: the person said no to this{what}; do something else, or ask them"


def insistence(ruling: Ruling, *, unanswered: bool) -> str:
    """Why the guard ended an episode in which the policy insisted, in words for people."""
    if ruling.verdict is Verdict.NEVER:
        return f"the policy insisted on what the rule {ruling.rule!r} never allows"
    if unanswered:
        return f"the policy insisted on what nobody was there to approve (rule {ruling.rule!r})"
    return f"the policy insisted on what the person did not allow (rule {ruling.rule!r})"


def _act_of(ruling: Ruling) -> tuple[str, str] | None:
    return (ruling.effect, ruling.concerns) if ruling.risk in _EACH_ITS_OWN else None


def _same(ruling: Ruling) -> _Same:
    return ruling.rule, ruling.effect, ruling.concerns, ruling.app
