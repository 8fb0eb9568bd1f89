"""A specification prepared to run: what every touch needs to look up is computed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from phoneworld.reconstruction.actions import SWIPE
from phoneworld.reconstruction.behaviour import Behaviour
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_parts import Part, parts_of
from phoneworld.reconstruction.specification import AppSpec, DetailSpec
from phoneworld.reconstruction.trees import tree_of
from runtime.observation import CHECKABLE


def field_key(part: Part) -> str:
    """Where a field keeps its text in the state of its screen."""
    return f"field:{part.slot}~{part.nth}"


def _text_places(parts: list[Part]) -> list[str]:
    alike: Counter[str] = Counter()
    places: list[str] = []
    for part in parts:
        if part.node.text and not part.in_row:
            places.append(f"{part.slot}~{alike[part.slot]}")
            alike[part.slot] += 1
        else:
            places.append("")
    return places


class Blueprint:
    """Shared by all screens of an app; it only remembers what never changes."""

    def __init__(self, spec: AppSpec, images: Mapping[str, bytes]) -> None:
        self.spec = spec
        self.images = images
        self.behaviour = Behaviour(spec)
        self.screens = {screen.name: screen for screen in spec.screens}
        self.tables = {table.name: table for table in spec.tables}
        self.lists = {one.screen: one for one in spec.lists}
        self.forms = {(one.screen, one.save, one.save_label, one.effect): one for one in spec.forms}
        self.form_screens = {one.screen for one in spec.forms}
        self.removals = {(one.screen, one.slot, one.label, one.table) for one in spec.removals}
        self.passes = {one.screen: one for one in spec.passes}
        self.picks = {one.screen: one for one in spec.picks}
        self.choices = {(one.screen, one.slot): one for one in spec.choices}
        self.row_effects = {
            (one.screen, one.action, one.slot, one.words, one.was): one for one in spec.row_effects
        }
        self.swiped = {one.screen for one in spec.transitions if one.action.startswith(SWIPE)}
        self.marks = {(one.screen, one.slot, one.label): one for one in spec.marks}
        self.settings = {(one.screen, one.slot, one.label): one.name for one in spec.settings}
        self._parts: dict[tuple[str, int], list[Part]] = {}
        self._switches: dict[tuple[str, int], list[tuple[int, str]]] = {}
        self._places: dict[tuple[str, int], list[str]] = {}

    def detail(self, screen: str, row: int | None, records: Records) -> DetailSpec | None:
        """How a screen shows a row; None if it shows none."""
        if row is None:
            return None
        table = records.table_of(row)
        found = (one for one in self.spec.details if one.screen == screen)
        return next((one for one in found if table is not None and one.table == table.name), None)

    def image(self, name: str) -> bytes:
        return self.images.get(name, b"")

    def parts(self, screen: str, state: int) -> list[Part]:
        """The parts of a recorded content, in the order of its views."""
        key = (screen, state)
        found = self._parts.get(key)
        if found is None:
            known = self.screens[screen]
            found = parts_of(tree_of(known.states[state].views, known.package))
            self._parts[key] = found
        return found

    def switches(self, screen: str, state: int) -> list[tuple[int, str]]:
        """The places of parts that are settings, with the setting's name."""
        key = (screen, state)
        found = self._switches.get(key)
        if found is None:
            found = self._switches[key] = [
                (place, name)
                for place, part in enumerate(self.parts(screen, state))
                if (name := self.settings.get((screen, part.slot, part.label))) is not None
            ]
        return found

    @staticmethod
    def tick_in(parts: list[Part], place: int) -> int | None:
        """The place of the tick that a part is or has inside it."""
        for number in range(place, len(parts)):
            part = parts[number]
            if number > place and part.depth <= parts[place].depth:
                return None
            if part.node.flags & CHECKABLE:
                return number
        return None

    # What a row shows

    def text_places(self, screen: str, state: int) -> list[str]:
        """The name of each view among the texts outside lists; empty for views without one."""
        key = (screen, state)
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = _text_places(self.parts(screen, state))
        return found

    def bound_texts(self, screen: str, state: int, row: int | None, records: Records) -> list[str]:
        """The texts of a content, with those of a row in the places that show the row."""
        texts = [view.text for view in self.screens[screen].states[state].views]
        facts = records.facts(screen)
        if facts:
            places = self.text_places(screen, state)
            texts = [facts.get(one, one[1]) for one in zip(places, texts, strict=True)]
        detail = self.detail(screen, row, records)
        if detail is None or row is None:
            return texts
        table = self.tables[detail.table]
        values = records.row(table, row)
        if values is None:
            return texts
        own = self.is_about(detail, state, str(values[table.columns[0].name]))
        columns = dict(detail.bindings)
        for place, name in enumerate(self.text_places(screen, state)):
            column = columns.get(name)
            if column is not None and (values[column] or not own):
                texts[place] = str(values[column])
        return texts

    def is_about(self, detail: DetailSpec, state: int, key: str) -> bool:
        """Whether a content was recorded for the row of that name."""
        column = self.tables[detail.table].columns[0].name
        places = self.text_places(detail.screen, state)
        views = self.screens[detail.screen].states[state].views
        for name, bound in detail.bindings:
            if bound == column and name in places:
                return views[places.index(name)].text == key
        return False

    def state_for(self, screen: str, state: int, row: int | None, records: Records) -> int:
        """The content to show: the one that was recorded for the row, if there is one."""
        detail = self.detail(screen, row, records)
        if detail is None or row is None:
            return state
        table = self.tables[detail.table]
        values = records.row(table, row)
        if values is None:
            return state
        key = str(values[table.columns[0].name])
        if state >= 0 and self.is_about(detail, state, key):
            return state
        for number in range(len(self.screens[screen].states)):
            if self.is_about(detail, number, key):
                return number
        return state
