r"""The syntax of Java's regular expressions, read into a tree.

What Java refuses is refused here too, as `PatternError`. Not known: names of characters, grapheme
clusters (`\X`), canonical equivalence.
"""

from __future__ import annotations

import re

from phoneworld.adb.errors import AdbError
from phoneworld.adb.u2.regex_classes import (
    ESCAPED,
    LINE_ENDS,
    Test,
    all_of,
    any_of,
    between,
    ignoring_case,
    named_class,
    opposite,
)
from phoneworld.adb.u2.regex_tree import (
    Anchor,
    Choice,
    Group,
    Look,
    Parsed,
    Repeat,
    Repetition,
    Sequence,
    Single,
    Tree,
)

LONGEST = 2000
DEEPEST = 40
_COUNT = re.compile(r"\{(\d{1,6})(,(\d{0,6}))?\}")
_GROUP = re.compile(
    r"\((?:\?(?:<([A-Za-z][A-Za-z0-9]*)>|(<=|<!|[:=!>])|([a-zA-Z]*)(-[a-zA-Z]+)?([:)])))?"
)
_HEX = re.compile(
    r"x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|0([0-3]?[0-7]{1,2})"
)
_COMMENT = re.compile(r"\s+|#[^\n]*\n?")
_NAME = re.compile(r"k<([A-Za-z][A-Za-z0-9]*)>")
_PROPERTY = re.compile(r"[pP](?:\{([A-Za-z_=]{1,40})\}|([A-Z]))")
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "a": "\a", "e": "\x1b"}
_ANCHORS = "AzZbBG"


class PatternError(AdbError):
    """The pattern cannot be read."""


def parse(pattern: str, *, dot_all: bool = False) -> Parsed:
    """Read a pattern; `dot_all` lets a dot stand for line ends, too."""
    if len(pattern) > LONGEST:
        raise PatternError(f"the pattern is longer than {LONGEST} characters")
    parser = _Parser(pattern, "s" if dot_all else "")
    tree = parser.alternatives(0)
    if parser.at < len(pattern):
        raise parser.error("Unmatched closing ')'")
    return Parsed(tree, parser.groups, parser.looks_back)


class _Parser:
    def __init__(self, text: str, flags: str) -> None:
        self.text = text
        self.at = 0
        self.flags = frozenset(flags)
        self.groups = 0
        self.names: dict[str, int] = {}
        self.looks_back = False

    def error(self, what: str) -> PatternError:
        return PatternError(f"{what} near index {self.at}\n{self.text}")

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _take(self) -> str:
        letter = self._peek()
        self.at += 1
        return letter

    def _found(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def alternatives(self, depth: int) -> Tree:
        if depth > DEEPEST:
            raise self.error("Too many groups in each other")
        options = [self._sequence(depth)]
        while self._peek() == "|":
            self.at += 1
            options.append(self._sequence(depth))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self, depth: int) -> Tree:
        items: list[Tree] = []
        while True:
            if "x" in self.flags:
                self._skip_comments()
            letter = self._peek()
            if not letter or letter in "|)":
                return items[0] if len(items) == 1 else Sequence(tuple(items))
            if self.text.startswith("\\Q", self.at):
                quoted = [self._single(sign) for sign in self._quoted()]
                items += quoted[:-1]
                if quoted:
                    items.append(self._repeated(quoted[-1]))
                continue
            item = self._atom(depth)
            if item is not None:
                items.append(self._repeated(item))

    def _skip_comments(self) -> None:
        while self._found(_COMMENT):
            pass

    def _quoted(self) -> str:
        end = self.text.find("\\E", self.at + 2)
        quoted = self.text[self.at + 2 : end if end >= 0 else None]
        self.at = end + 2 if end >= 0 else len(self.text)
        return quoted

    def _repeated(self, item: Tree) -> Tree:
        """The item with the quantifier that follows it, if one does."""
        if "x" in self.flags:
            self._skip_comments()
        sign = self._peek()
        if sign and sign in "*+?":
            self.at += 1
            least, most = int(sign == "+"), 1 if sign == "?" else None
        elif sign == "{":
            found = self._found(_COUNT)
            if found is None:
                raise self.error("Illegal repetition")
            least = int(found[1])
            most = least if found[2] is None else int(found[3]) if found[3] else None
            if most is not None and most < least:
                raise self.error("Illegal repetition range")
        else:
            return item
        manner = self._peek()
        if manner and manner in "+?":
            self.at += 1
        return Repeat(item, least, most, lazy=manner == "?", owned=manner == "+")

    def _single(self, letter: str) -> Single:
        return Single(self._with_case(letter.__eq__))

    def _with_case(self, test: Test) -> Test:
        return ignoring_case(test, unicode="u" in self.flags) if "i" in self.flags else test

    def _atom(self, depth: int) -> Tree | None:
        letter = self._peek()
        if letter == "(":
            return self._group(depth)
        if letter == "[":
            self.at += 1
            return Single(self._class(depth))
        if letter == "\\":
            self.at += 1
            return self._escape()
        self.at += 1
        if letter in "*+?":
            raise self.error(f"Dangling meta character '{letter}'")
        if letter == "{":
            raise self.error("Illegal repetition")
        if letter == ".":
            ends = frozenset("\n") if "d" in self.flags else LINE_ENDS
            return Single(_anything if "s" in self.flags else opposite(ends.__contains__))
        if letter in "^$":
            return Anchor(letter, lines="m" in self.flags)
        return self._single(letter)

    def _group(self, depth: int) -> Tree | None:
        found = self._found(_GROUP)
        if found is None or self.text[found.start() : found.end() + 1] == "(?":
            raise self.error("Unknown inline modifier or group")
        name, kind, added, removed, mark = found.groups()
        before = self.flags
        if mark is not None:
            for flag in f"{added}{removed or ''}":
                if flag not in "-idmsuxU":
                    raise self.error("Unknown inline modifier")
            self.flags = (self.flags | set(added)) - set(removed or "")
            if mark == ")":
                return None
        number = 0
        if kind is None and mark is None:
            self.groups += 1
            number = self.groups
            if name:
                self.names[name] = number
        item = self.alternatives(depth + 1)
        if self._take() != ")":
            raise self.error("Unclosed group")
        self.flags = before
        match kind:
            case None:
                return Group(item, number) if number else item
            case "=" | "!":
                return Look(item, "ahead", negated=kind == "!")
            case "<=" | "<!":
                return Look(item, "behind", negated=kind == "<!")
            case ">":
                return Look(item, "atomic")
            case _:
                return item

    def _escape(self) -> Tree:
        letter = self._peek()
        if letter in _ANCHORS and letter:
            self.at += 1
            return Anchor(letter)
        if letter == "R":
            self.at += 1
            ends = Single(frozenset("\n\x0b\f\r\u0085\u2028\u2029").__contains__)
            return Choice((Sequence((Single("\r".__eq__), Single("\n".__eq__))), ends))
        if letter and letter in "123456789":
            self.at += 1
            number = int(letter)
            while self._peek().isdecimal() and number * 10 + int(self._peek()) <= self.groups:
                number = number * 10 + int(self._take())
            return self._repetition(number)
        if letter == "k":
            found = self._found(_NAME)
            if found is None or found[1] not in self.names:
                raise self.error("named capturing group does not exist")
            return self._repetition(self.names[found[1]])
        test = self._escaped_class()
        return Single(test) if test is not None else self._single(self._escaped())

    def _repetition(self, number: int) -> Repetition:
        self.looks_back = True
        return Repetition(number, "i" in self.flags)

    def _escaped_class(self) -> Test | None:
        r"""A class of one letter, or `\p{...}`; None if it is something else."""
        letter = self._peek()
        if letter and letter in "dwshvDWSHV":
            self.at += 1
            test = ESCAPED[letter.lower()]
            return test if letter.islower() else opposite(test)
        if letter and letter in "pP":
            found = self._found(_PROPERTY)
            test = named_class(found[1] or found[2]) if found is not None else None
            if test is None:
                raise self.error("Unknown character property")
            return test if letter == "p" else opposite(test)
        return None

    def _escaped(self) -> str:
        """The character that an escape stands for."""
        found = self._found(_HEX)
        if found is not None:
            digits = found[1] or found[2] or found[3]
            code = int(digits, 16) if digits else int(found[4], 8)
            if code > 0x10FFFF:
                raise self.error("Hexadecimal codepoint is too big")
            return chr(code)
        letter = self._take()
        if letter in _CONTROLS:
            return _CONTROLS[letter]
        if letter == "c" and self._peek():
            return chr(ord(self._take()) ^ 64)
        if not letter or (letter.isascii() and letter.isalnum()):
            raise self.error("Illegal/unsupported escape sequence")
        return letter

    def _class(self, depth: int) -> Test:
        """What is inside brackets, after the first of them."""
        if depth > DEEPEST:
            raise self.error("Too many classes in each other")
        negated = self._peek() == "^"
        self.at += negated
        parts: list[Test] = []
        common: list[Test] = []
        while True:
            letter = self._peek()
            if not letter:
                raise self.error("Unclosed character class")
            if letter == "]" and (parts or common):
                self.at += 1
                break
            if letter == "[":
                self.at += 1
                parts.append(self._class(depth + 1))
            elif self.text.startswith("&&", self.at):
                self.at += 2
                if parts:
                    common.append(any_of(tuple(parts)))
                parts = []
            elif self.text.startswith("\\Q", self.at):
                parts.append(frozenset(self._quoted()).__contains__)
            else:
                parts.append(self._class_item())
        if parts:
            common.append(any_of(tuple(parts)))
        test = all_of(tuple(common))
        return opposite(test) if negated else test

    def _class_item(self) -> Test:
        first = self._class_letter()
        if not isinstance(first, str):
            return first
        if self._peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("]", "[", ""):
            self.at += 1
            last = self._class_letter()
            if not isinstance(last, str) or last < first:
                raise self.error("Illegal character range")
            return self._with_case(between(first, last))
        return self._with_case(first.__eq__)

    def _class_letter(self) -> str | Test:
        if self._peek() != "\\":
            return self._take()
        self.at += 1
        return self._escaped_class() or self._escaped()


def _anything(letter: str) -> bool:
    del letter
    return True
