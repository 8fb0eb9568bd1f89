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

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from phoneworld.adb.u2.errors import BadParameters
from phoneworld.adb.u2.links import FIELDS, Kind, SelectorLink, read_link
from phoneworld.adb.u2.nodes import UiNode
from phoneworld.adb.u2.regex import Budget

MAX_LINKS = 32
KINDS: Mapping[str, Kind] = {"child": "child", "sibling": "sibling"}


@dataclass(frozen=True, slots=True)
class Selector:
    """A chain of links; the last of them is what is looked for."""

    links: tuple[SelectorLink, ...]

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

    def find(self, root: UiNode) -> UiNode | None:
        """The node that is chosen, the plain way first if it can be taken."""
        if self.is_plain:
            found = self.find_plainly(root)
            if found is not None:
                return found
        return self.find_in_chain(root)

    def exists(self, root: UiNode) -> bool:
        """Whether there is such a node, without a second try the other way."""
        found = self.find_plainly(root) if self.is_plain else self.find_in_chain(root)
        return found is not None

    def find_plainly(self, root: UiNode) -> UiNode | None:
        """The `By` way."""
        (link,) = self.links
        link.check_given_once()
        if not root.is_visible:
            return None
        budget = Budget()
        return next((node for node in root.walk() if link.fits(node, "by", budget)), None)

    def find_in_chain(self, root: UiNode) -> UiNode | None:
        """The `Ui` way."""
        return next(iter(_Search(self.links, most=1).run(root)), None)

    def find_all(self, root: UiNode) -> list[UiNode]:
        """All that `Ui` finds, one instance after the other."""
        return _Search(self.links, most=None).run(root)


class _Search:
    """One walk over the tree, which counts the matches of each link as uiautomator does."""

    def __init__(self, links: tuple[SelectorLink, ...], *, most: int | None) -> None:
        self._links = links
        self._skips = [link.instance or 0 for link in links]
        # All instances of the last link: each is found where the search for the one before ended.
        self._most = 1 if links[-1].instance is not None else most
        self._budget = Budget()
        self._found: list[UiNode] = []

    def run(self, root: UiNode) -> list[UiNode]:
        if root.is_visible:
            self._visit(root, 0)
        return self._found

    def _visit(self, node: UiNode, place: int) -> None:
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

    def _matches(self, node: UiNode, place: int) -> bool:
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
    selector = Selector((read_link(given),))
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
