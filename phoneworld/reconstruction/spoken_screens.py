"""What a person calls the screens of a rebuilt app: by the label that opens one, or by its title.

A screen is only called what no other screen is called that can be reached. Where that leaves nothing, what
was opened before it is said too: “Sort by” under “Contacts”.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from phoneworld.author import Script
from phoneworld.reconstruction.behaviour import key_in
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place, called

LONGEST_NAME = 40
_WORDS = re.compile(r"[^\W\d_]{2,}")
_SIZE = re.compile(r"[\d.,]+\s?(?:B|[kKMGT]i?B|px|ms|dpi|MP)")
_DULL = frozenset(
    {
        "ok",
        "cancel",
        "yes",
        "no",
        "next",
        "done",
        "save",
        "allow",
        "deny",
        "continue",
        "more options",
    }
)
"""Words on parts that do not tell what they open."""

MENUS = frozenset({"more options", "menu", "options", "show menu", "open menu"})
"""Words on the parts that open a menu."""

_ACTS = re.compile(r"(?i)(delete|remove|send|pay|buy|call|erase|clear|reset|uninstall)\b")
"""What a person does and does not open."""


class SpokenScreens:
    """The names of the screens that can be reached, each with its quotation marks."""

    def __init__(self, blueprint: Blueprint, reached: Mapping[Place, Script]) -> None:
        self.ways: dict[str, Script] = {}
        """The shortest way to each screen."""
        self.places: dict[str, Place] = {}
        """The content that it leads to."""
        for place, way in reached.items():
            if place[0] not in self.ways or len(way) < len(self.ways[place[0]]):
                self.ways[place[0]], self.places[place[0]] = way, place
        self._texts = {
            part.node.text
            for screen in blueprint.spec.screens
            for state in range(len(screen.states))
            for part in blueprint.parts(screen.name, state)
        }
        self._words = {
            name: [
                word for word in (self._label(way), blueprint.screens[name].title) if can_open(word)
            ]
            for name, way in self.ways.items()
        }
        for name, words in self._words.items():
            # “More options” tells where nothing else does.
            opener = self._label(self.ways[name])
            if not words and opener.casefold() in MENUS:
                words.append(opener)
        self._uses = Counter(
            word for words in self._words.values() for word in {word.casefold() for word in words}
        )
        self._under = Counter(
            (word, self._parent(name).casefold())
            for name, words in self._words.items()
            for word in {word.casefold() for word in words}
        )

    def _parent(self, name: str) -> str:
        """The label that opens what lies before a screen."""
        return self._label(self.ways[name][:-1])

    def _label(self, way: Script) -> str:
        return self.without_value(called(way))

    def without_value(self, label: str) -> str:
        """A label without the value that it shows: “Theme” of “Theme, Dark”."""
        first = key_in(label)
        return first if label not in self._texts and first in self._texts else label

    def of(self, name: str) -> str:
        """What a screen is called; empty where nothing tells it from others."""
        words = self._words.get(name, [])
        for word in words:
            if self._uses[word.casefold()] == 1:
                return f"“{word}”"
        parent = self._parent(name) if words else ""
        for word in words:
            if (
                can_open(parent)
                and word.casefold() != parent.casefold()
                and self._under[word.casefold(), parent.casefold()] == 1
            ):
                return f"“{word}” under “{parent}”"
        return ""


def can_open(label: str) -> bool:
    """Whether a label can stand for what it opens."""
    return is_name(label) and not is_dull(label) and not _ACTS.match(label)


def is_dull(label: str) -> bool:
    """Whether a label says nothing of what it opens."""
    return label.casefold() in _DULL


def is_name(text: str) -> bool:
    """Whether a text can name something in a goal."""
    fits = len(text) <= LONGEST_NAME and not set("{}\n“”") & set(text)
    return fits and bool(_WORDS.search(text)) and not _SIZE.fullmatch(text)
