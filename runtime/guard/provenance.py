"""What was read where in one episode: codes, account numbers, how people are reached, their messages.

Bounded: of a screen no more is read than time allows, and no more is remembered than a run needs. Pure
but for that memory; nothing is decided here.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote_plus

from runtime.guard.labels import plain
from runtime.guard.layout import written_on
from runtime.guard.one_time_codes import is_bare_code, numbers_of, speaks_of_code
from runtime.guard.sensitive_text import find_sensitive
from runtime.observation import EDITABLE, Observation

MOST_READ = 4000
MOST_ELEMENTS = 80
LONGEST_TEXT = 300
WORDS = 5
"""So many words in a row make a passage that is known again."""
_SHORTEST_PASSAGE = 24
LETTERS = 10
"""And so many letters, where words are not written apart."""
MOST_LINES = 400
MOST_NUMBERS = 30
MOST_DIGITS = 600
"""So many of a screen are looked at closely. In lines beyond, all numbers are codes where a code is spoken of."""
_FEWEST_WORDS = 3
_FEWEST_LETTERS = 6
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SECRET_VALUE = re.compile(
    r"(?:passwor[dt]|kennwort|passcode|contraseña|mot de passe|senha|wachtwoord|hasło|пароль|şifre|parola|密码|密碼|パスワード|비밀번호"
    r"|كلمة المرور|पासवर्ड)(?:\s?(?:is|ist|es|est|è|é|to)\s|\s?[:：=]|是|は)\s?([^\s,;]{4,40})",
    re.IGNORECASE,
)
_LONGEST_CODE = 16
_SPACES = re.compile(r"\W+")
_MAIL_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}")
_PHONE_NUMBER = re.compile(r"(?<![\w.,])\+?\d(?:[ ()/-]{0,2}\d){7,14}(?![\w.,]\d)")


class DataKind(StrEnum):
    """What kind of thing was read."""

    CODE = "code"
    ACCOUNT = "account number"
    CONTACT = "contact"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class DataOrigin:
    """Where something was read, and what it is."""

    kind: DataKind
    app: str


class Provenance:
    """Remembers what was read on the screens of an episode, and finds it again in other texts."""

    def __init__(self) -> None:
        self._origins: OrderedDict[str, DataOrigin] = OrderedDict()
        self._lines: OrderedDict[str, DataOrigin] = OrderedDict()

    def __len__(self) -> int:
        return len(self._origins)

    def read(self, screen: Observation) -> None:
        """Take in a screen. What stands in fields was written there, not read."""
        lines = [
            plain(written)[:LONGEST_TEXT]
            for element in screen.elements[:MOST_ELEMENTS]
            if not element.flags & EDITABLE and (written := written_on(element))
        ]
        bare = any(len(line) <= _LONGEST_CODE and is_bare_code(line) for line in lines)
        told = bare and any(speaks_of_code(line) for line in lines)
        numbers = digits = 0
        for line in lines:
            numbers += len(numbers_of(line)) if numbers <= MOST_NUMBERS else 0
            digits += sum(map(str.isdigit, line))
            closely = numbers <= MOST_NUMBERS and digits <= MOST_DIGITS
            for key, kind in _pieces(line, of_code=told, closely=closely):
                self._keep(key, DataOrigin(kind, screen.package))
            for key, kind in _whole(line):
                self._lines.setdefault(key, DataOrigin(kind, screen.package))
                if len(self._lines) > MOST_LINES:
                    self._lines.popitem(last=False)

    def find(self, text: str) -> list[tuple[str, DataOrigin]]:
        """What of a text was read before: each piece with its origin."""
        found: dict[str, DataOrigin] = {}
        line = plain(unquote_plus(text[: 3 * LONGEST_TEXT]))[:LONGEST_TEXT]
        for key, _ in _pieces(line, of_code=True):
            if key in self._origins:
                found.setdefault(key, self._origins[key])
        digits = _digits(line)
        # A code is known again inside a longer text, too: an address of a page, a sentence.
        for run in re.findall(r"\d{4,8}", digits if len(digits) <= 8 else line):
            if run in self._origins:
                found.setdefault(run, self._origins[run])
        said = f" {spoken(line)} "
        for key, origin in self._lines.items():
            if key in said:
                found.setdefault(key, origin)
        return list(found.items())

    def _keep(self, key: str, origin: DataOrigin) -> None:
        self._origins.setdefault(key, origin)
        if len(self._origins) > MOST_READ:
            self._origins.popitem(last=False)


def _pieces(line: str, *, of_code: bool, closely: bool = True) -> Iterator[tuple[str, DataKind]]:
    """The parts of a text that are known again, in the form in which they are compared."""
    if not closely and speaks_of_code(line):
        for number in numbers_of(line):
            yield _digits(number), DataKind.CODE
    for span in find_sensitive(line) if closely else ():
        piece = line[span.start : span.end]
        kind = DataKind.CODE if span.kind == "code" else DataKind.ACCOUNT
        yield _digits(piece) if kind is DataKind.CODE else _squeezed(piece), kind
    if of_code and is_bare_code(line):
        yield _digits(line), DataKind.CODE
    for match in _MAIL_ADDRESS.finditer(line):
        yield match.group().casefold(), DataKind.CONTACT
    for match in _PHONE_NUMBER.finditer(line):
        yield _digits(match.group())[-9:], DataKind.CONTACT
    if len(line) >= _SHORTEST_PASSAGE:
        words = spoken(line).split()
        for start in range(len(words) - WORDS + 1):
            yield " ".join(words[start : start + WORDS]), DataKind.MESSAGE

    letters = _UNSPACED.findall(line)
    for start in range(len(letters) - LETTERS + 1):
        yield "".join(letters[start : start + LETTERS]), DataKind.MESSAGE


def _whole(line: str) -> Iterator[tuple[str, DataKind]]:
    """What is known again as a whole: a short line, a password after its name."""
    for match in _SECRET_VALUE.finditer(line):
        yield f" {spoken(match[1])} ", DataKind.CODE
    said = spoken(line)
    if said.count(" ") + 1 >= _FEWEST_WORDS or len(_UNSPACED.findall(said)) >= _FEWEST_LETTERS:
        yield f" {said} ", DataKind.MESSAGE


def is_line(piece: str) -> bool:
    """Whether what was found again is a whole line."""
    return piece.startswith(" ")


def spoken(text: str) -> str:
    """A text as it is said: small letters, one space between words."""
    return _SPACES.sub(" ", text.casefold()).strip()


def _digits(text: str) -> str:
    return "".join(letter for letter in text if letter.isdecimal())


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
