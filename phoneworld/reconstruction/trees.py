"""Recorded views as specification and back: the flat list of a state is the tree it came from."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.reconstruction.specification import ViewSpec
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    Bounds,
)

FLAGS = {
    "clickable": CLICKABLE,
    "long-clickable": LONG_CLICKABLE,
    "checkable": CHECKABLE,
    "checked": CHECKED,
    "editable": EDITABLE,
    "focusable": FOCUSABLE,
    "focused": FOCUSED,
    "scrollable": SCROLLABLE,
    "selected": SELECTED,
    "disabled": DISABLED,
    "password": PASSWORD,
}


def flag_names(flags: int) -> tuple[str, ...]:
    """The set of flags in words."""
    return tuple(name for name, flag in FLAGS.items() if flags & flag)


def flag_bits(names: Sequence[str]) -> int:
    """Words as a set of flags; unknown ones count for nothing."""
    bits = 0
    for name in names:
        bits |= FLAGS.get(name, 0)
    return bits


def views_of(root: HierarchyNode) -> tuple[ViewSpec, ...]:
    """The views below a root, in document order: the order of `anatomy.parts_of`."""
    found: list[ViewSpec] = []

    def visit(node: HierarchyNode, depth: int) -> None:
        secret = node.flags & PASSWORD
        found.append(
            ViewSpec(
                depth=depth,
                class_name=node.class_name,
                bounds=node.bounds,
                id=node.resource_id,
                text="•" * min(len(node.text), 8) if secret else node.text,
                hint=node.hint,
                description=node.description,
                flags=flag_names(node.flags),
            )
        )
        for child in node.children:
            visit(child, depth + 1)

    for window in root.children:
        visit(window, 0)
    return tuple(found)


def tree_of(views: Sequence[ViewSpec], package: str) -> HierarchyNode:
    """The tree that a flat list stands for, below a root of class `hierarchy`."""
    children: list[list[HierarchyNode]] = [[] for _ in views]
    top: list[HierarchyNode] = []
    above: list[int] = []
    parents: list[int] = []
    for place, view in enumerate(views):
        del above[min(view.depth, len(above)) :]
        parents.append(above[-1] if above else -1)
        above.append(place)
    for place in reversed(range(len(views))):
        view = views[place]
        node = HierarchyNode(
            class_name=view.class_name,
            text=view.text,
            hint=view.hint,
            description=view.description,
            resource_id=view.id,
            package=package,
            bounds=view.bounds,
            flags=flag_bits(view.flags),
            children=tuple(reversed(children[place])),
        )
        (children[parents[place]] if parents[place] >= 0 else top).append(node)
    bounds = views[0].bounds if views else Bounds(0, 0, 1, 1)
    return HierarchyNode("hierarchy", "", "", "", "", package, bounds, 0, tuple(reversed(top)))
