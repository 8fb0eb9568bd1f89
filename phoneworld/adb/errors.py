"""What goes wrong on the way between an adb client and a phone.

PhoneWorldError
`-- AdbError
    |-- ServeError         a phone cannot be served as asked: address, port, fault
    |-- ProtocolError      the other end does not speak adb: its connection is cut
    |-- StreamClosed       the other end has closed a stream that was still in use
    |-- ShellSyntaxError   a command line that cannot be read
    |   `-- IncompleteScript   only because it goes on
    |-- FileError          a file operation failed, with the reason Android gives
    |-- BadValues          values that a content provider cannot store (content.rows)
    |-- SqlRefused         SQL that the sandbox does not allow (content.sql_sandbox)
    |-- NotAnApk           a file that is no package (packages.apk)
    |-- LaunchFailed       an activity that cannot be started (packages.launching)
    |-- Thrown             a Java exception that a command prints (shell.arguments)
    `-- RpcError, InvalidHttpRequest, PatternError, TooCostly  see phoneworld.adb.u2.errors

None of them ever ends a server: a connection, a stream or a command is what fails.

Outside the tree are signals that never leave the package: `ShellSignal` with `ExitShell`, `BreakLoop`
and `ContinueLoop`, `BrokenPipe`, `QuitConsole`, `UnknownAuthority` and `UnknownAddress`.
"""

from __future__ import annotations

import errno
import os

from phoneworld.errors import PhoneWorldError


class AdbError(PhoneWorldError):
    """Base of what the adb side raises on purpose."""


class ServeError(AdbError):
    """A phone cannot be served as asked."""


class ProtocolError(AdbError):
    """The other end does not speak adb."""


class StreamClosed(AdbError):
    """The other end has closed the stream."""


class ShellSyntaxError(AdbError):
    """The command line cannot be read."""


class IncompleteScript(ShellSyntaxError):
    """The command line ends before it is complete: another line may complete it."""


class FileError(AdbError):
    """A file operation failed. `code` is the errno, `reason` its text unless another is given."""

    def __init__(self, path: str, code: int, reason: str = "") -> None:
        self.path = path
        self.code = code
        self.reason = reason or os.strerror(code)
        super().__init__(f"{path}: {self.reason}")


def missing(path: str) -> FileError:
    """There is nothing at a path."""
    return FileError(path, errno.ENOENT)
