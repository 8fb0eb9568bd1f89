"""Values as people say them, written as a known request has them: `half past 7 in the evening` as `7:30 PM`.

A parameter comes with examples of its values; they tell what it is (a time, a date, an amount, a length, a
phone number, a count, a weekday, a way to go) and how it is written. What is written like an example stays
as it stands, and so does what cannot be read. Nothing is added that was not said: a date without its
weekday gets none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_MONTHS = tuple(
    "January February March April May June July August September October November December".split()
)
_DAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "a": 1, "an": 1}
_SPELLED = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_MONTH = "|".join(
    f"{month}|{month[:3]}|sept" if month == "September" else f"{month}|{month[:3]}"
    for month in _MONTHS
)
_DAY = "|".join(f"{day}|{day[:3]}|{day[:4]}|{day[:5]}" for day in _DAYS)
_WAYS = {
    "foot": r"foot|walk\w*",
    "car": r"car|driv\w*",
    "bike": r"bikes?|bicycles?|cycl\w*|biking",
    "public transport": r"public transport|public transit|transit",
    "bus": r"bus",
    "train": r"train",
}
_UNITS = {
    "second": r"s|secs?|seconds?",
    "minute": r"m|mins?|minutes?",
    "hour": r"h|hrs?|hours?",
    "day": r"d|days?",
}
_UNIT = "|".join(f"(?P<{name}>{words})" for name, words in _UNITS.items())

_LONGEST = 60
"""No value of these kinds is longer."""

_HALVES = re.compile(r"(?P<hour>0?[1-9]|1[0-2]):(?P<minute>[0-5]\d) ?(?P<half>[AaPp])[Mm]")
_WHOLE_DAY = re.compile(r"\d\d?:\d\d")
_TIME = re.compile(r"\d\d?:\d\d(?: ?[AaPp][Mm])?|\d\d? [AaPp][Mm]")
_CLOCK = re.compile(
    r"(?:at )?(?P<hour>\d\d?)(?:[:.h ]?(?P<minute>\d\d))?(?: ?(?:hours|o'?clock|uhr))?"
    r"(?: ?(?P<half>[ap])\.?m\.?)?(?: (?P<part>in the (?:morning|afternoon|evening)|at night|after noon|tonight))?"
)
_SPOKEN = re.compile(
    rf"(?:(?P<shift>half past|half|quarter past|quarter to) )?(?P<hour>\d\d?|{_SPELLED})"
    r"(?: (?P<minute>\d\d))?(?: o'?clock)?(?: ?(?P<half>[ap])\.?m\.?)?"
    r"(?: (?P<part>in the (?:morning|afternoon|evening)|at night|after noon|tonight))?"
)
_NAMED_TIMES = {"noon": (12, 0), "12 noon": (12, 0), "midday": (12, 0), "midnight": (0, 0)}
_DATE = re.compile(
    rf"(?:(?:on )?(?P<day>{_DAY})\.?,? ?)?(?:the )?(?:(?P<date>\d\d?)(?:st|nd|rd|th)?\.?(?: of)? (?P<month>{_MONTH})\b\.?"
    rf"|(?P<month2>{_MONTH})\.? (?:the )?(?P<date2>\d\d?)(?:st|nd|rd|th)?)(?:,? (?P<year>20\d\d))?",
    re.IGNORECASE,
)
_WRITTEN_DATE = re.compile(
    rf"(?:(?:{'|'.join(_DAYS)}), )?\d\d? (?:{'|'.join(_MONTHS)})|(?:{'|'.join(_MONTHS)}) \d\d?"
    rf"|(?:(?:{'|'.join(day[:3] for day in _DAYS)}) )?\d\d? (?:{_MONTH}) 20\d\d"
)
_LOOSE_DATE = re.compile(
    rf"(?P<day>{_DAY})\.?,? (?:the )?(?P<date>\d\d?)(?:st|nd|rd|th)?", re.IGNORECASE
)
_WEEKDAY = re.compile(rf"(?:on |next |this )?(?P<day>{_DAY})\.?", re.IGNORECASE)
_AMOUNT = re.compile(
    r"(?:\$|usd ?|us\$)?(?P<whole>\d[\d,]*)(?:\.(?P<cents>\d\d))?(?: ?(?:\$|dollars?|bucks?|usd))?(?: (?:and )?(?P<more>\d\d)(?: cents)?)?",
    re.IGNORECASE,
)
_LENGTH = re.compile(rf"(?P<number>\d+|{_SPELLED}) ?-?(?:{_UNIT})(?![a-z])", re.IGNORECASE)
_COUNT = re.compile(
    rf"(?:x ?)?(?P<number>\d+|{_SPELLED})(?: ?(?:x|%|percent|times|stars?|people|persons|days?|min(?:ute)?s?))?",
    re.IGNORECASE,
)


def as_written(said: str, examples: Sequence[str]) -> str:
    """What was said, as these examples are written."""
    if len(said) > _LONGEST:
        return said
    bare = " ".join(said.split())
    for is_one, write in _KINDS:
        alike = [example for example in examples if is_one(example)]
        if alike and (read := write(bare, alike)):
            return read
    return said


def in_24_hours(value: str, examples: Sequence[str]) -> str:
    """A time with its half of the day as `14:55`, where examples are written so too: what screens show in 24 hours
    is then found and typed by its own digits. Anything else stays as it stands.
    """
    found = _HALVES.fullmatch(value)
    whole = [example for example in examples if _WHOLE_DAY.fullmatch(example)]
    if found is None or not whole:
        return value
    hour = int(found["hour"]) % 12 + (12 if found["half"] in "pP" else 0)
    padded = any(example.startswith("0") for example in whole)
    return f"{hour:02}:{found['minute']}" if padded else f"{hour}:{found['minute']}"


def _time(said: str, examples: Sequence[str]) -> str:
    halves = [bool(re.search(r"[AaPp][Mm]$", example)) for example in examples]
    if _TIME.fullmatch(said) and _shape(said) in {_shape(example) for example in examples}:
        return said
    read = _read_time(said.lower())
    if read is None:
        return ""
    hour, minute, half = read
    if all(halves) or (any(halves) and re.search(r"[ap]\.?m\b", said.lower())):
        if not half and hour < 13 and hour not in {12, 0}:
            return f"{hour}:{minute:02}"
        name = "PM" if hour >= 12 else "AM"
        upper = any(example.endswith("M") for example in examples)
        return f"{hour % 12 or 12}:{minute:02} {name if upper else name.lower()}"
    if _TIME.fullmatch(said) and any(halves):
        return said
    padded = any(example.startswith("0") for example in examples)
    return f"{hour:02}:{minute:02}" if padded else f"{hour}:{minute:02}"


def _read_time(said: str) -> tuple[int, int, bool] | None:
    """Hour, minute, and whether the half of the day was said (or can be told from the hour)."""
    if said in _NAMED_TIMES:
        return (*_NAMED_TIMES[said], True)
    found = _CLOCK.fullmatch(said) or _SPOKEN.fullmatch(said)
    if found is None:
        return None
    fields = found.groupdict()
    hour = _number(fields["hour"])
    minute = int(fields["minute"] or 0)
    shift = fields.get("shift") or ""
    minute = {"half past": 30, "half": 30, "quarter past": 15, "quarter to": 45}.get(shift, minute)
    if shift == "quarter to":
        hour = (hour - 1) % 24 if hour != 1 else 12
    if hour > 23 or minute > 59:
        return None
    half, part = fields["half"] or "", fields["part"] or ""
    later = half == "p" or part.endswith(("afternoon", "evening", "night", "noon"))
    earlier = half == "a" or part.endswith("morning")
    if later and hour < 12:
        hour += 12
    if earlier and hour == 12:
        hour = 0
    return hour, minute, later or earlier or hour > 12 or said.endswith("hours")


def _date(said: str, examples: Sequence[str]) -> str:
    if _WRITTEN_DATE.fullmatch(said):
        return said
    found = _DATE.fullmatch(said) or _LOOSE_DATE.fullmatch(said)
    if found is None:
        return _weekday(said, examples)
    models = [(model, example) for example in examples if (model := _DATE.fullmatch(example))]
    # Written like the one that says as much.
    model, example = min(
        models,
        key=lambda one: (
            (one[0]["day"] is None) != (found["day"] is None),
            one[0]["year"] is not None,
        ),
    )
    fields = {"month": None, "month2": None, "date2": None, "year": None} | found.groupdict()
    if not (fields["month"] or fields["month2"]):
        return ""
    day = _whole(_DAYS, fields["day"])
    month = _whole(_MONTHS, fields["month"] or fields["month2"])
    number = int(fields["date"] or fields["date2"] or 0)
    short_month, short_day = (
        _is_short(model["month"] or model["month2"], _MONTHS),
        _is_short(model["day"], _DAYS),
    )
    month = month[:3] if short_month else month
    written = f"{month} {number}" if model["month2"] else f"{number} {month}"
    if fields["year"]:
        written += f" {fields['year']}"
    if not day:
        return written
    comma = "," if model["day"] is None or "," in example else ""
    return f"{day[:3] if short_day else day}{comma} {written}"


def _weekday(said: str, _examples: Sequence[str]) -> str:
    found = _WEEKDAY.fullmatch(said)
    return _whole(_DAYS, found["day"]) if found else ""


def _amount(said: str, _examples: Sequence[str]) -> str:
    found = _AMOUNT.fullmatch(said)
    if found is None:
        return ""
    cents = found["cents"] or found["more"]
    return f"${found['whole']}" + (f".{cents}" if cents else "")


def _length(said: str, _examples: Sequence[str]) -> str:
    parts = list(_LENGTH.finditer(said))
    if not parts or _LENGTH.sub("", said).replace("and", "").strip(" ,"):
        return ""
    written: list[str] = []
    for part in parts:
        number = _number(part["number"].lower())
        unit = next(name for name in _UNITS if part[name])
        written.append(f"{number} {unit}{'s' * (number != 1)}")
    return " ".join(written)


def _phone(said: str, examples: Sequence[str]) -> str:
    digits = re.sub(r"\D", "", said)
    for example in examples:
        if len(re.sub(r"\D", "", example)) == len(digits):
            left = iter(digits)
            return "".join(next(left) if char.isdigit() else char for char in example)
    return ""


def _count(said: str, _examples: Sequence[str]) -> str:
    found = _COUNT.fullmatch(said)
    return str(_number(found["number"].lower())) if found else ""


def _way(said: str, examples: Sequence[str]) -> str:
    for example in examples:
        for name, words in _WAYS.items():
            if example.endswith(name) and re.search(rf"\b(?:{words})\b", said, re.IGNORECASE):
                return example
    if re.search(rf"\b(?:{_WAYS['public transport']})\b", said, re.IGNORECASE):
        return "by public transport"
    for name in ("foot", "car", "bike", "bus", "train"):
        if re.search(rf"\b(?:{_WAYS[name]})\b", said, re.IGNORECASE):
            return f"{'on' if name == 'foot' else 'by'} {name}"
    return ""


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]


def _whole(names: Sequence[str], begun: str | None) -> str:
    return next(
        (name for name in names if begun and name.lower().startswith(begun.lower()[:3])), ""
    )


def _is_short(said: str | None, names: Sequence[str]) -> bool:
    return bool(said) and said not in names


def _shape(text: str) -> str:
    return re.sub(r"\d+", "0", text)


def _whole_match(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.fullmatch(text) is not None


_KINDS: tuple[tuple[Callable[[str], bool], Callable[[str, Sequence[str]], str]], ...] = (
    (_whole_match(_TIME), _time),
    (_whole_match(re.compile(r"\$\d[\d,]*(?:\.\d\d)?")), _amount),
    (_whole_match(re.compile(r"\+?\d[\d ()-]{6,}")), _phone),
    (
        _whole_match(
            re.compile(r"(?:\d+ (?:second|minute|hour|day)s?)(?: \d+ (?:second|minute|hour)s?)*")
        ),
        _length,
    ),
    (_whole_match(re.compile(r"\d+")), _count),
    (lambda text: text in _DAYS, _weekday),
    (_whole_match(_DATE), _date),
    (
        _whole_match(re.compile(r"(?:by|on) (?:foot|car|bike|bus|train|public transport|transit)")),
        _way,
    ),
)
