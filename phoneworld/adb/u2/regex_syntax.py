r"""The syntax of Java's regular expressions, read into a tree.

What Java refuses is refused here too, as `PatternError`. Not known: names of characters, grapheme
clusters (`\X`), canonical equivalence.
"""

from __future__ import annotations

import re

from phoneworld.adb.u2.regex_classes import (
    LINE_ENDS,
    Test,
    all_of,
    any_of,
    between,
    ignoring_case,
    opposite,
)
from phoneworld.adb.u2.regex_reader import PatternError, PatternReader
from phoneworld.adb.u2.regex_tree import (
    Alternation,
    Anchor,
    CaptureGroup,
    Lookaround,
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
_COMMENT = re.compile(r"\s+|#[^\n]*\n?")
_NAME = re.compile(r"k<([A-Za-z][A-Za-z0-9]*)>")
_ANCHORS = "AzZbBG"


def parse(pattern: str, *, dot_all: bool = False) -> Parsed:
    """Read a pattern; `dot_all` lets a dot stand for line ends, too."""
    if len(pattern) > LONGEST:
        raise PatternError(f"the pattern is longer than {LONGEST} characters")
    return _Parser(pattern, "s" if dot_all else "").whole()


class _Parser:
    def __init__(self, text: str, flags: str) -> None:
        self._in = PatternReader(text)
        self._flags = frozenset(flags)
        self._groups = 0
        self._names: dict[str, int] = {}
        self._looks_back = False

    def whole(self) -> Parsed:
        tree = self._alternatives(0)
        if self._in.peek():
            raise self._in.error("Unmatched closing ')'")
        return Parsed(tree, self._groups, self._looks_back)

    def _alternatives(self, depth: int) -> Tree:
        if depth > DEEPEST:
            raise self._in.error("Too many groups in each other")
        options = [self._sequence(depth)]
        while self._in.peek() == "|":
            self._in.at += 1
            options.append(self._sequence(depth))
        return options[0] if len(options) == 1 else Alternation(tuple(options))

    def _sequence(self, depth: int) -> Tree:
        items: list[Tree] = []
        while True:
            if "x" in self._flags:
                self._skip_comments()
            letter = self._in.peek()
            if not letter or letter in "|)":
                return items[0] if len(items) == 1 else Sequence(tuple(items))
            if self._in.text.startswith("\\Q", self._in.at):
                quoted = [self._single(sign) for sign in self._in.quoted()]
                items += quoted[:-1]
                if quoted:
                    items.append(self._repeated(quoted[-1]))
                continue
            item = self._atom(depth)
            if item is not None:
                items.append(self._repeated(item))

    def _skip_comments(self) -> None:
        while self._in.found(_COMMENT):
            pass

    def _repeated(self, item: Tree) -> Tree:
        """The item with the quantifier that follows it, if one does."""
        if "x" in self._flags:
            self._skip_comments()
        sign = self._in.peek()
        if sign and sign in "*+?":
            self._in.at += 1
            least, most = int(sign == "+"), 1 if sign == "?" else None
        elif sign == "{":
            found = self._in.found(_COUNT)
            if found is None:
                raise self._in.error("Illegal repetition")
            least = int(found[1])
            most = least if found[2] is None else int(found[3]) if found[3] else None
            if most is not None and most < least:
                raise self._in.error("Illegal repetition range")
        else:
            return item
        manner = self._in.peek()
        if manner and manner in "+?":
            self._in.at += 1
        return Repeat(item, least, most, lazy=manner == "?", owned=manner == "+")

    def _single(self, letter: str) -> Single:
        return Single(self._with_case(letter.__eq__))

    def _with_case(self, test: Test) -> Test:
        return ignoring_case(test, unicode="u" in self._flags) if "i" in self._flags else test

    def _atom(self, depth: int) -> Tree | None:
        letter = self._in.peek()
        if letter == "(":
            return self._group(depth)
        if letter == "[":
            self._in.at += 1
            return Single(self._class(depth))
        if letter == "\\":
            self._in.at += 1
            return self._escape()
        self._in.at += 1
        if letter in "*+?":
            raise self._in.error(f"Dangling meta character '{letter}'")
        if letter == "{":
            raise self._in.error("Illegal repetition")
        if letter == ".":
            ends = frozenset("\n") if "d" in self._flags else LINE_ENDS
            return Single(_anything if "s" in self._flags else opposite(ends.__contains__))
        if letter in "^$":
            return Anchor(letter, lines="m" in self._flags)
        return self._single(letter)

    def _group(self, depth: int) -> Tree | None:
        found = self._in.found(_GROUP)
        if found is None or self._in.text[found.start() : found.end() + 1] == "(?":
            raise self._in.error("Unknown inline modifier or group")
        name, kind, added, removed, mark = found.groups()
        before = self._flags
        if mark is not None:
            for flag in f"{added}{removed or ''}":
                if flag not in "-idmsuxU":
                    raise self._in.error("Unknown inline modifier")
            self._flags = (self._flags | set(added)) - set(removed or "")
            if mark == ")":
                return None
        number = 0
        if kind is None and mark is None:
            self._groups += 1
            number = self._groups
            if name:
                self._names[name] = number
        item = self._alternatives(depth + 1)
        if self._in.take() != ")":
            raise self._in.error("Unclosed group")
        self._flags = before
        match kind:
            case None:
                return CaptureGroup(item, number) if number else item
            case "=" | "!":
                return Lookaround(item, "ahead", negated=kind == "!")
            case "<=" | "<!":
                return Lookaround(item, "behind", negated=kind == "<!")
            case ">":
                return Lookaround(item, "atomic")
            case _:
                return item

    def _escape(self) -> Tree:
        letter = self._in.peek()
        if letter in _ANCHORS and letter:
            self._in.at += 1
            return Anchor(letter)
        if letter == "R":
            self._in.at += 1
            ends = Single(frozenset("\n\x0b\f\r\u0085\u2028\u2029").__contains__)
            return Alternation((Sequence((Single("\r".__eq__), Single("\n".__eq__))), ends))
        if letter and letter in "123456789":
            self._in.at += 1
            number = int(letter)
            while (
                self._in.peek().isdecimal() and number * 10 + int(self._in.peek()) <= self._groups
            ):
                number = number * 10 + int(self._in.take())
            return self._repetition(number)
        if letter == "k":
            found = self._in.found(_NAME)
            if found is None or found[1] not in self._names:
                raise self._in.error("named capturing group does not exist")
            return self._repetition(self._names[found[1]])
        test = self._in.escaped_class()
        return Single(test) if test is not None else self._single(self._in.escaped_letter())

    def _repetition(self, number: int) -> Repetition:
        self._looks_back = True
        return Repetition(number, "i" in self._flags)

    def _class(self, depth: int) -> Test:
        """What is inside brackets, after the first of them."""
        if depth > DEEPEST:
            raise self._in.error("Too many classes in each other")
        negated = self._in.peek() == "^"
        self._in.at += negated
        parts: list[Test] = []
        common: list[Test] = []
        while True:
            letter = self._in.peek()
            if not letter:
                raise self._in.error("Unclosed character class")
            if letter == "]" and (parts or common):
                self._in.at += 1
                break
            if letter == "[":
                self._in.at += 1
                parts.append(self._class(depth + 1))
            elif self._in.text.startswith("&&", self._in.at):
                self._in.at += 2
                if parts:
                    common.append(any_of(tuple(parts)))
                parts = []
            elif self._in.text.startswith("\\Q", self._in.at):
                parts.append(frozenset(self._in.quoted()).__contains__)
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
        if self._in.peek() == "-" and self._in.text[self._in.at + 1 : self._in.at + 2] not in (
            "]",
            "[",
            "",
        ):
            self._in.at += 1
            last = self._class_letter()
            if not isinstance(last, str) or last < first:
                raise self._in.error("Illegal character range")
            return self._with_case(between(first, last))
        return self._with_case(first.__eq__)

    def _class_letter(self) -> str | Test:
        if self._in.peek() != "\\":
            return self._in.take()
        self._in.at += 1
        return self._in.escaped_class() or self._in.escaped_letter()


def _anything(letter: str) -> bool:
    del letter
    return True
