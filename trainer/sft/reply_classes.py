"""What the tokens of a reply are for: success stays near zero until every class is nearly perfect,
and which one is behind says what to do.

    pointer     the number of an element, in the thought and in the call
    digits      other digits, and where a slider is moved to
    text        what is typed, said or noted
    label       the words that name a target
    skeleton    all the rest, which has hardly an alternative
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import IntEnum

from runtime.prompts.compact_grammar import NOTE


class TokenClass(IntEnum):
    """A class of tokens."""

    SKELETON = 0
    LABEL = 1
    POINTER = 2
    TEXT = 3
    DIGITS = 4


_LABEL = re.compile(
    rb"(?:Tap|Double-tap|Hold|Type in|Open|Close|at|to(?! \d+ %$)|Drag|Slide) (.+?)(?: #|$)"
)
_NOTED = re.compile(rb"^" + NOTE.encode() + rb"(.+)$", re.MULTILINE)
_POINTER = re.compile(rb"#(\d+)|\"index\":(\d+)|\"indices\":\[(\d+),(\d+)")
_PERCENT = re.compile(rb"to (\d+) %$|\"percent\":(\d+)", re.MULTILINE)
_SAID = re.compile(rb'"(?:text|app|question)":"((?:[^"\\]|\\.)*)"')


def classify(reply: Sequence[int], piece: Callable[[int], bytes]) -> list[TokenClass]:
    """The class of each token of a reply: that of its first byte."""
    pieces = [piece(token) for token in reply]
    classes = _bytes_classes(b"".join(pieces))
    found: list[TokenClass] = []
    at = 0
    for written in pieces:
        found.append(TokenClass(classes[at]) if written else TokenClass.SKELETON)
        at += len(written)
    return found


def _bytes_classes(reply: bytes) -> bytearray:
    classes = bytearray(len(reply))
    thought_end = max(reply.rfind(b"\n"), 0)
    for match in _LABEL.finditer(reply, 0, thought_end):
        _mark(classes, match.span(1), TokenClass.LABEL)
    for match in _POINTER.finditer(reply):
        for group in range(1, 5):
            _mark(classes, match.span(group), TokenClass.POINTER)
    for match in _PERCENT.finditer(reply):
        for group in range(1, 3):
            _mark(classes, match.span(group), TokenClass.DIGITS)
    # Last, because what is said may look like anything.
    for match in (*_NOTED.finditer(reply, 0, thought_end), *_SAID.finditer(reply, thought_end)):
        _mark_text(classes, reply, match.span(1))
    return classes


def _mark(classes: bytearray, span: tuple[int, int], kind: TokenClass) -> None:
    start, end = span  # -1 twice for a group that took no part
    classes[start:end] = bytes([kind]) * (end - start)


def _mark_text(classes: bytearray, reply: bytes, span: tuple[int, int]) -> None:
    for at in range(*span):
        is_digit = reply[at : at + 1].isdigit()
        classes[at] = TokenClass.DIGITS if is_digit else TokenClass.TEXT
