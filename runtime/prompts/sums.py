"""Sums in replies: a policy writes `{=$11.50*2+$5.50}` where the result should stand, and code works it out.

    numbers     2, 6.50, $1,132.35      a result has the decimals of its numbers, and their currency
    times       08:30                   plus or minus minutes (95) or hours (2h); less another: minutes
    parts       hour of 08:30-95        as two digits, for fields that take one part of a time

What is worked out is told in the decision's thought, a line each (`Sum: $28.50 = $11.50*2+$5.50`), and
writing such a decision as a reply puts the sum back. What begins like a sum and is none stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, DivisionByZero, InvalidOperation

SUM = "Sum: "
LONGEST_SUM = 120

_BRACES = re.compile(rf"\{{=([^{{}}]{{1,{LONGEST_SUM}}})\}}")
_LINE = re.compile(rf"^{SUM}(.+?) = (.+)$", re.MULTILINE)
_PART = re.compile(r"(hour|minute) of (.+)")
_TERM = re.compile(r"\s*(?:(\d{1,2}):(\d{2})|(\d{1,3})h\b|(\$?)(\d[\d,]{0,14}(?:\.\d{1,6})?))\s*")
_SIGNS = "+-*/"
_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """A sum and its result, both as they are written."""

    result: str
    expression: str

    @property
    def line(self) -> str:
        return f"{SUM}{self.result} = {self.expression}"


def work_out(expression: str) -> str | None:
    """The result of a sum, as it would be written; None for what is no sum."""
    part = _PART.fullmatch(expression.strip())
    terms = _read(part.group(2) if part else expression)
    if terms is None:
        return None
    try:
        found = _total(terms)
        written = "" if found is None else found.written()
    except (DivisionByZero, InvalidOperation, ZeroDivisionError):
        return None  # by zero, or more digits than are kept
    if found is None or (part and not found.is_time):
        return None
    if not part:
        return written
    hour, _, minute = written.partition(":")
    return hour if part.group(1) == "hour" else minute


def fill_in(text: str) -> tuple[str, tuple[WorkedOut, ...]]:
    """A text with its sums worked out, and what they were."""
    found: list[WorkedOut] = []

    def result_of(match: re.Match[str]) -> str:
        result = work_out(match.group(1))
        if result is None:
            return match.group()
        found.append(WorkedOut(result, match.group(1)))
        return result

    return _BRACES.sub(result_of, text), tuple(found)


def take_back(text: str, sums: Iterable[WorkedOut]) -> str:
    """A text with sums in the place of their results."""
    for worked in sums:
        whole = rf"(?<![\w.,:$]){re.escape(worked.result)}(?![\w:]|[.,]\d)"
        text = re.sub(whole, lambda _, put=worked.expression: f"{{={put}}}", text, count=1)
    return text


def sums_of(thought: str) -> tuple[WorkedOut, ...]:
    """The sums that a thought tells."""
    return tuple(WorkedOut(*match.groups()) for match in _LINE.finditer(thought))


@dataclass(frozen=True, slots=True)
class _Term:
    """A number; a time is minutes after midnight."""

    value: Decimal
    is_time: bool = False
    currency: str = ""
    decimals: int = 0

    def written(self) -> str:
        if self.is_time:
            hour, minute = divmod(int(self.value) % _DAY, 60)
            return f"{hour:02}:{minute:02}"
        rounded = self.value.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)
        if not self.currency:
            return str(rounded)
        return f"{'-' if rounded < 0 else ''}{self.currency}{abs(rounded):,}"


def _read(expression: str) -> list[tuple[str, _Term]] | None:
    """The numbers of a sum, each with the sign before it."""
    terms: list[tuple[str, _Term]] = []
    at, sign = 0, "+"
    while match := _TERM.match(expression, at):
        terms.append((sign, _term(match)))
        at = match.end()
        if at == len(expression):
            return terms if len(terms) > 1 else None
        sign = expression[at]
        if sign not in _SIGNS:
            return None
        at += 1
    return None


def _term(match: re.Match[str]) -> _Term:
    hour, minute, hours, currency, number = match.groups()
    if hour is not None:
        return _Term(Decimal(int(hour) * 60 + int(minute)), is_time=True)
    if hours is not None:
        return _Term(Decimal(int(hours) * 60))
    digits = number.replace(",", "")
    return _Term(Decimal(digits), currency=currency, decimals=len(digits.partition(".")[2]))


def _total(terms: list[tuple[str, _Term]]) -> _Term | None:
    """Products and quotients first, then what is added and taken away."""
    products: list[tuple[str, _Term]] = []
    for sign, term in terms:
        if sign in "+-":
            products.append((sign, term))
        elif term.is_time or products[-1][1].is_time:
            return None
        else:
            before_sign, before = products[-1]
            products[-1] = (before_sign, _product(before, sign, term))
    total = products[0][1]
    for sign, term in products[1:]:
        added = _added(total, sign, term)
        if added is None:
            return None
        total = added
    return total


def _product(left: _Term, sign: str, right: _Term) -> _Term:
    value = left.value * right.value if sign == "*" else left.value / right.value
    decimals = max(left.decimals, right.decimals)
    if not decimals and value != value.to_integral_value():
        decimals = 2
    return _Term(value, currency=left.currency or right.currency, decimals=decimals)


def _added(left: _Term, sign: str, right: _Term) -> _Term | None:
    value = left.value + right.value if sign == "+" else left.value - right.value
    if left.is_time and right.is_time:
        return _Term((value + _DAY) % _DAY) if sign == "-" else None
    if right.is_time:
        return None
    currency, decimals = left.currency or right.currency, max(left.decimals, right.decimals)
    return _Term(value, is_time=left.is_time, currency=currency, decimals=decimals)
