"""How a served phone differs from Android as it is written down: what a maker, a version or a moment changes.

The phone behind it is the same; only its answers differ, in the ways that real phones were seen to
differ. The known ones are in `phoneworld.adb.personalities`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # What a personality changes is built upon sessions, which have one.
    from phoneworld.adb.shell.command import Command
    from phoneworld.adb.u2.automation import UiAutomatorServer
    from phoneworld.adb.u2.call import Result, RpcCall

OWNER_ALLOWS = "debug.phoneworld.owner_allows"
"""The system property that stands for the switch in the phone's settings: 1 once its owner has allowed it."""

CommandChange = Callable[["Command"], "Command"]
"""From a shell command to the command as this phone has it."""
CallCheck = Callable[["UiAutomatorServer", str], None]
"""Looks at a call of uiautomator before it is made: it may change the phone, or raise what is thrown."""
AnswerChange = Callable[["RpcCall", "Result"], "Result"]
"""From the answer to a call of uiautomator to this phone's answer."""


@dataclass(frozen=True, slots=True)
class Personality:
    """The answers of one kind of phone. `ports` is by how many ways one phone is connected."""

    name: str
    about: str
    properties: Mapping[str, str] = field(default_factory=dict[str, str])
    commands: Mapping[str, CommandChange] = field(default_factory=dict[str, CommandChange])
    check_call: CallCheck | None = None
    answers: Mapping[str, AnswerChange] = field(default_factory=dict[str, AnswerChange])
    ports: int = 1

    def changed(self, commands: Mapping[str, Command]) -> Mapping[str, Command]:
        """The commands as this phone has them."""
        changed = {name: change(commands[name]) for name, change in self.commands.items()}
        return {**commands, **changed}


ORDINARY = Personality("ordinary", "answers as Android is documented to")
