"""From a tree of views to the flat list of elements that policies see.

One rule for every backend, so that the same screen gives the same elements whether it was read
in process, over adb or from a recording:

- a view that can be acted on is one element, and takes in the text of what lies inside it and
  cannot be acted on itself; a row with one switch or checkbox inside counts as that switch;
- any other view with text or a description is an element of its own;
- a container that really scrolls is an element without text, and what is in it stays apart;
- all else is structure, and left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    LONG_CLICKABLE,
    SCROLLABLE,
    SELECTED,
    Bounds,
    Element,
    new_element,
)

APART = CLICKABLE | LONG_CLICKABLE | EDITABLE | SCROLLABLE
"""What makes a view inside another an element of its own."""
ACTIONABLE = CLICKABLE | LONG_CLICKABLE | EDITABLE | CHECKABLE

ROLES = {
    "Button": "button",
    "ImageButton": "button",
    "FloatingActionButton": "button",
    "TextView": "text",
    "CheckedTextView": "text",
    "EditText": "field",
    "AutoCompleteTextView": "field",
    "MultiAutoCompleteTextView": "field",
    "Switch": "switch",
    "SwitchCompat": "switch",
    "ToggleButton": "switch",
    "CheckBox": "checkbox",
    "RadioButton": "radio",
    "SeekBar": "slider",
    "ImageView": "image",
    "Spinner": "choice",
    "ProgressBar": "progress",
    "WebView": "page",
    "ActionBar$Tab": "tab",
}


class Node(Protocol):
    """One view of a hierarchy, with bounds in pixels and flags as in `runtime.observation`."""

    @property
    def class_name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def hint(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def resource_id(self) -> str: ...
    @property
    def bounds(self) -> Bounds: ...
    @property
    def flags(self) -> int: ...
    @property
    def children(self) -> Sequence[Node]: ...
    @property
    def inside(self) -> Sequence[Node]:
        """The children, where only their words count: a tree that is not laid out yet stays so."""
        ...


@lru_cache(maxsize=1024)
def role_of(class_name: str) -> str:
    """A short word for an Android class: `button`, `field`, `switch` ... or `item`."""
    return ROLES.get(class_name.rpartition(".")[2], "item")


def elements_of(root: Node) -> tuple[Element, ...]:
    """The elements of a hierarchy in document order, numbered from 0."""
    found: list[Element] = []
    _collect(root, found)
    return tuple(found)


def _collect(node: Node, found: list[Element]) -> None:
    flags = node.flags
    holds_others = flags & SCROLLABLE and node.children
    if flags & ACTIONABLE and not holds_others:
        _collect_actionable(node, found)
        return
    if flags & SCROLLABLE:
        found.append(
            new_element(
                len(found), "list", "", "", node.description, node.resource_id, node.bounds, flags
            )
        )
    elif node.text or node.description:
        found.append(
            new_element(
                len(found),
                role_of(node.class_name),
                node.text,
                node.hint,
                node.description,
                node.resource_id,
                node.bounds,
                flags,
            )
        )
    for child in node.children:
        flags = child.flags
        if flags & ACTIONABLE and not flags & SCROLLABLE:
            _collect_actionable(child, found)
        else:
            _collect(child, found)


def _collect_apart(node: Node, found: list[Element], apart: int) -> None:
    """Below an element: only what has one of the flags `apart` is another element."""
    if node.flags & apart:
        _collect(node, found)
        return
    for child in node.children:
        _collect_apart(child, found, apart)


def _collect_actionable(node: Node, found: list[Element]) -> None:
    """One element for a view that can be acted on, then those below it that can be by themselves."""
    role = role_of(node.class_name)
    flags = node.flags
    text = node.text
    description = node.description
    inside = node.inside
    apart = 0
    if inside:
        texts: list[str] = [text] if text else []
        descriptions: list[str] = []
        states: list[Node] = []
        apart = _absorb(inside, texts, descriptions, states)
        text = ", ".join(texts)
        if not description:
            description = ", ".join(descriptions)
        if len(states) > 1 or (states and flags & CHECKABLE):
            # Several switches in one row: each is an element of its own.
            apart = APART | CHECKABLE
        elif states:
            role = role_of(states[0].class_name)
            flags |= states[0].flags & (CHECKABLE | CHECKED | DISABLED | SELECTED)
    found.append(
        new_element(
            len(found), role, text, node.hint, description, node.resource_id, node.bounds, flags
        )
    )
    if apart:
        for child in node.children:
            _collect_apart(child, found, apart)


def _absorb(
    nodes: Sequence[Node], texts: list[str], descriptions: list[str], states: list[Node]
) -> int:
    """Take in the texts of what cannot be acted on by itself, and the checkable views among it.

    Returns the flags of what was left out because it can be acted on: 0 where there is none.
    """
    apart = 0
    for node in nodes:
        flags = node.flags
        if flags & APART:
            apart = APART
            continue
        if flags & CHECKABLE:
            states.append(node)
        text = node.text
        if text:
            texts.append(text)
        elif node.description:
            descriptions.append(node.description)
        inside = node.inside
        if inside:
            apart |= _absorb(inside, texts, descriptions, states)
    return apart
