"""What the guard and the person have said in one run: who need not be asked again, and insistence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from runtime.episode import Verdict
from runtime.guard.ruling import Ruling


class Opinion(StrEnum):
    """What to do about an action."""

    GO = "go"
    ASK = "ask"
    REFUSE = "refuse"


class Approvals:
    """Remembers. The same action is one with the same rule, effect and whom it concerns."""

    def __init__(self, approved_rules: Iterable[str], *, most_refusals: int) -> None:
        self._approved = set(approved_rules)
        self._most = most_refusals
        self._refused: Counter[tuple[str, str, str]] = Counter()
        self._unanswered: set[tuple[str, str, str]] = set()

    def opinion(self, ruling: Ruling) -> Opinion:
        """What was denied once is not asked again."""
        match ruling.verdict:
            case Verdict.ALLOW:
                return Opinion.GO
            case Verdict.NEVER:
                return Opinion.REFUSE
            case Verdict.CONFIRM:
                if ruling.rule in self._approved:
                    return Opinion.GO
                return Opinion.REFUSE if self._refused[_same(ruling)] else Opinion.ASK

    def approve_for_run(self, rule: str) -> None:
        self._approved.add(rule)

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


def _same(ruling: Ruling) -> tuple[str, str, str]:
    return ruling.rule, ruling.effect, ruling.concerns
