"""How Android's own commands (am, pm, input, cmd ...) read their arguments, and how they fail.

They are Java: one that meets something it does not understand throws, and its shell prints the
exception and exits with 255. `Thrown` stands for that; `android_command` prints it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from inspect import isawaitable

from phoneworld.adb.errors import AdbError
from phoneworld.adb.shell.command import Command, Io

ILLEGAL_ARGUMENT = "java.lang.IllegalArgumentException"
NULL_POINTER = "java.lang.NullPointerException"
SECURITY = "java.lang.SecurityException"
FAILED = 255


class Thrown(AdbError):
    """A Java exception that ends a command. `kind` is its class."""

    def __init__(self, message: str, kind: str = ILLEGAL_ARGUMENT) -> None:
        self.kind = kind
        super().__init__(message)


class Arguments:
    """A command's words, taken one after the other."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._at = 0

    @property
    def rest(self) -> list[str]:
        """What has not been taken yet."""
        return list(self._words[self._at :])

    @property
    def first(self) -> str:
        """The first of all words, taken or not: what Android calls the command."""
        return self._words[0] if self._words else ""

    def next(self) -> str | None:
        """The next word, if there is one."""
        if self._at >= len(self._words):
            return None
        self._at += 1
        return self._words[self._at - 1]

    def required(self) -> str:
        """The next word; without one, the command throws."""
        word = self.next()
        if word is None:
            after = self._words[-1] if self._words else ""
            raise Thrown(f'Argument expected after "{after}"')
        return word

    def options(self) -> Iterator[str]:
        """The options up to the first word that is none. Values are taken with `required`."""
        while self._at < len(self._words) and self._words[self._at].startswith("-"):
            word = self._words[self._at]
            self._at += 1
            if word == "--":
                return
            yield word

    def whole_number(self) -> int:
        """The next word as Java's `Integer.parseInt` reads it."""
        return read_int(self.required())


def read_int(word: str) -> int:
    """A whole number of 32 bits; anything else throws as Java does."""
    digits = word[1:] if word[:1] in ("-", "+") else word
    if digits.isascii() and digits.isdecimal() and len(digits) <= 10:
        number = int(word)
        if -(1 << 31) <= number < 1 << 31:
            return number
    raise Thrown(f'For input string: "{word}"', "java.lang.NumberFormatException")


Sub = Callable[[Io, Arguments], int | Awaitable[int]]
"""A sub-command: `am start`, `pm list`. Gets the words behind its name."""


def android_command(run: Sub) -> Command:
    """A command of the shell that prints what `run` throws as Android does."""

    async def command(io: Io, words: Sequence[str]) -> int:
        arguments = Arguments(words)
        try:
            result = run(io, arguments)
            return await result if isawaitable(result) else result
        except Thrown as thrown:
            io.err(
                f"\nException occurred while executing '{arguments.first}':\n"
                f"{thrown.kind}: {thrown}\n"
            )
            return FAILED

    return command


def dispatch(subs: Mapping[str, Sub], usage: str) -> Command:
    """A command whose first word chooses what it does. Without one, or with `help`, its usage."""

    def choose(io: Io, arguments: Arguments) -> int | Awaitable[int]:
        name = arguments.next()
        if name in (None, "help", "-h", "--help"):
            io.out(usage)
            return 0
        sub = subs.get(name)
        if sub is None:
            return unknown_command(io, name)
        return sub(io, arguments)

    return android_command(choose)


def unknown_command(io: Io, name: str) -> int:
    """There is no such sub-command. Noted, so that gaps show."""
    io.err(f"Unknown command: {name}\n")
    io.session.journal.miss(f"unknown sub-command: {name}")
    return FAILED
