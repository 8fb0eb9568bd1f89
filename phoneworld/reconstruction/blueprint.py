"""A specification prepared to run: what every touch needs to look up is computed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from phoneworld.reconstruction.actions import SWIPE
from phoneworld.reconstruction.behaviour import Behaviour
from phoneworld.reconstruction.content_changes import FIRST_GIVEN, content_of
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_parts import Part, parts_of, text_places
from phoneworld.reconstruction.specification import AppSpec, DetailSpec, StateSpec
from phoneworld.reconstruction.trees import tree_of
from runtime.observation import CHECKABLE, EDITABLE, SELECTED

RARE = 0.2
"""The share of contents that may show a text which belongs to single rows."""


def field_key(part: Part) -> str:
    """Where a field keeps its text in the state of its screen."""
    return f"field:{part.slot}~{part.nth}"


class Blueprint:
    """Shared by all screens of an app; it only remembers what never changes."""

    def __init__(self, spec: AppSpec, images: Mapping[str, bytes]) -> None:
        self.spec = spec
        self.images = images
        self._given: list[StateSpec] = []
        self.behaviour = Behaviour(spec, self._given)
        self.screens = {screen.name: screen for screen in spec.screens}
        self.tables = {table.name: table for table in spec.tables}
        self.lists = {one.screen: one for one in spec.lists}
        self.forms = {(one.screen, one.save, one.save_label, one.effect): one for one in spec.forms}
        self.form_screens = {one.screen for one in spec.forms}
        self.edited = {
            (form.screen, form.table, slot): column
            for form in spec.forms
            if form.effect == "update"
            for slot, column in form.fields
            if [name for _, name in form.fields].count(column) == 1
        }
        self.removals = {(one.screen, one.slot, one.label, one.table) for one in spec.removals}
        self.passes = {one.screen: one for one in spec.passes}
        self.sections = {one.screen: one for one in spec.sections}
        self.strips = {one.screen: one for one in spec.strips}
        self.picks = {one.screen: one for one in spec.picks}
        self.choices = {(one.screen, one.slot): one for one in spec.choices}
        self.row_effects = {
            (one.screen, one.action, one.slot, one.words, one.was): one for one in spec.row_effects
        }
        self.swiped = {one.screen for one in spec.transitions if one.action.startswith(SWIPE)}
        self.marks = {(one.screen, one.slot, one.label): one for one in spec.marks}
        self.settings = {(one.screen, one.slot, one.label): one.name for one in spec.settings}
        self._parts: dict[tuple[str, int], list[Part]] = {}
        self._rare: dict[str, set[str]] = {}
        self._switches: dict[tuple[str, int], list[tuple[int, str]]] = {}
        self._places: dict[tuple[str, int], list[str]] = {}

    def detail(self, screen: str, row: int | None, records: Records) -> DetailSpec | None:
        """How a screen shows a row; None if it shows none."""
        if row is None:
            return None
        table = records.table_of(row)
        found = (one for one in self.spec.details if one.screen == screen)
        return next((one for one in found if table is not None and one.table == table.name), None)

    def section(self, screen: str, state: int, texts: list[str]) -> str:
        """The section of its list that a content shows with these texts; empty where it has none."""
        known = self.sections.get(screen)
        if known is None:
            return ""
        parts = self.parts(screen, state)
        if known.tabs:
            labels = [p.label for p in parts if p.slot == known.tabs and p.node.flags & SELECTED]
            return labels[0] if len(labels) == 1 else ""
        places = self.text_places(screen, state)
        return texts[places.index(known.title)] if known.title in places else ""

    def image(self, name: str) -> bytes:
        return self.images.get(name, b"")

    def give(self, content: StateSpec) -> int:
        """A content that was not recorded, to be shown by the number that is returned, until `take_back`."""
        self._given.append(content)
        return FIRST_GIVEN - len(self._given) + 1

    def take_back(self) -> None:
        """Forget all contents that were given."""
        self._given.clear()
        self.behaviour.forget_given()
        for known in (self._parts, self._switches, self._places):
            for key in [key for key in known if key[1] < 0]:
                del known[key]

    def content(self, screen: str, state: int) -> StateSpec:
        """A recorded content of a screen, or one that was given."""
        return content_of(self.screens[screen], self._given, state)

    def parts(self, screen: str, state: int) -> list[Part]:
        """The parts of a recorded content, in the order of its views."""
        key = (screen, state)
        found = self._parts.get(key)
        if found is None:
            known = self.screens[screen]
            found = parts_of(tree_of(self.content(screen, state).views, known.package))
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
            found = self._places[key] = text_places(
                self.parts(screen, state), contained=self.spec.contained
            )
        return found

    def bound_texts(self, screen: str, state: int, row: int | None, records: Records) -> list[str]:
        """The texts of a content, with those of a row in the places that show the row."""
        texts = [view.text for view in self.content(screen, state).views]
        facts = records.facts(screen)
        if facts:
            places = self.text_places(screen, state)
            texts = [facts.get(one, one[1]) for one in zip(places, texts, strict=True)]
        texts = self._edited_texts(screen, state, row, records, texts)
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

    def _edited_texts(
        self, screen: str, state: int, row: int | None, records: Records, texts: list[str]
    ) -> list[str]:
        """The texts with those of the row that is being edited in the fields of its form."""
        table = records.table_of(row) if row is not None and screen in self.form_screens else None
        values = records.row(table, row) if table is not None and row is not None else None
        if table is None or values is None:
            return texts
        columns = [
            self.edited.get((screen, table.name, part.slot)) if part.node.flags & EDITABLE else None
            for part in self.parts(screen, state)
        ]
        return [
            str(values[column]) if column is not None and values[column] else text
            for column, text in zip(columns, texts, strict=True)
        ]

    def rare_texts(self, screen: str) -> set[str]:
        """Texts outside lists that only few of a screen's contents show: those of single rows."""
        found = self._rare.get(screen)
        if found is None:
            states = self.screens[screen].states
            counts: Counter[str] = Counter()
            for state in range(len(states)):
                counts.update({p.node.text for p in self.parts(screen, state) if not p.in_row})
            most = len(states) * RARE
            found = self._rare[screen] = {text for text, count in counts.items() if count <= most}
        return found

    def is_about(self, detail: DetailSpec, state: int, key: str) -> bool:
        """Whether a content was recorded for the row of that name."""
        return bool(key) and self.shown_key(detail, state) == key

    def shown_key(self, detail: DetailSpec, state: int) -> str:
        """What the row is called that a content was recorded for; empty where it does not tell."""
        column = self.tables[detail.table].columns[0].name
        places = self.text_places(detail.screen, state)
        views = self.content(detail.screen, state).views
        for name, bound in detail.bindings:
            if bound == column and name in places:
                return views[places.index(name)].text
        return ""

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
