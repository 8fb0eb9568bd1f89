"""Commands that need the shell itself: they change what it remembers, or run other commands."""

from __future__ import annotations

import errno
import re
import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from phoneworld.adb.errors import FileError
from phoneworld.adb.foreign.package_aliases import meant
from phoneworld.adb.shell.io import Nothing, ShellIo, Streams, say

if TYPE_CHECKING:
    from phoneworld.adb.shell.interpreter import Shell

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.ASCII | re.DOTALL)
MAX_CALLS = 1000


class ShellSignal(Exception):
    """Leaves the normal course of a script."""


class ExitShell(ShellSignal):
    """`exit`."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status & 0xFF


class BreakLoop(ShellSignal):
    """`break`."""


class ContinueLoop(ShellSignal):
    """`continue`."""


@dataclass(frozen=True, slots=True)
class BuiltinCall:
    """One call of a builtin."""

    shell: Shell
    arguments: Sequence[str]
    environment: Mapping[str, str]
    streams: Streams

    def fail(self, text: str, status: int = 1) -> int:
        say(self.streams.err, text + "\n")
        return status

    async def pass_on(self, words: Sequence[str], **changed: str) -> int:
        """Run another command with the same streams."""
        if not words:
            return 0
        return await self.shell.call(words, {**self.environment, **changed}, self.streams)


async def _cd(call: BuiltinCall) -> int:
    shell = call.shell
    target = call.arguments[0] if call.arguments else shell.state.variables.get("HOME", "/")
    if target == "-":
        target = shell.state.variables.get("OLDPWD", "/")
    tree = shell.toolbox.session.tree
    try:
        found = tree.find(target, shell.state.cwd)
        if found is None or not found.is_folder:
            raise FileError(target, errno.ENOENT if found is None else errno.ENOTDIR)
    except FileError as error:
        return call.fail(f"/system/bin/sh: cd: {error}", 2)
    shell.state.set("OLDPWD", shell.state.cwd)
    shell.state.set("PWD", found.path)
    return 0


async def _export(call: BuiltinCall) -> int:
    for word in call.arguments:
        if found := _ASSIGNMENT.fullmatch(word):
            call.shell.state.set(found.group(1), found.group(2))
    return 0


async def _unset(call: BuiltinCall) -> int:
    for name in call.arguments:
        call.shell.state.variables.pop(name, None)
    return 0


async def _set(call: BuiltinCall) -> int:
    if not call.arguments:
        for name, value in sorted(call.environment.items()):
            say(call.streams.out, f"{name}={shlex.quote(value)}\n")
    elif "--" in call.arguments:
        start = list(call.arguments).index("--") + 1
        call.shell.state.arguments = tuple(call.arguments[start:])
    return 0


async def _shift(call: BuiltinCall) -> int:
    state = call.shell.state
    count = int(call.arguments[0]) if call.arguments and call.arguments[0].isdecimal() else 1
    if count > len(state.arguments):
        return 1
    state.arguments = state.arguments[count:]
    return 0


async def _exit(call: BuiltinCall) -> int:
    given = call.arguments[0] if call.arguments else ""
    raise ExitShell(int(given) if re.fullmatch(r"\d{1,9}", given) else call.shell.state.status)


async def _break(call: BuiltinCall) -> int:
    del call
    raise BreakLoop


async def _continue(call: BuiltinCall) -> int:
    del call
    raise ContinueLoop


async def _nothing(call: BuiltinCall) -> int:
    del call
    return 0


async def _exec(call: BuiltinCall) -> int:
    if not call.arguments:
        return 0
    raise ExitShell(await call.pass_on(call.arguments))


async def _eval(call: BuiltinCall) -> int:
    return await call.shell.run_part(" ".join(call.arguments), call.streams)


async def _sh(call: BuiltinCall) -> int:
    """`sh -c script [name arguments]`, `sh file [arguments]`, or a script on standard input."""
    words = list(call.arguments)
    given: str | None = None
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option == "--":
            break
        if "c" in option:
            given = words.pop(0) if words else ""
            break
    shell = call.shell.subshell()
    shell.state.variables.update(call.environment)
    if given is None and words:
        tree = shell.toolbox.session.tree
        try:
            path = tree.resolve(words[0], shell.state.cwd)
            given = tree.read(path).decode("utf-8", "replace")
        except FileError as error:
            return call.fail(f"/system/bin/sh: can't open {error}", 127)
    if words:
        shell.state.name, shell.state.arguments = words[0], tuple(words[1:])
    streams = call.streams
    if given is None:
        given = (await _io(call).read()).decode("utf-8", "surrogateescape")
        streams = Streams(Nothing(), streams.out, streams.err)
    return await shell.run(given, streams)


async def _source(call: BuiltinCall) -> int:
    """`. file`: its commands as if they stood here."""
    tree = call.shell.toolbox.session.tree
    if not call.arguments:
        return call.fail("/system/bin/sh: .: missing argument")
    try:
        path = tree.resolve(call.arguments[0], call.shell.state.cwd)
        script = tree.read(path).decode("utf-8", "replace")
    except FileError as error:
        return call.fail(f"/system/bin/sh: .: {error}")
    return await call.shell.run_part(script, call.streams)


def _io(call: BuiltinCall) -> ShellIo:
    return ShellIo(call.shell.toolbox.session, call.environment, call.streams)


async def _env(call: BuiltinCall) -> int:
    words = list(call.arguments)
    changed: dict[str, str] = {}
    while words and (words[0] in ("-i", "-") or _ASSIGNMENT.fullmatch(words[0])):
        if found := _ASSIGNMENT.fullmatch(words.pop(0)):
            changed[found.group(1)] = found.group(2)
    if words:
        return await call.pass_on(words, **changed)
    for name, value in sorted({**call.environment, **changed}.items()):
        say(call.streams.out, f"{name}={value}\n")
    return 0


async def _prefix(call: BuiltinCall) -> int:
    """A command before a command that makes no difference here: toybox, nohup, time, command."""
    words = list(call.arguments)
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option in ("-v", "-V"):
            return await _which(BuiltinCall(call.shell, words, call.environment, call.streams))
    return await call.pass_on(words)


async def _timeout(call: BuiltinCall) -> int:
    words = list(call.arguments)
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option in ("-s", "-k") and words:
            words.pop(0)
    return await call.pass_on(words[1:])


async def _su(call: BuiltinCall) -> int:
    """`su -c command`, `su 0 command`, `su root sh -c ..`: the shell is root already."""
    words = list(call.arguments)
    if words and (words[0].isdecimal() or words[0] in ("root", "shell", "system")):
        words.pop(0)
    if words[:1] == ["-c"]:
        return await call.pass_on(["sh", "-c", " ".join(words[1:])])
    return await call.pass_on(words or ["sh"])


async def _run_as(call: BuiltinCall) -> int:
    """`run-as package command`: the command in the package's folder."""
    if not call.arguments:
        return call.fail("run-as: usage: run-as package command")
    package, *words = call.arguments
    session = call.shell.toolbox.session
    debuggable = session.handset.debuggable_apps
    if (package if debuggable else meant(package, session.phone)) not in session.phone.apps:
        return call.fail(f"run-as: unknown package: {package}")
    if not debuggable:
        return call.fail(f"run-as: package not debuggable: {package}")
    shell = call.shell.subshell()
    shell.state.set("PWD", f"/data/data/{package}")
    return await shell.call(words or ["sh"], shell.state.variables, call.streams)


async def _xargs(call: BuiltinCall) -> int:
    words = list(call.arguments)
    per_call, placeholder = 0, ""
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option in ("-n", "-I") and words:
            value = words.pop(0)
            per_call = int(value) if option == "-n" and value.isdecimal() else 1
            placeholder = value if option == "-I" else ""
    items = (await _io(call).read()).decode("utf-8", "surrogateescape").split()
    words = words or ["echo"]
    step = per_call or max(1, len(items))
    status = 0
    for start in range(0, min(len(items), MAX_CALLS * step), step):
        group = items[start : start + step]
        if placeholder:
            whole = [word.replace(placeholder, group[0]) for word in words]
        else:
            whole = [*words, *group]
        status = await call.pass_on(whole) or status
    return status


async def _which(call: BuiltinCall) -> int:
    status = 0
    for name in call.arguments:
        if name in BUILTINS or call.shell.find_command(name) is not None:
            say(call.streams.out, f"/system/bin/{name.rpartition('/')[2]}\n")
        else:
            status = 1
    return status


Builtin = Callable[[BuiltinCall], Awaitable[int]]

BUILTINS: Mapping[str, Builtin] = {
    ".": _source,
    ":": _nothing,
    "alias": _nothing,
    "break": _break,
    "busybox": _prefix,
    "cd": _cd,
    "command": _prefix,
    "continue": _continue,
    "env": _env,
    "eval": _eval,
    "exec": _exec,
    "exit": _exit,
    "export": _export,
    "local": _export,
    "nice": _prefix,
    "nohup": _prefix,
    "readonly": _export,
    "return": _exit,
    "run-as": _run_as,
    "set": _set,
    "setsid": _prefix,
    "sh": _sh,
    "/system/bin/sh": _sh,
    "shift": _shift,
    "source": _source,
    "su": _su,
    "time": _prefix,
    "timeout": _timeout,
    "toybox": _prefix,
    "toolbox": _prefix,
    "trap": _nothing,
    "type": _which,
    "umask": _nothing,
    "unset": _unset,
    "wait": _nothing,
    "which": _which,
    "xargs": _xargs,
}
