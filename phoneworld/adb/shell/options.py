"""Options of the phone's commands, read as toybox reads them."""

from __future__ import annotations

import getopt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from phoneworld.adb.errors import AdbError


@dataclass(frozen=True, slots=True)
class ParsedOptions:
    """What was given: letters of flags, values by letter (the last counts), and the rest.

    `repeated` are the flags that were given more than once, as in `-ll`.
    """

    flags: frozenset[str]
    values: dict[str, str]
    rest: list[str]
    repeated: frozenset[str] = frozenset()

    def __contains__(self, letter: str) -> bool:
        return letter in self.flags

    def number(self, letter: str, otherwise: int) -> int:
        """The value of a letter as a whole number."""
        text = self.values.get(letter)
        if text is None:
            return otherwise
        if not text.lstrip("+-").isdecimal() or len(text) > 15:
            raise AdbError(f"bad number {text!r}")
        return int(text)


def read_options(arguments: Sequence[str], letters: str) -> ParsedOptions:
    """Options in getopt's notation: `ab:` is a flag `-a`, and `-b VALUE`."""
    try:
        found, rest = getopt.gnu_getopt(list(arguments), letters)
    except getopt.GetoptError as error:
        raise AdbError(f"Unknown option '{error.opt}'") from error
    flags = Counter(name[1:] for name, value in found if not value)
    return ParsedOptions(
        frozenset(flags),
        {name[1:]: value for name, value in found if value},
        rest,
        frozenset(name for name, times in flags.items() if times > 1),
    )
