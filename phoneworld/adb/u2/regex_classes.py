r"""Which characters a Java pattern's classes stand for: `\d`, `\p{Lu}`, a dot, ranges.

By default Java's classes know only ASCII, and so does its `(?i)`; `(?u)` changes the latter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

Test = Callable[[str], bool]
"""Whether a character belongs to a class."""

LINE_ENDS = frozenset("\n\r\u0085\u2028\u2029")
WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_BLANKS = frozenset(
    " \t\u00a0\u1680\u180e\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
)
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

ESCAPED: Mapping[str, Test] = {
    "d": lambda letter: "0" <= letter <= "9",
    "w": WORD.__contains__,
    "s": frozenset(" \t\n\x0b\f\r").__contains__,
    "h": _BLANKS.__contains__,
    "v": frozenset("\n\x0b\f\r\u0085\u2028\u2029").__contains__,
}
"""Classes of one letter; the capital letter is everything else."""

_NAMED: Mapping[str, Test] = {
    "Lower": lambda letter: "a" <= letter <= "z",
    "Upper": lambda letter: "A" <= letter <= "Z",
    "ASCII": str.isascii,
    "Alpha": lambda letter: letter.isascii() and letter.isalpha(),
    "Digit": ESCAPED["d"],
    "Alnum": lambda letter: letter.isascii() and letter.isalnum(),
    "Punct": _PUNCTUATION.__contains__,
    "Graph": lambda letter: "!" <= letter <= "~",
    "Print": lambda letter: " " <= letter <= "~",
    "Blank": " \t".__contains__,
    "Cntrl": lambda letter: letter < " " or letter == "\x7f",
    "XDigit": frozenset("0123456789abcdefABCDEF").__contains__,
    "Space": ESCAPED["s"],
    "javaLowerCase": str.islower,
    "javaUpperCase": str.isupper,
    "javaWhitespace": str.isspace,
    "IsAlphabetic": str.isalpha,
    "IsLetter": str.isalpha,
    "IsDigit": str.isdecimal,
    "IsLowercase": str.islower,
    "IsUppercase": str.isupper,
    "IsWhite_Space": str.isspace,
    "IsPunctuation": lambda letter: unicodedata.category(letter).startswith("P"),
}
_SCRIPTS = {
    "Latin": ("LATIN ",),
    "Greek": ("GREEK ",),
    "Cyrillic": ("CYRILLIC ",),
    "Arabic": ("ARABIC ",),
    "Hebrew": ("HEBREW ",),
    "Han": ("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH"),
    "Hiragana": ("HIRAGANA ",),
    "Katakana": ("KATAKANA ",),
    "Hangul": ("HANGUL ",),
    "Thai": ("THAI ",),
    "Devanagari": ("DEVANAGARI ",),
}
_CATEGORIES = frozenset(
    "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No Z Zs Zl Zp C Cc Cf Cs Co Cn P Pd Ps Pe Pc Po Pi Pf "
    "S Sm Sc Sk So".split()
)


def named_class(name: str) -> Test | None:
    r"""The class `\p{name}`; None if it is not known."""
    found = _NAMED.get(name)
    if found is not None:
        return found
    key, equals, value = name.partition("=")
    if equals:
        name = value
    elif name not in _CATEGORIES:
        name = name.removeprefix("Is")
    if name in _CATEGORIES and key not in ("script", "sc"):
        return lambda letter: unicodedata.category(letter).startswith(name)
    starts = _SCRIPTS.get(name)
    if starts is not None:
        return lambda letter: unicodedata.name(letter, "").startswith(starts)
    return None


def opposite(test: Test) -> Test:
    return lambda letter: not test(letter)


def any_of(tests: tuple[Test, ...]) -> Test:
    """The union of classes."""
    if len(tests) == 1:
        return tests[0]
    return lambda letter: any(test(letter) for test in tests)


def all_of(tests: tuple[Test, ...]) -> Test:
    """What classes have in common."""
    if len(tests) == 1:
        return tests[0]
    return lambda letter: all(test(letter) for test in tests)


def between(first: str, last: str) -> Test:
    return lambda letter: first <= letter <= last


def folded(letter: str, *, unicode: bool) -> tuple[str, ...]:
    """The characters that count as the same when case does not matter."""
    if not unicode and not letter.isascii():
        return (letter,)
    return tuple({letter, letter.lower(), letter.upper()})


def ignoring_case(test: Test, *, unicode: bool) -> Test:
    return lambda letter: any(test(other) for other in folded(letter, unicode=unicode))
