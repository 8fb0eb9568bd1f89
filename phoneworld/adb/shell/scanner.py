"""Where a parser of command lines stands in its text, and what lies ahead of it."""

from __future__ import annotations

import re
from typing import NoReturn

from phoneworld.adb.errors import IncompleteScript, ShellSyntaxError

DEEPEST = 40
"""How many scripts may stand in each other."""

# Blanks are ASCII's: other alphabets' spaces are ordinary characters to a shell.
_BLANKS = re.compile(r"(?:[ \t\r]|\\\n)+")
_BARE_WORD = re.compile(r"(?:[a-z]+|[{}!])(?=[ \t\r\n;&|<>()]|$)")


class Scanner:
    """A text and a place in it. It only ever moves forward, so that parsing takes linear time."""

    def __init__(self, text: str, depth: int) -> None:
        self.text = text
        self.at: int = 0
        self.depth: int = depth

    def fail(self) -> NoReturn:
        found = self.text[self.at : self.at + 1]
        if not found:
            raise IncompleteScript("syntax error: unexpected end")
        raise ShellSyntaxError(f"syntax error: unexpected {found!r}")

    def unclosed(self) -> NoReturn:
        raise IncompleteScript("syntax error: no closing quote")

    def unsupported(self, what: str) -> NoReturn:
        raise ShellSyntaxError(f"syntax error: {what} cannot be used in this shell")

    def skip_blanks(self) -> None:
        """Go on to the next word or operator: over blanks and a comment."""
        if blanks := _BLANKS.match(self.text, self.at):
            self.at = blanks.end()
        if self.text.startswith("#", self.at):
            end = self.text.find("\n", self.at)
            self.at = end if end >= 0 else len(self.text)

    def skip_lines(self) -> None:
        """Go on to the next command: over blanks, comments and ends of lines."""
        self.skip_blanks()
        while self.text.startswith("\n", self.at):
            self.at += 1
            self.skip_blanks()

    def starts(self, mark: str) -> bool:
        return self.text.startswith(mark, self.at)

    def take(self, mark: str) -> bool:
        """Go over a mark if it is what comes next."""
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def bare_word(self) -> str:
        """The word ahead, if it is one that may be reserved."""
        found = _BARE_WORD.match(self.text, self.at)
        return found.group() if found else ""

    def expect(self, word: str) -> None:
        """Go over a reserved word, which must be what comes next."""
        self.skip_lines()
        if self.bare_word() != word:
            self.fail()
        self.at += len(word)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ShellSyntaxError("syntax error: nested too deeply")
