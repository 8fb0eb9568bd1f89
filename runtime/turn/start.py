"""Where a policy may begin: anywhere, or only at the home screen, to which the phone is then taken."""

from __future__ import annotations

from enum import StrEnum

from runtime.actions import PressButton, SystemButton
from runtime.device import DeviceInfo
from runtime.observation import Observation

GO_HOME = PressButton(SystemButton.HOME)


class PolicyStart(StrEnum):
    """Where a policy can begin a task."""

    ANYWHERE = "anywhere"
    HOME = "home"
    """At the home screen only: it has learnt nothing else."""


def is_at_home(screen: Observation, info: DeviceInfo) -> bool:
    """Whether a phone shows its home screen. One that does not tell its launcher may be anywhere."""
    return bool(info.launcher) and screen.package == info.launcher
