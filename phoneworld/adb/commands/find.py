"""`find`: files by tests that are joined with `-a`, `-o`, `!` and parentheses; `-print` and `-delete`.

What it cannot read is an error, and then nothing is deleted.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from phoneworld.adb.errors import AdbError
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.paths import each_path
from phoneworld.adb.storage.file_entry import Entry


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """A file or folder on the way, by the name it would be printed with."""

    entry: Entry
    shown: str
    depth: int


@dataclass(slots=True)
class _Actions:
    """What is done with what was found."""

    printed: list[str] = field(default_factory=list[str])
    deleted: list[str] = field(default_factory=list[str])


Test = Callable[[FoundEntry, _Actions], bool]


@dataclass(slots=True)
class FindQuery:
    """The words of a command line, read from left to right."""

    words: list[str]
    least_depth: int = 0
    most_depth: int = 99
    acts: bool = False
    """Whether the words say what to do; otherwise what is found is printed."""

    def read(self) -> Test:
        """The test that the words describe."""
        if not self.words:
            return _anything
        test = self._either()
        if self.words:
            raise AdbError(f"bad option {self.words[0]}")
        return test

    def _either(self) -> Test:
        tests = [self._both()]
        while self.words and self.words[0] in ("-o", "-or"):
            self.words.pop(0)
            tests.append(self._both())
        return lambda found, actions: any(test(found, actions) for test in tests)

    def _both(self) -> Test:
        tests = [self._one()]
        while self.words and self.words[0] not in ("-o", "-or", ")"):
            if self.words[0] in ("-a", "-and"):
                self.words.pop(0)
            tests.append(self._one())
        return lambda found, actions: all(test(found, actions) for test in tests)

    def _one(self) -> Test:
        word = self._next("an expression")
        match word:
            case "!" | "-not":
                test = self._one()
                return lambda found, actions: not test(found, actions)
            case "(":
                test = self._either()
                if self._next(")") != ")":
                    raise AdbError("need )")
                return test
            case "-true" | "-depth" | "-xdev":
                return _anything
            case "-print":
                self.acts = True
                return _print
            case "-delete":
                self.acts = True
                return _delete
            case "-name" | "-iname" | "-path" | "-ipath" | "-type" | "-mindepth" | "-maxdepth":
                return self._test(word, self._next(f"an argument for {word}"))
            case "-empty":
                return lambda found, _: not found.entry.is_folder and not found.entry.size
            case _:
                raise AdbError(f"bad option {word}")

    def _test(self, word: str, value: str) -> Test:
        match word:
            case "-name":
                return lambda found, _: fnmatch.fnmatchcase(found.entry.name, value)
            case "-iname":
                return lambda found, _: fnmatch.fnmatchcase(found.entry.name.lower(), value.lower())
            case "-path":
                return lambda found, _: fnmatch.fnmatchcase(found.shown, value)
            case "-ipath":
                return lambda found, _: fnmatch.fnmatchcase(found.shown.lower(), value.lower())
            case "-type" if value in ("f", "d"):
                return lambda found, _: found.entry.is_folder is (value == "d")
            case "-mindepth" if value.isdecimal():
                self.least_depth = int(value[:6])
                return _anything
            case "-maxdepth" if value.isdecimal():
                self.most_depth = int(value[:6])
                return _anything
            case _:
                raise AdbError(f"bad {word} '{value}'")

    def _next(self, what: str) -> str:
        if not self.words:
            raise AdbError(f"needs {what}")
        return self.words.pop(0)


def _anything(found: FoundEntry, actions: _Actions) -> bool:
    del found, actions
    return True


def _print(found: FoundEntry, actions: _Actions) -> bool:
    actions.printed.append(found.shown)
    return True


def _delete(found: FoundEntry, actions: _Actions) -> bool:
    actions.deleted.append(found.entry.path)
    return True


def _find(io: Io, arguments: Sequence[str]) -> int:
    words = list(arguments)
    roots: list[str] = []
    while words and not words[0].startswith("-") and words[0] not in ("!", "("):
        roots.append(words.pop(0))
    query = FindQuery(words)
    test = query.read()
    tree = io.session.tree

    def look(path: str, given: str) -> None:
        actions = _Actions()
        for entry in tree.walk(path):
            below = entry.path[len(path) :].strip("/")
            shown = f"{given.rstrip('/')}/{below}" if below else given
            found = FoundEntry(entry, shown, below.count("/") + bool(below))
            if not query.least_depth <= found.depth <= query.most_depth:
                continue
            if test(found, actions) and not query.acts:
                actions.printed.append(shown)
        io.out("".join(f"{line}\n" for line in actions.printed))
        # What lies in a folder goes before it.
        for doomed in reversed(actions.deleted):
            if tree.stat(doomed).is_folder:
                tree.remove_folder(doomed)
            else:
                tree.remove(doomed)

    return each_path(io, "find", roots or ["."], look)


COMMANDS: dict[str, Command] = {"find": _find}
