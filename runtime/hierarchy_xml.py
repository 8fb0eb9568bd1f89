"""Reads a screen's views from the XML that uiautomator, uiautomator2 and Appium write.

Tolerant of how dumps come: text before and after the XML, UTF-16, bytes that are no UTF-8,
characters that XML forbids, several windows, class names as tags. Views that nobody can see or
touch (empty or inverted bounds, marked invisible) are left out, and what is inside them takes their
place. Refused with `BadHierarchy`, a `DeviceError`, because the phone did not give its screen:
no XML at all, XML that is cut off, a DOCTYPE (nothing is ever expanded), absurd depth.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass
from xml.parsers import expat

from runtime.errors import BadHierarchy
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

MAX_DEPTH = 256

_FLAGS = {
    "clickable": CLICKABLE,
    "long-clickable": LONG_CLICKABLE,
    "checkable": CHECKABLE,
    "checked": CHECKED,
    "focusable": FOCUSABLE,
    "focused": FOCUSED,
    "scrollable": SCROLLABLE,
    "selected": SELECTED,
    "password": PASSWORD,
}
_EDITABLE_CLASSES = ("EditText", "AutoCompleteTextView")
_BOUNDS = re.compile(r"\[(-?\d{1,6}),(-?\d{1,6})\]\[(-?\d{1,6}),(-?\d{1,6})\]")
_ROOT = re.compile(r"<(?:hierarchy|node)\b")
_ANY_TAG = re.compile(r"<[A-Za-z]")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class HierarchyNode:
    """One view of a dump, as `runtime.hierarchy.Node` wants it."""

    class_name: str
    text: str
    hint: str
    description: str
    resource_id: str
    package: str
    bounds: Bounds
    flags: int
    children: tuple[HierarchyNode, ...]

    @property
    def inside(self) -> tuple[HierarchyNode, ...]:
        return self.children


def parse_hierarchy(xml: str | bytes, *, screen: Bounds | None = None) -> HierarchyNode:
    """The views of a dump, under a root of class `hierarchy` whose children are the windows.

    With `screen`, bounds are cut to it, and views that lie outside are left out.
    """
    text = _decoded(xml) if isinstance(xml, bytes) else xml
    start = _ROOT.search(text) or _ANY_TAG.search(text)
    if start is None:
        shown = " ".join(text[:80].split()) or "nothing"
        raise BadHierarchy(f"the phone gave no view hierarchy but {shown!r}: dump it again")
    if "<!DOCTYPE" in text[: start.start()]:
        raise BadHierarchy("the view hierarchy has a DOCTYPE, which no phone writes: not read")
    builder = _Builder(screen)
    builder.read(_well_formed(text[start.start() :]))
    return builder.root()


def _decoded(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    if data.startswith(b"<\0"):
        return data.decode("utf-16-le", errors="replace")
    return data.decode("utf-8-sig", errors="replace")


def _well_formed(text: str) -> str:
    """Replace the characters that XML forbids, also where they are written as references.

    Android's older serializer writes an emoji as references to its two surrogates.
    """
    if "&#" in text:
        text = _REFERENCE.sub(_dereferenced, text)
        if _FORBIDDEN.search(text):
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _FORBIDDEN.sub(_REPLACEMENT, text)


def _dereferenced(match: re.Match[str]) -> str:
    """The character itself where it cannot pass for markup or be normalized away."""
    hexadecimal, decimal = match.groups()
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    if code > 0x10FFFF:
        return _REPLACEMENT
    return match.group() if code in {9, 10, 13} or 32 <= code < 128 else chr(code)


class _Open:
    """A view whose children are still being read."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[HierarchyNode] = []


class _Builder:
    """Builds the tree from a parser's events, and knows whether the document was complete."""

    def __init__(self, screen: Bounds | None) -> None:
        self._screen = screen
        self._open: list[_Open] = [_Open("", {})]
        self._complete = False

    def read(self, text: str) -> None:
        # The text's own declaration of its encoding is often wrong; this overrides it.
        parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        try:
            parser.Parse(text.encode(), True)
        except expat.ExpatError as error:
            if not self._complete:
                raise BadHierarchy(
                    f"the view hierarchy cannot be read ({error}): dump it again"
                ) from error

    def root(self) -> HierarchyNode:
        windows = tuple(self._open[0].children)
        boxes = [window.bounds for window in windows]
        bounds = self._screen or Bounds(
            min((box.left for box in boxes), default=0),
            min((box.top for box in boxes), default=0),
            max((box.right for box in boxes), default=0),
            max((box.bottom for box in boxes), default=0),
        )
        package = windows[-1].package if windows else ""
        return HierarchyNode("hierarchy", "", "", "", "", package, bounds, 0, windows)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) > MAX_DEPTH:
            raise BadHierarchy(
                f"the view hierarchy is nested deeper than {MAX_DEPTH} views: not a screen"
            )
        self._open.append(_Open(tag, attributes))

    def _end(self, _tag: str) -> None:
        done = self._open.pop()
        parent = self._open[-1]
        self._complete = len(self._open) == 1
        node = None if done.tag == "hierarchy" else _node(done, self._screen)
        if node is not None:
            parent.children.append(node)
        else:
            parent.children.extend(done.children)

    def _refuse_doctype(self, *_details: object) -> None:
        raise BadHierarchy("the view hierarchy has a DOCTYPE, which no phone writes: not read")


def _node(done: _Open, screen: Bounds | None) -> HierarchyNode | None:
    """The view, or None where it can be neither seen nor touched."""
    get = done.attributes.get
    bounds = _bounds(get("bounds", ""), screen)
    if bounds is None or get("visible-to-user") == "false" or get("displayed") == "false":
        return None
    class_name = get("class") or ("" if done.tag == "node" else done.tag)
    flags = 0
    for name, flag in _FLAGS.items():
        if get(name) == "true":
            flags |= flag
    if get("enabled") == "false":
        flags |= DISABLED
    text, hint = get("text", ""), get("hint", "")
    if class_name.endswith(_EDITABLE_CLASSES):
        flags |= EDITABLE
        # An empty field's hint is reported as its text.
        if get("showing-hint") == "true" or text == hint:
            text, hint = "", hint or text
    return HierarchyNode(
        class_name,
        text,
        hint,
        get("content-desc", ""),
        get("resource-id", ""),
        get("package", ""),
        bounds,
        flags,
        tuple(done.children),
    )


def _bounds(text: str, screen: Bounds | None) -> Bounds | None:
    match = _BOUNDS.fullmatch(text.replace(" ", ""))
    if match is None:
        return None
    left, top, right, bottom = (int(number) for number in match.groups())
    if screen is not None:
        left, right = max(left, screen.left), min(right, screen.right)
        top, bottom = max(top, screen.top), min(bottom, screen.bottom)
    return Bounds(left, top, right, bottom) if left < right and top < bottom else None
