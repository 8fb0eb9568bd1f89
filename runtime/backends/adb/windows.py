"""The windows that `dumpsys window windows` lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FLAG_SECURE = 0x2000
_WINDOW = re.compile(
    r"^[ \t]*Window #\d+ Window\{(?P<id>\S+) (?:u\d+ )?(?P<title>.*?)\}:", re.MULTILINE
)
_FLAG_NUMBER = re.compile(r"(?<!\w)fl=#?(?:0x)?([0-9a-f]{4,8})\b")
_FLAG_NAMES = re.compile(r"(?<!\w)fl=[^\n]*\bSECURE\b")
_VISIBLE = re.compile(r"\bisVisible=true|\bisReadyForDisplay\(\)=true")
_OWNER = re.compile(r"\bpackage=([\w.]+)")
_PARTS = re.compile(r"(?:PopupWindow|Panel|SubPanel|AboveSubPanel|AtchDlg|Media\w*)(?::|$)")


@dataclass(frozen=True, slots=True)
class ListedWindow:
    """A window. `owner` is the package that it belongs to, where the phone tells it."""

    id: str
    title: str
    owner: str
    secure: bool
    visible: bool

    @property
    def of_an_app(self) -> bool:
        """Not a bar or a panel of the system: those have a plain title."""
        return "." in self.title or is_part_of_an_app(self.title)


def read_windows(text: str) -> Iterator[ListedWindow]:
    """The windows, as listed."""
    found = list(_WINDOW.finditer(text))
    ends = [later.start() for later in found[1:]]
    for number, window in enumerate(found):
        block = text[window.end() : ends[number] if number < len(ends) else len(text)]
        owner = _OWNER.search(block)
        yield ListedWindow(
            window["id"],
            window["title"],
            owner[1] if owner is not None else "",
            _has_secure_flag(block),
            _VISIBLE.search(block) is not None,
        )


def is_part_of_an_app(title: str) -> bool:
    """Whether Android itself gave the title, to a window that an app opened inside its own."""
    return _PARTS.match(title) is not None


def _has_secure_flag(block: str) -> bool:
    """Android names the flags since version 9, and gave a number before; Samsung did so longer."""
    number = _FLAG_NUMBER.search(block)
    if number is not None:
        return bool(int(number[1], 16) & FLAG_SECURE)
    return _FLAG_NAMES.search(block) is not None
