"""uiautomator2's selectors: how they are read from JSON, and which nodes they choose.

The server on real phones has two ways to look for an element, which differ, and it takes the same
one here for each question:

- `By` (uiautomator's BySelector) for plain selectors: parts of texts are matched with case, a view
  without text counts as one with an empty text, and no property may be given twice;
- `Ui` (UiSelector) for chains, indexes, instances and everything that counts: parts of texts are
  matched without case, and a view without text matches no text at all.

In a chain, `child` means anywhere below what was found, `sibling` anywhere below its parent. An
`instance` counts the matches of its own link over the whole search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from phoneworld.adb.u2.errors import ILLEGAL_STATE, BadParameters, JavaError
from phoneworld.adb.u2.nodes import Node
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

MAX_LINKS = 32
Way = Literal["by", "ui"]
Kind = Literal["child", "sibling"]
KINDS: Mapping[str, Kind] = {"child": "child", "sibling": "sibling"}

# The bits of a selector's mask: a field counts if its bit is set, whether or not it is there.
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
PROPERTIES: Mapping[str, tuple[str, Callable[[Node], str]]] = {
    "text": ("Text", lambda node: node.text),
    "className": ("Class", lambda node: node.view.class_name),
    "description": ("Description", lambda node: node.description),
    "packageName": ("Package", lambda node: node.package),
    "resourceId": ("Resource name", lambda node: node.view.resource_id),
}
"""By field: what uiautomator calls it, and how to read it."""


@dataclass(frozen=True, slots=True)
class Words:
    """A demand on one of a node's texts: equal to, containing, starting with or matching a value."""

    field: str
    manner: str
    value: str

    def fits(self, node: Node, way: Way, budget: Budget) -> bool:
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
class Link:
    """One link of a chain: what a node must be, and the how-manyth of those it is."""

    kind: Kind = "child"
    words: tuple[Words, ...] = ()
    flags: tuple[tuple[int, bool], ...] = ()
    index: int | None = None
    instance: int | None = None

    def fits(self, node: Node, way: Way, budget: Budget) -> bool:
        view_flags = node.view.flags
        for bit, wanted in self.flags:
            if bool(view_flags & bit) != wanted:
                return False
        if way == "ui" and self.index is not None and node.index != self.index:
            return False
        return all(words.fits(node, way, budget) for words in self.words)

    def __str__(self) -> str:
        parts = [f"{words.field}{words.manner}={words.value}" for words in self.words]
        names = {bit: name for name, (_, bit) in FLAGS.items()}
        parts += [f"{names[bit]}={wanted}" for bit, wanted in self.flags]
        if self.index is not None:
            parts.append(f"index={self.index}")
        if self.instance is not None:
            parts.append(f"instance={self.instance}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Selector:
    """A chain of links; the last of them is what is looked for."""

    links: tuple[Link, ...]

    def __str__(self) -> str:
        text = ""
        for link in reversed(self.links):
            inner = ", ".join(part for part in (str(link), text) if part)
            kind = "" if link is self.links[0] else f"{link.kind}="
            text = f"{kind}UiSelector[{inner}]"
        return text

    @property
    def is_plain(self) -> bool:
        """Whether uiautomator's other way of looking can be taken."""
        (first, *others) = self.links
        return (
            not others
            and first.index is None
            and first.instance is None
            and bool(first.words or first.flags)
        )

    def followed_by(self, kind: Kind, other: Selector) -> Selector:
        """The chain with another at its end."""
        first, *rest = other.links
        return Selector((*self.links, replace(first, kind=kind), *rest))

    def with_instance(self, number: int) -> Selector:
        """The how-manyth of what it finds."""
        *links, last = self.links
        return Selector((*links, replace(last, instance=number)))

    # Looking

    def find(self, root: Node) -> Node | None:
        """The node that is chosen, the plain way first if it can be taken."""
        if self.is_plain:
            found = self.find_plainly(root)
            if found is not None:
                return found
        return self.find_in_chain(root)

    def exists(self, root: Node) -> bool:
        """Whether there is such a node, without a second try the other way."""
        found = self.find_plainly(root) if self.is_plain else self.find_in_chain(root)
        return found is not None

    def find_plainly(self, root: Node) -> Node | None:
        """The `By` way."""
        (link,) = self.links
        _check_given_once(link)
        budget = Budget()
        return next((node for node in root.walk() if link.fits(node, "by", budget)), None)

    def find_in_chain(self, root: Node) -> Node | None:
        """The `Ui` way."""
        return next(iter(_Search(self.links, most=1).run(root)), None)

    def find_all(self, root: Node) -> list[Node]:
        """All that `Ui` finds, one instance after the other."""
        return _Search(self.links, most=None).run(root)


def _check_given_once(link: Link) -> None:
    fields = [words.field for words in link.words]
    for field in fields:
        if fields.count(field) > 1:
            what = f"{PROPERTIES[field][0]} selector is already defined"
            raise JavaError(ILLEGAL_STATE, f"{ILLEGAL_STATE}: {what}")


class _Search:
    """One walk over the tree, which counts the matches of each link as uiautomator does."""

    def __init__(self, links: tuple[Link, ...], *, most: int | None) -> None:
        self._links = links
        self._skips = [link.instance or 0 for link in links]
        # All instances of the last link: each is found where the search for the one before ended.
        self._most = 1 if links[-1].instance is not None else most
        self._budget = Budget()
        self._found: list[Node] = []

    def run(self, root: Node) -> list[Node]:
        self._visit(root, 0)
        return self._found

    def _visit(self, node: Node, place: int) -> None:
        self._budget.spend(1)
        if self._matches(node, place):
            place += 1
            if place == len(self._links):
                self._found.append(node)
                if self._done:
                    return
                place -= 1
            elif self._links[place].kind == "sibling":
                if node.parent is None:
                    return
                node = node.parent
        for child in node.children:
            self._visit(child, place)
            if self._done:
                return

    @property
    def _done(self) -> bool:
        return self._most is not None and len(self._found) >= self._most

    def _matches(self, node: Node, place: int) -> bool:
        if not self._links[place].fits(node, "ui", self._budget):
            return False
        if self._skips[place]:
            self._skips[place] -= 1
            return False
        return True


def read_selector(value: object, *, depth: int = 0) -> Selector:
    """A selector from JSON, or `BadParameters`."""
    if not isinstance(value, dict) or depth > MAX_LINKS:
        raise BadParameters("a selector is an object")
    given = cast(Mapping[str, object], value)
    unknown = given.keys() - FIELDS
    if unknown:
        raise BadParameters(f"a selector has no field {', '.join(sorted(map(str, unknown)))}")
    selector = Selector((_read_link(given),))
    kinds, others = _list(given, "childOrSibling"), _list(given, "childOrSiblingSelector")
    for word, other in zip(kinds, others, strict=False):
        kind = KINDS.get(str(word).lower())
        if kind is not None:
            selector = selector.followed_by(kind, read_selector(other, depth=depth + 1))
    if len(selector.links) > MAX_LINKS:
        raise BadParameters(f"a selector has at most {MAX_LINKS} links")
    return selector


def _list(given: Mapping[str, object], name: str) -> list[object]:
    value = given.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadParameters(f"{name} is a list")
    return cast(list[object], value)


def _read_link(given: Mapping[str, object]) -> Link:
    mask = _whole_number(given, "mask")
    words: list[Words] = []
    for name, bit in TEXTS.items():
        if mask & bit:
            value = given.get(name)
            if not isinstance(value, str):
                raise BadParameters(f"{name} is a text")
            manner = next((end for end in MANNERS if name.endswith(end)), "")
            words.append(Words(name.removesuffix(manner), manner, value))
    flags: list[tuple[int, bool]] = []
    for name, (mask_bit, bit) in FLAGS.items():
        if mask & mask_bit:
            wanted = given.get(name, False)
            if not isinstance(wanted, bool):
                raise BadParameters(f"{name} is true or false")
            flags.append((bit, wanted != (bit == DISABLED)))
    return Link(
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
