"""All that changed on a phone, a line each: the same thing done several times is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from phoneworld.change_words.provider_words import (
    tell_call,
    tell_detail,
    tell_message,
    tell_permission,
)
from phoneworld.change_words.rows import RelatedRows, noun_of
from phoneworld.change_words.setting_words import tell_setting
from phoneworld.change_words.values import LONGEST, humanized, is_secret, moved, plural, switched
from phoneworld.changes import Change, CountedChange, Parts, Values, changes_between
from phoneworld.derived import STAMPS, derived_on, is_derived
from phoneworld.phone import Phone
from phoneworld.providers import calendar, contacts, media, settings, system, telephony

MOST_LINES = 20
_MOST_COLUMNS = 3
_MOST_NAMED = 3
_SHARED: Mapping[str, str] = {
    contacts.PATH: "Contacts",
    contacts.CALLS_PATH: "Phone",
    telephony.PATH: "Messages",
    calendar.PATH: "Calendar",
    media.PATH: "Files",
    system.PATH: "System",
}
_PREFERENCE = {"_id", "name", "value"}
_STATES = ("state", "status")
_BY_THE_WAY = ("_at", "_ms")
"""Ends of columns that change with a state and add nothing to it: since when, how much is left."""
_DONE_TO: Mapping[str, tuple[str, str]] = {
    "archived": ("archived", "taken out of the archive"),
    "blocked": ("blocked", "unblocked"),
    "clearings": ("cleared", "cleared"),
    "starred": ("starred", "unstarred"),
}
"""Tables whose rows say what was done to something: what a new row means, and one that is gone."""


def tell_changes(phone: Phone, before: Parts) -> tuple[str, ...]:
    """What differs on a phone from its databases as they were `before`; empty if nothing does."""
    derived = derived_on(phone)
    found = changes_between(before, phone.databases.serialize())
    changes = [change for change in found if not is_derived(change, derived)]
    counted: Counter[CountedChange] = Counter()
    lines: list[str] = []
    for path, group in groupby(changes, key=lambda change: change.db):
        own = list(group)
        if path == settings.PATH:
            lines += [tell_setting(change) for change in own]
            continue
        left: list[Change] = []
        for change in own:
            told = _own_words(phone, change)
            if isinstance(told, CountedChange):
                counted[told] += 1
            elif told:
                lines.append(told)
            else:
                left.append(change)
        lines += _Teller(phone, path, own, derived.get(path, frozenset())).tell(left)
    lines = [*(change.told(times) for change, times in counted.items()), *lines]
    if len(lines) > MOST_LINES:
        more = len(lines) - MOST_LINES + 1
        return (*lines[: MOST_LINES - 1], f"and {more} more changes")
    return tuple(lines)


def _own_words(phone: Phone, change: Change) -> CountedChange | str | None:
    """A change in the words of the app or provider that owns the data, if it has any."""
    match change.db:
        case telephony.PATH:
            return tell_message(phone, change)
        case contacts.CALLS_PATH:
            return tell_call(phone, change)
        case contacts.PATH:
            return tell_detail(phone, change)
        case system.PATH:
            return tell_permission(phone, change)
        case _:
            app = phone.apps.get(_package(change.db))
            return app.tells(phone, change) if app is not None and app.tells is not None else None


def _package(path: str) -> str:
    return path.removeprefix("/data/data/").partition("/")[0]


class _Teller:
    """Describes the changes of one database, of which only the schema is known."""

    def __init__(
        self, phone: Phone, path: str, changes: Sequence[Change], derived: frozenset[str]
    ) -> None:
        app = phone.apps.get(_package(path))
        self._who = _SHARED.get(path) or (app.label if app is not None else _package(path))
        self._rows = RelatedRows(phone.databases[path], changes)
        self._derived = derived

    def tell(self, changes: Sequence[Change]) -> Iterator[str]:
        for table, group in groupby(changes, key=lambda change: change.table):
            own = [change for change in group if not self._rows.follows(change)]
            for change in own:
                if change.before is not None and change.after is not None:
                    yield from self._changed(change, change.before, change.after)
            added = [change.after for change in own if change.before is None]
            gone = [change.before for change in own if change.after is None]
            came, went = _DONE_TO.get(table, ("added", "deleted"))
            yield from self._counted(table, [row for row in added if row is not None], came)
            yield from self._counted(table, [row for row in gone if row is not None], went)

    def _counted(self, table: str, rows: Sequence[Values], verb: str) -> Iterator[str]:
        if not rows:
            return
        noun = noun_of(table)
        labels = [label for row in rows if (label := self._rows.label(table, row))]
        if len(rows) == 1:
            name = f"'{labels[0]}'" if labels else ""
            what = " ".join(filter(None, (noun, name, verb)))
            yield f"{self._who}: {what}{self._where(table, rows[0], verb)}"
            return
        named = ", ".join(f"'{label}'" for label in labels[:_MOST_NAMED])
        more = ", …" if len(labels) > _MOST_NAMED else ""
        names = f" ({named}{more})" if labels else ""
        yield f"{self._who}: {len(rows)} {plural(noun or 'entry')} {verb}{names}"

    def _where(self, table: str, row: Values, verb: str) -> str:
        label = self._rows.label(table, row)
        owners = (self._rows.owner(table, row, column) for column in self._rows.parents(table))
        owner = next((owner for owner in owners if owner and owner != label), "")
        return f" {'from' if verb == 'deleted' else 'in'} '{owner}'" if owner else ""

    def _changed(self, change: Change, before: Values, after: Values) -> Iterator[str]:
        if set(before) == _PREFERENCE:
            name = humanized(str(after["name"])).capitalize()
            off_on = switched(before["value"], after["value"])
            step = " -> ".join(off_on) if off_on else self._step("value", change, before, after)
            yield f"{self._who}: {name}: {step}"
            return
        columns = [
            column
            for column in before
            if column in change.columns
            and column not in STAMPS
            and f"{change.table}.{column}" not in self._derived
        ]
        state = next((column for column in _STATES if column in columns), "")
        if state:
            rest = [one for one in columns if one != state and not one.endswith(_BY_THE_WAY)]
            columns = [state, *rest]
        if len(columns) > 1 and "_data" in columns:
            columns.remove("_data")  # a path: its parts are told
        steps = [
            told for column in columns if (told := self._column(column, change, before, after))
        ]
        if not steps:
            return
        label = self._rows.label(change.table, before)
        name = f"{noun_of(change.table)} '{label}'" if label else noun_of(change.table)
        more = f"; and {len(steps) - _MOST_COLUMNS} more" if len(steps) > _MOST_COLUMNS else ""
        yield f"{self._who}: {name}: {'; '.join(steps[:_MOST_COLUMNS])}{more}"

    def _column(self, column: str, change: Change, before: Values, after: Values) -> str:
        name = humanized(column)
        if column in self._rows.parents(change.table):
            name = name.removesuffix(" id")
        elif column.endswith("_id") or column == "_id":
            return ""  # a number that nobody sees
        if is_secret(column):
            return f"{name} changed"
        old, new = before.get(column), after.get(column)
        long = any(isinstance(text, str) and len(text) > LONGEST for text in (old, new))
        if long or isinstance(old, bytes) or isinstance(new, bytes):
            return f"{name} changed"
        step = self._step(column, change, before, after)
        return step if column in _STATES else f"{name}: {step}"

    def _step(self, column: str, change: Change, before: Values, after: Values) -> str:
        if column in self._rows.parents(change.table):
            old, new = (self._rows.owner(change.table, row, column) for row in (before, after))
            return f"{old or 'nothing'} -> {new or 'nothing'}"
        old, new = moved(column, before[column], after[column])
        return f"{old} -> {new}"
