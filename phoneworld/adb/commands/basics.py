"""Commands about nothing but their arguments, the phone's clock and who is asking."""

from __future__ import annotations

import asyncio
import re
import stat
from collections.abc import Callable, Sequence

from phoneworld.adb.errors import AdbError
from phoneworld.adb.shell.command import Command, Io

LONGEST_SLEEP_S = 86_400.0
_ESCAPE = re.compile(r"\\(?:([abefnrtv\\])|0([0-7]{0,3})|x([0-9A-Fa-f]{1,2})|(c))")
_ESCAPES = dict(zip("abefnrtv\\", "\a\b\x1b\x1b\n\r\t\v\\", strict=True))
_DIRECTIVE = re.compile(r"%([-+ 0#]*)(\d{0,4})(?:\.(\d{0,4}))?([%sbcdiuoxXfeg])")
_SLEEP = re.compile(r"(\d+\.?\d*|\.\d+)([smhd]?)")
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}


def _echo(io: Io, arguments: Sequence[str]) -> int:
    words = list(arguments)
    newline, escapes = True, True
    while words and re.fullmatch(r"-[neE]+", words[0]):
        option = words.pop(0)
        newline = newline and "n" not in option
        escapes = "E" not in option
    text, stopped = _unescape(" ".join(words)) if escapes else (" ".join(words), False)
    io.out(text + ("\n" if newline and not stopped else ""))
    return 0


def _unescape(text: str) -> tuple[str, bool]:
    r"""The text with its escapes replaced, and whether `\c` cut it off."""
    if "\\" not in text:
        return text, False
    start, marker, _ = text.partition("\\c")

    def replaced(found: re.Match[str]) -> str:
        letter, octal, hexadecimal, _ = found.groups()
        if letter:
            return _ESCAPES[letter]
        number = int(octal or "0", 8) if octal is not None else int(hexadecimal, 16)
        return bytes([number & 0xFF]).decode("utf-8", "surrogateescape")

    return _ESCAPE.sub(replaced, start), bool(marker)


def _printf(io: Io, arguments: Sequence[str]) -> int:
    if not arguments:
        raise AdbError("needs a format")
    form, *values = arguments
    form = _unescape(form)[0]
    directives = [found for found in _DIRECTIVE.finditer(form) if found.group(4) != "%"]
    while True:
        io.out(_DIRECTIVE.sub(lambda found: _formatted(found, values), form))
        if not values or not directives:
            return 0


def _formatted(found: re.Match[str], values: list[str]) -> str:
    """One directive with the next of the values, which it takes."""
    flags, width, precision, kind = found.groups()
    if kind == "%":
        return "%"
    value = values.pop(0) if values else ""
    point = f".{precision}" if precision else ""
    if kind in "sbc":
        text = _unescape(value)[0] if kind == "b" else value[:1] if kind == "c" else value
        return f"%{flags}{width}{point}s" % text
    if kind in "feg":
        return f"%{flags}{width}{point}{kind}" % _number(value, float)
    return f"%{flags}{width}{point}{'d' if kind == 'u' else kind}" % _number(
        value, lambda text: int(text, 0)
    )


def _number(text: str, read: Callable[[str], float]) -> float:
    if len(text) > 300:
        raise AdbError("bad number")
    try:
        return read(text or "0")
    except ValueError as error:
        raise AdbError(f"bad number {text!r}") from error


async def _sleep(io: Io, arguments: Sequence[str]) -> int:
    """Lets the phone's time pass, but no real time."""
    total_s = 0.0
    for word in arguments or ("",):
        found = _SLEEP.fullmatch(word[:32])
        if found is None:
            raise AdbError(f"bad duration {word!r}")
        total_s += float(found.group(1)) * _UNITS[found.group(2)]
    io.session.phone.advance(min(total_s, LONGEST_SLEEP_S))
    await asyncio.sleep(0)
    return 0


def _pwd(io: Io, arguments: Sequence[str]) -> int:
    del arguments
    io.out(io.environment.get("PWD", "/") + "\n")
    return 0


def _id(io: Io, arguments: Sequence[str]) -> int:
    if arguments and arguments[0] in ("-u", "-g", "-G"):
        io.out("0\n")
    elif arguments and arguments[0] in ("-un", "-gn"):
        io.out("root\n")
    else:
        io.out("uid=0(root) gid=0(root) groups=0(root),1004(input),3003(inet) context=u:r:su:s0\n")
    return 0


def _whoami(io: Io, arguments: Sequence[str]) -> int:
    del arguments
    io.out("root\n")
    return 0


def _seq(io: Io, arguments: Sequence[str]) -> int:
    if not arguments or not all(re.fullmatch(r"-?\d{1,9}", word) for word in arguments):
        raise AdbError("needs whole numbers: seq [first [step]] last")
    numbers = [int(word) for word in arguments]
    first = numbers[0] if len(numbers) > 1 else 1
    step = numbers[1] if len(numbers) > 2 else 1
    last = numbers[-1]
    if not step or abs(last - first) // abs(step) > 1_000_000:
        raise AdbError("that is no end of numbers")
    io.out("".join(f"{n}\n" for n in range(first, last + (1 if step > 0 else -1), step)))
    return 0


def _basename(io: Io, arguments: Sequence[str]) -> int:
    if not arguments:
        raise AdbError("needs a path")
    name = arguments[0].rstrip("/").rpartition("/")[2] or "/"
    if len(arguments) > 1 and name != arguments[1]:
        name = name.removesuffix(arguments[1])
    io.out(name + "\n")
    return 0


def _dirname(io: Io, arguments: Sequence[str]) -> int:
    for path in arguments:
        folder, slash, _ = path.rstrip("/").rpartition("/")
        io.out((folder or ("/" if slash else ".")) + "\n")
    return 0


# test


def _test(io: Io, arguments: Sequence[str]) -> int:
    return 0 if _holds(io, list(arguments)) else 1


def _bracket(io: Io, arguments: Sequence[str]) -> int:
    if not arguments or arguments[-1] not in ("]", "]]"):
        io.err("/system/bin/sh: [: missing ]\n")
        return 2
    return _test(io, arguments[:-1])


def _holds(io: Io, words: list[str]) -> bool:
    """Whether a condition holds. `-o` binds weaker than `-a`, and that weaker than `!`."""
    for operator, combine in (("-o", any), ("-a", all)):
        if operator in words[1:-1] and len(words) > 3:
            at = words.index(operator, 1)
            # The rest is looked at on its own, so that a long list needs no deep recursion.
            parts = [words[:at], *_split(words[at + 1 :], operator)]
            return combine(_holds(io, part) for part in parts)
    negated = False
    while len(words) > 1 and words[0] == "!":
        words, negated = words[1:], not negated
    match words:
        case []:
            holds = False
        case [word]:
            holds = bool(word)
        case [operator, word]:
            holds = _unary(io, operator, word)
        case [one, operator, other]:
            holds = _binary(one, operator, other)
        case _:
            raise AdbError("too many arguments")
    return holds != negated


def _split(words: list[str], operator: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word == operator:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _unary(io: Io, operator: str, word: str) -> bool:
    if operator == "-z":
        return not word
    if operator == "-n":
        return bool(word)
    entry = io.session.tree.find(word, io.environment.get("PWD", "/")) if word else None
    if entry is None:
        return False
    match operator:
        case "-e" | "-r" | "-w" | "-a":
            return True
        case "-f":
            return stat.S_ISREG(entry.mode)
        case "-d":
            return entry.is_folder
        case "-c":
            return stat.S_ISCHR(entry.mode)
        case "-s":
            return entry.size > 0
        case "-x":
            return entry.is_folder or bool(entry.mode & 0o111)
        case "-L" | "-h" | "-b" | "-p" | "-S":
            return False
        case _:
            raise AdbError(f"bad operator {operator}")


def _binary(one: str, operator: str, other: str) -> bool:
    match operator:
        case "=" | "==":
            return one == other
        case "!=":
            return one != other
        case "<":
            return one < other
        case ">":
            return one > other
        case "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge":
            difference = _number(one, int) - _number(other, int)
            return {
                "-eq": difference == 0,
                "-ne": difference != 0,
                "-lt": difference < 0,
                "-le": difference <= 0,
                "-gt": difference > 0,
                "-ge": difference >= 0,
            }[operator]
        case _:
            raise AdbError(f"bad operator {operator}")


def _true(io: Io, arguments: Sequence[str]) -> int:
    del io, arguments
    return 0


def _false(io: Io, arguments: Sequence[str]) -> int:
    del io, arguments
    return 1


COMMANDS: dict[str, Command] = {
    "[": _bracket,
    "[[": _bracket,
    "basename": _basename,
    "dirname": _dirname,
    "echo": _echo,
    "false": _false,
    "id": _id,
    "printf": _printf,
    "pwd": _pwd,
    "seq": _seq,
    "sleep": _sleep,
    "sync": _true,
    "test": _test,
    "true": _true,
    "whoami": _whoami,
}
