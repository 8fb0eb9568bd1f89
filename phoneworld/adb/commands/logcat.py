"""`logcat` and `log`: the phone's log. Without `-d`, it waits for new lines until it is stopped."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from phoneworld.adb.errors import AdbError
from phoneworld.adb.handset.logs import log
from phoneworld.adb.shell.command import Command, Io
from phoneworld.world import from_millis

LEVELS = "VDIWEFS"
FORMATS = ("brief", "process", "tag", "thread", "raw", "time", "threadtime", "long")
MODIFIERS = frozenset("color descriptive epoch monotonic printable uid usec UTC year zone".split())
"""What may be said besides a format. Only `epoch` and `year` change what is written."""
FIRST_LINE = "--------- beginning of main\n"
POLL_S = 0.1
_LINE = re.compile(r"(\S+ \S+) +(\d+) +(\d+) ([VDIWEF]) (.*?) *: (.*)", re.DOTALL)
_WITH_VALUE = frozenset("-v --format -b --buffer -t --tail -T -e --regex --pid -m -f -r -n".split())


@dataclass(slots=True)
class _Wanted:
    dumps: bool = False
    clears: bool = False
    asks_size: bool = False
    form: str = "threadtime"
    modifiers: frozenset[str] = frozenset()
    last: int = -1
    pattern: str = ""
    levels: dict[str, str] | None = None
    """The lowest level by tag; `*` is for all others."""

    def take_format(self, value: str) -> None:
        for word in value.split(","):
            if word in FORMATS:
                self.form = word
            elif word in MODIFIERS:
                self.modifiers |= {word}
            else:
                raise AdbError(f'Invalid parameter "{word}" to -v')


def _read_words(words: Sequence[str]) -> _Wanted:
    wanted = _Wanted()
    filters: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if name in _WITH_VALUE and not equals:
            if not rest:
                raise AdbError(f"option requires an argument -- '{word.lstrip('-')}'")
            value = rest.pop(0)
        match name:
            case "-d":
                wanted.dumps = True
            case "-c" | "--clear":
                wanted.clears = True
            case "-g" | "--buffer-size":
                wanted.asks_size = True
            case "-s":
                filters.append("*:S")
            case "-v" | "--format":
                wanted.take_format(value)
            case "-t" | "--tail" | "-T":
                wanted.last = int(value) if value.isdecimal() and len(value) < 9 else -1
                wanted.dumps = wanted.dumps or name != "-T"
            case "-e" | "--regex":
                wanted.pattern = value
            case _ if not word.startswith("-"):
                filters.append(word)
            case _:
                pass
    if filters:
        levels = dict[str, str]()
        for word in filters:
            tag, _, level = word.partition(":")
            levels[tag] = level.upper()[:1] if level.upper()[:1] in tuple(LEVELS) else "V"
        wanted.levels = levels
    return wanted


def _stamped(moment: str, wanted: _Wanted, now: datetime) -> str:
    """When a line was written, as it is wanted. The log itself keeps no years."""
    if not wanted.modifiers & {"epoch", "year"}:
        return moment
    written = datetime.strptime(f"{now.year}-{moment}", "%Y-%m-%d %H:%M:%S.%f").replace(
        tzinfo=now.tzinfo
    )
    if written > now:
        written = written.replace(year=now.year - 1)
    if "epoch" in wanted.modifiers:
        return f"{written.timestamp():.3f}"
    return f"{written.year}-{moment}"


def _shown(line: str, wanted: _Wanted, now: datetime) -> str | None:
    """A line in the form that is wanted; None if it is filtered out."""
    found = _LINE.fullmatch(line)
    if found is None:
        return line + "\n"
    plain, process, thread, level, tag, message = found.groups()
    moment = _stamped(plain, wanted, now)
    if wanted.levels is not None:
        lowest = wanted.levels.get(tag, wanted.levels.get("*", "V"))
        if LEVELS.index(level) < LEVELS.index(lowest):
            return None
    if wanted.pattern and wanted.pattern not in line:
        return None
    match wanted.form:
        case "brief":
            return f"{level}/{tag}({process:>5}): {message}\n"
        case "process":
            return f"{level}({process:>5}) {message}  ({tag})\n"
        case "tag":
            return f"{level}/{tag}: {message}\n"
        case "thread":
            return f"{level}({process:>5}:{thread:>5}) {message}\n"
        case "raw":
            return f"{message}\n"
        case "time":
            return f"{moment} {level}/{tag}({process:>5}): {message}\n"
        case "long":
            return f"[ {moment} {process:>5}:{thread:>5} {level}/{tag} ]\n{message}\n\n"
        case _:
            return f"{moment}{line[len(plain) :]}\n"


async def _logcat(io: Io, arguments: Sequence[str]) -> int:
    wanted = _read_words(arguments)
    kept = io.session.log
    if wanted.clears:
        kept.clear()
        return 0
    if wanted.asks_size:
        io.out("main: ring buffer is 256 KiB (4 KiB consumed), max entry is 5120 B\n")
        return 0
    io.out(FIRST_LINE)
    now = from_millis(io.session.phone.now_ms)
    lines = [text for line in list(kept) if (text := _shown(line, wanted, now)) is not None]
    io.out("".join(lines[-wanted.last :] if wanted.last > 0 else lines))
    if wanted.dumps:
        return 0
    newest = kept[-1] if kept else None
    while True:
        await asyncio.sleep(POLL_S)
        for line in _since(list(kept), newest):
            newest = line
            text = _shown(line, wanted, from_millis(io.session.phone.now_ms))
            if text is not None:
                io.out(text)


def _since(lines: list[str], newest: str | None) -> list[str]:
    """What came after a line. Found by what it is: the log is short of room and drops its start."""
    for place in range(len(lines) - 1, -1, -1):
        if lines[place] is newest:
            return lines[place + 1 :]
    return lines


def _log(io: Io, arguments: Sequence[str]) -> int:
    """`log [-p LEVEL] [-t TAG] MESSAGE`: write a line."""
    tag, level = "shell", "I"
    words = list(arguments)
    while len(words) > 1 and words[0] in ("-p", "-t"):
        option, value = words.pop(0), words.pop(0)
        if option == "-t":
            tag = value
        elif value.upper()[:1] in tuple("VDIWEF"):
            level = value.upper()[0]
    log(io.session, tag, " ".join(words), level=level)
    return 0


COMMANDS: dict[str, Command] = {"log": _log, "logcat": _logcat}
