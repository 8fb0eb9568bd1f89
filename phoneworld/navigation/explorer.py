"""Walks through an app and notes where taps lead: screens, switches, choices and what rows show.

Breadth first, from the app's first screen. Everything is tried on a phone that is put back afterwards.
A switch is one whose tap changes a single value of the phone's data; a choice is a row whose dialog has
options of which that is true. Screens that are opened for a thing (a contact, an event) are not gone into:
which of them is meant, a goal would have to say. What has the name of somebody's data besides goes when
places are proven on a second phone (see `proof`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from phoneworld.changes import Change, changes_between
from phoneworld.derived import STAMPS, derived_on, is_derived
from phoneworld.device import PhoneDevice
from phoneworld.navigation.places import (
    FoundChoice,
    FoundPage,
    FoundPlace,
    FoundSwitch,
    FoundValue,
    Mark,
    StoredValue,
)
from phoneworld.navigation.shown_values import title_of, value_beside
from phoneworld.phone import Phone
from phoneworld.tasks.pages import page_of
from phoneworld.workshop import Workshop
from runtime.actions import Click, Direction, ElementRef, Scroll
from runtime.observation import Element

DEEPEST = 4
MOST_TRIES = 600
MOST_SCROLLS = 6
LONGEST_TITLE = 40
_PLAIN = (str, int)


@dataclass(frozen=True, slots=True)
class _Stop:
    """A screen that was come to."""

    way: tuple[Mark, ...]
    snapshot: bytes
    page: str


@dataclass(frozen=True, slots=True)
class _Row:
    """Something with a title, on a screen that is scrolled so that it can be seen."""

    snapshot: bytes
    element: Element
    mark: Mark


def explore_app(workshop: Workshop, package: str, *, seed: int) -> tuple[FoundPlace, ...]:
    """What can be found in an app, in the order in which it was come by."""
    phone = workshop.phone(seed)
    phone.launch(package)
    return tuple(_Explorer(phone, package).explore())


class _Explorer:
    def __init__(self, phone: Phone, package: str) -> None:
        self._phone = phone
        self._package = package
        self._app = phone.apps[package].label
        self._before = phone.databases.serialize()
        self._derived = derived_on(phone)
        self._tries = 0
        self._routes_of_things: set[str] = set()

    def explore(self) -> list[FoundPlace]:
        """All places. A form that is also opened for things there are (an event to be edited) is not the
        one screen on which something is set.
        """
        found = list(self._explore())
        pages = {one.way: one.page for one in found if isinstance(one, FoundPage)}
        forms = {f"{self._package}/{route}" for route in self._routes_of_things}
        return [one for one in found if _opens(one) or pages.get(one.way) not in forms]

    def _explore(self) -> Iterator[FoundPlace]:
        first = _Stop((), self._phone.snapshot(), page_of(self._phone))
        waiting, met = deque([first]), {first.page}
        while waiting:
            stop = waiting.popleft()
            for row in self._rows(stop):
                if self._tries >= MOST_TRIES:
                    return
                found = list(self._try(stop, row))
                yield from found
                if found and stop.way:
                    yield FoundPage(self._app, stop.way, row.mark.label, stop.page, holds=True)
                if found or not self._leads_on():
                    continue
                page = page_of(self._phone)
                if self._shows_menu():
                    opened = f"{page} {row.mark.label}"
                    if opened not in met and len(stop.way) < DEEPEST:
                        met.add(opened)
                        way = (*stop.way, row.mark)
                        waiting.append(_Stop(way, self._phone.snapshot(), page))
                    continue
                if self._phone.activity.args:
                    self._routes_of_things.add(self._phone.activity.route)
                    continue
                if page in met or len(stop.way) >= DEEPEST:
                    continue
                met.add(page)
                way = (*stop.way, row.mark)
                yield FoundPage(self._app, way, row.mark.label, page, holds=False)
                waiting.append(_Stop(way, self._phone.snapshot(), page))

    def _rows(self, stop: _Stop) -> list[_Row]:
        """What stands on a screen, from its top to its end, each title once."""
        self._phone.restore(stop.snapshot)
        device = PhoneDevice(self._phone)
        found: dict[str, _Row] = {}
        for _ in range(MOST_SCROLLS):
            screen = device.observe()
            here = self._phone.snapshot()
            for element in screen.elements:
                title = title_of(element)
                fits = element.clickable and element.enabled and not element.editable
                if fits and 1 < len(title) <= LONGEST_TITLE and title not in found:
                    found[title] = _Row(here, element, Mark(title, element.role))
            if device.perform(Scroll(Direction.DOWN), screen).note:
                break
        return list(found.values())

    def _try(self, stop: _Stop, row: _Row) -> Iterator[FoundPlace]:
        """Tap a row, and tell what it is; the phone stays as the tap has left it."""
        if not self._tap(row.snapshot, row.element.index):
            return
        changes = self._changes()
        if row.element.checkable:
            stored = _stored(changes, self._phone)
            if stored is not None:
                where, before, after = stored
                on, off = (before, after) if row.element.checked else (after, before)
                yield FoundSwitch(self._app, stop.way, row.mark, where, on, off)
        elif not changes and self._asks() and value_beside(row.element, row.mark.label):
            choices = list(self._choices(stop, row))
            # What cannot be chosen is somebody's data: a sum, a day.
            if choices:
                yield FoundValue(self._app, stop.way, row.mark)
            yield from choices

    def _choices(self, stop: _Stop, row: _Row) -> Iterator[FoundPlace]:
        """The options of the dialog that is open."""
        dialog = self._phone.snapshot()
        options = [
            element
            for element in PhoneDevice(self._phone).observe().elements
            if element.checkable and element.clickable and title_of(element)
        ]
        kept: list[tuple[Mark, StoredValue, str]] = []
        for option in options:
            if not self._tap(dialog, option.index):
                continue
            stored = _stored(self._changes(), self._phone)
            mark = Mark(title_of(option), option.role)
            if stored is not None:
                kept.append((mark, stored[0], stored[2]))
        places = {where for _, where, _ in kept}
        if len(kept) < 2 or len(places) != 1:
            return
        for mark, where, value in kept:
            others = tuple((one.label, other) for one, _, other in kept if one != mark)
            yield FoundChoice(self._app, stop.way, row.mark, where, mark, value, others)

    def _tap(self, snapshot: bytes, index: int) -> bool:
        """Tap on a screen. False if the app cannot take it."""
        self._tries += 1
        self._phone.restore(snapshot)
        device = PhoneDevice(self._phone)
        try:
            device.perform(Click(ElementRef(index)), device.observe())
            device.observe()
        # An app that breaks is found by `phoneworld check`.
        except Exception:  # noqa: BLE001
            return False
        return True

    def _leads_on(self) -> bool:
        """Whether a further screen of the app is open, and nothing was changed."""
        phone = self._phone
        return (
            phone.activity.package == self._package
            and (phone.activity.overlay is None or self._shows_menu())
            and phone.panel is None
            and not self._changes()
        )

    def _asks(self) -> bool:
        """Whether a dialog is open."""
        return self._phone.activity.overlay is not None and not self._shows_menu()

    def _shows_menu(self) -> bool:
        overlay = self._phone.activity.overlay
        return overlay is not None and overlay.get("kind") == "menu"

    def _changes(self) -> list[Change]:
        now = self._phone.databases.serialize()
        found = changes_between(self._before, now)
        return [change for change in found if not is_derived(change, self._derived)]


def _opens(place: FoundPlace) -> bool:
    return isinstance(place, FoundPage) and not place.holds


def _stored(changes: list[Change], phone: Phone) -> tuple[StoredValue, str, str] | None:
    """The single value that has changed: where it is kept, and what it was and is; None if it is none."""
    if len(changes) != 1:
        return None
    (change,) = changes
    columns = change.columns - STAMPS
    if change.before is None or change.after is None or len(columns) != 1:
        return None
    (column,) = columns
    before, after = change.before[column], change.after[column]
    if type(before) is not type(after) or not isinstance(before, _PLAIN):
        return None
    name = change.before.get("name")
    rows = phone.databases[change.db].value(f"SELECT count(*) FROM {change.table}")
    if not isinstance(name, str) or column == "name":
        name = ""
    # Rows of a table with a name each are settings; other rows are somebody's data.
    if (name and column != "value") or (not name and rows != 1):
        return None
    place = StoredValue(change.db, change.table, name, column, isinstance(before, int))
    return place, str(before), str(after)
