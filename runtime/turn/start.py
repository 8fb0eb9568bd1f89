"""How a policy begins an episode: where it may, and whether it says first what the goal means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from runtime.actions import PressButton, SystemButton
from runtime.device import DeviceInfo
from runtime.observation import Observation
from runtime.prompts.plain_sentences import NO_SENTENCES, PlainSentences

if TYPE_CHECKING:
    # It is made with numpy, which a runtime of remote policies need not have.
    from runtime.prompts.known_requests import KnownRequests

GO_HOME = PressButton(SystemButton.HOME)


class PolicyStart(StrEnum):
    """Where a policy can begin a task."""

    ANYWHERE = "anywhere"
    HOME = "home"
    """At the home screen only: it has learnt nothing else. The phone is taken there."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What happens before a policy's first step.

    With `known` requests, it is asked first which of them the goal means, and goes on with those words.
    If it is less sure of them than `least_confidence`, it says that it does not know how; less than
    `sure_confidence`, the person is asked whether that is meant, where one is there. A run in which
    it was less sure of any step than `done_confidence` is at most perhaps done. A policy that
    `reads_schema` is shown the schema of an answer and writes JSON; what another says is fitted to it.
    """

    start: PolicyStart = PolicyStart.ANYWHERE
    known: KnownRequests | None = None
    least_confidence: float = 0.0
    sure_confidence: float = 0.0
    done_confidence: float = 0.0
    reads_schema: bool = False

    @property
    def plain(self) -> PlainSentences:
        """The sentences that it has learnt to act on."""
        return self.known.plain if self.known is not None else NO_SENTENCES


AT_ONCE = Opening()
"""Anywhere, with the goal as it stands."""


def is_at_home(screen: Observation, info: DeviceInfo) -> bool:
    """Whether a phone shows its home screen. One that does not tell its launcher may be anywhere."""
    return bool(info.launcher) and screen.package == info.launcher
