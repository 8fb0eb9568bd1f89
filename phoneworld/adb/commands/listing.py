"""Commands that list files and folders."""

from __future__ import annotations

import stat
from collections.abc import Sequence

from phoneworld.adb.errors import FileError, missing
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.options import ParsedOptions, read_options
from phoneworld.adb.shell.paths import cwd_of, each_path
from phoneworld.adb.storage.file_entry import Entry
from phoneworld.world import from_millis


def _ls(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "1aACdFghiklmnopqrRsStuxZ")
    tree = io.session.tree
    status = 0
    files: list[tuple[str, Entry]] = []
    folders: list[tuple[str, Entry]] = []
    for path in options.rest or ["."]:
        try:
            entry = tree.find(path, cwd_of(io))
            if entry is None:
                raise missing(path)
        except FileError as error:
            io.err(f"ls: {path}: {error.reason}\n")
            status = 1
            continue
        (folders if entry.is_folder and "d" not in options else files).append((path, entry))
    _print_entries(io, files, options)
    with_names = len(files) + len(folders) > 1 or "R" in options
    separator = "\n" if files else ""
    while folders:
        path, folder = folders.pop(0)
        entries = [(entry.name, entry) for entry in tree.entries(folder.path)]
        if with_names:
            io.out(f"{separator}{path}:\n")
            separator = "\n"
        if "l" in options:
            io.out(f"total {sum((entry.size + 1023) // 1024 for _, entry in entries)}\n")
        _print_entries(io, entries, options)
        if "R" in options:
            below = [(f"{path}/{name}", entry) for name, entry in entries if entry.is_folder]
            folders = [*below, *folders]
    return status


def _print_entries(io: Io, entries: Sequence[tuple[str, Entry]], options: ParsedOptions) -> None:
    shown = [
        (name, e) for name, e in entries if not name.startswith(".") or options.flags & {"a", "A"}
    ]
    if "t" in options:
        shown.sort(key=lambda named: -named[1].mtime_s)
    if "S" in options:
        shown.sort(key=lambda named: -named[1].size)
    if "r" in options:
        shown.reverse()
    for name, entry in shown:
        mark = "/" if entry.is_folder and options.flags & {"F", "p"} else ""
        if "l" not in options:
            io.out(f"{name}{mark}\n")
            continue
        owner, group = _owners(entry)
        size = _human(entry.size) if "h" in options else str(entry.size)
        links = 2 if entry.is_folder else 1
        io.out(
            f"{stat.filemode(entry.mode)} {links} {owner} {group} {size:>8} "
            f"{_exact(entry.mtime_s) if 'l' in options.repeated else _moment(entry.mtime_s)} "
            f"{name}{mark}\n"
        )


def _owners(entry: Entry) -> tuple[str, str]:
    if entry.path.startswith("/sdcard"):
        return "u0_a100", "media_rw"
    if entry.path.startswith("/data/local/tmp"):
        return "shell", "shell"
    if entry.path.startswith("/data/data/"):
        return "system", "system"
    return "root", "root"


def _moment(seconds: int) -> str:
    return f"{from_millis(seconds * 1000):%Y-%m-%d %H:%M}"


def _exact(seconds: int) -> str:
    """With `-ll`. Files are kept to the second, and have one time: `-u` shows the same."""
    return f"{from_millis(seconds * 1000):%Y-%m-%d %H:%M:%S}.000000000 +0000"


def _human(size: int) -> str:
    amount = float(size)
    for unit in ("", "K", "M"):
        if amount < 1024:
            return f"{amount:.0f}{unit}" if amount >= 10 or not unit else f"{amount:.1f}{unit}"
        amount /= 1024
    return f"{amount:.1f}G"


def _stat(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "c:Lt")
    form = options.values.get("c")
    tree = io.session.tree

    def show(path: str, given: str) -> None:
        entry = tree.stat(path)
        owner, group = _owners(entry)
        kind = "directory" if entry.is_folder else "regular file"
        mode = f"{stat.S_IMODE(entry.mode):o}"
        if form is None:
            io.out(
                f"  File: {given}\n  Size: {entry.size}\t Blocks: {-(-entry.size // 512)}\t"
                f" IO Blocks: 512\t{kind}\nInode: {entry.inode}\t Links: 1\n"
                f"Access: (0{mode}/{stat.filemode(entry.mode)})\tUid: ({owner})\tGid: ({group})\n"
                f"Modify: {_moment(entry.mtime_s)}:00.000000000 +0000\n"
            )
            return
        values = {
            "%n": given, "%s": str(entry.size), "%Y": str(entry.mtime_s), "%X": str(entry.mtime_s),
            "%a": mode, "%A": stat.filemode(entry.mode), "%F": kind, "%U": owner, "%G": group,
            "%i": str(entry.inode), "%f": f"{entry.mode:x}", "%y": _moment(entry.mtime_s), "%h": "1",
            "%u": "0", "%g": "0", "%b": str(-(-entry.size // 512)), "%%": "%",
        }  # fmt: skip
        line = form
        for mark, value in values.items():
            line = line.replace(mark, value)
        io.out(line + "\n")

    return each_path(io, "stat", options.rest, show)


def _du(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "shkacmd:")
    tree = io.session.tree

    def show(path: str, given: str) -> None:
        entries = list(tree.walk(path))
        total = sum(entry.size for entry in entries if not entry.is_folder)
        if "s" not in options:
            for folder in entries[1:]:
                if folder.is_folder:
                    inside = sum(e.size for e in entries if e.path.startswith(folder.path + "/"))
                    io.out(f"{_amount(inside, options)}\t{folder.path}\n")
        io.out(f"{_amount(total, options)}\t{given}\n")

    return each_path(io, "du", options.rest or ["."], show)


def _amount(size: int, options: ParsedOptions) -> str:
    if "h" in options:
        return _human(size)
    return str(-(-size // (1 << 20 if "m" in options else 1024)))


def _df(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "hkm")
    io.out("Filesystem       1K-blocks     Used Available Use% Mounted on\n")
    used = sum(entry.size for entry in io.session.tree.walk("/sdcard") if not entry.is_folder)
    total = 64 << 30
    for device, place in (("/dev/block/dm-5", "/data"), ("/dev/fuse", "/storage/emulated")):
        sizes = [_amount(size, options) for size in (total, used, total - used)]
        percent = -(-used * 100 // total)
        io.out(f"{device:<16} {sizes[0]:>9} {sizes[1]:>8} {sizes[2]:>9} {percent:>3}% {place}\n")
    return 0


COMMANDS: dict[str, Command] = {"df": _df, "du": _du, "ls": _ls, "stat": _stat}
