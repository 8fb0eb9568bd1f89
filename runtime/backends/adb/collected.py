"""What one phone answers to everything that the backend asks: as a file, and as a phone that repeats it.

For reports on phones that misbehave. The file is plain JSON that a person can read before sending it, and a
test can replay: `ReplayedShell` answers as that phone did.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from runtime.backends.adb import apps, details, status
from runtime.backends.adb.calls import SHELL_S, AdbShell, ShellResult
from runtime.backends.adb.errors import CommandFailed, command_error
from runtime.backends.adb.users import OWNER, parse_users
from runtime.errors import DeviceError

FORMAT = "phonebuddy-phone-answers"
VERSION = 1
HARMLESS_KEY = "input keyevent KEYCODE_WAKEUP"
"""Does nothing to a phone that is awake, and tells whether adb may touch it."""
MAKER = "getprop ro.product.manufacturer; getprop ro.product.brand; getprop ro.build.display.id"
ASKED = (
    MAKER,
    status.SCRIPT,
    details.SCRIPT,
    apps.LIST,
    "dumpsys SurfaceFlinger --display-id",
    "ime list -s -a",
    "ime list -s",
    "settings get secure default_input_method",
    "getevent -lp",
    HARMLESS_KEY,
)
COLLECT_S = 20.0


@dataclass(frozen=True, slots=True)
class CollectedAnswer:
    """A command, and what the phone answered."""

    command: str
    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class CollectedAnswers:
    """All answers of one phone. `listed` is adb's line on it, `automation` what starting uiautomator gave."""

    listed: str
    automation: str
    answers: tuple[CollectedAnswer, ...]


def collect(shell: AdbShell) -> tuple[CollectedAnswer, ...]:
    """Ask a phone everything. A command that fails is an answer too."""
    found = [_asked(shell, command) for command in ASKED]
    users = parse_users(next(one.out for one in found if one.command == apps.LIST))
    found += [
        _asked(shell, apps.profile_query(user.id))
        for user in users
        if user.id != OWNER and user.is_profile
    ]
    return tuple(found)


def _asked(shell: AdbShell, command: str) -> CollectedAnswer:
    try:
        result = shell.script(command, timeout_s=COLLECT_S, checked=False)
    except DeviceError as error:
        return CollectedAnswer(command, -1, "", f"{type(error).__name__}: {error}")
    err = result.err.decode("utf-8", "replace")
    return CollectedAnswer(command, result.code, result.text, err)


def write_answers(found: CollectedAnswers) -> str:
    """The answers as a file."""
    rows = [
        {
            "command": one.command,
            "code": one.code,
            "out": one.out.splitlines(),
            "err": one.err.splitlines(),
        }
        for one in found.answers
    ]
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "listed": found.listed,
        "automation": found.automation,
        "answers": rows,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def read_answers(text: str) -> CollectedAnswers:
    """A file that `write_answers` wrote; `DeviceError` where it is something else."""
    try:
        whole: object = json.loads(text)
        if not isinstance(whole, dict):
            raise TypeError("it is no object")
        fields = cast("dict[str, object]", whole)
        if (fields.get("format"), fields.get("version")) != (FORMAT, VERSION):
            raise ValueError(f"it is no {FORMAT} of version {VERSION}")
        rows = cast("Sequence[dict[str, object]]", fields["answers"])
        answers = tuple(
            CollectedAnswer(
                str(row["command"]), int(str(row["code"])), _lines(row["out"]), _lines(row["err"])
            )
            for row in rows
        )
        return CollectedAnswers(str(fields["listed"]), str(fields["automation"]), answers)
    except (ValueError, TypeError, KeyError) as error:
        raise DeviceError(f"these are no answers of a phone: {error}") from error


def _lines(value: object) -> str:
    if not isinstance(value, list):
        raise TypeError("an output is a list of lines")
    return "".join(f"{line}\n" for line in cast("list[object]", value))


class ReplayedShell:
    """A phone that answers as it did when its answers were collected."""

    def __init__(self, found: CollectedAnswers) -> None:
        self._answers = {one.command: one for one in found.answers}

    def shell(self, *words: str, timeout_s: float = SHELL_S, checked: bool = True) -> ShellResult:
        return self.script(shlex.join(words), timeout_s=timeout_s, checked=checked)

    def script(self, text: str, *, timeout_s: float = SHELL_S, checked: bool = True) -> ShellResult:
        del timeout_s
        known = self._answers.get(text)
        if known is None:
            raise CommandFailed(f"{text[:80]!r} was not asked when the answers were collected")
        if checked and known.code:
            raise command_error(text, "the collected phone", known.code, known.err or known.out)
        return ShellResult(known.out.encode(), known.err.encode(), known.code)
