"""`grep`: lines that match a pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from phoneworld.adb.errors import AdbError
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.inputs import contents_of, lines_of
from phoneworld.adb.shell.io import pieces
from phoneworld.adb.shell.options import ParsedOptions, read_options
from phoneworld.adb.shell.paths import cwd_of
from phoneworld.adb.shell.patterns import compile_pattern

LETTERS = "EFGivcqonlLhHwxsre:m:A:B:C:"


async def _grep(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, LETTERS)
    return await _search(io, options, extended="E" in options, fixed="F" in options)


async def _egrep(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, LETTERS)
    return await _search(io, options, extended=True, fixed=False)


async def _search(io: Io, options: ParsedOptions, *, extended: bool, fixed: bool) -> int:
    paths = list(options.rest)
    if "e" not in options.values and not paths:
        raise AdbError("no pattern")
    text = options.values.get("e") if "e" in options.values else paths.pop(0)
    pattern = compile_pattern(
        text or "", extended=extended, fixed=fixed, ignore_case="i" in options
    )
    matches = _matcher(pattern, options)
    if not paths and not options.flags & set("cqlLno") and not options.values.keys() - {"e"}:
        return await _filter(io, matches)
    if "r" in options:
        paths = _all_files(io, paths or ["."])
    contents, status = await contents_of(io, "grep", paths)
    with_name = (len(contents) > 1 or "H" in options or "r" in options) and "h" not in options
    hits = 0
    for path, content in contents:
        prefix = f"{path}:" if with_name else ""
        hits += _search_one(io, options, content, pattern, matches, path, prefix)
    return 0 if hits else max(1, status * 2)


def _all_files(io: Io, paths: Sequence[str]) -> list[str]:
    tree, cwd = io.session.tree, cwd_of(io)
    found = (entry for path in paths for entry in tree.walk(tree.resolve(path, cwd)))
    return [entry.path for entry in found if not entry.is_folder]


def _matcher(pattern: re.Pattern[str], options: ParsedOptions) -> Callable[[str], bool]:
    inverted = "v" in options
    if "x" in options:
        return lambda line: (pattern.fullmatch(line) is not None) != inverted
    if "w" in options:
        pattern = re.compile(rf"\b(?:{pattern.pattern})\b", pattern.flags)
    return lambda line: (pattern.search(line) is not None) != inverted


async def _filter(io: Io, matches: Callable[[str], bool]) -> int:
    """Line by line, as they come: what is piped in may never end."""
    status, rest = 1, ""
    async for piece in pieces(io):
        *lines, rest = (rest + piece.decode("utf-8", "surrogateescape")).split("\n")
        for line in lines:
            if matches(line):
                status = 0
                io.out(line + "\n")
    if rest and matches(rest):
        status = 0
        io.out(rest + "\n")
    return status


def _search_one(
    io: Io,
    options: ParsedOptions,
    content: bytes,
    pattern: re.Pattern[str],
    matches: Callable[[str], bool],
    path: str,
    prefix: str,
) -> int:
    lines = lines_of(content)
    hits = [number for number, line in enumerate(lines) if matches(line)]
    hits = hits[: options.number("m", len(hits))]
    if "q" in options:
        return len(hits)
    if "c" in options:
        io.out(f"{prefix}{len(hits)}\n")
    elif "l" in options or "L" in options:
        if bool(hits) == ("l" in options):
            io.out(f"{path}\n")
    elif "o" in options:
        for number in hits:
            for found in pattern.finditer(lines[number]):
                if found.group():
                    io.out(f"{prefix}{found.group()}\n")
    else:
        around = options.number("C", 0)
        before, after = options.number("B", around), options.number("A", around)
        shown = {
            near
            for number in hits
            for near in range(max(0, number - before), min(len(lines), number + after + 1))
        }
        for number in sorted(shown):
            where = f"{number + 1}:" if "n" in options else ""
            io.out(f"{prefix}{where}{lines[number]}\n")
    return len(hits)


COMMANDS: dict[str, Command] = {"egrep": _egrep, "grep": _grep}
