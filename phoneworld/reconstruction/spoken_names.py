"""What a person calls the columns and fields of a rebuilt app: only words that the app itself shows.

A field is called by its hint; a column by the hint of a field that fills it, or by a text of the app
that reads like its name. What has no such name is not asked for: the names in the specification come
from resource ids, and nobody says those.
"""

from __future__ import annotations

from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.specification import FormSpec
from runtime.observation import EDITABLE

LONGEST = 30


class SpokenNames:
    """The names of one app's columns and fields."""

    def __init__(self, blueprint: Blueprint) -> None:
        self._hints: dict[tuple[str, str], str] = {}
        self._shown: dict[str, str] = {}
        for screen in blueprint.spec.screens:
            for state in range(len(screen.states)):
                for part in blueprint.parts(screen.name, state):
                    node = part.node
                    if node.flags & EDITABLE:
                        words = node.hint or node.description
                        self._hints.setdefault((screen.name, part.slot), _clean(words))
                    for text in (node.text, node.hint):
                        if 1 < len(text) <= LONGEST:
                            self._shown.setdefault(slug(text, 24), _clean(text))
        self._columns: dict[tuple[str, str], str] = {}
        for form in blueprint.spec.forms:
            for slot, column in form.fields:
                hint = self._hints.get((form.screen, slot), "")
                if hint:
                    self._columns.setdefault((form.table, column), hint)

    def of_field(self, form: FormSpec, slot: str) -> str:
        """What stands in an empty field; empty where nothing does."""
        return self.of_hint(form.screen, slot)

    def of_hint(self, screen: str, slot: str) -> str:
        """The hint of a field of a screen."""
        return self._hints.get((screen, slot), "")

    def of_column(self, table: str, column: str) -> str:
        """A column's name as the app writes it; empty where the app does not."""
        hint = self._columns.get((table, column), "")
        return hint or self._shown.get(column.rstrip("_0123456789"), "")


def _clean(text: str) -> str:
    words = " ".join(text.split()).rstrip(":*… ")
    return words if 0 < len(words) <= LONGEST and not set("{}“”") & set(words) else ""
