"""Patterns of grep, as Python understands them.

Python's matcher can take forever on some patterns, and the phone's clients share one event loop:
patterns that could are refused.
"""

from __future__ import annotations

import re

from phoneworld.adb.errors import AdbError

LONGEST = 2000
MAX_REPEATS = 4
MAX_CHOICES = 8
MAX_COUNT = 255

_CLASSES = {
    "alnum": "a-zA-Z0-9", "alpha": "a-zA-Z", "digit": "0-9", "lower": "a-z", "upper": "A-Z",
    "space": r"\s", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9A-Fa-f", "blank": " \t",
}  # fmt: skip
_OPENING = "("
_TOKEN = re.compile(r"\\.|\[\^?\]?[^\]]*\]|.", re.DOTALL)
_REPEAT = re.compile(r"[*+]|\{\d{0,9},?\d{0,9}\}")


def compile_pattern(
    text: str, *, extended: bool, fixed: bool, ignore_case: bool
) -> re.Pattern[str]:
    """A compiled pattern in basic, `extended` or no syntax, or `AdbError`."""
    if len(text) > LONGEST:
        raise AdbError("the pattern is too long")
    if fixed:
        pattern = re.escape(text)
    else:
        pattern = _translated(text, extended=extended)
        _check_cost(pattern)
    try:
        return re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except (re.error, OverflowError, RecursionError) as error:
        raise AdbError(f"bad pattern {text!r}: {error}") from error


def _translated(text: str, *, extended: bool) -> str:
    parts: list[str] = []
    for token in _TOKEN.findall(text):
        if token.startswith("[") and len(token) > 1:
            parts.append(_character_class(token))
        elif not extended and token in ("\\|", "\\(", "\\)", "\\{", "\\}", "\\+", "\\?"):
            parts.append(token[1])
        elif not extended and token in ("|", "(", ")", "{", "}", "+", "?"):
            parts.append("\\" + token)
        elif token in ("\\<", "\\>"):
            parts.append(r"\b")
        elif len(token) == 2 and token[1] not in "bBwWsSdD" and token[1].isalnum():
            parts.append(re.escape(token[1]))
        elif token == _OPENING:
            parts.append("(?:")
        else:
            parts.append(token)
    pattern = "".join(parts)
    # grep takes a star with nothing before it for a star.
    return re.sub(r"(^|(?<=\|)|(?<=\(\?:))\^?\*", lambda found: found.group()[:-1] + r"\*", pattern)


def _character_class(token: str) -> str:
    inner = token[1:-1]
    negated = inner.startswith("^")
    inner = inner.removeprefix("^").replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    for name, members in _CLASSES.items():
        inner = inner.replace(f"\\[:{name}:", members)
    return f"[{'^' if negated else ''}{inner}]"


def _check_cost(pattern: str) -> None:
    """Refuse what can take exponential time: choices that are repeated, or too many of them."""
    repeats = choices = at = 0
    costly = [False]
    before = ""
    while token := _TOKEN.match(pattern, at):
        text = token.group()
        at = token.end()
        group_is_costly = False
        if text == _OPENING:
            costly.append(False)
        elif text == ")" and len(costly) > 1:
            group_is_costly = costly.pop()
            choices += group_is_costly
            costly[-1] |= group_is_costly
        elif text == "|":
            costly[-1] = True
        elif text == "?" and before != _OPENING:
            costly[-1] = True
            choices += 1
        before = text
        if repeat := _REPEAT.match(pattern, at):
            at = repeat.end()
            repeats += 1
            costly[-1] = True
            most = max(map(int, re.findall(r"\d+", repeat.group())), default=0)
            if group_is_costly or most > MAX_COUNT:
                choices = MAX_CHOICES + 1
        if repeats > MAX_REPEATS or choices > MAX_CHOICES:
            raise AdbError("the pattern is too costly for this phone")
