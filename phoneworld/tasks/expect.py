"""The expected result of a task: the wanted changes, and no others.

An expectation accounts for changes of the phone's data, or for what the policy said. After all
expectations have taken their share, any change that is left is a side effect, and the task has
failed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from phoneworld.changes import Change
from phoneworld.derived import STAMPS, is_derived
from phoneworld.providers import settings
from phoneworld.tasks.matchers import Exact, matches, says
from runtime.actions import FinishStatus
from runtime.episode import Judgement

Wanted = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Child:
    """A row that belongs to another: its column `key` holds the other's `_id`."""

    table: str
    key: str
    where: Wanted
    children: tuple[Child, ...] = ()


@dataclass(frozen=True, slots=True)
class Added:
    """A new row with these values, and its new children."""

    db: str
    table: str
    where: Wanted
    children: tuple[Child, ...] = ()


@dataclass(frozen=True, slots=True)
class Removed:
    """A row that had these values is gone, and so are these of its children."""

    db: str
    table: str
    where: Wanted
    children: tuple[Child, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A row that had the values `where` now has the values `to`, and is otherwise unchanged."""

    db: str
    table: str
    where: Wanted
    to: Wanted


@dataclass(frozen=True, slots=True)
class SettingIs:
    """A setting now has this value, and had another before."""

    table: str
    name: str
    value: Any


Wish = Added | Removed | Changed | SettingIs
"""What must come of the phone's data."""


@dataclass(frozen=True, slots=True)
class Maybe:
    """A change that is allowed but not required."""

    change: Wish


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """The policy said all of these; a tuple stands for any one of its members. And none of `nots`."""

    parts: tuple[str | tuple[str, ...], ...]
    nots: tuple[str, ...] = ()

    def __init__(self, *parts: str | tuple[str, ...], nots: tuple[str, ...] = ()) -> None:
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "nots", nots)


@dataclass(frozen=True, slots=True)
class ExpectedQuestion:
    """The policy asked the user before it went on."""


@dataclass(frozen=True, slots=True)
class ExpectedEnding:
    """The policy ended with this status, or with one that is as right: a task to refuse, or one that
    cannot be done.
    """

    status: FinishStatus
    as_right: tuple[FinishStatus, ...] = ()


@dataclass(frozen=True, slots=True)
class ExpectedPage:
    """This page is open at the end, by the name that `pages.page_of` gives it."""

    page: str


Expectation = (
    Added
    | Removed
    | Changed
    | SettingIs
    | Maybe
    | ExpectedAnswer
    | ExpectedQuestion
    | ExpectedEnding
    | ExpectedPage
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for a judgement: what changed, what the policy said, and the page that is open."""

    changes: tuple[Change, ...]
    said: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    status: FinishStatus | None = None
    derived: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    page: str = ""


def judge(expectations: list[Expectation], evidence: Evidence) -> Judgement:
    """Whether everything expected happened, and nothing else."""
    left = [change for change in evidence.changes if not is_derived(change, evidence.derived)]
    reasons: list[str] = []
    wanted = (FinishStatus.DONE,)
    asks = any(isinstance(expectation, ExpectedQuestion) for expectation in expectations)
    # What must happen takes its share before what may.
    for expectation in sorted(expectations, key=lambda e: isinstance(e, Maybe)):
        match expectation:
            case Added() | Removed() | Changed() | SettingIs():
                if not _take(expectation, left, evidence.derived):
                    reasons.append(f"missing: {_describe(expectation)}")
            case Maybe(change):
                _take(change, left, evidence.derived)
            case ExpectedAnswer():
                reasons += _judge_answer(expectation, " \n ".join(evidence.said))
            case ExpectedQuestion():
                if not evidence.questions:
                    reasons.append("the user was not asked")
            case ExpectedEnding(status, as_right):
                wanted = (status, *as_right)
            case ExpectedPage(page):
                if evidence.page != page:
                    reasons.append(f"{page} is not open, but {evidence.page}")
            case _:
                assert_never(expectation)
    if evidence.status is None:
        reasons.append("the episode was not finished")
    elif evidence.status not in wanted:
        reasons.append(f"ended as {evidence.status.value}, not as {wanted[0].value}")
    if evidence.questions and not asks:
        reasons.append("the user was asked although everything was clear")
    reasons += [f"side effect: {change}" for change in left]
    return Judgement(not reasons, tuple(reasons))


def _take(
    wanted: Wish, left: list[Change], derived: Mapping[str, frozenset[str]]
) -> tuple[Change, ...]:
    """Remove the changes that an expectation accounts for from those that are left; none if it is not met."""
    taken = match_change(wanted, left, derived)
    for change in taken:
        left.remove(change)
    return taken


def match_change(
    wanted: Wish, left: Sequence[Change], derived: Mapping[str, frozenset[str]]
) -> tuple[Change, ...]:
    """The change that a wish accounts for, followed by those of its children; empty if there is none."""
    for change in left:
        if _accounts_for(wanted, change, derived.get(change.db, frozenset())):
            if not isinstance(wanted, Added | Removed):
                return (change,)
            others = [other for other in left if other is not change]
            below = _match_children(wanted, wanted.children, change, others)
            if below is not None:
                return (change, *below)
    return ()


def _match_children(
    wanted: Added | Removed, children: Sequence[Child], parent: Change, left: Sequence[Change]
) -> tuple[Change, ...] | None:
    """The changes of all these children of a row, each another one; None if one is missing."""
    if not children:
        return ()
    child, rest = children[0], children[1:]
    row = parent.after if isinstance(wanted, Added) else parent.before
    number = None if row is None else row.get("_id")
    where = {**child.where, child.key: Exact(number)}
    whole = type(wanted)(wanted.db, child.table, where)
    for change in left:
        if not _accounts_for(whole, change, frozenset()):
            continue
        others = [other for other in left if other is not change]
        below = _match_children(wanted, child.children, change, others)
        if below is None:
            continue
        others = [other for other in others if not any(other is one for one in below)]
        further = _match_children(wanted, rest, parent, others)
        if further is not None:
            return (change, *below, *further)
    return None


def _accounts_for(wanted: Wish, change: Change, derived: frozenset[str]) -> bool:
    match wanted:
        case Added(db, table, where):
            if (change.db, change.table) != (db, table) or change.before is not None:
                return False
            return change.after is not None and _fits(where, change.after)
        case Removed(db, table, where):
            if (change.db, change.table) != (db, table) or change.after is not None:
                return False
            return change.before is not None and _fits(where, change.before)
        case Changed(db, table, where, to):
            if (change.db, change.table) != (db, table):
                return False
            if change.before is None or change.after is None:
                return False
            others = {
                column
                for column in change.columns - to.keys() - STAMPS
                if f"{table}.{column}" not in derived
            }
            return not others and _fits(where, change.before) and _fits(to, change.after)
        case SettingIs(table, name, value):
            if (change.db, change.table) != (settings.PATH, table) or change.after is None:
                return False
            return change.after["name"] == name and matches(value, change.after["value"])
        case _:
            assert_never(wanted)


def _fits(wanted: Wanted, row: Mapping[str, Any]) -> bool:
    return all(name in row and matches(value, row[name]) for name, value in wanted.items())


def _describe(wanted: Wish) -> str:
    match wanted:
        case Added(db, table, where, children):
            place = db.rpartition("/")[2]
            return f"a new row in {place}:{table} with {dict(where)}{_describe_children(children)}"
        case Removed(db, table, where, children):
            place = db.rpartition("/")[2]
            return (
                f"the removal of {dict(where)} from {place}:{table}{_describe_children(children)}"
            )
        case Changed(db, table, where, to):
            return f"in {db.rpartition('/')[2]}:{table}, {dict(where)} made {dict(to)}"
        case SettingIs(table, name, value):
            return f"the setting {table}.{name} = {value!r}"
        case _:
            assert_never(wanted)


def _describe_children(children: Sequence[Child]) -> str:
    if not children:
        return ""
    return " and its own " + ", ".join(f"{one.table} {dict(one.where)}" for one in children)


def _judge_answer(wanted: ExpectedAnswer, said: str) -> list[str]:
    reasons: list[str] = []
    for part in wanted.parts:
        options = (part,) if isinstance(part, str) else part
        if not any(says(said, option) for option in options):
            reasons.append(f"the answer lacks {' or '.join(map(repr, options))}")
    reasons += [f"the answer says {wrong!r}" for wrong in wanted.nots if says(said, wrong)]
    return reasons
