"""Amounts and days as people write and read them: shared by all apps that deal in them."""

from __future__ import annotations

import re
from datetime import date

_AMOUNT = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")


def dollars(cents: int) -> str:
    """An amount as people read it: `$1,234.50`, `-$20.00`."""
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def cents_of(text: str) -> int | None:
    """The cents of an amount that was typed; None for what is no amount above zero."""
    plain = text.strip().removeprefix("$").strip()
    plain = re.sub(r",(?=[0-9]{3}(?:[.,]|$))", "", plain)
    found = _AMOUNT.fullmatch(plain)
    if found is None:
        return None
    whole, part = found.groups()
    return int(whole) * 100 + int((part or "0").ljust(2, "0")) or None


def day_name(day: str, today: str) -> str:
    """A day as people read it: `Thu, 14 May`, with the year where it is another."""
    moment = date.fromisoformat(day)
    year = "" if day[:4] == today[:4] else f" {moment.year}"
    return f"{moment:%a}, {moment.day} {moment:%b}{year}"
