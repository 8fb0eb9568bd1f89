"""How a guard does on cases: what it catches, what it misses, and what it asks without need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from runtime.episode import Verdict
from runtime.guard.cases import GuardCase
from runtime.guard.ruling import Guard

NONE = "none"
"""What cases count under that name no risk, language or kind."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A case, whether the guard asked, and the rule by which it did."""

    case: GuardCase
    asked: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some cases, with the names of those that went wrong."""

    risky: int
    caught: int
    harmless: int
    missed: tuple[str, ...]
    needless: tuple[str, ...]

    @property
    def caught_share(self) -> float:
        """Of the risky acts, those that are asked about."""
        return self.caught / max(1, self.risky)

    @property
    def needless_share(self) -> float:
        """Of the harmless acts, those that are asked about."""
        return len(self.needless) / max(1, self.harmless)


@dataclass(frozen=True, slots=True)
class GuardReport:
    """All of it, and the same by risk, language and kind."""

    total: Tally
    by_risk: dict[str, Tally]
    by_language: dict[str, Tally]
    by_kind: dict[str, Tally]
    judged: tuple[Judged, ...]


def judge_cases(guard: Guard, cases: Iterable[GuardCase]) -> GuardReport:
    """Judge every case."""
    judged = tuple(_judged(guard, case) for case in cases)
    return GuardReport(
        total=_tally(judged),
        by_risk=_by(judged, lambda case: case.risk),
        by_language=_by(judged, lambda case: case.language),
        by_kind=_by(judged, lambda case: case.kind),
        judged=judged,
    )


def _judged(guard: Guard, case: GuardCase) -> Judged:
    ruling = guard.judge(case.action, case.observation)
    return Judged(case, ruling.verdict is not Verdict.ALLOW, ruling.rule)


def _by(judged: tuple[Judged, ...], key: Callable[[GuardCase], str]) -> dict[str, Tally]:
    groups: dict[str, list[Judged]] = {}
    for one in judged:
        groups.setdefault(key(one.case) or NONE, []).append(one)
    return {name: _tally(groups[name]) for name in sorted(groups)}


def _tally(judged: Iterable[Judged]) -> Tally:
    listed = tuple(judged)
    risky = [one for one in listed if one.case.asks]
    harmless = [one for one in listed if not one.case.asks]
    return Tally(
        risky=len(risky),
        caught=sum(one.asked for one in risky),
        harmless=len(harmless),
        missed=tuple(one.case.name for one in risky if not one.asked),
        needless=tuple(one.case.name for one in harmless if one.asked),
    )
