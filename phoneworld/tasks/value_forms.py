"""The same value as other people write it: `$455` as `455 dollars`, `Wed, 13 May` as `wed may 13`.

Only whole values are recognised, never a date within a sentence that is to be typed as it stands. A
form says as much as the value does: a time keeps its half of the day, a date its day.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_MONTH = "|".join(f"{month}|{month[:3]}" for month in _MONTHS)
_DAY = "|".join(f"{day}|{day[:3]}" for day in _DAYS)
_UNITS = {"second": "sec", "minute": "min", "hour": "h", "day": "d"}
_WORDS = {
    "on foot": ("walking", "by walking", "as a walk"),
    "by car": ("driving", "with the car", "in my car"),
    "by bike": ("cycling", "by bicycle", "on my bike"),
    "by bus": ("taking the bus", "with the bus"),
    "by train": ("taking the train", "with the train"),
    "by transit": ("with public transport", "by public transit"),
}


def other_forms(value: str) -> tuple[str, ...]:
    """Other ways to write a value; none for what has no other way that is known here."""
    if value in _WORDS:
        return _WORDS[value]
    for pattern, write in _FORMS:
        found = pattern.fullmatch(value)
        if found:
            return tuple(form for form in dict.fromkeys(write(found)) if form != value)
    return ()


def _dates(found: re.Match[str]) -> list[str]:
    fields = found.groupdict()
    number = int(fields["date"])
    month = _whole(_MONTHS, fields["month"]).lower()
    forms = [
        f"{number} {month[:3]}",
        f"{month} {number}",
        f"{month[:3]} {number}",
        f"{month} {_ordinal(number)}",
        f"the {_ordinal(number)} of {month}",
    ]
    named = fields.get("day")
    if named:
        day = _whole(_DAYS, named).lower()
        forms = [f"{day} {forms[0]}", f"{day[:3]} {forms[1]}", f"{day[:3]} {forms[2]}", *forms[3:]]
        forms += [f"{day[:3]} {number} {month}", f"{day} the {_ordinal(number)} of {month}"]
    return forms


def _times(found: re.Match[str]) -> list[str]:
    hour, minute = int(found["hour"]), int(found["minute"])
    half = (found["half"] or "").lower()
    if hour > 23 or minute > 59:
        return []
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    said, name = hour % 12 or 12, "am" if hour < 12 else "pm"
    forms = [
        f"{said}:{minute:02} {name}",
        f"{said}:{minute:02}{name}",
        f"{said}.{minute:02} {name}",
    ]
    forms += [f"{hour}:{minute:02}", f"{hour}.{minute:02}", f"{hour:02}{minute:02} hours"]
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    if hour == 12:
        part = "after noon"
    match minute:
        case 0:
            forms += [f"{said} {name}", f"{said}{name}", f"{_NUMBERS[said]} {part}"]
            if hour == 12:
                forms = ["noon", "12 noon", "midday", *forms[:3]]
        case 15:
            forms.append(f"quarter past {_NUMBERS[said]} {part}")
        case 30:
            forms.append(f"half past {_NUMBERS[said]} {part}")
        case 45:
            forms.append(f"quarter to {_NUMBERS[said % 12 + 1]} {part}")
        case _:
            forms.append(f"{said} {minute:02} {part}")
    return [form for form in forms if hour or "past" not in form]


def _amounts(found: re.Match[str]) -> list[str]:
    whole, cents = found["whole"], found["cents"]
    if cents:
        return [f"{whole}.{cents} dollars", f"{whole} dollars {cents}", f"{whole}.{cents}"]
    return [f"{whole} dollars", f"{whole} bucks", f"{whole}$", f"usd {whole}"]


def _durations(found: re.Match[str]) -> list[str]:
    pairs = re.findall(rf"(\d+) ({'|'.join(_UNITS)})s?", found[0])
    short = [(number, _UNITS[unit]) for number, unit in pairs]
    forms = [
        " ".join(f"{number} {unit}" for number, unit in short),
        "".join(f"{number}{unit[0]}" for number, unit in short),
    ]
    if all(int(number) < len(_NUMBERS) for number, _ in pairs):
        spelled = (
            f"{_NUMBERS[int(number)]} {unit}{'s' * (number != '1')}" for number, unit in pairs
        )
        forms.append(" ".join(spelled))
    return forms


def _phones(found: re.Match[str]) -> list[str]:
    return [found[0].replace(" ", ""), found[0].replace(" ", "-")]


def _counts(found: re.Match[str]) -> list[str]:
    number = int(found[0])
    return [_NUMBERS[number]] if 0 < number < len(_NUMBERS) else []


def _weekdays(found: re.Match[str]) -> list[str]:
    day = found[0].lower()
    return [day, day[:3], f"{day[:3]}."]


def _whole(names: tuple[str, ...], name: str) -> str:
    return next(known for known in names if known.startswith(name))


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number < 14 else ending}"


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[str]]], ...] = (
    (
        re.compile(rf"(?:(?P<day>{_DAY}),? )?(?P<date>\d\d?) (?P<month>{_MONTH})(?: 20\d\d)?"),
        _dates,
    ),
    (re.compile(rf"(?P<month>{_MONTH}) (?P<date>\d\d?)"), _dates),
    (re.compile(r"(?P<hour>\d\d?):(?P<minute>\d\d)(?: (?P<half>[AaPp][Mm]))?"), _times),
    (re.compile(r"\$(?P<whole>\d+)(?:\.(?P<cents>\d\d))?"), _amounts),
    (re.compile(rf"\d+ (?:{'|'.join(_UNITS)})s?(?: \d+ (?:{'|'.join(_UNITS)})s?)*"), _durations),
    (re.compile(r"\+\d+(?: \d+){2,}"), _phones),
    (re.compile("|".join(_DAYS)), _weekdays),
    (re.compile(r"\d{1,2}"), _counts),
)
