"""Commands that read text and write some of it, or something about it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence

from phoneworld.adb.errors import AdbError
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.inputs import contents_of, lines_of
from phoneworld.adb.shell.io import pieces
from phoneworld.adb.shell.options import read_options


async def _cat(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "uevt")
    if not options.rest or options.rest == ["-"]:
        async for piece in pieces(io):
            io.out(piece)
        return 0
    contents, status = await contents_of(io, "cat", options.rest)
    for _, content in contents:
        io.out(content)
    return status


async def _tee(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "ai")
    data = await io.read()
    io.out(data)
    tree, cwd = io.session.tree, io.environment.get("PWD", "/")
    for path in options.rest:
        whole = tree.resolve(path, cwd)
        kept = tree.read(whole) if "a" in options and tree.find(whole) is not None else b""
        tree.write(whole, kept + data)
    return 0


# Parts and measures


async def _head(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(_with_count(arguments), "n:c:q")
    by_bytes = "c" in options.values
    count = options.number("c" if by_bytes else "n", 10)
    if not options.rest and count > 0:
        io.out(await io.read(count) if by_bytes else await _first_lines(io, count))
        return 0
    contents, status = await contents_of(io, "head", options.rest)
    for _, content in contents:
        parts = _whole_lines(content)
        io.out(content[:count] if by_bytes else b"".join(parts[:count]))
    return status


async def _first_lines(io: Io, count: int) -> bytes:
    """Lines of standard input, without waiting for those after them."""
    found = b""
    async for piece in pieces(io):
        found += piece
        if found.count(b"\n") >= count:
            break
    return b"".join(_whole_lines(found)[:count])


def _whole_lines(content: bytes) -> list[bytes]:
    """The lines with their ends; a return is an ordinary character."""
    return re.findall(rb"[^\n]*\n|[^\n]+", content)


async def _tail(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(_with_count(arguments), "n:c:qf")
    contents, status = await contents_of(io, "tail", options.rest)
    for _, content in contents:
        letter = "c" if "c" in options.values else "n"
        count = options.number(letter, 10)
        parts = [content] if letter == "c" else _whole_lines(content)
        if options.values.get(letter, "").startswith("+"):
            start = max(0, count - 1)
            io.out(content[start:] if letter == "c" else b"".join(parts[start:]))
        elif count := abs(count):
            io.out(content[-count:] if letter == "c" else b"".join(parts[-count:]))
    return status


def _with_count(arguments: Sequence[str]) -> list[str]:
    """`-5` as `-n 5`."""
    return [re.sub(r"^-(\d+)$", r"-n\1", word) for word in arguments]


async def _wc(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "lwcm")
    contents, status = await contents_of(io, "wc", options.rest)
    chosen = [letter for letter in "lwmc" if letter in options] or ["l", "w", "c"]
    for path, content in contents:
        counts = {
            "l": content.count(b"\n"),
            "w": len(content.split()),
            "m": len(content.decode("utf-8", "replace")),
            "c": len(content),
        }
        named = f" {path}" if path != "-" else ""
        io.out(" ".join(str(counts[letter]) for letter in chosen) + named + "\n")
    return status


async def _sort(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "nruk:t:")
    contents, status = await contents_of(io, "sort", options.rest)
    lines = [line for _, content in contents for line in lines_of(content)]

    def number_of(line: str) -> tuple[int, str]:
        found = re.match(r"\s*(-?\d{1,18})", line)
        return (int(found.group(1)) if found else 0, line)

    lines = sorted(set(lines) if "u" in options else lines)
    if "n" in options:
        lines.sort(key=number_of)
    if "r" in options:
        lines.reverse()
    io.out("".join(line + "\n" for line in lines))
    return status


async def _uniq(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "cdu")
    contents, status = await contents_of(io, "uniq", options.rest)
    runs: list[tuple[str, int]] = []
    for line in lines_of(contents[0][1]) if contents else []:
        if runs and runs[-1][0] == line:
            runs[-1] = (line, runs[-1][1] + 1)
        else:
            runs.append((line, 1))
    for line, count in runs:
        if not (("d" in options and count == 1) or ("u" in options and count > 1)):
            io.out(f"{count:>7} {line}\n" if "c" in options else f"{line}\n")
    return status


async def _cut(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "d:f:c:s")
    letter = "f" if "f" in options.values else "c"
    wanted = _ranges(options.values.get(letter, ""))
    separator = options.values.get("d", "\t")
    contents, status = await contents_of(io, "cut", options.rest)
    for _, content in contents:
        for line in lines_of(content):
            parts = line.split(separator) if letter == "f" else list(line)
            if letter == "f" and len(parts) == 1:
                chosen = line
            else:
                kept = [part for number, part in enumerate(parts, 1) if _within(number, wanted)]
                chosen = (separator if letter == "f" else "").join(kept)
            io.out(chosen + "\n")
    return status


def _ranges(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for part in text.split(","):
        limits = re.fullmatch(r"(\d{0,9})(-?)(\d{0,9})", part)
        if limits is None or not part:
            raise AdbError(f"bad list {text!r}")
        first, dash, last = limits.groups()
        start = int(first or 1)
        found.append((start, int(last or 10**9) if dash else start))
    return found


def _within(number: int, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(first <= number <= last for first, last in ranges)


async def _tr(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "ds")
    sets = [_characters(word) for word in options.rest]
    if not sets or (len(sets) < 2 and not options.flags):
        raise AdbError("needs two sets")
    text = (await io.read()).decode("utf-8", "surrogateescape")
    if "d" in options:
        text = text.translate(dict.fromkeys(map(ord, sets[0])))
    elif len(sets) > 1 and sets[1]:
        target = sets[1].ljust(len(sets[0]), sets[1][-1])
        text = text.translate({ord(old): new for old, new in zip(sets[0], target, strict=False)})
    if "s" in options:
        text = re.sub(f"([{re.escape(sets[-1])}])\\1+", r"\1", text)
    io.out(text)
    return 0


def _characters(text: str) -> str:
    for name, range_ in (
        ("upper", "A-Z"),
        ("lower", "a-z"),
        ("digit", "0-9"),
        ("space", " \t\n\r"),
    ):
        text = text.replace(f"[:{name}:]", range_)
    text = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r")

    def span(found: re.Match[str]) -> str:
        first, last = map(ord, found.groups())
        return "".join(map(chr, range(first, min(last, first + 255) + 1)))

    return re.sub(r"(.)-(.)", span, text, flags=re.DOTALL)


async def _base64(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "diw:")
    contents, status = await contents_of(io, "base64", options.rest)
    for _, content in contents:
        if "d" in options:
            try:
                io.out(base64.b64decode(b"".join(content.split()), validate="i" not in options))
            except binascii.Error as error:
                raise AdbError(f"bad input: {error}") from error
            continue
        encoded = base64.b64encode(content).decode()
        width = options.number("w", 76) or len(encoded) or 1
        for start in range(0, len(encoded), max(1, width)):
            io.out(encoded[start : start + width] + "\n")
    return status


COMMANDS: dict[str, Command] = {
    "base64": _base64,
    "cat": _cat,
    "cut": _cut,
    "head": _head,
    "sort": _sort,
    "tail": _tail,
    "tee": _tee,
    "tr": _tr,
    "uniq": _uniq,
    "wc": _wc,
}
