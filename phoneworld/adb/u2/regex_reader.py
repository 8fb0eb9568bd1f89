"""Reads a pattern from left to right: its characters, and what their escapes stand for."""

from __future__ import annotations

import re

from phoneworld.adb.errors import AdbError
from phoneworld.adb.u2.regex_classes import ESCAPED, Test, named_class, opposite

_HEX = re.compile(
    r"x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|0([0-3]?[0-7]{1,2})"
)
_PROPERTY = re.compile(r"[pP](?:\{([A-Za-z_=]{1,40})\}|([A-Z]))")
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "a": "\a", "e": "\x1b"}


class PatternError(AdbError):
    """The pattern cannot be read."""


class PatternReader:
    """A pattern and the place `at` which it is being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(self, what: str) -> PatternError:
        return PatternError(f"{what} near index {self.at}\n{self.text}")

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        letter = self.peek()
        self.at += 1
        return letter

    def found(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def quoted(self) -> str:
        end = self.text.find("\\E", self.at + 2)
        quoted = self.text[self.at + 2 : end if end >= 0 else None]
        self.at = end + 2 if end >= 0 else len(self.text)
        return quoted

    def escaped_class(self) -> Test | None:
        r"""A class of one letter, or `\p{...}`; None if it is something else."""
        letter = self.peek()
        if letter and letter in "dwshvDWSHV":
            self.at += 1
            test = ESCAPED[letter.lower()]
            return test if letter.islower() else opposite(test)
        if letter and letter in "pP":
            found = self.found(_PROPERTY)
            test = named_class(found[1] or found[2]) if found is not None else None
            if test is None:
                raise self.error("Unknown character property")
            return test if letter == "p" else opposite(test)
        return None

    def escaped_letter(self) -> str:
        """The character that an escape stands for."""
        found = self.found(_HEX)
        if found is not None:
            digits = found[1] or found[2] or found[3]
            code = int(digits, 16) if digits else int(found[4], 8)
            if code > 0x10FFFF:
                raise self.error("Hexadecimal codepoint is too big")
            return chr(code)
        letter = self.take()
        if letter in _CONTROLS:
            return _CONTROLS[letter]
        if letter == "c" and self.peek():
            return chr(ord(self.take()) ^ 64)
        if not letter or (letter.isascii() and letter.isalnum()):
            raise self.error("Illegal/unsupported escape sequence")
        return letter
