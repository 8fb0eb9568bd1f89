"""Stable names for the parts of a recorded screen.

A part's `slot` is where it sits in the structure, without content: its resource id, or the tags on
the way to it; inside a list, the way from the row. Its `label` is what is written on it. Slot and
label together tell the parts of a screen apart; what still is alike is numbered.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import (
    CHECKABLE,
    CLICKABLE,
    EDITABLE,
    LONG_CLICKABLE,
    SCROLLABLE,
)

ACTIONABLE = CLICKABLE | LONG_CLICKABLE | EDITABLE | CHECKABLE
TOUCHABLE = CLICKABLE | LONG_CLICKABLE | EDITABLE
LISTS = frozenset(
    {"RecyclerView", "ListView", "GridView", "ExpandableListView", "AbsListView", "HwListView"}
)
LABEL_LENGTH = 80
NONE = -1


@dataclass(frozen=True, slots=True)
class Part:
    """One view of a screen in document order, with its place and its names.

    `parent`, `box` (the list it is in) and `row` (the child of the list that holds it) are places
    among the parts, or -1.
    """

    node: HierarchyNode
    depth: int
    parent: int
    box: int
    row: int
    tag: str
    slot: str
    label: str
    nth: int

    @property
    def in_row(self) -> bool:
        return self.row != NONE


def tag_of(node: HierarchyNode) -> str:
    """Class and id in short: `Button#new_note`."""
    name = node.class_name.rpartition(".")[2]
    id = short_id(node.resource_id)
    return f"{name}#{id}" if id else name


def short_id(resource_id: str) -> str:
    """`com.app:id/title` without the package."""
    return resource_id.rpartition("/")[2]


def label_of(node: HierarchyNode) -> str:
    """What a view reads: its own words, else those inside it that cannot be touched themselves."""
    own = node.description if node.flags & EDITABLE else node.text or node.description
    if own or node.flags & EDITABLE:
        return _short(own or node.hint)
    words: list[str] = []
    _gather(node, words)
    return _short(", ".join(words))


def _gather(node: HierarchyNode, words: list[str]) -> None:
    for child in node.children:
        if child.flags & TOUCHABLE or len(words) >= 6:
            continue
        if child.text or child.description:
            words.append(child.text or child.description)
        _gather(child, words)


def caption_of(node: HierarchyNode) -> str:
    """What tells a part from those beside it that shows a value below its name: `[Date]`."""
    if not node.flags & CLICKABLE or node.text or node.description:
        return ""
    words: list[str] = []
    _gather(node, words)
    if len(words) != 2 or any(c.isdigit() for c in words[0]) or has_tick(node):
        return ""
    return f"[{_short(words[0])}]".replace(">", " ").replace("/", " ")


def without_caption(slot: str) -> str:
    """The slot of all parts beside this one that are built alike."""
    return slot.partition("[")[0] if slot.endswith("]") else slot


def has_tick(node: HierarchyNode) -> bool:
    """Whether a view is a tick or holds one."""
    return bool(node.flags & CHECKABLE) or any(has_tick(child) for child in node.children)


def _short(text: str) -> str:
    return " ".join(text.split())[:LABEL_LENGTH]


def parts_of(root: HierarchyNode) -> list[Part]:
    """Every view of a screen, below its root."""
    parts: list[Part] = []
    alike: Counter[tuple[str, str]] = Counter()

    def visit(node: HierarchyNode, depth: int, parent: int, box: int, row: int, way: str) -> None:
        tag = tag_of(node)
        slot = tag if "#" in tag and row == NONE else f"{way}/{tag}" if way else tag
        if row == NONE and "#" not in tag:
            slot += caption_of(node)
        label = label_of(node) if node.flags & ACTIONABLE or node.text or node.description else ""
        nth = alike[slot, label]
        alike[slot, label] += 1
        place = len(parts)
        parts.append(Part(node, depth, parent, box, row, tag, slot, label, nth))
        if row == NONE and is_list(node):
            for child in node.children:
                visit(child, depth + 1, place, place, len(parts), f"{slot}>")
            return
        for child in node.children:
            visit(child, depth + 1, place, box, row, slot)

    for window in root.children:
        visit(window, 0, NONE, NONE, NONE, "")
    return parts


def text_places(parts: list[Part], *, contained: bool) -> list[str]:
    """What the texts outside lists are called, by the places of their parts; empty for parts without one.

    Those of one slot are numbered. `contained`: where they lie in containers with ids of their own, as the lines of
    a detail do (`phone`, `email`), each is called by its container: `TextView#title@phone~0`.
    """
    alike: Counter[str] = Counter()
    places: list[str] = []
    for part in parts:
        if not part.node.text or part.in_row:
            places.append("")
            continue
        name = part.slot
        holder = container_of(parts, part) if contained and "#" in part.tag else NONE
        if holder != NONE and not part.node.flags & EDITABLE:
            name = f"{name}@{short_id(parts[holder].node.resource_id)}"
        places.append(f"{name}~{alike[name]}")
        alike[name] += 1
    return places


def container_of(parts: list[Part], part: Part) -> int:
    """The place of the nearest container with an id that holds a part; -1 where there is none."""
    place = part.parent
    while place != NONE and "#" not in parts[place].tag:
        place = parts[place].parent
    return place


def is_list(node: HierarchyNode) -> bool:
    """Whether a view arranges rows: by its class, or because it scrolls over many that are alike."""
    children = node.children
    if not children:
        return False
    height = node.bounds.bottom - node.bounds.top
    if len(children) == 1:
        only = children[0].bounds
        return node.class_name.rpartition(".")[2] in LISTS and (only.bottom - only.top) * 2 < height
    if node.class_name.rpartition(".")[2] in LISTS:
        return True
    if not node.flags & SCROLLABLE or node.class_name.endswith("ScrollView"):
        # A ScrollView says that it scrolls only while its content is too long for it, with a keyboard
        # up, for example: what it holds must not be called otherwise then.
        return False
    common = Counter(tag_of(child) for child in children if child.children or child.text)
    return bool(common) and max(common.values()) >= 3


def is_no_answer(node: HierarchyNode) -> bool:
    """Whether a part of a dialog leaves it open: a tick, or a picture with a name (`Next month`)."""
    if node.flags & CHECKABLE:
        return True
    return not node.text and not node.children and "Image" in node.class_name


def part_at(parts: list[Part], x: int, y: int, wanted: int = TOUCHABLE) -> int:
    """The part that a touch means: the last one there with a wanted flag, else the last one there.

    -1 where there is nothing.
    """
    found, any_there = NONE, NONE
    for place, part in enumerate(parts):
        if part.node.bounds.contains(x, y):
            any_there = place
            if part.node.flags & wanted:
                found = place
    return found if found != NONE else any_there
