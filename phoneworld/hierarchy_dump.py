"""The view tree as uiautomator writes it: XML with class names, ids, bounds and flags."""

from __future__ import annotations

import re
from xml.sax.saxutils import quoteattr

from phoneworld.phone import Phone
from phoneworld.ui.view import View
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

FLAGS = (
    ("checkable", CHECKABLE),
    ("checked", CHECKED),
    ("clickable", CLICKABLE),
    ("focusable", FOCUSABLE),
    ("focused", FOCUSED),
    ("scrollable", SCROLLABLE),
    ("long-clickable", LONG_CLICKABLE),
    ("password", PASSWORD),
    ("selected", SELECTED),
)
# What XML 1.0 cannot hold; uiautomator writes a dot in its place.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def dump(phone: Phone) -> str:
    """The window in front as a uiautomator dump."""
    layer = phone.window()
    lines = [
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
        '<hierarchy rotation="0">',
    ]
    _write(layer.view, layer.env.package, 0, lines)
    lines.append("</hierarchy>")
    return "\n".join(lines)


def _write(view: View, package: str, index: int, lines: list[str]) -> None:
    flags = view.flags
    # As on Android, an empty field shows its hint as its text.
    text = view.text or (view.hint if flags & EDITABLE else "")
    attributes = [
        f'index="{index}"',
        f"text={_quoted(text)}",
        f"resource-id={_quoted(view.resource_id)}",
        f"class={_quoted(view.class_name)}",
        f"package={_quoted(package)}",
        f"content-desc={_quoted(view.description)}",
        *(f'{name}="{"true" if flags & bit else "false"}"' for name, bit in FLAGS),
        f'enabled="{"false" if flags & DISABLED else "true"}"',
        f"hint={_quoted(view.hint)}",
        'visible-to-user="true"',
        'bounds="[{},{}][{},{}]"'.format(*view.bounds),
    ]
    head = f"<node {' '.join(attributes)}"
    if not view.children:
        lines.append(f"{head} />")
        return
    lines.append(f"{head}>")
    for place, child in enumerate(view.children):
        _write(child, package, place, lines)
    lines.append("</node>")


def _quoted(text: str) -> str:
    return quoteattr(_FORBIDDEN.sub(".", text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
