"""One link of a selector: what it demands of a node, and how it is read from JSON.

A field counts if its bit is set in the selector's mask, whether or not the field is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from phoneworld.adb.u2.errors import ILLEGAL_STATE, BadParameters, JavaError
from phoneworld.adb.u2.nodes import UiNode
from phoneworld.adb.u2.regex import Budget, compile_pattern
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    SCROLLABLE,
    SELECTED,
)

Way = Literal["by", "ui"]
Kind = Literal["child", "sibling"]

TEXTS: Mapping[str, int] = {
    "text": 0x01,
    "textContains": 0x02,
    "textMatches": 0x04,
    "textStartsWith": 0x08,
    "className": 0x10,
    "classNameMatches": 0x20,
    "description": 0x40,
    "descriptionContains": 0x80,
    "descriptionMatches": 0x0100,
    "descriptionStartsWith": 0x0200,
    "packageName": 0x080000,
    "packageNameMatches": 0x100000,
    "resourceId": 0x200000,
    "resourceIdMatches": 0x400000,
}
FLAGS: Mapping[str, tuple[int, int]] = {
    "checkable": (0x0400, CHECKABLE),
    "checked": (0x0800, CHECKED),
    "clickable": (0x1000, CLICKABLE),
    "longClickable": (0x2000, LONG_CLICKABLE),
    "scrollable": (0x4000, SCROLLABLE),
    "enabled": (0x8000, DISABLED),
    "focusable": (0x010000, FOCUSABLE),
    "focused": (0x020000, FOCUSED),
    "selected": (0x040000, SELECTED),
}
INDEX, INSTANCE = 0x800000, 0x01000000
FIELDS = frozenset(
    (*TEXTS, *FLAGS, "index", "instance", "mask", "childOrSibling", "childOrSiblingSelector")
)
MANNERS = ("Contains", "StartsWith", "Matches")
PROPERTIES: Mapping[str, tuple[str, Callable[[UiNode], str]]] = {
    "text": ("Text", lambda node: node.text),
    "className": ("Class", lambda node: node.view.class_name),
    "description": ("Description", lambda node: node.description),
    "packageName": ("Package", lambda node: node.package),
    "resourceId": ("Resource name", lambda node: node.view.resource_id),
}
"""By field: what uiautomator calls it, and how to read it."""


@dataclass(frozen=True, slots=True)
class TextCondition:
    """A demand on one of a node's texts: equal to, containing, starting with or matching a value."""

    field: str
    manner: str
    value: str

    def fits(self, node: UiNode, way: Way, budget: Budget) -> bool:
        found = PROPERTIES[self.field][1](node)
        if way == "ui" and not found:
            return False
        value = self.value
        match self.manner:
            case "Matches":
                dot_all = way == "ui" and self.field in ("text", "description")
                return compile_pattern(value, dot_all=dot_all).matches(found, budget)
            case "Contains":
                return value in found if way == "by" else value.lower() in found.lower()
            case "StartsWith":
                if way == "by":
                    return found.startswith(value)
                return found.lower().startswith(value.lower())
            case _:
                if way == "by" and self.field == "className" and value.startswith("."):
                    value = f"android.widget{value}"
                return found == value


@dataclass(frozen=True, slots=True)
class SelectorLink:
    """One link of a chain: what a node must be, and the how-manyth of those it is."""

    kind: Kind = "child"
    words: tuple[TextCondition, ...] = ()
    flags: tuple[tuple[int, bool], ...] = ()
    index: int | None = None
    instance: int | None = None

    def fits(self, node: UiNode, way: Way, budget: Budget) -> bool:
        view_flags = node.view.flags
        for bit, wanted in self.flags:
            if bool(view_flags & bit) != wanted:
                return False
        if way == "ui" and self.index is not None and node.index != self.index:
            return False
        return all(words.fits(node, way, budget) for words in self.words)

    def check_given_once(self) -> None:
        """Refuse what uiautomator's `By` refuses: two demands on the same text."""
        fields = [words.field for words in self.words]
        for field in fields:
            if fields.count(field) > 1:
                what = f"{PROPERTIES[field][0]} selector is already defined"
                raise JavaError(ILLEGAL_STATE, f"{ILLEGAL_STATE}: {what}")

    def __str__(self) -> str:
        parts = [f"{words.field}{words.manner}={words.value}" for words in self.words]
        names = {bit: name for name, (_, bit) in FLAGS.items()}
        parts += [f"{names[bit]}={wanted}" for bit, wanted in self.flags]
        if self.index is not None:
            parts.append(f"index={self.index}")
        if self.instance is not None:
            parts.append(f"instance={self.instance}")
        return ", ".join(parts)


def read_link(given: Mapping[str, object]) -> SelectorLink:
    """A link from the fields of its object, or `BadParameters`."""
    mask = _whole_number(given, "mask")
    words: list[TextCondition] = []
    for name, bit in TEXTS.items():
        if mask & bit:
            value = given.get(name)
            if not isinstance(value, str):
                raise BadParameters(f"{name} is a text")
            manner = next((end for end in MANNERS if name.endswith(end)), "")
            words.append(TextCondition(name.removesuffix(manner), manner, value))
    flags: list[tuple[int, bool]] = []
    for name, (mask_bit, bit) in FLAGS.items():
        if mask & mask_bit:
            wanted = given.get(name, False)
            if not isinstance(wanted, bool):
                raise BadParameters(f"{name} is true or false")
            flags.append((bit, wanted != (bit == DISABLED)))
    return SelectorLink(
        words=tuple(words),
        flags=tuple(flags),
        index=_whole_number(given, "index") if mask & INDEX else None,
        instance=_whole_number(given, "instance") if mask & INSTANCE else None,
    )


def _whole_number(given: Mapping[str, object], name: str) -> int:
    value = given.get(name, 0)
    if not isinstance(value, int) or not -(1 << 31) <= value < 1 << 31:
        raise BadParameters(f"{name} is a whole number")
    return int(value)
