"""Amounts of money in texts: many currencies, the ways in which fifteen languages write numbers.

Nothing is decided here: which of several amounts an act is about is `amount_due`'s to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

_SIGNS = "$€£¥₹₽₩₺₴₫₪₱฿₦₿₸₾₼₡₲₵"
_CODES = (
    "usd|eur|gbp|chf|jpy|cny|rmb|inr|rub|krw|try|brl|mxn|pln|aed|sar|egp|qar|kwd|sek|nok|dkk|czk|huf"
    "|ron|thb|idr|vnd|zar|cad|aud|nzd|hkd|sgd|twd|php|myr|ils|uah|ars|clp|cop|btc|eth|usdt|usdc|sol"
)
_ARABIC = r"ريال|درهم|جنيه|دينار|ر\.س|د\.إ|ج\.م"
_BEFORE = rf"[{_SIGNS}]|(?<!\w)(?:[a-z]{{1,3}}\$|{_CODES}|fr\.|kr\.?|zł|rs\.?|rp\.?|rm|s/|tl|रु\.?|{_ARABIC})"
_AFTER = (
    rf"[{_SIGNS}]|(?:{_CODES}|kr|zł(?:otych|ote|oty)?|tl|rs|руб(?:\.|лей|ля|ль)?|р\.|{_ARABIC}"
    r"|रुपये|रुपए|रु\.?|dollars?|euros?|pounds?|yuan|yen|reais|pesos?|rupees?)(?!\w)|円|元|원"
)
_NUMBER = (
    r"(?:\d{1,3}+(?:(?: \d{3}|[.,'٬]\d{2,3})(?!\d)){1,5}+(?:[.,٫]\d{1,2}(?!\d))?+"
    r"|\d{1,12}+(?:[.,٫]\d{1,8}+)?+)"
)
AMOUNT = (
    rf"(?:(?:{_BEFORE})\s?{_NUMBER}(?:,[-–])?(?:\s?(?:{_CODES})(?!\w))?"
    rf"|(?<![\d.,]){_NUMBER}(?:,[-–])?\s?(?:{_AFTER}))"
)
"""An amount of money, for a pattern that ignores case."""

LONGEST = 160
"""What is read of a text: amounts that matter stand in short ones."""
_AMOUNT = re.compile(AMOUNT, re.IGNORECASE)
_DIGITS = re.compile(r"\d")
_WHOLE_NUMBER = re.compile(rf"\s*{_NUMBER}\s*")
_NEGATIVE = re.compile(r"(?:^|[\s(])[-−–]$")
_CRYPTO = frozenset({"₿", "btc", "eth", "sol", "usdt", "usdc"})
_THOUSAND = 3


@dataclass(frozen=True, slots=True)
class Money:
    """An amount as it is written, what it comes to, and its currency as far as it is named."""

    text: str
    value: Decimal
    currency: str = ""


@dataclass(frozen=True, slots=True)
class MoneyMention:
    """An amount in a text, and the words before it (or after it, where none are before)."""

    money: Money
    words: str


def mentions(text: str) -> tuple[MoneyMention, ...]:
    """The amounts in a plain text that are not taken off, in their order."""
    text = text[:LONGEST]
    if _DIGITS.search(text) is None:
        return ()
    found: list[MoneyMention] = []
    end = 0
    matches = list(_AMOUNT.finditer(text))
    for number, match in enumerate(matches):
        before = text[end : match.start()]
        end = match.end()
        if _NEGATIVE.search(before):
            continue
        money = _money(match.group().strip(" .,"))
        if money is None:
            continue
        words = before
        if not any(letter.isalpha() for letter in before):
            following = matches[number + 1].start() if number + 1 < len(matches) else len(text)
            words = text[end:following]
        found.append(MoneyMention(money, words))
    return tuple(found)


def bare_number(text: str) -> Money | None:
    """The number that a text is, without a currency: what stands in a field for an amount."""
    if len(text) > LONGEST or _WHOLE_NUMBER.fullmatch(text) is None:
        return None
    return _money(text.strip())


def distinct(amounts: Iterable[Money]) -> tuple[Money, ...]:
    """Amounts without those that say the same once more."""
    found: dict[tuple[Decimal, str], Money] = {}
    for money in amounts:
        found.setdefault((money.value, money.currency), money)
    return tuple(found.values())


def _money(text: str) -> Money | None:
    number = _number_of(text)
    currency = text.replace(number, "").strip(" ,-–").casefold()
    value = _value(number, exact=currency in _CRYPTO)
    return None if value is None else Money(text, value, currency)


def _number_of(text: str) -> str:
    first = next(place for place, letter in enumerate(text) if letter.isdecimal())
    last = max(place for place, letter in enumerate(text) if letter.isdecimal())
    return text[first : last + 1]


def _value(number: str, *, exact: bool) -> Decimal | None:
    """What a number comes to. The last separator is that of the decimals, unless thousands follow it."""
    number = number.replace(" ", "").replace("'", "").replace("٬", "").replace("٫", ".")
    last = max(number.rfind("."), number.rfind(","))
    whole, decimals = (number, "") if last < 0 else (number[:last], number[last + 1 :])
    if last >= 0:
        alone = "." not in whole and "," not in whole
        repeated = number[last] in whole
        thousands = len(decimals) == _THOUSAND and not exact and whole.strip("0") != ""
        if repeated or (thousands and alone):
            whole, decimals = number, ""
    try:
        return Decimal(f"{whole.replace('.', '').replace(',', '') or '0'}.{decimals or '0'}")
    except InvalidOperation:
        return None
