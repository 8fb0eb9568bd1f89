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
from phoneworld.tasks.matchers import Anything, Exact, matches, says
from runtime.actions import FinishStatus
from runtime.episode import Judgement
from runtime.observation import Element

Wanted = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Child:
    """A row that belongs to another: its column `key` holds what the other has in the column `of`."""

    table: str
    key: str
    where: Wanted
    children: tuple[Child, ...] = ()
    of: str = "_id"


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
    """A row that had the values `where` now has the values `to`, and is otherwise unchanged.

    With `anew`, the row may also be gone, and another, otherwise like it, be new: a file that was
    copied and then deleted has been moved.
    """

    db: str
    table: str
    where: Wanted
    to: Wanted
    anew: bool = False


@dataclass(frozen=True, slots=True)
class SettingIs:
    """A setting now has this value, and had another before."""

    table: str
    name: str
    value: Any


Wish = Added | Removed | Changed | SettingIs
"""What must come of the phone's data."""


@dataclass(frozen=True, slots=True)
class Either:
    """One of several ways to the same end: all changes of the first way that is met are taken."""

    ways: tuple[tuple[Wish, ...], ...]

    def __init__(self, *ways: tuple[Wish, ...]) -> None:
        object.__setattr__(self, "ways", ways)


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


@dataclass(frozen=True, slots=True)
class ExpectedParts:
    """The last thing the policy said, split at commas, has as many parts as there are values here, and
    each part matches one of them.
    """

    values: tuple[Any, ...]

    def __init__(self, *values: Any) -> None:
        object.__setattr__(self, "values", values)


@dataclass(frozen=True, slots=True)
class ShownElement:
    """An element on the screen: what is named of it matches, its tick too where `checked` is told. `times` is how
    many there are at least.
    """

    text: Any = field(default_factory=Anything)
    description: Any = field(default_factory=Anything)
    hint: Any = field(default_factory=Anything)
    times: int = 1
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class ExpectedScreen:
    """At the end this app is in front and shows all of these; a tuple stands for any one of its members."""

    package: str
    shows: tuple[ShownElement | tuple[ShownElement, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ExpectedClipboard:
    """The clipboard holds this at the end."""

    text: Any


Expectation = (
    Added
    | Removed
    | Changed
    | SettingIs
    | Either
    | Maybe
    | ExpectedAnswer
    | ExpectedQuestion
    | ExpectedEnding
    | ExpectedPage
    | ExpectedParts
    | ExpectedScreen
    | ExpectedClipboard
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for a judgement: what changed, what the policy said, and the page that is open.

    `front` is the package of that page, `shown` what it shows, for those tasks that ask for it.
    """

    changes: tuple[Change, ...]
    said: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    status: FinishStatus | None = None
    derived: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    page: str = ""
    front: str = ""
    shown: tuple[Element, ...] = ()
    clipboard: str = ""


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
            case Either(ways):
                if not any(_take_all(way, left, evidence.derived) for way in ways):
                    told = " or ".join(" and ".join(map(_describe, way)) for way in ways)
                    reasons.append(f"missing: {told}")
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
            case ExpectedParts(values):
                reasons += _judge_parts(values, evidence.said)
            case ExpectedScreen():
                reasons += _judge_screen(expectation, evidence)
            case ExpectedClipboard(text):
                if not matches(text, evidence.clipboard):
                    reasons.append(f"the clipboard holds {evidence.clipboard!r}")
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


def _take_all(
    way: Sequence[Wish], left: list[Change], derived: Mapping[str, frozenset[str]]
) -> bool:
    """The same for several expectations, all of them or none."""
    rest = list(left)
    if not all(_take(wanted, rest, derived) for wanted in way):
        return False
    left[:] = rest
    return True


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
    if isinstance(wanted, Changed) and wanted.anew:
        return _match_anew(wanted, left, derived.get(wanted.db, frozenset()))
    return ()


def _match_anew(
    wanted: Changed, left: Sequence[Change], derived: frozenset[str]
) -> tuple[Change, ...]:
    """The removal of a row and the addition of one that has its place; empty if there are none."""
    gone = [one for one in left if one.after is None]
    new = [one for one in left if one.before is None]
    for old in gone:
        for one in new:
            after = {**(one.after or {}), "_id": (old.before or {}).get("_id")}
            both = Change(old.db, old.table, old.before, after)
            if (one.db, one.table) == (old.db, old.table) and _accounts_for(wanted, both, derived):
                return (old, one)
    return ()


def _match_children(
    wanted: Added | Removed, children: Sequence[Child], parent: Change, left: Sequence[Change]
) -> tuple[Change, ...] | None:
    """The changes of all these children of a row, each another one; None if one is missing."""
    if not children:
        return ()
    child, rest = children[0], children[1:]
    row = parent.after if isinstance(wanted, Added) else parent.before
    number = None if row is None else row.get(child.of)
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


def _judge_parts(values: Sequence[Any], said: Sequence[str]) -> list[str]:
    answer = next((text for text in reversed(said) if text.strip()), "")
    parts = [part.strip() for part in answer.split(",")]
    if len(parts) != len(values):
        return [f"the answer {answer!r} has {len(parts)} parts, not {len(values)}"]
    wrong = [part for part in parts if not any(matches(value, part) for value in values)]
    missing = [value for value in values if not any(matches(value, part) for part in parts)]
    return [f"the answer says {part!r}" for part in wrong] + [
        f"the answer lacks {value!r}" for value in missing
    ]


def _judge_screen(wanted: ExpectedScreen, evidence: Evidence) -> list[str]:
    if evidence.front != wanted.package:
        return [f"{wanted.package} is not in front, but {evidence.front}"]
    reasons: list[str] = []
    for shown in wanted.shows:
        options = shown if isinstance(shown, tuple) else (shown,)
        if not any(_count_shown(option, evidence) >= option.times for option in options):
            reasons.append(f"the screen lacks {' or '.join(map(repr, options))}")
    return reasons


def _count_shown(wanted: ShownElement, evidence: Evidence) -> int:
    return sum(
        matches(wanted.text, element.text)
        and matches(wanted.description, element.description)
        and matches(wanted.hint, element.hint)
        and (wanted.checked is None or (element.checkable and element.checked is wanted.checked))
        for element in evidence.shown
    )


def _judge_answer(wanted: ExpectedAnswer, said: str) -> list[str]:
    reasons: list[str] = []
    for part in wanted.parts:
        options = (part,) if isinstance(part, str) else part
        if not any(says(said, option) for option in options):
            reasons.append(f"the answer lacks {' or '.join(map(repr, options))}")
    reasons += [f"the answer says {wrong!r}" for wrong in wanted.nots if says(said, wrong)]
    return reasons
