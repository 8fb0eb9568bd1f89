"""From a word as it is written to the arguments it stands for.

In the order of every shell: variables and `$(...)`, splitting at blanks, patterns of file names.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Awaitable, Callable
from typing import assert_never

from phoneworld.adb.errors import FileError
from phoneworld.adb.shell.state import LONGEST_VALUE, State
from phoneworld.adb.shell.syntax import LiteralText, Script, Substitution, Variable, Word
from phoneworld.adb.storage.files import FileTree

_PATTERN = re.compile(r"[*?\[]")
_SPECIAL = re.compile(r"([*?\[])")
_BLANKS = re.compile(r"[ \t\n]+")

Run = tuple[str, bool]
"""Characters, and whether they were quoted."""


class _Fields:
    """Arguments in the making."""

    def __init__(self) -> None:
        self.done: list[list[Run]] = []
        self._current: list[Run] | None = None

    def add(self, text: str, *, quoted: bool) -> None:
        if self._current is None:
            self._current = []
        self._current.append((text, quoted))

    def add_value(self, value: str, *, quoted: bool) -> None:
        """Add what a variable stands for: unquoted, it is split at blanks."""
        if quoted:
            self.add(value, quoted=True)
            return
        for number, piece in enumerate(_BLANKS.split(value)):
            if number:
                self.end()
            if piece:
                self.add(piece, quoted=False)

    def end(self) -> None:
        if self._current is not None:
            self.done.append(self._current)
            self._current = None


class Expander:
    """Expands words for one shell. `run` gives what a script writes."""

    def __init__(
        self, state: State, tree: FileTree, run: Callable[[Script], Awaitable[str]]
    ) -> None:
        self._state = state
        self._tree = tree
        self._run = run

    async def text(self, word: Word) -> str:
        """The word as one text: for assignments and redirections."""
        parts: list[str] = []
        for part in word:
            match part:
                case LiteralText():
                    parts.append(part.text)
                case Variable():
                    parts.append(await self._variable(part))
                case Substitution():
                    parts.append(await self._run(part.script))
                case _:
                    assert_never(part)
        return _bounded("".join(parts))

    async def fields(self, word: Word) -> list[str]:
        """The arguments that a word stands for: none, one or several."""
        if len(word) == 1 and isinstance(word[0], LiteralText):
            return self._named([(word[0].text, word[0].quoted)])
        fields = _Fields()
        for part in word:
            match part:
                case LiteralText():
                    fields.add(part.text, quoted=part.quoted)
                case Variable("@", quoted=True):
                    for number, argument in enumerate(self._state.arguments):
                        if number:
                            fields.end()
                        fields.add(argument, quoted=True)
                case Variable():
                    fields.add_value(await self._variable(part), quoted=part.quoted)
                case Substitution():
                    fields.add_value(await self._run(part.script), quoted=part.quoted)
                case _:
                    assert_never(part)
        fields.end()
        return [name for field in fields.done for name in self._named(field)]

    def _named(self, field: list[Run]) -> list[str]:
        """The files that a field is a pattern of, or the field itself."""
        whole = _bounded("".join(text for text, _ in field))
        if not any(not quoted and _PATTERN.search(text) for text, quoted in field):
            return [whole]
        pattern = "".join(_SPECIAL.sub(r"[\1]", text) if quoted else text for text, quoted in field)
        try:
            return self._tree.glob(pattern, self._state.cwd) or [whole]
        except FileError:
            return [whole]

    async def _variable(self, part: Variable) -> str:
        value = self._state.value_of(part.name)
        if part.operator == "length":
            return str(len(value or ""))
        if not part.operator:
            return value or ""
        is_set = value is not None and (bool(value) or not part.operator.startswith(":"))
        match part.operator[-1]:
            case "+":
                return await self.text(part.word) if is_set else ""
            case "=" if not is_set:
                value = await self.text(part.word)
                self._state.set(part.name, value)
                return value
            case _:
                return (value or "") if is_set else await self.text(part.word)


def _bounded(text: str) -> str:
    if len(text) > LONGEST_VALUE:
        raise FileError(text[:20] + "...", errno.E2BIG)
    return text
