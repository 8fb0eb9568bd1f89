"""Finds tabs and entries of drawers that differ from recording to recording: the user's own lists, labels, folders.

They lie in one container that is no list, look alike, and some of them are always there. All that were recorded are
put in one order; what was only typed while the app was used is left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.screen_parts import Part, has_tick
from phoneworld.reconstruction.specification import EntrySpec, ViewSpec
from phoneworld.reconstruction.trees import views_of
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import CLICKABLE

FEWEST = 2
WINDOWS = ("screen", "page", "drawer")


@dataclass(slots=True)
class FoundStrip:
    """A container with entries, as it was seen on the contents of a screen: the places of its children."""

    kind: int
    box: str
    slot: str
    across: bool
    shown: dict[int, list[int]]

    def labels(self, parts: list[Part], state: int) -> list[str]:
        """What the entries of a content read, in their order."""
        places = self.shown.get(state, [])
        return [parts[place].label for place in places if parts[place].slot == self.slot]


def find_strips(draft: Draft) -> list[FoundStrip]:
    """At most one of each screen type: the one with most entries."""
    found: list[FoundStrip] = []
    for kind, contents in enumerate(draft.screens.contents):
        package, _, window = draft.screens.types.shapes[kind].group
        if package != draft.spec.package or window not in WINDOWS:
            continue
        by_box: dict[tuple[str, str], dict[int, list[int]]] = defaultdict(dict)
        for state, content in enumerate(contents):
            for box, slot in _boxes(content.parts):
                children = [place for place, part in enumerate(content.parts) if part.parent == box]
                by_box[content.parts[box].slot, slot][state] = children
        strips = [
            FoundStrip(kind, box, slot, _is_across(draft, kind, shown), shown)
            for (box, slot), shown in sorted(by_box.items())
        ]
        strips = [one for one in strips if _is_open(draft, one)]
        if strips:
            found.append(max(strips, key=lambda one: len(_every_label(draft, one))))
    return found


def _boxes(parts: list[Part]) -> list[tuple[int, str]]:
    """Containers outside lists with entries in them, and the slot of the entries."""
    groups: dict[tuple[int, str], list[Part]] = defaultdict(list)
    for part in parts:
        if part.parent >= 0 and not part.in_row and _is_entry(part):
            groups[part.parent, part.slot].append(part)
    return [
        key
        for key, group in groups.items()
        if len(group) >= FEWEST
        and len({one.label for one in group}) == len(group)
        and not any(has_tick(one.node) for one in group)
        and (_in_line(group, across=True) or _in_line(group, across=False))
    ]


def _is_entry(part: Part) -> bool:
    """Whether it can be tapped and reads something: pictures with a name are buttons."""
    return bool(part.node.flags & CLICKABLE) and part.label in _texts(part.node)


def _texts(node: HierarchyNode) -> set[str]:
    return {node.text.strip()}.union(*map(_texts, node.children)) - {""}


def _in_line(group: list[Part], *, across: bool) -> bool:
    bounds = [part.node.bounds for part in group]
    if across:
        return len({box.top for box in bounds}) == 1
    return len({(box.left, box.right) for box in bounds}) == 1


def _is_across(draft: Draft, kind: int, shown: dict[int, list[int]]) -> bool:
    state, places = next(iter(sorted(shown.items())))
    parts = draft.screens.contents[kind][state].parts
    return len({parts[place].node.bounds.left for place in places}) == len(places) > 1


def _every_label(draft: Draft, found: FoundStrip) -> Counter[str]:
    contents = draft.screens.contents[found.kind]
    return Counter(
        label for state in found.shown for label in set(found.labels(contents[state].parts, state))
    )


def _is_open(draft: Draft, found: FoundStrip) -> bool:
    """Whether entries come and go while some of them stay: it is no row of fixed buttons, and no row's own words."""
    counts = _every_label(draft, found)
    most = len(found.shown)
    rooms = {len(places) for places in found.shown.values()}
    # A bar of fixed places, of which some hide their words, changes with what is selected and not with the data.
    if len(rooms) == 1 and sum(map(bool, counts)) <= max(rooms):
        return False
    stay = [label for label, count in counts.items() if count * 2 > most]
    return len(stay) >= FEWEST and any(count < most for count in counts.values()) and most > 1


def entries_of(draft: Draft, found: FoundStrip, made: set[str]) -> tuple[EntrySpec, ...]:
    """All entries in one order, with what stands between them, each as it was recorded at its widest."""
    order: list[tuple[str, str]] = []
    best: dict[tuple[str, str], tuple[int, tuple[ViewSpec, ...]]] = {}
    for state, places in sorted(found.shown.items()):
        parts = draft.screens.contents[found.kind][state].parts
        last = -1
        for place in places:
            part = parts[place]
            is_entry = part.slot == found.slot
            label = part.label if is_entry else ""
            if label in made:
                continue
            key = (label, "" if is_entry else f"{part.slot} {part.node.text}")
            if key in best:
                last = order.index(key)
            else:
                order.insert(last + 1, key)
                last += 1
            wide = part.node.bounds.right - part.node.bounds.left
            if key not in best or wide > best[key][0]:
                best[key] = wide, _views(part.node)
    return tuple(EntrySpec(key[0], best[key][1]) for key in order)


def _views(node: HierarchyNode) -> tuple[ViewSpec, ...]:
    whole = HierarchyNode("", "", "", "", "", "", node.bounds, 0, (node,))
    return tuple(replace(view, flags=_unselected(view)) for view in views_of(whole))


def _unselected(view: ViewSpec) -> tuple[str, ...]:
    return tuple(flag for flag in view.flags if flag != "selected")


def gap_of(draft: Draft, found: FoundStrip) -> int:
    """The usual room between two entries."""
    gaps: Counter[int] = Counter()
    for state, places in found.shown.items():
        parts = draft.screens.contents[found.kind][state].parts
        boxes = [parts[place].node.bounds for place in places]
        for one, other in pairwise(boxes):
            gaps[other.left - one.right if found.across else other.top - one.bottom] += 1
    return max(0, max(sorted(gaps), key=lambda gap: gaps[gap])) if gaps else 0
