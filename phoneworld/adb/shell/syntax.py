"""The parts that a command line of the phone's shell is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class LiteralText:
    """Characters as they stand. Quoted ones are no pattern and stay together."""

    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """`$NAME`, `${NAME}`, `${NAME:-word}`; `operator` is what stands between name and word.

    `${#NAME}`, the length, has the operator `length`.
    """

    name: str
    quoted: bool
    operator: str = ""
    word: Word = ()


@dataclass(frozen=True, slots=True)
class Substitution:
    """`$(script)`: what a script writes."""

    script: Script
    quoted: bool


Part = LiteralText | Variable | Substitution
Word = tuple[Part, ...]


class RedirectKind(StrEnum):
    """What a redirection does with a file or with another descriptor."""

    READ = "<"
    WRITE = ">"
    APPEND = ">>"
    JOIN = ">&"


@dataclass(frozen=True, slots=True)
class Redirect:
    """`2>file`, `2>&1`, `<file`."""

    descriptor: int
    direction: RedirectKind
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    """A command with its arguments, what it sets before, and where its output goes."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """`{ script; }`, or `( script )`, whose changes are forgotten afterwards."""

    script: Script
    is_subshell: bool
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class If:
    """`if .. then .. elif .. then .. else .. fi`: conditions, each with its script."""

    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """`while .. do .. done`, or `until`."""

    condition: Script
    body: Script
    until: bool
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class For:
    """`for name in words; do .. done`; without words, the shell's own arguments."""

    name: str
    words: tuple[Word, ...] | None
    body: Script
    redirects: tuple[Redirect, ...]


Command = Simple | CommandGroup | If | Loop | For


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands of which each reads what the one before it writes."""

    commands: tuple[Command, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """Pipelines, each with the `&&` or `||` before it (the first has none)."""

    links: tuple[tuple[str, Pipeline], ...]
    in_background: bool = False


Script = tuple[Chain, ...]
