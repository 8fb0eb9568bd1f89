"""`date`: the phone's clock. Setting it forward lets time pass, so that alarms ring."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from phoneworld.adb.errors import AdbError
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Command, Io
from phoneworld.world import from_millis

PLAIN = "%a %b %e %H:%M:%S %Z %Y"
ISO = {"": "%Y-%m-%d", "seconds": "%Y-%m-%dT%H:%M:%S+00:00", "minutes": "%Y-%m-%dT%H:%M+00:00"}
_SET = re.compile(r"(\d\d)(\d\d)(\d\d)(\d\d)((?:\d\d)?\d\d)?(?:\.(\d\d))?")
_DIRECTIVES = frozenset("aAbBcCdDeFgGhHIjklmMnNpPrRsSTuUVwWxXyYzZ%t")


def _date(io: Io, arguments: Sequence[str]) -> int:
    session = io.session
    moment = from_millis(session.phone.now_ms)
    form, wanted, shows_given = PLAIN, "", False
    words = list(arguments)
    while words:
        word = words.pop(0)
        if word in ("-u", "--utc"):
            continue
        if word in ("-d", "--date", "-r", "-D", "-s", "--set"):
            if not words:
                raise AdbError(f"{word} needs an argument")
            value = words.pop(0)
            if word in ("-d", "--date"):
                moment, shows_given = _read(value, moment), True
            elif word in ("-s", "--set"):
                wanted = value
            elif word == "-r":
                moment = datetime.fromtimestamp(session.tree.stat(value).mtime_s, tz=UTC)
        elif word.startswith("-I"):
            form = ISO.get(
                word[2:].replace("s", "seconds", 1) if word[2:] == "s" else word[2:], ISO[""]
            )
        elif word.startswith("+"):
            form = word[1:]
        else:
            wanted = word
    if wanted and not shows_given:
        _set(session, _read(wanted, moment))
        return 0
    io.out(_shown(moment, form) + "\n")
    return 0


def _read(text: str, now: datetime) -> datetime:
    """A time as toybox takes it: `@seconds`, `MMDDhhmm[[CC]YY][.ss]`, `YYYY-MM-DD[ hh:mm[:ss]]`."""
    try:
        if re.fullmatch(r"@\d{1,11}(\.\d{1,9})?", text):
            return datetime.fromtimestamp(float(text[1:]), tz=UTC)
        found = _SET.fullmatch(text)
        if found is not None:
            month, day, hour, minute, year, second = found.groups()
            years = now.year if year is None else int(year) + (2000 if len(year) == 2 else 0)
            return datetime(
                years, int(month), int(day), int(hour), int(minute), int(second or 0), tzinfo=UTC
            )
        if re.fullmatch(r"\d{1,2}:\d\d(:\d\d)?", text):
            hour, minute, *second = (int(part) for part in text.split(":"))
            return now.replace(hour=hour, minute=minute, second=second[0] if second else 0)
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise AdbError(f"bad date '{text}'") from error


def _set(session: AdbSession, moment: datetime) -> None:
    phone = session.phone
    seconds = moment.timestamp() - phone.now_s
    if abs(seconds) > timedelta(days=365 * 20).total_seconds():
        raise AdbError("cannot set date: more than twenty years away")
    if seconds >= 0:
        phone.advance(seconds)
    else:
        phone.now_s = moment.timestamp()
        phone.touch()


def _shown(moment: datetime, form: str) -> str:
    def part(found: re.Match[str]) -> str:
        letter = found.group(1)
        match letter:
            case "s":
                return str(int(moment.timestamp()))
            case "N":
                return f"{moment.microsecond * 1000:09}"
            case "e":
                return f"{moment.day:2}"
            case "k":
                return f"{moment.hour:2}"
            case "P":
                return moment.strftime("%p").lower()
            case "Z":
                return "UTC"
            case "%":
                return "%"
            case "n":
                return "\n"
            case "t":
                return "\t"
            case _ if letter in _DIRECTIVES:
                return moment.strftime(f"%{letter}")
            case _:
                return found.group()

    return re.sub(r"%(.)", part, form)


COMMANDS: dict[str, Command] = {"date": _date}
