"""A regular expression as a tree: what `regex_syntax` reads and `regex` runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from phoneworld.adb.u2.regex_classes import Test


@dataclass(frozen=True, slots=True)
class Single:
    """One character of a class."""

    test: Test


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Alternation:
    options: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """An item some times. `most` is None without a limit. What was taken by an `owned` one is kept."""

    item: Tree
    least: int
    most: int | None
    lazy: bool = False
    owned: bool = False


@dataclass(frozen=True, slots=True)
class CaptureGroup:
    """A part that is remembered under a number."""

    item: Tree
    number: int


@dataclass(frozen=True, slots=True)
class Repetition:
    """What a group has matched, once more."""

    number: int
    ignores_case: bool


@dataclass(frozen=True, slots=True)
class Lookaround:
    """What must come next, or before; or must not. With `atomic`, it is also taken."""

    item: Tree
    kind: Literal["ahead", "behind", "atomic"]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place: `^`, `$`, or the letter of an escape; `lines` if every line has it."""

    kind: str
    lines: bool = False


Tree = Single | Sequence | Alternation | Repeat | CaptureGroup | Repetition | Lookaround | Anchor


@dataclass(frozen=True, slots=True)
class Parsed:
    """A whole pattern, how many groups it has, and whether one of them is asked for again."""

    tree: Tree
    groups: int
    looks_back: bool
