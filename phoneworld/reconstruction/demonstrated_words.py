"""Whether an instruction says what came of it.

What a demonstration changed verifies its task only where the instruction asked for that and nothing else: another
row, or another option, that a person might have chosen as well is not what was asked for.
"""

from __future__ import annotations

import re

from phoneworld.reconstruction.behaviour import key_in
from phoneworld.reconstruction.records import CHOICES, MARKS, SETTINGS
from phoneworld.reconstruction.specification import AppSpec, DemonstratedChange

_WORD = re.compile(r"\d+|[^\W\d_]+")
_CLAUSES = re.compile(r"(?i)\band\b|\bthen\b|[,;.](?=\s|$)")
_LOOKING = re.compile(
    r"(?i)\s*(please\s+)?(open|show|view|check|find|see|look|go|search|browse|use)\b"
)
_ASKING = re.compile(r"(?i)\b(what|which|who|when|where|how|whether|tell|list|count)\b|\?")
_REMOVING = re.compile(
    r"(?i)\b(delet\w*|remov\w*|clear|erase|discard|archive|empty|cancel|get rid|take off|done with)\b"
)
_STEM = 4
_SHORT = frozenset({"the", "and", "for", "with", "from", "this", "that", "all", "of", "to", "in"})


class Instruction:
    """What a person was asked to do."""

    def __init__(self, goal: str) -> None:
        self._goal = goal
        self._words = {word.casefold() for word in _WORD.findall(goal)}
        self._joined = "".join(word.casefold() for word in _WORD.findall(goal))

    def says(self, text: str) -> bool:
        """Whether most words of a text are said, and all its numbers."""
        words = [word.casefold() for word in _WORD.findall(text)]
        words = [word for word in words if word not in _SHORT]
        if not words or any(word.isdigit() and word not in self._words for word in words):
            return False
        return 2 * sum(map(self._says_word, words)) >= len(words)

    def _says_word(self, word: str) -> bool:
        if len(word) <= _STEM:
            return word in self._words
        return word[:_STEM] in self._joined

    @property
    def only_looks(self) -> bool:
        """Whether every part of it is done when something is open, and nothing is to be told."""
        parts = [part for part in _CLAUSES.split(self._goal) if part.strip()]
        return all(map(_LOOKING.match, parts)) and not _ASKING.search(self._goal)

    def asks_for(self, change: DemonstratedChange, spec: AppSpec) -> bool:
        """Whether it says that this changes."""
        after = dict(change.after)
        match change.table:
            case table if table == SETTINGS:
                name = dict(change.before).get("name", after.get("name"))
                labels = [one.label for one in spec.settings if one.name == name]
                return any(self.says(key_in(label)) for label in labels)
            case table if table == CHOICES:
                return self.says(after.get("value", ""))
            case table if table == MARKS:
                mark = after.get("name") or dict(change.before).get("name", "")
                marks = [one for one in spec.marks if one.name == mark]
                about_row = any(one.table for one in marks)
                said = any(self.says(one.label) or self.says(one.turned) for one in marks)
                return said and not about_row
            case _:
                return self._asks_for_row(change, spec)

    def _asks_for_row(self, change: DemonstratedChange, spec: AppSpec) -> bool:
        table = next((one for one in spec.tables if one.name == change.table), None)
        if table is None:
            return False
        before, after = dict(change.before), dict(change.after)
        texts = {c.name for c in table.columns if c.type not in ("tick", "words")}
        key = table.columns[0].name
        if before and not self.says(before.get(key, "")):
            return False
        if before and not after and not _REMOVING.search(self._goal):
            return False
        told = [value for name, value in after.items() if name in texts]
        return bool(before or told) and all(map(self.says, told))
