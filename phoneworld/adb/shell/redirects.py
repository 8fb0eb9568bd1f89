"""Where a command's input and output go, by its redirections."""

from __future__ import annotations

import errno
from collections.abc import Sequence

from phoneworld.adb.errors import FileError
from phoneworld.adb.shell.io import File, FixedInput, Sink, Streams, say
from phoneworld.adb.shell.syntax import Redirect, RedirectKind
from phoneworld.adb.shell.words import Expander
from phoneworld.adb.storage.files import FileTree

SHELL = "/system/bin/sh"


async def open_streams(
    redirects: Sequence[Redirect],
    streams: Streams,
    *,
    expander: Expander,
    tree: FileTree,
    cwd: str,
) -> tuple[Streams, list[File]] | None:
    """The streams of a command, and the files to be saved when it ends.

    None, with the reason written, where a file cannot be used.
    """
    files: list[File] = []
    ends: dict[int, Sink] = {1: streams.out, 2: streams.err}
    source = streams.source
    for redirect in redirects:
        try:
            target = await expander.text(redirect.target)
            if redirect.direction is RedirectKind.JOIN:
                joined = ends.get(int(target) if target in ("1", "2") else -1)
                if joined is None:
                    raise FileError(target, errno.EBADF)
                ends[redirect.descriptor] = joined
                continue
            path = tree.resolve(target, cwd)
            if redirect.direction is RedirectKind.READ:
                source = FixedInput(tree.read(path))
                continue
            file = File(tree, path, append=redirect.direction is RedirectKind.APPEND)
        except FileError as error:
            verb = "open" if redirect.direction is RedirectKind.READ else "create"
            say(streams.err, f"{SHELL}: can't {verb} {error}\n")
            return None
        files.append(file)
        ends[redirect.descriptor] = file
    return Streams(source, ends[1], ends[2]), files


def save(files: Sequence[File], streams: Streams) -> bool:
    """Write the files of a command that has ended; False, with the reason written, if one fails."""
    try:
        for file in files:
            file.save()
    except FileError as error:
        say(streams.err, f"{SHELL}: can't write {error}\n")
        return False
    return True
