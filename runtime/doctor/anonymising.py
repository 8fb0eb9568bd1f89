"""Takes out of a phone's answers what tells whose phone it is: serials, addresses, names, numbers.

What is left tells the maker, the version and which apps are installed. Whoever sends it reads it first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from runtime.backends.adb.collected import CollectedAnswers

_RULES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "someone@example.org"),
    (re.compile(r"\b[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}\b"), "02:00:00:00:00:00"),
    (re.compile(r"\b(?!127\.0\.0\.1\b)\d{1,3}(?:\.\d{1,3}){3}\b"), "192.0.2.1"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{1,4}:){4,7}[0-9A-Fa-f]{1,4}\b"), "2001:db8::1"),
    (re.compile(r"\badb-[\w-]+(?= \(\d+\)\._adb|\._adb)"), "adb-SERIAL"),
    # IMEI and the like; the ids of displays are longer, and needed.
    (re.compile(r"(?<![\w.])\d{14,16}(?![\w.])"), lambda number: "0" * len(number[0])),
    (re.compile(r"\+\d{7,15}\b"), "+10000000000"),
    (re.compile(r"UserInfo\{(\d+):.*?:([0-9a-fA-F]+)\}"), r"UserInfo{\1:User \1:\2}"),
)
_WINDOW = re.compile(r"(Window\{\S+ (?:u\d+ )?)(.*?)(?=(?: EXITING)?\})")
_PLAIN_TITLE = re.compile(
    r"[\w.$]+(?:/[\w.$]+)?|(?:Application Not Responding|Application Error): [\w.]+|"
    r"(?:PopupWindow|AtchDlg|Panel|SubPanel|Media\w*|Splash Screen):?\s?[\w.$/:]*"
)


def anonymised(found: CollectedAnswers, known: Iterable[str]) -> CollectedAnswers:
    """The answers without what is personal. `known` is what the phone's own serials are."""
    secrets = sorted({word for word in known if len(word) > 3}, key=len, reverse=True)

    def clean(text: str) -> str:
        for number, word in enumerate(secrets, 1):
            text = text.replace(word, f"SERIAL-{number}")
        for pattern, instead in _RULES:
            text = pattern.sub(instead, text)
        return _WINDOW.sub(_title, text)

    answers = tuple(replace(one, out=clean(one.out), err=clean(one.err)) for one in found.answers)
    return CollectedAnswers(clean(found.listed), clean(found.automation), answers)


def _title(window: re.Match[str]) -> str:
    """A title that Android gave tells nothing; one that an app gave may be the name of a letter."""
    kept = _PLAIN_TITLE.fullmatch(window[2]) is not None
    return window[0] if kept else f"{window[1]}TITLE"
