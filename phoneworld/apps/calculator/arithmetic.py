"""Arithmetic on what the keys have put together: a parser of its own over decimal numbers.

    expression = term {(+ | −) term}
    term       = factor {(× | ÷ | nothing) factor}
    factor     = (− | +) factor | power
    power      = postfix [^ factor]
    postfix    = primary {%}
    primary    = number | π | √ factor | ( expression )

`200+10%` is 220, as on every pocket calculator: a percentage that is added or taken off is one of
what stands before it. A bracket that is not closed is closed at the end.
"""

from __future__ import annotations

import re
from decimal import (
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    localcontext,
)

from phoneworld.errors import PhoneWorldError

MAX_LENGTH = 60
"""How long an expression may be: brackets as deep as this are still no matter."""
SHOWN_DIGITS = 12
PI = Decimal("3.1415926535897932384626433833")
EXACTNESS = Context(
    prec=28, Emax=300, Emin=-300, traps=[DivisionByZero, InvalidOperation, Overflow]
)
TOKEN = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:E[+−]?\d+)?|[+−×÷^%√π()]", re.ASCII)
SAME = str.maketrans({"*": "×", "/": "÷", "-": "−", ",": "", " ": "", "\n": "", "=": ""})


class NoResult(PhoneWorldError):
    """An expression that has no value; the message is what the display says."""


def tidy(text: str) -> str:
    """What can be used of a text that was pasted: signs as on the keys, nothing else; perhaps nothing."""
    text = text.strip().translate(SAME)[:MAX_LENGTH]
    return text if text and not TOKEN.sub("", text) else ""


def reckon(expression: str) -> Decimal:
    """The value of an expression, or `NoResult`."""
    tokens = TOKEN.findall(expression)
    if not tokens or "".join(tokens) != expression:
        raise NoResult("Format error")
    with localcontext(EXACTNESS):
        try:
            return +_Parser(tokens).whole()
        except DivisionByZero as error:
            raise NoResult("Can't divide by 0") from error
        except Overflow as error:
            raise NoResult("Number too large") from error
        except InvalidOperation as error:
            raise NoResult("Not a number") from error


def plain(value: Decimal) -> str:
    """A value as it is stored: `1234.5`, with no more digits than the display has."""
    rounded = value.normalize(Context(prec=SHOWN_DIGITS, Emax=400, Emin=-400))
    if not rounded:
        return "0"
    if -8 <= rounded.adjusted() <= 14:
        return f"{rounded:f}"
    return str(rounded)


def grouped(number: str) -> str:
    """A stored value as it is shown: `−1,234.5`."""
    sign, digits = ("−", number[1:]) if number.startswith("-") else ("", number)
    whole, dot, rest = digits.partition(".")
    if whole.isdecimal():
        whole = f"{int(whole):,}"
    return f"{sign}{whole}{dot}{rest}".replace("E-", "E−")


def as_operand(number: str) -> str:
    """A stored value as a part of an expression."""
    return number.replace("-", "−")


class _Parser:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def whole(self) -> Decimal:
        value = self._expression()
        if self._at < len(self._tokens):
            raise NoResult("Format error")
        return value

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *wanted: str) -> str:
        token = self._next()
        if token and token in wanted:
            self._at += 1
            return token
        return ""

    def _expression(self) -> Decimal:
        value, _ = self._term()
        while sign := self._take("+", "−"):
            more, is_share = self._term()
            if is_share:
                more *= value
            value = value + more if sign == "+" else value - more
        return value

    def _term(self) -> tuple[Decimal, bool]:
        """A product, and whether it is nothing but a percentage."""
        start = self._at
        value = self._factor()
        is_share = self._tokens[self._at - 1] == "%" and self._tokens[start] not in "−+"
        while True:
            if self._take("×"):
                value *= self._factor()
            elif self._take("÷"):
                value = self._quotient(value, self._factor())
            elif self._next() in ("(", "√", "π") or self._next()[:1].isdigit():
                value *= self._factor()
            else:
                return value, is_share
            is_share = False

    def _quotient(self, value: Decimal, by: Decimal) -> Decimal:
        if not by:
            # Nought by nought too, which is an invalid operation to the decimal module.
            raise NoResult("Can't divide by 0")
        return value / by

    def _factor(self) -> Decimal:
        sign = self._take("−", "+")
        if sign:
            value = self._factor()
            return -value if sign == "−" else value
        return self._power()

    def _power(self) -> Decimal:
        value = self._postfix()
        if self._take("^"):
            exponent = self._factor()
            if not value and exponent < 0:
                raise NoResult("Can't divide by 0")
            return value**exponent
        return value

    def _postfix(self) -> Decimal:
        value = self._primary()
        while self._take("%"):
            value /= 100
        return value

    def _primary(self) -> Decimal:
        if self._take("("):
            value = self._expression()
            if not self._take(")") and self._next():
                raise NoResult("Format error")
            return value
        if self._take("√"):
            return self._factor().sqrt()
        if self._take("π"):
            return PI
        token = self._next()
        if not token[:1].isdigit() and not token.startswith("."):
            raise NoResult("Format error")
        self._at += 1
        return Decimal(token.replace("−", "-"))
