"""The view tree as uiautomator writes it: XML with class names, ids, bounds and flags."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import quoteattr

from phoneworld.phone import Phone
from runtime.hierarchy import Node
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
)

MAX_DEPTH = 50
FLAGS = (
    ("checkable", CHECKABLE),
    ("checked", CHECKED),
    ("clickable", CLICKABLE),
    ("enabled", DISABLED),
    ("focusable", FOCUSABLE),
    ("focused", FOCUSED),
    ("scrollable", SCROLLABLE),
    ("long-clickable", LONG_CLICKABLE),
    ("password", PASSWORD),
    ("selected", SELECTED),
)
MATTERS = CHECKABLE | CLICKABLE | FOCUSABLE | SCROLLABLE | LONG_CLICKABLE
# What XML 1.0 cannot hold; uiautomator writes a dot in its place.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class DumpFormat:
    """How a dump is written.

    `compressed` leaves out views that only arrange others, `detailed` adds what uiautomator2 adds
    to the stock attributes, and views deeper than `max_depth` below the first are left out.
    """

    rotation: int = 0
    compressed: bool = False
    detailed: bool = False
    max_depth: int = MAX_DEPTH


PLAIN = DumpFormat()


def dump(phone: Phone, form: DumpFormat = PLAIN) -> str:
    """The window in front as a uiautomator dump."""
    layer = phone.window()
    return dump_window(layer.view, layer.env.package, form)


def dump_window(root: Node | None, package: str, form: DumpFormat = PLAIN) -> str:
    """A window as a uiautomator dump; None stands for a screen without a window."""
    head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
    if root is None:
        return f'{head}\n<hierarchy rotation="{form.rotation}" />'
    lines = [head, f'<hierarchy rotation="{form.rotation}">']
    _write(root, _quoted(package), 0, 0, form, lines)
    lines.append("</hierarchy>")
    return "\n".join(lines)


def _write(
    view: Node, package: str, index: int, depth: int, form: DumpFormat, lines: list[str]
) -> None:
    """Write a view and what is in it. `package` is quoted already."""
    flags = view.flags
    # As on Android, an empty field shows its hint as its text.
    text = view.text or (view.hint if flags & EDITABLE else "")
    children = view.children if depth < form.max_depth else ()
    if form.compressed and depth and not (text or view.description or flags & MATTERS):
        for place, child in enumerate(children):
            _write(child, package, place, depth + 1, form, lines)
        return
    attributes = [
        f'index="{index}"',
        f"text={_quoted(text)}",
        f"resource-id={_quoted(view.resource_id)}",
        f"class={_quoted(view.class_name)}",
        f"package={package}",
        f"content-desc={_quoted(view.description)}",
        _written_flags(flags),
        'visible-to-user="true"',
        'bounds="[{},{}][{},{}]"'.format(*view.bounds),
    ]
    if form.detailed:
        attributes.append(f'drawing-order="{index + 1 if depth else 0}"')
    attributes.append(f"hint={_quoted(view.hint)}")
    if form.detailed:
        attributes.append('display-id="0"')
    head = f"<node {' '.join(attributes)}"
    if not children:
        lines.append(f"{head} />")
        return
    lines.append(f"{head}>")
    for place, child in enumerate(children):
        _write(child, package, place, depth + 1, form, lines)
    lines.append("</node>")


@lru_cache(maxsize=256)
def _written_flags(flags: int) -> str:
    return " ".join(
        f'{name}="{"true" if bool(flags & bit) != (bit == DISABLED) else "false"}"'
        for name, bit in FLAGS
    )


def _quoted(text: str) -> str:
    if not text:
        return '""'
    return quoteattr(_FORBIDDEN.sub(".", text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
