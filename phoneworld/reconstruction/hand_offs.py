"""What a rebuilt app hands to other apps: a button that was recorded to lead to a dialler, to messages, to mail, to a
browser or to the share sheet leads to PhoneWorld's own, with the number, the address or the text that is shown.

Where PhoneWorld's app is not on the phone, what was recorded of the other app is shown, as in any rebuilt app.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from phoneworld.reconstruction.replica_screen import ReplicaScreen
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import AppSpec
from runtime.observation import CLICKABLE, EDITABLE

SHARE, COPY, DIAL, TEXT, MAIL, WEB = "share", "copy", "dial", "text", "mail", "web"
_ROLES = (
    (DIAL, re.compile(r"dialer|incallui|telecom")),
    (TEXT, re.compile(r"smsmessenger|\.messaging|\.mms$|\.messages$")),
    (MAIL, re.compile(r"\.gm$|email|\.k9|\.mail$")),
    (WEB, re.compile(r"firefox|fenix|chrome|browser")),
)
_CHOOSERS = re.compile(r"^android$|intentresolver")
_SHARE = re.compile(r"(?i)(share|send to|teilen)\b")
_COPY = re.compile(r"(?i)copy\b(?! (to|into) (?!the clipboard|clipboard))")
_TARGETS: Mapping[str, tuple[str, str, str]] = {
    DIAL: ("com.phoneworld.phone", "dial", "number"),
    TEXT: ("com.phoneworld.messages", "compose", "address"),
    MAIL: ("com.phoneworld.mail", "compose", "to"),
    WEB: ("com.phoneworld.browser", "page", "url"),
}
_NUMBER = re.compile(r"\+?\d[\d ()/-]{4,16}\d")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_URL = re.compile(r"https?://\S+|(?:www\.)?[\w-]+\.(?:com|org|net|io|de|eu)(?:/\S*)?")
_VALUES = {DIAL: _NUMBER, TEXT: _NUMBER, MAIL: _ADDRESS, WEB: _URL}

TAKES_TEXT = frozenset(f"com.phoneworld.{name}" for name in ("messages", "mail", "notes", "huddle"))
"""What the share sheet can hand a text to."""

Spot = tuple[str, str, str]
"""A screen, a slot on it, and a label."""


@dataclass(frozen=True, slots=True)
class HandOff:
    """What a tap hands over."""

    kind: str
    label: str

    @property
    def package(self) -> str:
        """The app of PhoneWorld's own that takes it; empty where the system does."""
        return _TARGETS[self.kind][0] if self.kind in _TARGETS else ""

    def page(self, value: str) -> tuple[str, dict[str, str]]:
        """The screen of that app that takes a value, and what it is opened with."""
        _, route, name = _TARGETS[self.kind]
        if self.kind == TEXT and value:
            # A number is enough to be in a conversation.
            return "thread", {name: value, "text": ""}
        return route, {name: value} if value else {}

    def value_in(self, texts: Iterable[str]) -> str:
        """The first number, address or page among texts; of what is shared or copied, all of it."""
        if self.kind in (SHARE, COPY):
            return "\n".join(text for text in texts if text)
        pattern = _VALUES[self.kind]
        return next((found[0] for text in texts if (found := pattern.search(text))), "")


def hand_offs_of(spec: AppSpec) -> dict[Spot, HandOff]:
    """The taps that hand something over, as most recordings of them show."""
    packages = {screen.name: screen.package for screen in spec.screens}
    found: dict[Spot, HandOff] = {}
    for one in spec.transitions:
        if one.action != "tap" or packages.get(one.screen) != spec.package:
            continue
        if not one.label or any(c.isdigit() for c in one.label):
            # A number that was tapped is what a screen shows, and no button.
            continue
        after: Counter[str] = Counter()
        for outcome in one.outcomes:
            after[packages.get(outcome.screen, "")] += outcome.count
        package = min(after, key=lambda name: (-after[name], name))
        kind = _kind_of(one.label, package, spec.package)
        if kind:
            found[one.screen, one.slot, one.label] = HandOff(kind, one.label)
    return found


def _kind_of(label: str, package: str, own: str) -> str:
    """What a tap hands over that led to a package; empty for what stays in its app."""
    if _COPY.match(label) and package == own:
        return COPY
    if package in ("", own):
        return ""
    if _SHARE.match(label):
        return SHARE
    if _CHOOSERS.search(package):
        return ""
    return next((kind for kind, pattern in _ROLES if pattern.search(package)), "")


class HandingScreen(ReplicaScreen):
    """A screen of a rebuilt app with taps that hand something to other apps."""

    hand_offs: Mapping[Spot, HandOff]

    def did(self, action: str, part: Part | None, *, row: int | None = None) -> None:
        found = None
        if part is not None and action == "tap":
            found = self.hand_offs.get((self.route, part.slot, part.label))
        if found is None or not self._hand_over(found):
            super().did(action, part, row=row)

    def _hand_over(self, found: HandOff) -> bool:
        """Hand over what the screen shows; whether that was all of it."""
        value = found.value_in(self.shared_texts())
        if found.kind == COPY:
            if value:
                self.phone.clipboard = value
            return False
        if found.kind == SHARE:
            if not value or TAKES_TEXT.isdisjoint(self.phone.apps):
                return False
            self.phone.share(value, "")
            return True
        if found.package not in self.phone.apps or found.package == self.app.package:
            return False
        route, args = found.page(value)
        self.phone.open_screen(found.package, route, args)
        return True

    def shared_texts(self) -> list[str]:
        """What this screen is about: the row in question, and what else is to be read; of a menu, what the screen
        below it is about.
        """
        below = self.phone.tasks.get(self.app.package, [])[:-1]
        if self.type.kind in ("dialog", "drawer") and below:
            screen = below[-1].screen
            if isinstance(screen, ReplicaScreen):
                return _texts_of(screen)
        return _texts_of(self)


def _texts_of(screen: ReplicaScreen) -> list[str]:
    """The row that a screen is about, and what else is to be read on it."""
    records = screen.records
    table = records.table_of(screen.row) if screen.row is not None else None
    values = (
        records.row(table, screen.row) if table is not None and screen.row is not None else None
    )
    own: list[str] = []
    if table is not None and values is not None:
        own = [str(values[column.name]) for column in table.columns]
    return told_texts(own, screen.parts(), screen.bound_texts())


def told_texts(row: Sequence[str], parts: Sequence[Part], texts: Sequence[str]) -> list[str]:
    """The texts of a row, and those of its screen that are not the name of a button."""
    found = [text for text in row if text]
    for part, text in zip(parts, texts, strict=True):
        is_button = part.node.flags & CLICKABLE and not part.node.flags & EDITABLE
        if text and not is_button and text not in found:
            found.append(text)
    return found
