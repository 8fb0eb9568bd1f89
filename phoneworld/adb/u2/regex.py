r"""Java's regular expressions, bounded in time: whether a pattern matches the whole of a text.

All phones of a server share one event loop, and Python's own matcher may take for ever on some
patterns. Here, no place of the pattern is tried twice at the same place of the text, so that the
work grows with their lengths only; patterns that repeat a group (`\1`) may need more, and are
given up when the budget is spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from phoneworld.adb.errors import AdbError
from phoneworld.adb.u2.regex_classes import LINE_ENDS, WORD, Test, folded
from phoneworld.adb.u2.regex_reader import PatternError
from phoneworld.adb.u2.regex_syntax import parse
from phoneworld.adb.u2.regex_tree import (
    Alternation,
    Anchor,
    CaptureGroup,
    Lookaround,
    Repeat,
    Repetition,
    Sequence,
    Single,
    Tree,
)

MAX_STEPS = 200_000
MAX_INSTRUCTIONS = 5000
Groups = tuple[tuple[int, int], ...]
UNSET = (-1, -1)


class TooCostly(AdbError):
    """Matching took more steps than a phone can give."""


class Budget:
    """Steps that are left for a question, however many texts it looks at."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self._left = steps

    def spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise TooCostly("the pattern takes too long: make it simpler")


@dataclass(frozen=True, slots=True)
class Fork:
    """Go on at one place, and at another if that fails."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class GroupMark:
    """Remember where a group starts or ends."""

    group: int
    is_end: bool


@dataclass(frozen=True, slots=True)
class Glance:
    """Run a part by itself."""

    part: RegexProgram
    look: Lookaround


Instruction = Test | int | Fork | GroupMark | Glance | Anchor | Repetition
"""A test takes one character; a number is the place to go on at."""


class RegexProgram:
    """A pattern that can be run. Its end is the place after the last instruction."""

    def __init__(self, tree: Tree, size: Budget, *, keeps_groups: bool) -> None:
        self._size = size
        self._keeps_groups = keeps_groups
        self._code: list[Instruction] = []
        self._add(tree)

    def _add(self, tree: Tree) -> None:
        self._size.spend(1)
        code = self._code
        match tree:
            case Single(test):
                code.append(test)
            case Sequence(items):
                for item in items:
                    self._add(item)
            case Alternation(options):
                self._add_choice(options)
            case Repeat():
                self._add_repeat(tree)
            case CaptureGroup(item, number):
                if self._keeps_groups:
                    code.append(GroupMark(number, is_end=False))
                self._add(item)
                if self._keeps_groups:
                    code.append(GroupMark(number, is_end=True))
            case Lookaround(item):
                part = RegexProgram(item, self._size, keeps_groups=self._keeps_groups)
                code.append(Glance(part, tree))
            case Repetition() | Anchor():
                code.append(tree)
            case _:
                assert_never(tree)

    def _add_choice(self, options: Iterable[Tree]) -> None:
        code = self._code
        *others, last = options
        ends: list[int] = []
        for option in others:
            fork = len(code)
            code.append(fork)
            self._add(option)
            ends.append(len(code))
            code.append(0)
            code[fork] = Fork(fork + 1, len(code))
        self._add(last)
        for end in ends:
            code[end] = len(code)

    def _add_repeat(self, repeat: Repeat) -> None:
        if repeat.owned:
            self._add(Lookaround(Repeat(repeat.item, repeat.least, repeat.most), "atomic"))
            return
        code = self._code
        for _ in range(repeat.least):
            self._add(repeat.item)
        if repeat.most is None:
            start = len(code)
            code.append(0)
            self._add(repeat.item)
            code.append(start)
            code[start] = self._fork(start + 1, len(code), repeat)
            return
        forks: list[int] = []
        for _ in range(repeat.most - repeat.least):
            forks.append(len(code))
            code.append(0)
            self._add(repeat.item)
        for fork in forks:
            code[fork] = self._fork(fork + 1, len(code), repeat)

    @staticmethod
    def _fork(inside: int, after: int, repeat: Repeat) -> Fork:
        return Fork(after, inside) if repeat.lazy else Fork(inside, after)

    def run(
        self, text: str, start: int, groups: Groups, budget: Budget, *, end: int | None = None
    ) -> tuple[int, Groups] | None:
        """Where the first match from `start` ends, and its groups; it must end at `end` if given."""
        code, finish = self._code, len(self._code)
        waiting: list[tuple[int, int, Groups]] = [(0, start, groups)]
        tried: set[tuple[int, int, Groups]] = set()
        while waiting:
            state = waiting.pop()
            if state in tried:
                continue
            tried.add(state)
            budget.spend(1)
            place, at, kept = state
            if place == finish:
                if end is None or at == end:
                    return at, kept
                continue
            step = code[place]
            if isinstance(step, int):
                waiting.append((step, at, kept))
            elif isinstance(step, Fork):
                waiting.append((step.second, at, kept))
                waiting.append((step.first, at, kept))
            elif isinstance(step, GroupMark):
                waiting.append((place + 1, at, _marked(kept, step, at)))
            elif isinstance(step, Anchor):
                if _ANCHORS[step.kind](text, at, step.lines):
                    waiting.append((place + 1, at, kept))
            elif isinstance(step, Repetition):
                length = _repeated(text, at, kept, step)
                if length is not None:
                    waiting.append((place + 1, at + length, kept))
            elif isinstance(step, Glance):
                seen = _glance(step, text, at, kept, budget)
                if seen is not None:
                    waiting.append((place + 1, *seen))
            elif at < len(text) and step(text[at]):
                waiting.append((place + 1, at + 1, kept))
        return None


def _marked(groups: Groups, mark: GroupMark, at: int) -> Groups:
    place = mark.group - 1
    pair = (groups[place][0], at) if mark.is_end else (at, -1)
    return (*groups[:place], pair, *groups[place + 1 :])


def _repeated(text: str, at: int, groups: Groups, again: Repetition) -> int | None:
    if again.number > len(groups):
        return None
    start, end = groups[again.number - 1]
    wanted = text[start:end]
    found = text[at : at + end - start]
    if end < 0 or len(found) < len(wanted):
        return None
    if again.ignores_case:
        same = all(a in folded(b, unicode=False) for a, b in zip(found, wanted, strict=True))
    else:
        same = found == wanted
    return len(wanted) if same else None


def _glance(
    step: Glance, text: str, at: int, groups: Groups, budget: Budget
) -> tuple[int, Groups] | None:
    """Where to go on after a part that was run by itself."""
    match step.look.kind:
        case "atomic":
            return step.part.run(text, at, groups, budget)
        case "ahead":
            seen = step.part.run(text, at, groups, budget)
        case "behind":
            tries = (
                step.part.run(text, start, groups, budget, end=at) for start in range(at, -1, -1)
            )
            seen = next((found for found in tries if found is not None), None)
    if step.look.negated:
        return (at, groups) if seen is None else None
    return None if seen is None else (at, seen[1])


def _before_last_line_end(text: str, at: int) -> bool:
    rest = text[at:]
    return rest == "\r\n" or (len(rest) == 1 and rest in LINE_ENDS)


def _is_start(text: str, at: int, lines: bool) -> bool:  # noqa: FBT001 - one shape for all anchors
    return at == 0 or (lines and at < len(text) and text[at - 1] in LINE_ENDS)


def _is_end(text: str, at: int, lines: bool) -> bool:  # noqa: FBT001 - one shape for all anchors
    if at == len(text) or _before_last_line_end(text, at):
        return True
    return lines and text[at] in LINE_ENDS


def _is_edge(text: str, at: int) -> bool:
    before = at > 0 and text[at - 1] in WORD
    return before != (at < len(text) and text[at] in WORD)


_ANCHORS: dict[str, Callable[[str, int, bool], bool]] = {
    "^": _is_start,
    "$": _is_end,
    "A": lambda _, at, __: at == 0,
    "G": lambda _, at, __: at == 0,
    "z": lambda text, at, _: at == len(text),
    "Z": lambda text, at, _: _is_end(text, at, False),
    "b": lambda text, at, _: _is_edge(text, at),
    "B": lambda text, at, _: not _is_edge(text, at),
}


class Pattern:
    """A compiled pattern."""

    def __init__(self, pattern: str, *, dot_all: bool) -> None:
        parsed = parse(pattern, dot_all=dot_all)
        self._groups: Groups = (UNSET,) * parsed.groups if parsed.looks_back else ()
        size = Budget(MAX_INSTRUCTIONS)
        try:
            self._program = RegexProgram(parsed.tree, size, keeps_groups=parsed.looks_back)
        except TooCostly as error:
            raise PatternError("the pattern repeats too much") from error

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the pattern matches the whole text, as Java's `Matcher.matches`."""
        return self._program.run(text, 0, self._groups, budget, end=len(text)) is not None


@lru_cache(maxsize=128)
def compile_pattern(pattern: str, *, dot_all: bool = False) -> Pattern:
    """A compiled pattern, or `PatternError`."""
    return Pattern(pattern, dot_all=dot_all)
