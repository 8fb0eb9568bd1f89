"""Commands that change files and folders of the phone, and digests of what is in them."""

from __future__ import annotations

import hashlib
import posixpath
import stat
from collections.abc import Callable, Sequence

from phoneworld.adb.errors import AdbError
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.options import read_options
from phoneworld.adb.shell.paths import cwd_of, each_path
from phoneworld.adb.storage.files import FileTree


def _rm(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "frRiv")
    tree = io.session.tree
    recursive = bool(options.flags & {"r", "R"})

    def remove(path: str, _: str) -> None:
        if "f" in options and tree.find(path) is None:
            return
        tree.remove(path, recursive=recursive)

    if not options.rest and "f" in options:
        return 0
    return each_path(io, "rm", options.rest, remove)


def _rmdir(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "p")
    tree = io.session.tree
    return each_path(io, "rmdir", options.rest, lambda path, _: tree.remove_folder(path))


def _mkdir(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "pvm:")
    parents = "p" in options
    return each_path(
        io, "mkdir", options.rest, lambda path, _: io.session.tree.mkdir(path, parents=parents)
    )


def _touch(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "acmd:t:r:")
    tree = io.session.tree

    def touch(path: str, _: str) -> None:
        if tree.find(path) is not None:
            tree.mark(path, mtime_s=int(io.session.phone.now_s))
        elif "c" not in options:
            tree.write(path, b"")

    return each_path(io, "touch", options.rest, touch)


def _chmod(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "Rvf")
    if len(options.rest) < 2:
        raise AdbError("needs a mode and a path")
    text, *paths = options.rest
    octal = int(text, 8) if len(text) < 6 and text and set(text) <= set("01234567") else None
    tree = io.session.tree

    def change(path: str, _: str) -> None:
        mode = octal
        if mode is None:
            # Of the other forms only the common ones: +x and the like, for everybody.
            bits = sum({"r": 0o444, "w": 0o222, "x": 0o111}.get(letter, 0) for letter in text)
            old = stat.S_IMODE(tree.stat(path).mode)
            mode = old & ~bits if "-" in text else old | bits
        tree.mark(path, mode=mode)

    return each_path(io, "chmod", paths, change)


def _chown(io: Io, arguments: Sequence[str]) -> int:
    """Files have no owners here; those named must exist."""
    options = read_options(arguments, "RvfhH")
    tree = io.session.tree
    return each_path(io, "chown", options.rest[1:], lambda path, _: tree.stat(path) and None)


def _cp(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "rRafpdvTi")
    recursive = bool(options.flags & {"r", "R", "a"})

    def copy(tree: FileTree, source: str, target: str) -> None:
        if tree.stat(source).is_folder and not recursive:
            raise AdbError(f"Skipped dir '{source}'")
        tree.copy(source, target)

    return _transfer(io, "cp", options.rest, copy)


def _mv(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "finvT")
    return _transfer(io, "mv", options.rest, FileTree.rename)


def _transfer(
    io: Io, name: str, paths: Sequence[str], work: Callable[[FileTree, str, str], None]
) -> int:
    if len(paths) < 2:
        raise AdbError("needs a source and a destination")
    tree = io.session.tree
    *sources, destination = paths
    target = tree.resolve(destination, cwd_of(io))
    there = tree.find(target)
    into = there is not None and there.is_folder
    if len(sources) > 1 and not into:
        raise AdbError(f"'{destination}' not directory")

    def move(source: str, given: str) -> None:
        # What is in a folder, `A/.`, comes to lie in the target itself.
        content = posixpath.basename(given.rstrip("/")) in (".", "..")
        place = (
            posixpath.join(target, posixpath.basename(source)) if into and not content else target
        )
        work(tree, source, place)

    return each_path(io, name, sources, move)


def _realpath(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "fenqz")
    return each_path(io, "realpath", options.rest, lambda path, _: io.out(path + "\n"))


# Digests


def _digest(algorithm: str) -> Command:
    async def command(io: Io, arguments: Sequence[str]) -> int:
        options = read_options(arguments, "b")
        tree = io.session.tree
        if not options.rest:
            io.out(f"{_hex(algorithm, await io.read())}  -\n")
            return 0

        def show(path: str, given: str) -> None:
            named = "" if "b" in options else f"  {given}"
            io.out(f"{_hex(algorithm, tree.read(path))}{named}\n")

        return each_path(io, f"{algorithm}sum", options.rest, show)

    return command


def _hex(algorithm: str, data: bytes) -> str:
    return hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()


COMMANDS: dict[str, Command] = {
    "chgrp": _chown,
    "chmod": _chmod,
    "chown": _chown,
    "cp": _cp,
    "md5sum": _digest("md5"),
    "mkdir": _mkdir,
    "mv": _mv,
    "readlink": _realpath,
    "realpath": _realpath,
    "rm": _rm,
    "rmdir": _rmdir,
    "sha1sum": _digest("sha1"),
    "sha256sum": _digest("sha256"),
    "touch": _touch,
}
