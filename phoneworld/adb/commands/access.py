"""`restorecon`, `chcon` and `appops`: who may do what. Here everybody may, so that only names are checked."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.adb.errors import AdbError
from phoneworld.adb.packages.package_list import packages_of
from phoneworld.adb.shell.arguments import Arguments, dispatch
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.options import read_options
from phoneworld.adb.shell.paths import each_path

MODES = frozenset("allow ignore deny default foreground".split())


def _restorecon(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "DFnRrv")
    tree = io.session.tree
    return each_path(io, "restorecon", options.rest, lambda path, _: tree.stat(path) and None)


def _chcon(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "hRv")
    if len(options.rest) < 2:
        raise AdbError("needs a context and a path")
    tree = io.session.tree
    return each_path(io, "chcon", options.rest[1:], lambda path, _: tree.stat(path) and None)


def _set(io: Io, arguments: Arguments) -> int:
    """`appops set [--uid] PACKAGE OPERATION MODE`: packages ask for permissions only, so nothing changes."""
    for _ in arguments.options():
        pass
    package, _, mode = arguments.required(), arguments.required(), arguments.required()
    if package not in packages_of(io.session):
        io.err(f"Error: No UID for {package} in user 0\n")
        return 255
    if mode not in MODES:
        io.err(f"Error: Mode {mode} is not valid\n")
        return 255
    return 0


def _get(io: Io, arguments: Arguments) -> int:
    package = arguments.required()
    if package not in packages_of(io.session):
        io.err(f"Error: No UID for {package} in user 0\n")
        return 255
    operation = arguments.next()
    io.out(f"{operation}: allow\n" if operation else "No operations.\n")
    return 0


COMMANDS: dict[str, Command] = {
    "appops": dispatch({"set": _set, "get": _get}, "  set PACKAGE OP MODE\n  get PACKAGE [OP]\n"),
    "chcon": _chcon,
    "restorecon": _restorecon,
}
